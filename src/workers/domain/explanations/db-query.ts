import type { Pattern } from '../pattern.js';

const WRONG_TYPE = {
  text: 'A value does not fit the type of its column, or two types in the query cannot be compared: not a valid number, date, UUID, JSON or text encoding, and the database cannot convert (cast) it.',
  suggestion:
    'Validate and convert the value before the query, add an explicit cast, and check for empty strings where a number, date or id is expected.',
};

export const DB_QUERY: Pattern = {
  id: 'db-query',
  title: 'The database could not run this query or store this value',
  text: 'The database could not run this query as it is written, or could not store one of its values. The SQL may have a syntax error or name a wrong table or column, or a value does not fit the type of its column.',
  suggestion:
    'Log the final query with its values, compare it with the schema, and pass values as bound parameters of the right type.',
  examples: [
    'syntax error at or near "FORM"',
    'value too long for type character varying(255)',
    'Cast to ObjectId failed for value "abc" (type string) at path "_id" for model "User"',
    'near "FORM": syntax error',
    "Data too long for column 'name' at row 1",
    'input must be a 24 character hex string, 12 byte Uint8Array, or an integer',
    'Undefined binding(s) detected when compiling SELECT. Undefined column(s): [id] query: select * from users',
  ],
  counterexamples: ['Value too long: skirt 88 does not fit rail', 'The count is out of range: interval training 4'],
  otherSigns: [
    {
      classes:
        'BadSqlGrammarException, SQLGrammarException, UncategorizedSQLException, GenericJDBCException, InvalidDataAccessResourceUsageException, SQLException, SqlException, SQLSyntaxErrorException, PSQLException, PDOException, QueryFailedError, SequelizeDatabaseError, StatementInvalid, ProgrammingError, PostgresException, PgError, MySQLError, OracleException, SQLiteException'.split(
          ', ',
        ),
      isLast: true,
    },
  ],
  match: [
    /\b(?:aggregate|window|set-returning) functions are not allowed in\b|\bargument of \w{1,20} must be type boolean\b|\b(?:column|table name) "[^"\n]{1,80}" specified more than once\b|\bmultiple primary keys for table "|\bcannot (?:insert|update)(?: a non-DEFAULT value)? (?:into )?(?:column|view) "|(?:^|: )Query was empty\b|\bThis statement (?:does not return|returns) data\b|\bThe supplied SQL string contains\b|\bcannot insert multiple commands into a\b|\bRaw query failed\. Code: |(?:^|: )Failed query: |\bORA-0(?:6502|6550)\b|\bSQLITE_(?:ERROR|MISMATCH)\b/,
  ],
  matchTyped: [/^DrizzleQueryError:/],
  cases: [
    {
      id: 'ambiguous',
      signs: {
        codes: ['SQLSTATE 42702', 'ER_NON_UNIQ_ERROR', 'ER_NONUNIQ_TABLE', 'ORA-00918'],
        classes: ['AmbiguousColumn'],
        says: [
          /\bcolumn reference "[^"\n]{1,120}" is ambiguous\b|\bambiguous column name: |\bNot unique table\/alias: '|\bin (?:field list|where clause|on clause|order clause|group statement) is ambiguous\b/i,
        ],
      },
      text: 'Two tables of the query have a column (or alias) of this name, so the database cannot tell which one is meant: the name is ambiguous.',
      suggestion:
        'Prefix the column with its table or alias (orders.id), and give every table in a join an alias of its own.',
      examples: ['column reference "id" is ambiguous'],
    },
    {
      id: 'grouping',
      signs: {
        codes: 'SQLSTATE 42803, ER_WRONG_FIELD_WITH_GROUP, ER_INVALID_GROUP_FUNC_USE, ORA-00979, SQLSTATE 42P20'.split(
          ', ',
        ),
        classes: ['GroupingError', 'WindowingError'],
        says: [
          /\bmust appear in the GROUP BY clause\b|\bis not in GROUP BY clause\b|\bonly_full_group_by\b|\bInvalid use of group function\b|\bmisuse of aggregate\b|\bORDER BY expressions must appear in select list\b|\bin either an aggregate function or the GROUP BY\b/,
        ],
      },
      text: 'The query mixes grouped and single values: a selected column is neither in GROUP BY nor inside an aggregate function, or an aggregate stands where it is not allowed.',
      suggestion:
        'Add the column to GROUP BY or wrap it in an aggregate such as MAX, and filter on aggregates with HAVING instead of WHERE.',
      examples: ['column "users.name" must appear in the GROUP BY clause or be used in an aggregate function'],
    },
    {
      id: 'from-clause',
      signs: {
        codes: ['SQLSTATE 42P01'],
        where: ['FROM-clause entry', 'multi-part identifier "'],
        says: [
          'missing FROM-clause entry for table',
          'invalid reference to FROM-clause entry',
          'multi-part identifier "',
        ],
      },
      text: 'The query uses a column of a table that is not in its FROM or JOIN list, or that was given an alias there.',
      suggestion: 'Add the join for that table, and use its alias everywhere once it has one.',
      examples: ['missing FROM-clause entry for table "orders"'],
    },
    {
      id: 'prepared-statement',
      signs: {
        codes: 'SQLSTATE 26000, SQLSTATE 42P05, ER_NEED_REPREPARE, ER_MAX_PREPARED_STMT_COUNT_REACHED'.split(', '),
        classes: ['InvalidSqlStatementName', 'DuplicatePreparedStatement', 'PreparedStatementCacheExpired'],
        says: [
          /\bprepared statement \\?"[^"\n]{0,80}" (?:already exists|does not exist)|\bPrepared statement needs to be re-prepared\b|\bcached plan must not change result type\b/,
        ],
      },
      otherSigns: [{ codes: ['SQLSTATE 0A000'], where: ['cached plan must not change'] }],
      text: 'A prepared statement got lost or mixed up. Behind a connection pooler such as PgBouncer in transaction mode, statements of different clients meet on one connection; a changed table has the same effect.',
      suggestion:
        'Turn prepared statements off for a transaction pooler (pgbouncer=true for Prisma), use the direct connection, and reconnect after migrations.',
      examples: [
        'prepared statement "s0" already exists',
        {
          message:
            'ConnectorError(ConnectorError { kind: QueryError(PostgresError { code: "42P05", message: "prepared statement \\"s0\\" already exists" }) })',
          type: 'PrismaClientUnknownRequestError',
        },
      ],
    },
    {
      id: 'placeholders',
      signs: {
        codes:
          'SQLSTATE 42P02, SQLSTATE 42P18, SQLSTATE HY093, ER_WRONG_VALUE_COUNT_ON_ROW, SQLITE_RANGE, ORA-01008'.split(
            ', ',
          ),
        says: [
          /\bbind message supplies \d{1,6} parameters\b|\bcould not determine data type of parameter\b|\bthere is no parameter \$\d|\bINSERT has more (?:expressions|target columns) than\b|\bColumn count doesn't match value count\b|\b\d{1,5} values for \d{1,5} columns\b|\bhas \d{1,5} columns but \d{1,5} values were supplied\b|\bIncorrect arguments to mysqld_stmt_execute\b|\btoo many SQL variables\b/,
          /\bBind parameters must (?:not contain undefined|be array)\b|\bUndefined binding\(s\) detected\b|\b[Ee]xpected \d{1,4} (?:bindings, saw|arguments, got) \d|\bToo (?:few|many) parameter values were provided\b|\bMissing named parameter "|\bSQLite3? can only bind\b|\bIncorrect number of bindings supplied\b|\bProvided value cannot be bound to SQLite\b|\bMust declare the scalar variable\b|\b[Ee]rror binding parameter \d/,
          /^sql: (?:converting argument \$\d|expected \d+ arguments, got)|\bParameter index out of range \(|\bNo value specified for parameter \d|\bNamed parameter not bound\b|\bInvalid parameter number\b/,
        ],
      },
      otherSigns: [
        { codes: ['UNDEFINED_VALUE', 'MAX_PARAMETERS_EXCEEDED', 'NOT_TAGGED_CALL'], libraries: ['postgres'] },
        { says: ['^UNDEFINED_VALUE: Undefined values are not allowed'] },
        { codes: 'ORA-00913, ORA-00947, ClickHouse NUMBER_OF_COLUMNS_DOESNT_MATCH'.split(', ') },
        { codes: ['P2029'] },
      ],
      text: 'The values passed to the query do not fit its placeholders or columns: there are too few or too many parameters, or one has no value or a type the driver cannot bind.',
      suggestion:
        'Count placeholders and values, check that the parameter the message names has a value, and use null where no value is meant.',
      examples: [
        'bind message supplies 1 parameters, but prepared statement "" requires 2',
        'Too few parameter values were provided',
        {
          message:
            'SQLSTATE[HY093]: Invalid parameter number: number of bound variables does not match number of tokens',
          type: 'PDOException',
          language: 'php',
        },
      ],
    },
    {
      id: 'too-long',
      signs: {
        codes:
          'SQLSTATE 22001, SQLSTATE 54000, Mongo BSONObjectTooLarge, Mongo KeyTooLong, ER_DATA_TOO_LONG, ER_TOO_LONG_KEY, ORA-12899, P2000'.split(
            ', ',
          ),
        classes: ['StringDataRightTruncation', 'ValueTooLong', 'DocumentTooLarge', 'MysqlDataTruncation'],
        says: [
          /\bvalue too long for type\b|\bData too long for column '|\bstring or blob too big\b|\bString or binary data would be truncated\b|\btoo long for the column's type\b|\bRow size too large\b|\bSpecified key was too long\b|'max_allowed_packet' bytes|\bindex row size \d{1,9} exceeds\b|\bBSONObj size: |\bBSON\w* .{0,40}larger than the maximum size\b|\bdocument is larger than the maximum size\b/,
        ],
      },
      otherSigns: [{ codes: 'ER_TOO_BIG_ROWSIZE, ORA-00972'.split(', ') }],
      text: 'The value is too long for its column: it exceeds the length or size limit of the type (or the whole packet that of the server), so the database refuses it or would truncate it.',
      suggestion:
        'Limit the length of the input before the write, or widen the column with a migration (text instead of varchar).',
      examples: [
        'value too long for type character varying(255)',
        {
          message: 'ERROR: value too long for type character varying(20) (SQLSTATE 22001)',
          type: 'error',
          language: 'go',
        },
      ],
    },
    {
      id: 'date',
      signs: {
        codes: 'SQLSTATE 22007, SQLSTATE 22008, ER_TRUNCATED_WRONG_VALUE, SQLSTATE 22009, ORA-018*'.split(', '),
        classes: ['InvalidDatetimeFormat', 'DatetimeFieldOverflow'],
        where: /\bdate|\btime|\btimestamp|\bORA-018/i,
        says: [
          /\bIncorrect (?:datetime|date|time|timestamp) value: '|\bdate\/time field value out of range\b|\binvalid input syntax for type (?:timestamp|date|time|interval)\b|\bConversion failed when converting date\b/,
        ],
      },
      text: 'The date or time is not in a format the column takes, or does not exist: for example ISO 8601 text with T and Z for a MySQL DATETIME, day and month swapped, or an hour that a change of the time zone skips.',
      suggestion:
        'Pass a date object or YYYY-MM-DD hh:mm:ss in the time zone of the column (set the zone of the connection, UTC at best), and check for empty dates before the write.',
      examples: [
        "Incorrect datetime value: '2024-11-22T02:00:00.000Z' for column `shop`.`orders`.`placed` at row 1",
        { message: 'invalid input syntax for type timestamp: ""', code: '22007' },
      ],
    },
    {
      id: 'out-of-range',
      signs: {
        codes: 'SQLSTATE 22003, ER_WARN_DATA_OUT_OF_RANGE, ER_DATA_OUT_OF_RANGE, ORA-01438, P2020'.split(', '),
        classes: ['NumericValueOutOfRange', 'RangeErrorOfColumn'],
        says: [
          /(?:^|: )(?:ERROR: +)?(?:integer|bigint|smallint|numeric|timestamp|interval|money) out of range(?:$|\n| \()|\bnumeric field overflow\b|\bis out of range for type\b|\bOut of range value for column '|\b(?:BIGINT|DOUBLE|DECIMAL)(?: UNSIGNED)? value is out of range\b|\bArithmetic overflow error\b|\bValue out of range for the type\b|\bdoes not fit into an? (?:INT column|64 bit signed integer)|\bUnable to fit integer value\b/,
        ],
      },
      otherSigns: [{ codes: ['P2033'] }],
      text: 'The value is out of range for its column: the number is too large or too small for the type. A plain integer ends at about 2.1 billion.',
      suggestion:
        'Validate the value before the write, and change the column to bigint (or a wider numeric type) if such values are real.',
      examples: ['integer out of range', "Out of range value for column 'age' at row 1"],
    },
    {
      id: 'enum',
      signs: {
        codes: ['WARN_DATA_TRUNCATED', 'SQLSTATE 22P02'],
        where: ['enum', 'Data truncated for column'],
        says: ['invalid input value for enum', "Data truncated for column '"],
      },
      text: 'The value is not one of those the column allows: an ENUM (or SET) column takes only the values of its list, or the type of the column cannot hold the value without truncating it.',
      suggestion:
        'Compare the value with the list of the enum (spelling and case too), add the new value with a migration, and validate the input before the write.',
      examples: [
        "Data truncated for column 'tier' at row 1",
        { message: 'invalid input value for enum order_status: "payed"', code: '22P02' },
      ],
    },
    {
      id: 'id-format',
      signs: {
        codes: ['SQLSTATE 22P02', 'P2023'],
        classes: ['CastError', 'BSONError', 'BSONTypeError', 'InvalidId', 'BSONInvalidIdError'],
        where: /\bCast to|\buuid\b|\bUUID\b|\bObjectId|\b24[ -]character|\bBSON|Inconsistent column data|\b12[ -]byte/,
        says: [
          /\bCast to \w{1,20} failed for value\b|\bmust be a (?:string of 12 bytes|24 character hex string)|\binvalid ObjectId\b|\bBSON element "/i,
          'invalid input syntax for type uuid',
          'Inconsistent column data',
        ],
      },
      text: 'A value does not have the type its field needs and could not be cast, for example a string that is not a valid id (ObjectId, UUID) or number.',
      suggestion:
        'Validate ids and input before the query and answer 400 or 404 for invalid ones; check that no missing value (the text "null" or the like) ends up in the URL in place of the id.',
      examples: [
        'Cast to ObjectId failed for value "abc" (type string) at path "_id" for model "User"',
        { message: 'invalid input syntax for type uuid: "undefined"', type: 'QueryFailedError', code: '22P02' },
        {
          message: "'abc' is not a valid ObjectId, it must be a 12-byte input or a 24-character hex string",
          type: 'bson.errors.InvalidId',
          language: 'python',
        },
      ],
    },
    {
      id: 'operator',
      signs: { codes: ['SQLSTATE 42883'], where: ['operator does not exist'], says: ['operator does not exist: '] },
      ...WRONG_TYPE,
      examples: ['operator does not exist: integer = text'],
    },
    {
      id: 'division-by-zero',
      signs: {
        codes: ['SQLSTATE 22012', 'ER_DIVISION_BY_ZERO', 'ORA-01476'],
        classes: ['DivisionByZero'],
        says: ['Divide by zero error encountered'],
      },
      text: 'The query divides by zero: a column or sum that it divides by is 0 for at least one row.',
      suggestion: 'Divide by NULLIF(x, 0), which gives null instead of an error, or leave such rows out with WHERE.',
      examples: [
        { message: 'division by zero', type: 'error', code: '22012' },
        { message: 'Divide by zero error encountered.', type: 'SqlException', language: 'dotnet' },
      ],
    },
    {
      id: 'wrong-type',
      signs: {
        codes:
          'SQLSTATE 22*, SQLSTATE 22P02, SQLSTATE 42804, SQLSTATE 42846, ER_TRUNCATED_WRONG_VALUE, ER_TRUNCATED_WRONG_VALUE_FOR_FIELD, ORA-01722, SQLITE_MISMATCH'.split(
            ', ',
          ),
        classes: 'InvalidTextRepresentation, DatatypeMismatch, CannotCoerce, UntranslatableCharacter'.split(', '),
        says: [
          /\binvalid input syntax for (?:type )?\w|\binvalid byte sequence for encoding\b|\bunsupported Unicode escape sequence\b|\bis of type [\w ]{1,40} but (?:expression|default expression) is of type\b|\bcannot cast type\b|\bcannot be cast automatically to type\b|\bmalformed (?:array|record|range) literal\b|\bhas no equivalent in encoding\b|\bfunction \w{1,60}\([^)\n]{0,80}\) is not unique\b/,
          /\bIncorrect (?:string|integer|decimal|DOUBLE) value: '|\bTruncated incorrect \w{1,20} value\b|\bInvalid default value for '|\bIllegal mix of collations\b|\bInvalid JSON text\b|\bcannot store \w{1,12} value in \w{1,12} column\b|(?:^|: )datatype mismatch$|\bConversion failed when converting\b|\bError converting data type\b|\bValidation failed for parameter '|\bis invalid for the field's type\b|^invalid input for query argument \$\d|\bError converting field "|\bThe provided value .{1,80} field .{1,60} is not valid\b|\bcan't adapt type '/,
        ],
      },
      otherSigns: [
        {
          codes:
            'ER_CANT_AGGREGATE_2COLLATIONS, ORA-06502, ClickHouse TYPE_MISMATCH, ClickHouse CANNOT_PARSE_TEXT'.split(
              ', ',
            ),
        },
        { codes: ['P2005', 'P2006', 'P2007'] },
      ],
      ...WRONG_TYPE,
      examples: ['invalid input syntax for type integer: ""', 'invalid byte sequence for encoding "UTF8": 0x00'],
    },
    {
      id: 'text-of-query',
      signs: {
        classes: ['ObjectNotExecutableError'],
        says: [/^Textual SQL expression .{1,400} should be explicitly declared as text\(/s],
      },
      text: 'A query was passed as plain text (a string) where the ORM wants a statement: text of SQL has to be declared as such.',
      suggestion:
        'Wrap the text in text("SELECT …") and pass its values as parameters, or build the query with select().',
      examples: [
        {
          type: 'sqlalchemy.exc.ArgumentError',
          message: "Textual SQL expression 'SELECT 1' should be explicitly declared as text('SELECT 1')",
          language: 'python',
        },
      ],
    },
    {
      id: 'same-row-twice',
      signs: {
        codes: ['SQLSTATE 21000'],
        where: ['ON CONFLICT', 'MERGE'],
        says: ['command cannot affect row a second time'],
      },
      otherSigns: [{ codes: ['ORA-30926'] }],
      text: 'One upsert (ON CONFLICT DO UPDATE, MERGE) would change the same row twice: two of the rows that it was given have the same unique key.',
      suggestion:
        'Remove the duplicates before the statement (keep the last row of each key), or write the rows one after the other.',
      examples: [{ message: 'ON CONFLICT DO UPDATE command cannot affect row a second time', code: '21000' }],
    },
    {
      id: 'subquery',
      signs: {
        codes: 'SQLSTATE 21000, ER_SUBQUERY_NO_1_ROW, ER_OPERAND_COLUMNS'.split(', '),
        classes: ['CardinalityViolation'],
        where: /^(?!.*ON CONFLICT)/,
        says: [
          /\bmore than one row returned by a subquery\b|\bSubquery returned? more than 1 (?:row|value)\b|\bsubquery must return only one column\b|\bOperand should contain \d{1,3} column|\bsub-select returns \d|\bSELECT statements have a different number of columns\b|\beach UNION query must have the same number of columns|\b(?:UNION|CASE|COALESCE) types .{1,60} cannot be matched/,
        ],
      },
      otherSigns: [{ codes: ['ORA-01427'] }],
      text: 'Parts of the SQL query do not fit together: a subquery returns more rows or columns than its place allows, or the queries of a UNION have different columns.',
      suggestion:
        'Use IN or LIMIT 1 for a subquery that returns several rows, and select the same number and types of columns in every part.',
      examples: ['more than one row returned by a subquery used as an expression'],
    },
    {
      id: 'search-mapping',
      signs: {
        codes:
          'mapper_parsing_exception, document_parsing_exception, strict_dynamic_mapping_exception, mapper_exception'.split(
            ', ',
          ),
      },
      text: 'The search index (Elasticsearch, OpenSearch) cannot store this document: a value does not fit the type that its mapping gives to the field, or the mapping is strict and does not know the field.',
      suggestion:
        'Compare the field that the message names with the mapping of the index, convert the value, and for a new type make a new index with its mapping and reindex.',
      examples: ["mapper_parsing_exception: failed to parse field [total] of type [float] in document with id '1'"],
    },
    {
      id: 'search-query',
      signs: {
        codes:
          'search_phase_execution_exception, illegal_argument_exception, parsing_exception, query_shard_exception, x_content_parse_exception, too_many_clauses_exception, too_many_buckets_exception'.split(
            ', ',
          ),
      },
      text: 'The search server (Elasticsearch, OpenSearch) cannot run this query: a field or option does not fit, it is malformed, or it asks for too much (a page beyond the result window of 10000, too many buckets).',
      suggestion:
        'Read the reason in the root cause of the answer, check the query against the mapping, and use search_after or a scroll instead of deep pages.',
      examples: [
        'search_phase_execution_exception: Result window is too large, from + size must be less than or equal to: [10000]',
      ],
    },
    {
      id: 'syntax',
      signs: {
        codes: ['SQLSTATE 42601', 'ER_PARSE_ERROR', 'ER_SYNTAX_ERROR', 'ER_EMPTY_QUERY', 'ORA-009*'],
        classes: ['SqlSyntaxError', 'SQLiteSyntaxError'],
        says: [
          /\bsyntax error at (?:or near "|end of (?:input|jsonpath))|\bunterminated (?:quoted (?:string|identifier)|dollar-quoted string|\/\* comment) at or near\b|\bYou have an error in your SQL syntax\b|(?:^|[:,] )near "[^"\n]{0,80}": syntax error\b|\b(?:subquery in FROM must have an|Every derived table must have its own) alias\b|(?:^|: )(?:incomplete input$|unrecognized token: ")|\bIncorrect syntax near\b|\bUnclosed quotation mark after the character string\b|\bSyntax error in SQL statement "/,
        ],
      },
      otherSigns: [
        { codes: ['Neo.ClientError.Statement.SyntaxError'] },
        { codes: 'ER_DERIVED_MUST_HAVE_ALIAS, ClickHouse SYNTAX_ERROR'.split(', ') },
      ],
      text: 'The SQL of this query has a syntax error; the database quotes the place where it stopped understanding, and the mistake is there or just before it. Often it is a missing comma or quote, a reserved word used as a name, or an empty list in IN ().',
      suggestion:
        'Log the final query and look just before the quoted word, quote reserved names, and pass values as parameters rather than joining strings.',
      examples: ['syntax error at or near "FORM"', { message: 'You have an error', code: 'ER_PARSE_ERROR' }],
    },
    {
      id: 'mongodb',
      signs: {
        codes: ['Mongo *'],
        says: [
          /(?:^|: )unknown (?:top level )?operator: \$|\bUnrecognized pipeline stage name\b|\$\w{1,12} needs an array$|\bpipeline stage specification object\b|\bFieldPath field names may not\b|\batomic operators\b|\bUpdating the path '[^'\n]{1,80}' would create a conflict\b|\bwould modify the immutable field\b|\bCannot create field '|\bCannot do (?:ex|in)clusion on field\b|\bto a value of non-numeric type\b/,
        ],
      },
      text: 'MongoDB cannot run this query or update document: an operator or stage is unknown or in the wrong place, or the update would change a field in a way its value does not allow.',
      suggestion:
        'Check the spelling and place of the $ operators, wrap updates in $set, and do not update a path and its parent in one command.',
      examples: [
        'unknown operator: $foo',
        {
          type: 'com.mongodb.MongoCommandException',
          message:
            "Command failed with error 40324: 'Unrecognized pipeline stage name: $foo' on server localhost:27017.",
          language: 'java',
        },
      ],
    },
    {
      id: 'refused-statement',
      // PDO gives 42000 to all that MySQL refuses; its own number says more.
      signs: { codes: ['SQLSTATE 42*', 'SQLSTATE 0A*', 'SQLSTATE 54*'], where: /^(?!(?:\w{1,80}: )?SQLSTATE\[42000)/ },
      otherSigns: [
        { codes: ['Neo.ClientError.Statement.*'] },
        { codes: 'ER_NOT_SUPPORTED_YET, ER_UPDATE_TABLE_USED, ORA-04091, ORA-06550'.split(', ') },
        { codes: ['P2026'] },
      ],
      text: 'The database refuses this SQL statement: it breaks a rule of the query language or uses a feature or a size that this server does not support.',
      suggestion:
        'Run the final query by hand, read the detail and hint the server gives with the error, and compare the statement with the manual of this server version.',
      examples: [{ message: 'set-returning functions are not allowed in CASE', code: '0A000' }],
    },
    {
      id: 'several-statements',
      signs: {
        says: [
          'contains more than one statement$',
          '^You can only execute one statement at a time',
          '^cannot insert multiple commands into a prepared statement$',
        ],
      },
      text: 'The text has more than one SQL statement, and this call takes only one: prepared statements and bound parameters go with a single statement.',
      suggestion:
        'Run the statements one by one, or use the call for scripts (exec, executescript) where none of them has parameters.',
      examples: [{ type: 'RangeError', message: 'The supplied SQL string contains more than one statement' }],
    },
    {
      id: 'generated-column',
      signs: { codes: ['SQLSTATE 428C9', 'ER_NON_DEFAULT_VALUE_FOR_GENERATED_COLUMN', 'ORA-32795', 'ORA-54013'] },
      text: 'A value was given for a column that the database fills itself (an identity or generated column), so the insert or update is refused.',
      suggestion:
        'Leave the column out of the statement or write DEFAULT for it, mark it as generated in the ORM, and use OVERRIDING SYSTEM VALUE only for restored data.',
      examples: [{ type: 'error', message: 'cannot insert a non-DEFAULT value into column "a"', code: '428C9' }],
    },
    {
      id: 'too-many-in-statement',
      signs: {
        codes: [
          'SQLSTATE 54000',
          'SQLSTATE 54001',
          'SQLSTATE 54011',
          'SQLSTATE 54023',
          'ER_TOO_MANY_FIELDS',
          'ER_PS_MANY_PARAM',
        ],
      },
      text: 'The statement is over a limit of the server: it has too many columns, arguments or parameters, or is nested too deep.',
      suggestion:
        'Split it into batches, pass many values as one array (= ANY($1)), join a temporary table instead of a long list, and select only the columns that are needed.',
      examples: [{ type: 'error', message: 'target lists can have at most 1664 entries', code: '54011' }],
    },
    {
      id: 'negative-limit',
      signs: { codes: ['SQLSTATE 2201W', 'SQLSTATE 2201X'] },
      text: 'LIMIT or OFFSET of the query is negative: mostly the page number that it is calculated from is 0 or below, or was not checked.',
      suggestion:
        'Check page and page size where they enter (at least 1, and a highest one), before the offset is calculated.',
      examples: [{ type: 'error', message: 'OFFSET must not be negative', code: '2201X' }],
    },
    {
      id: 'text-encoding',
      signs: { codes: ['SQLSTATE 22021', 'SQLSTATE 22P05'] },
      text: 'The text has bytes or a character that the encoding of the database does not have: it is not valid UTF-8, holds a null byte (\\0 or \\u0000), or was read with another encoding than it was written in.',
      suggestion:
        'Find out the encoding of the source and decode it first, remove null characters from text, and store binary data in a binary column (bytea).',
      examples: [{ type: 'error', message: 'invalid byte sequence for encoding "UTF8": 0xff', code: '22021' }],
    },
    {
      id: 'rows-of-function',
      signs: { codes: ['SQLSTATE P0002', 'SQLSTATE P0003'], where: ['query returned '] },
      text: 'A function or block in the database (PL/pgSQL) demands exactly one row (INTO STRICT), and its query returned none, or more than one.',
      suggestion:
        'Check the values the function was called with, handle NO_DATA_FOUND and TOO_MANY_ROWS in it, or add what makes the row unique to its query.',
      examples: [{ type: 'error', message: 'query returned no rows', code: 'P0002' }],
    },
    {
      id: 'cursor',
      signs: { codes: ['SQLSTATE 34000', 'SQLSTATE 24000'] },
      text: 'The cursor does not exist (any more): it was closed, its transaction has ended, or it was opened on another connection of the pool.',
      suggestion:
        'Fetch within the transaction that opened the cursor and on the same connection, and declare it WITH HOLD if it must outlive the transaction.',
      examples: [{ type: 'error', message: 'cursor "c1" does not exist', code: '34000' }],
    },
    {
      id: 'extension',
      signs: {
        codes: ['SQLSTATE 0A000', 'SQLSTATE 58P01', 'SQLSTATE 42704'],
        where: /^extension "|extension control file/,
      },
      text: 'The extension is not available on this database server: its package (files) is not installed there, or the provider does not offer it.',
      suggestion:
        'Install the package of the extension on the server (or use an image that has it), look into pg_available_extensions, and run CREATE EXTENSION with a user who may.',
      examples: [{ type: 'error', message: 'extension "nopeext" is not available', code: '0A000' }],
    },
    {
      id: 'not-a-table',
      signs: { codes: ['SQLSTATE 42809'] },
      otherSigns: [
        {
          codes: ['SQLSTATE 55000'],
          where: /^cannot (?:insert into|update|delete from) (?:view|foreign table|materialized view) "/,
        },
      ],
      text: 'The statement works on tables, and this name is something else: a view, an index, a sequence or a function of another sort. A view can be written only where it shows plain rows of one table.',
      suggestion:
        'Write to the table behind the view, or give the view an INSTEAD OF trigger, and use ALTER VIEW, INDEX or SEQUENCE for what is none.',
      examples: [{ type: 'error', message: 'cannot insert into view "v"', code: '55000' }],
    },
    {
      id: 'ambiguous-function',
      signs: { codes: ['SQLSTATE 42725'] },
      text: 'Several functions or operators of this name fit the arguments, so the call is ambiguous: the type of an argument is unknown (a literal or parameter without a cast).',
      suggestion:
        "Cast the arguments to the type that is meant ('2024-01-01'::date, $1::int), and drop a second version of the function that nobody needs.",
      examples: [{ type: 'error', message: 'function to_char(unknown, unknown) is not unique', code: '42725' }],
    },
    {
      id: 'setting-value',
      signs: { codes: ['SQLSTATE 22023'], where: ['invalid value for parameter "'] },
      text: 'A setting of the database session gets a value that it does not know, such as a time zone or a locale that the server does not have.',
      suggestion:
        'Check the value in the connection options, and use names such as Europe/Berlin or UTC (SELECT name FROM pg_timezone_names).',
      examples: [{ type: 'error', message: 'invalid value for parameter "DateStyle": "x"', code: '22023' }],
    },
    {
      id: 'run-or-all',
      signs: {
        says: [
          '^This statement does not return data. Use run() instead',
          '^This statement returns data. Use get(), all(), or iterate() instead',
        ],
      },
      text: 'The method does not fit the statement: run() is for statements that change data and return no rows, and get(), all() and iterate() are for those that return rows.',
      suggestion: 'Use run() for INSERT, UPDATE, DELETE and CREATE without RETURNING, and get() or all() for SELECT.',
      examples: [{ type: 'TypeError', message: 'This statement does not return data. Use run() instead' }],
    },
  ],
};
