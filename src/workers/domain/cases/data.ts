import type { PatternCase } from '../pattern.js';

/** Queries a database cannot run, and values it cannot store. */
export const DB_QUERY_CASES: readonly PatternCase[] = [
  {
    when: /ambiguous|Not unique table/i,
    text: 'Two tables of the query have a column (or alias) of this name, so the database cannot tell which one is meant: the name is ambiguous.',
    suggestion:
      'Prefix the column with its table or alias (orders.id), and give every table in a join an alias of its own.',
    examples: ['column reference "id" is ambiguous'],
  },
  {
    when: /GROUP BY|group function|aggregate|only_full_group_by|ORDER BY expressions|window|ORA-00979/,
    text: 'The query mixes grouped and single values: a selected column is neither in GROUP BY nor inside an aggregate function, or an aggregate stands where it is not allowed.',
    suggestion:
      'Add the column to GROUP BY or wrap it in an aggregate such as MAX, and filter on aggregates with HAVING instead of WHERE.',
    examples: ['column "users.name" must appear in the GROUP BY clause or be used in an aggregate function'],
  },
  {
    when: /FROM-clause|multi-part identifier/,
    text: 'The query uses a column of a table that is not in its FROM or JOIN list, or that was given an alias there.',
    suggestion: 'Add the join for that table, and use its alias everywhere once it has one.',
    examples: ['missing FROM-clause entry for table "orders"'],
  },
  {
    when: /prepared statement (?!"[^"]{0,80}" requires)|prepared statement$|re-prepared|cached plan/i,
    text: 'A prepared statement got lost or mixed up. Behind a connection pooler such as PgBouncer in transaction mode, statements of different clients meet on one connection; a changed table has the same effect.',
    suggestion:
      'Turn prepared statements off for a transaction pooler (pgbouncer=true for Prisma), use the direct connection, and reconnect after migrations.',
    examples: ['prepared statement "s0" already exists'],
  },
  {
    when: /bind|parameter(?: values?|s?\b)|undefined|named parameter|scalar variable|variables|columns? (?:but|doesn't)|values for|target columns|expressions than|ORA-01008/i,
    text: 'The values passed to the query do not fit its placeholders or columns: there are too few or too many, or a parameter is undefined or of a type the driver cannot bind.',
    suggestion:
      'Count placeholders and values, check the parameter the message names for undefined, and use null where no value is meant.',
    examples: [
      'bind message supplies 1 parameters, but prepared statement "" requires 2',
      'Too few parameter values were provided',
    ],
  },
  {
    when: /too long|too big|truncated|larger than the maximum|BSONObj size|Row size|key was too long|index row size|packet|would be truncated|ORA-12899/i,
    text: 'The value is too long for its column: it exceeds the length or size limit of the type, so the database refuses it (or would truncate it).',
    suggestion:
      'Limit the length of the input before the write, or widen the column with a migration (text instead of varchar).',
    examples: ['value too long for type character varying(255)'],
  },
  {
    when: /out of range|overflow|does not fit|fit integer|out of range for/i,
    text: 'The value is out of range for its column: the number is too large or too small for the type, or the date is not valid. A plain integer ends at about 2.1 billion.',
    suggestion:
      'Validate the value before the write, and change the column to bigint (or a wider numeric type) if such values are real.',
    examples: ['integer out of range', "Out of range value for column 'age' at row 1"],
  },
  {
    when: /ObjectId|Cast to|24 character|BSON|field's type|Inconsistent column data/i,
    text: 'A value does not have the type its field needs and could not be cast, for example a string that is not a valid id (ObjectId, UUID) or number.',
    suggestion:
      'Validate ids and input before the query and answer 400 or 404 for invalid ones; check that no "undefined" string ends up in the URL.',
    examples: ['Cast to ObjectId failed for value "abc" (type string) at path "_id" for model "User"'],
  },
  {
    when: /input (?:syntax|value)|enum|Incorrect|cast|convert|invalid byte|Unicode|literal|is of type|operator does not exist|encoding|collation|datatype|Conversion|data type|invalid number|cannot store|ORA-0(?:1722|18)|Invalid JSON|Invalid default|not valid|Error converting/i,
    text: 'A value does not fit the type of its column, or two types in the query cannot be compared: not a valid number, date, UUID, enum value, JSON or text encoding, and the database cannot convert it.',
    suggestion:
      'Validate and convert the value before the query, add an explicit cast, and check for empty strings where a number, date or id is expected.',
    examples: ['invalid input syntax for type uuid: "abc"', 'operator does not exist: integer = text'],
  },
  {
    when: /syntax|unrecognized token|incomplete input|Unclosed|unterminated|near "|ORA-009|SQLITE_ERROR|must have an alias|own alias/i,
    text: 'The SQL of this query has a syntax error; the database quotes the place where it stopped understanding, and the mistake is there or just before it. Often it is a missing comma or quote, a reserved word used as a name, or an empty list in IN ().',
    suggestion:
      'Log the final query and look just before the quoted word, quote reserved names, and pass values as parameters rather than joining strings.',
    examples: ['syntax error at or near "FORM"'],
  },
  {
    when: /subquery|sub-select|UNION|Operand|different number of columns/i,
    text: 'Parts of the SQL query do not fit together: a subquery returns more rows or columns than its place allows, or the queries of a UNION have different columns.',
    suggestion:
      'Use IN or LIMIT 1 for a subquery that returns several rows, and select the same number and types of columns in every part.',
    examples: ['more than one row returned by a subquery used as an expression'],
  },
  {
    when: /operator: \$|pipeline|\$\w|FieldPath|atomic|conflict at|conflict|immutable field|create field|clusion|non-numeric/,
    text: 'MongoDB cannot run this query or update document: an operator or stage is unknown or in the wrong place, or the update would change a field in a way its value does not allow.',
    suggestion:
      'Check the spelling and place of the $ operators, wrap updates in $set, and do not update a path and its parent in one command.',
    examples: ['unknown operator: $foo'],
  },
];

const REDIS_CASES: readonly PatternCase[] = [
  {
    when: /NOAUTH|WRONGPASS|NOPERM|Client sent AUTH|\bAUTH\b|DENIED/,
    text: 'Redis requires a password (authentication) and got none or a wrong one, or this user may not run the command or touch the key.',
    suggestion:
      'Put user name and password into the Redis URL or options, check the ACL of the user, and use rediss:// if the server requires TLS.',
    examples: ['NOAUTH Authentication required.'],
  },
  {
    when: /WRONGTYPE/,
    text: 'The Redis command does not fit the type of the value under this key: for example a list command against a key that holds a string.',
    suggestion:
      'Check with TYPE what the key holds, use a different prefix for each kind of value, and delete keys of an old format.',
    examples: ['WRONGTYPE Operation against a key holding the wrong kind of value'],
  },
  {
    when: /NOSCRIPT|BUSY|UNKILLABLE|NOTBUSY|user_script|Error (?:running|compiling)/,
    text: 'A Lua script on the Redis server is the problem: it is not in the script cache (it is lost at a restart), it fails, or it runs too long and keeps the server busy.',
    suggestion:
      'Load the script again or fall back from EVALSHA to EVAL, and keep scripts short; most clients can do this for you.',
    examples: ['NOSCRIPT No matching script. Please use EVAL.'],
  },
  {
    when: /READONLY|NOREPLICAS|MASTERDOWN/,
    text: 'This Redis server is a read-only replica (or has lost its primary), and the command wants to write. Often a failover has just moved the primary to another server.',
    suggestion:
      'Connect to the primary for writes, and use Sentinel, the cluster client or reconnectOnError so that the client follows a failover.',
    examples: ["READONLY You can't write against a read only replica."],
  },
  {
    when: /OOM|MISCONF|LOADING/,
    text: 'Redis refuses commands in its present state: it has reached its memory limit, cannot save to disk, or is still loading its data after a start.',
    suggestion:
      'For memory, set expiry times, choose an eviction policy or raise maxmemory; for disk errors look into the Redis log; while it loads, wait and retry.',
    examples: ["OOM command not allowed when used memory > 'maxmemory'."],
  },
  {
    when: /MOVED|^ASK|CROSSSLOT|CLUSTERDOWN|TRYAGAIN|Cluster/,
    text: 'This Redis is a cluster: the key lives on another node, the keys of one command lie in different slots, or part of the cluster is down.',
    suggestion:
      'Use the cluster mode of the client, give keys used together a common {hash tag}, and check the state of the cluster.',
    examples: ["CROSSSLOT Keys in request don't hash to the same slot"],
  },
  {
    when: /(?:^|: )-?ERR |subscriber mode|[Rr]edis|EXECABORT|NOPROTO|GROUP|Command (?:timed|queue)|pipe multiple|reply type|arguments\[/,
    text: 'Redis (or its client) refused this command: it is unknown to this server version, has wrong arguments, or does not fit the state of the connection, such as a subscriber connection that may only subscribe.',
    suggestion:
      'Check the command, its arguments and the server version, pass strings or numbers only, and use a connection of its own for subscriptions and transactions.',
    examples: ["ERR unknown command 'FOO', with args beginning with: "],
  },
];

const ORM_CASES: readonly PatternCase[] = [
  {
    when: /[Qq]uery [Ee]ngine|did not initialize|Unable to require|PrismaClient (?:needs|was)|PrismaClient is unable/,
    text: 'The generated Prisma client or its query engine (a binary) is missing where the app runs, or was generated for another system than the one it is deployed to.',
    suggestion:
      'Run "prisma generate" in the build of the deploy, add the platform to binaryTargets in the schema, and make sure the bundle includes the engine file.',
    examples: ['Prisma Client could not locate the Query Engine for runtime "debian-openssl-3.0.x".'],
  },
  {
    when: /Record to|[Rr]ecords? (?:that were|was|were|found)|No record|a record|any entity|EntityNotFound|No document found|^No [A-Z]\w* found|required but not found|\bNotFoundError/,
    text: 'The record (entity) the ORM was told to read, update or delete was not found: no row matches the condition, or it no longer exists.',
    suggestion:
      'Check the id and the condition, handle a record that does not exist (answer 404), and use a find or upsert that allows for it.',
    examples: [
      'Could not find any entity of type "User" matching: {\n    "id": 1\n}',
      'No record was found for a delete.',
    ],
  },
  {
    when: /associat|Include|alias|Relation|relation|populate/,
    text: 'The ORM knows no relation (association) of this name between the two models, or knows several and needs the alias, so it cannot include or join them.',
    suggestion:
      'Define the association on both models before the first query, use its alias in the include, and check the spelling of the relation.',
    examples: ['Post is not associated to User!'],
  },
  {
    when: /overwrite/,
    text: 'The model was already defined and is compiled twice under the same name. Usually its file runs again after a hot reload or is imported under two spellings of its path.',
    suggestion:
      'Define each model once, reuse an existing one (mongoose.models.User ?? mongoose.model(...)), and check the case of import paths.',
    examples: ['Cannot overwrite `User` model once compiled.'],
  },
  {
    when: /metadata|No repository|Repository|Schema hasn't|not initialized|was not discovered|DataSource|subclass of|EntityManager|Connection "/,
    text: 'The ORM does not know this entity or model: it is not registered in the config of the data source, its file was never loaded, or the connection is not initialized yet.',
    suggestion:
      'Add the entity to the entities (or models) of the config, import its file before the first query, check the glob after a build, and await the initialization.',
    examples: ['No metadata for "User" was found.', 'EntityMetadataNotFoundError: No metadata for "User" was found.'],
  },
  {
    when: /Unknown|Argument|argument|Invalid `|\barg\b|field|column|query|where|WHERE|values|criteria|conditions|schema|Path `/,
    text: 'The query passed to the ORM does not fit its model: an unknown field or argument, a required argument that is missing or undefined, or a value of another type than the schema has.',
    suggestion:
      'Compare the call with the model, check for undefined in conditions and data, and generate the client again after a change of the schema.',
    examples: ['Unknown argument `unknownField`. Did you mean `publicKey`? Available options are marked with ?.'],
  },
];

/** Redis first: its code words are unmistakable. */
export const DATA_CLIENT_CASES: readonly PatternCase[] = [...REDIS_CASES, ...ORM_CASES];

/** Foreign keys, required values and checks. */
export const DB_ROW_RULE_CASES: readonly PatternCase[] = [
  {
    when: /foreign key|FOREIGN KEY|parent row|child row|required relation|REFERENCED|still referenced|ForeignKey/i,
    text: 'A foreign key forbids this change: the related row it would reference does not exist, or the row to delete is still referenced by others.',
    suggestion:
      'Insert the parent row first, delete or update the rows that reference it before the parent, or define what happens on delete (cascade or set null).',
    examples: ['insert or update on table "orders" violates foreign key constraint "orders_user_id_fkey"'],
  },
  {
    when: /null|default value|DEFAULT|required value/i,
    text: 'A required column got no value: it is null, missing or empty, and the table does not allow that.',
    suggestion:
      'Check the field in the input before the write, and give the column a default, or let it be null with a migration, if it may be missing.',
    examples: ['NOT NULL constraint failed: users.email'],
  },
];

/** Reaching the database, and keeping the connection. */
export const DB_CONNECTION_CASES: readonly PatternCase[] = [
  {
    when: /[Tt]oo many|slots|[Pp]ool|Max ?[Cc]lient|max_user|max_client|Queue limit|acquir|No connections available|no more connections|ResourceRequest|ORA-000(?:18|20)|check(?:ing)? out/,
    text: 'No database connection was free: too many clients are connected, or all connections of the pool are in use, so the limit is reached. A client that is never released has the same effect.',
    suggestion:
      'Share one pool per process, release every client (in finally), keep transactions short, and keep the sum of all pools below the limit of the server, or use a pooler.',
    examples: ['Too many connections', 'sorry, too many clients already'],
  },
  {
    when: /[Rr]edis|retries per request|sentinels|slots cache|startup nodes|Socket closed|^The client is closed|:63(?:79|80)\b|enableOfflineQueue/,
    text: 'The app could not reach Redis or lost its connection to it: the server is not running, host or port is wrong, or it closed the connection, so commands failed after their retries.',
    suggestion:
      'Check that Redis runs and the URL is right (rediss:// for TLS), handle the error event of the client, and let it reconnect with a pause.',
    examples: [
      'Reached the max retries per request limit (which is 20). Refer to "maxRetriesPerRequest" option for details.',
      'connect ECONNREFUSED 127.0.0.1:6379',
    ],
  },
  {
    when: /read-?only|READONLY|slaveOk|not (?:master|primary)/,
    text: 'The database is read-only for this connection: the file or its directory has no write permission, or the server is a replica (or not the primary any more).',
    suggestion: 'Give the process write permission on the file and its directory, and send writes to the primary.',
    examples: ['attempt to write a readonly database'],
  },
  {
    when: /starting up|shutting down|recover|administrator|terminating|accepting|ORA-01033/,
    text: 'The database server is restarting: it is starting up, shutting down, or recovering after a crash, and does not accept connections for the moment.',
    suggestion:
      'Wait and reconnect with a growing pause. If it happens often, look into the log of the database for crashes or lack of memory.',
    examples: ['the database system is in recovery mode', 'terminating connection due to administrator command'],
  },
  {
    when: /SQLITE_|database file|disk image|file is not a database|directory does not exist|disk I\/O|disk is full|connection is not open|Database is closed/,
    text: 'The database file could not be opened or used: its directory does not exist, it is damaged or no database, the disk failed or is full, or the connection was already closed.',
    suggestion:
      'Check the path, its permission and the free space, close the database only at the end, and restore a damaged file from a backup.',
    examples: ['SQLITE_CANTOPEN: unable to open database file'],
  },
  {
    when: /closed|ended|terminated|lost|gone away|Lost|reset|interrupted|enqueue|in closed state|disconnected|broken|destroyed|CONNECTION_(?:CLOSED|ENDED|DESTROYED)/i,
    text: 'The connection to the database was closed: the server restarted or dropped it after a time without use, the network lost it, or the code ended it and then used it again.',
    suggestion:
      'Use a pool (which replaces lost connections), end it only when the app stops, set an idle timeout shorter than that of the server, and retry once.',
    examples: ['Connection terminated unexpectedly'],
  },
];
