// Numbers that databases print, by the names that their manuals and drivers give them.

/** MySQL and MariaDB: `ERROR 1146 (42S02)`, `errno: 1146`, `1146 Table …`. */
const MYSQL: readonly (readonly [number, string])[] = [
  [1005, 'ER_CANT_CREATE_TABLE'],
  [1007, 'ER_DB_CREATE_EXISTS'],
  [1016, 'ER_CANT_OPEN_FILE'],
  [1021, 'ER_DISK_FULL'],
  [1022, 'ER_DUP_KEY'],
  [1037, 'ER_OUTOFMEMORY'],
  [1038, 'ER_OUT_OF_SORTMEMORY'],
  [1040, 'ER_CON_COUNT_ERROR'],
  [1041, 'ER_OUT_OF_RESOURCES'],
  [1043, 'ER_HANDSHAKE_ERROR'],
  [1044, 'ER_DBACCESS_DENIED_ERROR'],
  [1045, 'ER_ACCESS_DENIED_ERROR'],
  [1046, 'ER_NO_DB_ERROR'],
  [1048, 'ER_BAD_NULL_ERROR'],
  [1049, 'ER_BAD_DB_ERROR'],
  [1050, 'ER_TABLE_EXISTS_ERROR'],
  [1051, 'ER_BAD_TABLE_ERROR'],
  [1052, 'ER_NON_UNIQ_ERROR'],
  [1053, 'ER_SERVER_SHUTDOWN'],
  [1054, 'ER_BAD_FIELD_ERROR'],
  [1055, 'ER_WRONG_FIELD_WITH_GROUP'],
  [1060, 'ER_DUP_FIELDNAME'],
  [1061, 'ER_DUP_KEYNAME'],
  [1062, 'ER_DUP_ENTRY'],
  [1064, 'ER_PARSE_ERROR'],
  [1071, 'ER_TOO_LONG_KEY'],
  [1091, 'ER_CANT_DROP_FIELD_OR_KEY'],
  [1093, 'ER_UPDATE_TABLE_USED'],
  [1104, 'ER_TOO_BIG_SELECT'],
  [1109, 'ER_UNKNOWN_TABLE'],
  [1114, 'ER_RECORD_FILE_FULL'],
  [1118, 'ER_TOO_BIG_ROWSIZE'],
  [1129, 'ER_HOST_IS_BLOCKED'],
  [1130, 'ER_HOST_NOT_PRIVILEGED'],
  [1136, 'ER_WRONG_VALUE_COUNT_ON_ROW'],
  [1142, 'ER_TABLEACCESS_DENIED_ERROR'],
  [1146, 'ER_NO_SUCH_TABLE'],
  [1153, 'ER_NET_PACKET_TOO_LARGE'],
  [1171, 'ER_PRIMARY_CANT_HAVE_NULL'],
  [1194, 'ER_CRASHED_ON_USAGE'],
  [1205, 'ER_LOCK_WAIT_TIMEOUT'],
  [1206, 'ER_LOCK_TABLE_FULL'],
  [1213, 'ER_LOCK_DEADLOCK'],
  [1215, 'ER_CANNOT_ADD_FOREIGN'],
  [1216, 'ER_NO_REFERENCED_ROW'],
  [1217, 'ER_ROW_IS_REFERENCED'],
  [1226, 'ER_USER_LIMIT_REACHED'],
  [1227, 'ER_SPECIFIC_ACCESS_DENIED_ERROR'],
  [1235, 'ER_NOT_SUPPORTED_YET'],
  [1241, 'ER_OPERAND_COLUMNS'],
  [1242, 'ER_SUBQUERY_NO_1_ROW'],
  [1248, 'ER_DERIVED_MUST_HAVE_ALIAS'],
  [1251, 'ER_NOT_SUPPORTED_AUTH_MODE'],
  [1264, 'ER_WARN_DATA_OUT_OF_RANGE'],
  [1265, 'WARN_DATA_TRUNCATED'],
  [1267, 'ER_CANT_AGGREGATE_2COLLATIONS'],
  [1273, 'ER_UNKNOWN_COLLATION'],
  [1290, 'ER_OPTION_PREVENTS_STATEMENT'],
  [1292, 'ER_TRUNCATED_WRONG_VALUE'],
  [1305, 'ER_SP_DOES_NOT_EXIST'],
  [1317, 'ER_QUERY_INTERRUPTED'],
  [1356, 'ER_VIEW_INVALID'],
  [1364, 'ER_NO_DEFAULT_FOR_FIELD'],
  [1365, 'ER_DIVISION_BY_ZERO'],
  [1366, 'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD'],
  [1390, 'ER_PS_MANY_PARAM'],
  [1406, 'ER_DATA_TOO_LONG'],
  [1449, 'ER_NO_SUCH_USER'],
  [1451, 'ER_ROW_IS_REFERENCED_2'],
  [1452, 'ER_NO_REFERENCED_ROW_2'],
  [1461, 'ER_MAX_PREPARED_STMT_COUNT_REACHED'],
  [1615, 'ER_NEED_REPREPARE'],
  [1690, 'ER_DATA_OUT_OF_RANGE'],
  [1698, 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR'],
  [1701, 'ER_TRUNCATE_ILLEGAL_FK'],
  [1792, 'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION'],
  [1820, 'ER_MUST_CHANGE_PASSWORD'],
  [1824, 'ER_FK_CANNOT_OPEN_PARENT'],
  [1826, 'ER_FK_DUP_NAME'],
  [1862, 'ER_MUST_CHANGE_PASSWORD_LOGIN'],
  [1927, 'ER_CONNECTION_KILLED'],
  [1969, 'ER_STATEMENT_TIMEOUT'],
  [2002, 'CR_CONNECTION_ERROR'],
  [2003, 'CR_CONN_HOST_ERROR'],
  [2005, 'CR_UNKNOWN_HOST'],
  [2006, 'CR_SERVER_GONE_ERROR'],
  [2013, 'CR_SERVER_LOST'],
  [2014, 'CR_COMMANDS_OUT_OF_SYNC'],
  [2026, 'CR_SSL_CONNECTION_ERROR'],
  [2055, 'CR_SERVER_LOST_EXTENDED'],
  [3024, 'ER_QUERY_TIMEOUT'],
  [3140, 'ER_INVALID_JSON_TEXT'],
  [3572, 'ER_LOCK_NOWAIT'],
  [3730, 'ER_FK_CANNOT_DROP_PARENT'],
  [3780, 'ER_FK_INCOMPATIBLE_COLUMNS'],
  [3819, 'ER_CHECK_CONSTRAINT_VIOLATED'],
  [4025, 'ER_CONSTRAINT_FAILED'],
  [4031, 'ER_CLIENT_INTERACTION_TIMEOUT'],
];

/** MongoDB's server: `code: 112`. Names are those of its error_codes.yml. */
const MONGODB: readonly (readonly [number, string])[] = [
  [2, 'BadValue'],
  [6, 'HostUnreachable'],
  [7, 'HostNotFound'],
  [9, 'FailedToParse'],
  [11, 'UserNotFound'],
  [13, 'Unauthorized'],
  [14, 'TypeMismatch'],
  [18, 'AuthenticationFailed'],
  [20, 'IllegalOperation'],
  [24, 'LockTimeout'],
  [26, 'NamespaceNotFound'],
  [27, 'IndexNotFound'],
  [28, 'PathNotViable'],
  [31, 'RoleNotFound'],
  [40, 'ConflictingUpdateOperators'],
  [43, 'CursorNotFound'],
  [46, 'LockBusy'],
  [48, 'NamespaceExists'],
  [50, 'MaxTimeMSExpired'],
  [52, 'DollarPrefixedFieldName'],
  [56, 'EmptyFieldName'],
  [57, 'DottedFieldName'],
  [59, 'CommandNotFound'],
  [64, 'WriteConcernTimeout'],
  [66, 'ImmutableField'],
  [67, 'CannotCreateIndex'],
  [68, 'IndexAlreadyExists'],
  [72, 'InvalidOptions'],
  [73, 'InvalidNamespace'],
  [85, 'IndexOptionsConflict'],
  [86, 'IndexKeySpecsConflict'],
  [89, 'NetworkTimeout'],
  [91, 'ShutdownInProgress'],
  [96, 'OperationFailed'],
  [100, 'UnsatisfiableWriteConcern'],
  [112, 'WriteConflict'],
  [121, 'DocumentValidationFailure'],
  [133, 'FailedToSatisfyReadPreference'],
  [168, 'InvalidPipelineOperator'],
  [189, 'PrimarySteppedDown'],
  [225, 'TransactionTooOld'],
  [251, 'NoSuchTransaction'],
  [256, 'TransactionCommitted'],
  [262, 'ExceededTimeLimit'],
  [263, 'OperationNotSupportedInTransaction'],
  [291, 'NoQueryExecutionPlans'],
  [292, 'QueryExceededMemoryLimitNoDiskUseAllowed'],
  [10107, 'NotWritablePrimary'],
  [10334, 'BSONObjectTooLarge'],
  [11600, 'InterruptedAtShutdown'],
  [11602, 'InterruptedDueToReplStateChange'],
  [13435, 'NotPrimaryNoSecondaryOk'],
  [13436, 'NotPrimaryOrSecondary'],
  [17280, 'KeyTooLong'],
  [40324, 'UnrecognizedStage'],
];

/** PostgreSQL's conditions, as its drivers for Python and Ruby name their classes. */
const POSTGRES =
  '08000 ConnectionException, 08003 ConnectionDoesNotExist, 08006 ConnectionFailure, 0A000 FeatureNotSupported, 21000 CardinalityViolation, 22001 StringDataRightTruncation, 22003 NumericValueOutOfRange, 22004 NullValueNotAllowed, 22007 InvalidDatetimeFormat, 22008 DatetimeFieldOverflow, 22012 DivisionByZero, 22021 CharacterNotInRepertoire, 22023 InvalidParameterValue, 22025 InvalidEscapeSequence, 22P02 InvalidTextRepresentation, 22P03 InvalidBinaryRepresentation, 22P05 UntranslatableCharacter, 23001 RestrictViolation, 23502 NotNullViolation, 23503 ForeignKeyViolation, 23505 UniqueViolation, 23514 CheckViolation, 23P01 ExclusionViolation, 25001 ActiveSqlTransaction, 25006 ReadOnlySqlTransaction, 25P01 NoActiveSqlTransaction, 25P02 InFailedSqlTransaction, 26000 InvalidSqlStatementName, 28000 InvalidAuthorizationSpecification, 28P01 InvalidPassword, 2BP01 DependentObjectsStillExist, 3D000 InvalidCatalogName, 3F000 InvalidSchemaName, 40001 SerializationFailure, 40P01 DeadlockDetected, 42501 InsufficientPrivilege, 42601 PostgresSyntax, 42601 SyntaxError, 42702 AmbiguousColumn, 42703 UndefinedColumn, 42704 UndefinedObject, 42725 AmbiguousFunction, 42803 Grouping, 42804 DatatypeMismatch, 42830 InvalidForeignKey, 42846 CannotCoerce, 42883 UndefinedFunction, 42P01 UndefinedTable, 42P02 UndefinedParameter, 42P04 DuplicateDatabase, 42P05 DuplicatePreparedStatement, 42P07 DuplicateTable, 42P10 InvalidColumnReference, 42P18 IndeterminateDatatype, 42P20 Windowing, 42701 DuplicateColumn, 42710 DuplicateObject, 42723 DuplicateFunction, 53100 DiskFull, 53200 OutOfMemory, 53300 TooManyConnections, 54000 ProgramLimitExceeded, 54001 StatementTooComplex, 55006 ObjectInUse, 55P03 LockNotAvailable, 57014 QueryCanceled, 57P01 AdminShutdown, 57P02 CrashShutdown, 57P03 CannotConnectNow'.split(
    ', ',
  );

const POSTGRES_BY_NAME: ReadonlyMap<string, string> = new Map(
  POSTGRES.map((row) => [row.slice(6).toLowerCase(), row.slice(0, 5)]),
);

/** `psycopg2.errors.UniqueViolation`, `asyncpg.exceptions.UniqueViolationError`, `PG::UniqueViolation`. */
const OF_POSTGRES = /^(?:psycopg\d?\.errors\.|asyncpg\.exceptions\.(?:_base\.)?|PG::)([A-Z]\w{1,60}?)(?:Error)?$/;

const MYSQL_BY_NUMBER: ReadonlyMap<number, string> = new Map(MYSQL);
const MONGODB_BY_NUMBER: ReadonlyMap<number, string> = new Map([
  ...MONGODB.map(([number, name]) => [number, `Mongo ${name}`] as const),
  // A value that is there twice has the code that the message begins with.
  [11000, 'E11000'],
  [11001, 'E11000'],
]);

/** The name of an error of MySQL or MariaDB: `ER_NO_SUCH_TABLE` of 1146. */
export function mysqlName(number: number): string | undefined {
  return MYSQL_BY_NUMBER.get(number);
}

/** The name of an error of MongoDB's server: `Mongo WriteConflict` of 112. */
export function mongodbName(number: number): string | undefined {
  return MONGODB_BY_NUMBER.get(number);
}

/** The SQLSTATE of a class that a driver of PostgreSQL names after its condition: `23505` of `PG::UniqueViolation`. */
export function sqlstateOfClass(className: string): string | undefined {
  const name = OF_POSTGRES.exec(className)?.[1];
  return name === undefined ? undefined : POSTGRES_BY_NAME.get(name.toLowerCase());
}
