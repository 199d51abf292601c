import type { Pattern } from '../pattern.js';

export const DATA_CLIENT: Pattern = {
  id: 'data-client',
  title: 'An ORM or Redis call that the data layer refuses',
  text: 'The data client (an ORM such as Prisma or Mongoose, or Redis) was called in a way it cannot serve: the call does not fit the model, entity or key it works on, or the client is not set up as the call expects.',
  suggestion:
    'Compare the call with the model or schema and with the documentation of this version, and check that the client is initialized before it is used.',
  examples: [
    'No metadata for "User" was found.',
    'WRONGTYPE Operation against a key holding the wrong kind of value',
    'Cannot overwrite `User` model once compiled.',
    '@prisma/client did not initialize yet. Please run "prisma generate" and try to import it again.',
    'MOVED 3999 127.0.0.1:6381',
    'Schema hasn\'t been registered for model "User".',
  ],
  match: [
    /\bUnknown (?:arg|argument|field) [`"']\w{1,80}[`"']|\bArgument [`"]\w{1,80}[`"](?: is missing| must not be null|: Invalid value|: Got invalid value| of type)|\bArgument \w{1,60} for \w{1,20}\.\w{1,60} is missing\b/,
    /@prisma\/client did not initialize yet|\bPrisma ?Client (?:is|could not|was|has)\b|\bcould not locate the Query Engine\b|\b[Qq]uery [Ee]ngine\b.{0,40}\bfor (?:runtime|current platform)\b|\bUnable to require\(`|\bPrismaClient (?:needs to be|was initialized)\b/,
    /\bRecord to (?:update|delete|connect) (?:not found|does not exist)\b|\brecords that were required but not found\b|\bNo (?:'\w{1,80}' )?record(?:\(s\))? .{0,60}was found for\b|\bNo record was found for\b|\bExpected a record, found none\b/,
    /(?:^|: )Invalid `prisma\.|\bError in query graph construction\b|\bInconsistent query result\b|\bA number used in the query\b|\bMissing the required argument\b/,
    /(?:^|: )\w{1,80} is (?:not associated to \w{1,80}!|associated to \w{1,80} (?:multiple times|using an alias))|\bInclude unexpected\b|\bModel not initialized: |\bwith something that's not a subclass of Sequelize\.Model\b|\bAssociation with alias "|\bMissing where attribute in the options\b|\bWHERE parameter "[^"\n]{1,80}" has invalid\b|\bNaming collision between attribute\b|\bin two separate associations\b/,
    /(?:^|: )No metadata for "|\bCould not find any entity of type "|\bwas not found in "\w{1,80}"\. Make sure your query is correct\b|\bEntity metadata for \S{1,80} was not found\b|\bNo entity column "|\bNo repository for "|\bRepository "[^"\n]{1,80}" was not found\b|\bRelation "[^"\n]{1,80}" was not found\b|\balias was not found\. Maybe you forgot to join it\b/,
    /\bData type "[^"\n]{1,60}" in "[^"\n]{1,80}" is not supported by\b|\bdoes not have a primary column\b|\bis not defined and cannot be guessed\b|\bupdate values are not defined\b|\bEmpty criteria\(s\) are not allowed\b|\bYou must provide selection conditions\b|\bConnection "[^"\n]{1,60}" was not found\b|\bEntity '\w{1,80}' was not discovered\b|\bDataSource is not set for this entity\b|\bglobal EntityManager instance methods\b|\bCannot query across \S{1,30} for property\b|\bOnly arrays? of entities\b/i,
    /\bCannot overwrite `\w{1,80}` model once compiled\b|\bSchema hasn't been registered for model\b|\bCannot populate path `|\bdocument must have an _id before saving\b|\bCan't save\(\) the same doc multiple times\b|(?:^|: )No document found for query\b|\(\) no longer accepts a callback\b|\bQuery was already executed\b|\bInvalid schema configuration: |\bParameter "\w{1,30}" to \w{1,30}\(\) must be an object\b|\bis not in your schema\b|\bPath `[^`\n]{1,80}` is not in schema\b/,
    /\bEmpty \.update\(\) call detected\b|(?:^|: )No values to set$|\bvalues\(\) must be called with at least one value\b|\bNo fields passed to\b|\bnot enough information to infer relation\b/i,
    /^(?:(?:ReplyError|RedisError|SimpleError|ErrorReply|UncaughtException): )?(?:(?:NOAUTH|WRONGPASS|NOPERM|WRONGTYPE|NOSCRIPT|CROSSSLOT|CLUSTERDOWN|TRYAGAIN|EXECABORT|BUSYGROUP|NOGROUP|MASTERDOWN|NOREPLICAS|MISCONF|BUSYKEY|NOTBUSY|UNKILLABLE|INPROG|NOPROTO|READONLY) \w|(?:MOVED|ASK) \d{1,5} \S{1,80}:\d|(?:LOADING|BUSY|DENIED) (?:Redis|script|Valkey)|OOM command)/,
    /(?:: )(?:WRONGTYPE Operation against|NOSCRIPT No matching|READONLY You can't write|OOM command not allowed|NOAUTH Authentication required|CROSSSLOT Keys in request|MOVED \d{1,5} |MISCONF Redis|LOADING Redis|BUSY Redis)/,
    /(?:^|: )-?ERR (?:unknown (?:command|subcommand)|wrong number of arguments|syntax error|value is not|invalid|Client sent AUTH|max number of clients|no such key|index out of range|Error (?:running|compiling)|DB index|increment|user_script|AUTH|operation not permitted|EXEC without|MULTI calls|only \(P\))/i,
    /\bConnection in subscriber mode\b|\bRedis is already connect(?:ing|ed)\b|^Command timed out$|\bCommand queue state error\b|\bCannot pipe multiple commands\b|\bToo many Cluster redirections\b|\bProtocol error, got "[^"\n]{0,40}" as reply type byte\b|\b"arguments\[\d{1,4}\]" must be of type "string \| Buffer"/,
  ],
  matchTyped: [
    /^(?:NotFoundError|PrismaClientKnownRequestError): No [A-Z]\w{0,60} found$/,
    /^(?:PrismaClientValidation|SequelizeEagerLoading|SequelizeAssociation|EntityMetadataNotFound|EntityNotFound|EntityPropertyNotFound|OverwriteModel|MissingSchema|DocumentNotFound|StrictMode|StrictPopulate|ObjectParameter|ParallelSave|Reply|ClusterAllFailed)Error:/,
    /^Interpreter(?:Error)?: /,
  ],
  cases: [
    // Redis first: its code words are unmistakable.
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
    // ORMs.
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
  ],
};
