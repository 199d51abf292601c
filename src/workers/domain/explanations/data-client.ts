import type { Pattern } from '../pattern.js';

const NOT_FOUND = {
  text: 'The record (entity, row) the data layer was told to read, update or delete was not found: no row matches the condition, or it does not exist any more.',
  suggestion:
    'Check the id and the condition, handle a record that does not exist (answer 404), and use a find, first or upsert that allows for it.',
};

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
  counterexamples: [
    'Element 119 not found in periodic table',
    "Record not found: LP 'Blue Train' is sold out",
    'No rows in theatre section B',
    'Unknown argument in court: witness 3 changed her mind',
  ],
  otherSigns: [
    {
      libraries:
        'sequelize, typeorm, mongoose, @mikro-orm, drizzle-orm, kysely, objection, bookshelf, waterline, @prisma, knex, sqlalchemy, peewee, org.hibernate, Doctrine'.split(
          ', ',
        ),
    },
    { classes: ['ValidationError'], libraries: ['@mikro-orm/core'] },
  ],
  match: [
    /(?:^|: )Invalid `prisma\.|\bdocument must have an _id before saving\b|\bQuery was already executed\b|\bglobal EntityManager instance methods\b|\bwith something that's not a subclass of Sequelize\.Model\b/,
  ],
  cases: [
    {
      id: 'redis-argument',
      signs: {
        says: [
          /\b"arguments\[\d{1,4}\]" must be of type "string \| Buffer"|^BullMQ: Your redis options maxRetriesPerRequest must be null/,
        ],
        saysAmongErrors: ['^Invalid argument type$'],
      },
      text: 'The Redis client got an argument or option that it cannot send: arguments must be strings or buffers (convert numbers, dates, null and undefined first), and BullMQ needs a connection with maxRetriesPerRequest: null.',
      suggestion:
        'Convert values with String() or JSON.stringify(), check for undefined ones, and set the option on the connection named.',
      examples: [
        'BullMQ: Your redis options maxRetriesPerRequest must be null.',
        { type: 'TypeError', message: 'Invalid argument type' },
      ],
    },
    {
      id: 'callback-gone',
      signs: { says: [/\b\w+\(\) no longer accepts a callback\b/] },
      text: 'This version of the library takes no callback any more: the method returns a promise instead, and a function among its arguments is refused.',
      suggestion:
        'Use await (or .then) on the result of the call, or stay with the major version that the code was written for.',
      examples: ['Model.findOne() no longer accepts a callback'],
    },
    {
      id: 'save-twice',
      signs: { classes: ['ParallelSaveError'], says: ["Can't save() the same doc multiple times"] },
      otherSigns: [{ classes: ['ParallelValidateError'] }],
      text: 'The same document is saved twice in parallel: a second save() began before the first had finished.',
      suggestion:
        'Await each save() before the next, and do not save the same document in a loop of promises or in hooks.',
      examples: [
        { type: 'ParallelSaveError', message: "Can't save() the same doc multiple times in parallel. Document: 64f" },
      ],
    },
    {
      id: 'column-type',
      signs: {
        classes: ['DataTypeNotSupportedError', 'MissingPrimaryColumnError'],
        says: [/\bData type "[^"\n]{1,60}" in "[^"\n]{1,80}" is not supported by\b|\bdoes not have a primary column\b/],
      },
      otherSigns: [{ classes: ['ColumnTypeUndefinedError'] }],
      text: 'The entity is not defined as the database needs it: a column has a type that this database does not support (often Object, where reflection found no type), or the entity has no primary column.',
      suggestion:
        'Give the column its type by hand (@Column({ type: "jsonb" }) and the like), and mark one column as primary.',
      examples: ['Data type "Object" in "User.settings" is not supported by "postgres" database.'],
    },
    // Redis first: its code words are unmistakable.
    {
      id: 'redis-login',
      signs: {
        codes: ['Redis NOAUTH', 'Redis WRONGPASS'],
        says: [
          /: (?:NOAUTH Authentication required|WRONGPASS invalid)|(?:^|: )-?ERR (?:AUTH|Client sent AUTH)\b|^DENIED Redis\b/,
        ],
      },
      text: 'Redis requires a password (authentication) and got none or a wrong one, or this user may not run the command or touch the key.',
      suggestion:
        'Put user name and password into the Redis URL or options, check the ACL of the user, and use rediss:// if the server requires TLS.',
      examples: ['NOAUTH Authentication required.'],
    },
    {
      id: 'redis-wrong-type',
      signs: { codes: ['Redis WRONGTYPE'], says: [': WRONGTYPE Operation against'] },
      text: 'The Redis command does not fit the type of the value under this key: for example a list command against a key that holds a string.',
      suggestion:
        'Check with TYPE what the key holds, use a different prefix for each kind of value, and delete keys of an old format.',
      examples: [
        'WRONGTYPE Operation against a key holding the wrong kind of value',
        { message: 'WRONGTYPE Operation against a key', type: 'redis.exceptions.ResponseError', language: 'python' },
      ],
    },
    {
      id: 'redis-script',
      signs: {
        codes: ['Redis NOSCRIPT', 'Redis BUSY', 'Redis UNKILLABLE'],
        says: [
          /: (?:NOSCRIPT No matching|BUSY Redis)|(?:^|: )-?ERR (?:Error (?:running|compiling)|user_script)|^NOTBUSY \w/,
        ],
      },
      otherSigns: [{ says: ['^ERR user_script:', 'ERR Error running script'] }],
      text: 'A Lua script on the Redis server is the problem: it is not in the script cache (it is lost at a restart), it fails, or it runs too long and keeps the server busy.',
      suggestion:
        'Load the script again or fall back from EVALSHA to EVAL, and keep scripts short; most clients can do this for you.',
      examples: ['NOSCRIPT No matching script. Please use EVAL.'],
    },
    {
      id: 'redis-replica',
      signs: {
        codes: ['Redis READONLY', 'Redis NOREPLICAS', 'Redis MASTERDOWN'],
        says: [": READONLY You can't write"],
      },
      text: 'This Redis server is a read-only replica (or has lost its primary), and the command wants to write. Often a failover has just moved the primary to another server.',
      suggestion:
        'Connect to the primary for writes, and use Sentinel, the cluster client or reconnectOnError so that the client follows a failover.',
      examples: ["READONLY You can't write against a read only replica."],
    },
    {
      id: 'redis-state',
      signs: {
        classes: ['BusyLoadingError'],
        codes: ['Redis OOM', 'Redis MISCONF', 'Redis LOADING'],
        says: [': OOM command not allowed', ': MISCONF Redis', ': LOADING Redis'],
      },
      text: 'Redis refuses commands in its present state: it has reached its memory limit, cannot save to disk, or is still loading its data after a start.',
      suggestion:
        'For memory, set expiry times, choose an eviction policy or raise maxmemory; for disk errors look into the Redis log; while it loads, wait and retry.',
      examples: ["OOM command not allowed when used memory > 'maxmemory'."],
    },
    {
      id: 'redis-cluster',
      signs: {
        codes: ['Redis MOVED', 'Redis ASK', 'Redis CROSSSLOT', 'Redis CLUSTERDOWN', 'Redis TRYAGAIN'],
        classes: ['ClusterAllFailedError', 'RedisClusterException', 'ClusterDownError'],
        says: [/: (?:CROSSSLOT Keys in|MOVED \d{1,5} \S{1,80}:\d)|\bToo many Cluster redirections\b/],
      },
      otherSigns: [{ classes: ['MovedError', 'JedisMovedDataException', 'JedisClusterOperationException'] }],
      text: 'This Redis is a cluster: the key lives on another server of it, the keys of one command lie in different slots, or part of the cluster is down.',
      suggestion:
        'Use the cluster mode of the client, give keys used together a common {hash tag}, and check the state of the cluster.',
      examples: ["CROSSSLOT Keys in request don't hash to the same slot"],
    },
    {
      id: 'redis-subscriber',
      signs: {
        says: [
          /\bConnection in subscriber mode\b|\bonly \(P\|?S?\)?SUBSCRIBE\b|(?:^|: )-?ERR (?:Can't execute '\w{1,20}': )?only \(P/,
        ],
      },
      text: 'This Redis connection has subscribed to a channel, and a connection in subscriber mode takes only subscribe and unsubscribe commands: it cannot get, set or publish as well.',
      suggestion:
        'Use a separate (duplicate) connection for subscriptions, and another one for ordinary commands and for publishing.',
      examples: ['Connection in subscriber mode, only subscriber commands may be used'],
    },
    {
      id: 'redis-command',
      signs: {
        codes: ['Redis BUSYKEY', 'Redis BUSYGROUP', 'Redis NOGROUP', 'NR_CLOSED'],
        classes: ['ReplyError', 'ResponseError', 'CommandError'],
        where:
          /^(?!(?:\w+: )?(?:Command (?:\w+ )?failed with error \d|\([A-Z]\w+\) )).*(?:\bERR |\bcommand\b|argument|GROUP|KEY\b|Redis|\bvalue is not|NOPROTO|INPROG|reply type)/i,
        says: [
          /(?:^|: )-?ERR (?:unknown (?:command|subcommand)|wrong number of arguments|syntax error|value is not|invalid|max number of clients|no such key|index out of range|DB index|increment|operation not permitted|EXEC without|MULTI calls)/i,
          /\bRedis is already connect(?:ing|ed)\b|\bCommand queue state error\b|\bCannot pipe multiple commands\b|^(?:NOPROTO|INPROG) \w|\bProtocol error, got "[^"\n]{0,40}" as reply type byte\b/,
        ],
      },
      otherSigns: [
        {
          libraries:
            'ioredis, redis, @redis/client, handy-redis, redis-client, io.lettuce, redis.clients, StackExchange'.split(
              ', ',
            ),
        },
        { classes: 'RedisCommandExecutionException, JedisDataException, PubSubError, InvalidResponse'.split(', ') },
      ],
      text: 'Redis (or its client) refused this command: it is unknown to this server version, has wrong arguments, or does not fit the state of the connection.',
      suggestion:
        'Check the command, its arguments and the server version, pass strings or numbers only, and use a connection of its own for subscriptions and transactions.',
      examples: ["ERR unknown command 'FOO', with args beginning with: "],
    },
    {
      id: 'redis-lock',
      signs: {
        classes: ['LockNotOwnedError'],
        says: [
          /^Cannot (?:release|extend|reacquire) (?:a lock that's no longer owned|an unlocked lock)|^The operation was unable to achieve a quorum\b/,
        ],
      },
      otherSigns: [{ classes: ['LockError'], libraries: ['redis'] }],
      text: 'The lock in Redis is not held by this process any more: it expired before the work was done, so another process may hold it by now, or it could not be had at all.',
      suggestion:
        'Let the lock live longer than the work takes (or extend it while it runs), check before the last step that it is still owned, and retry when it was not granted.',
      examples: [
        {
          type: 'redis.exceptions.LockNotOwnedError',
          message: "Cannot release a lock that's no longer owned",
          language: 'python',
        },
      ],
    },
    {
      id: 'redis-nil',
      signs: { says: ['^redis: nil$'], classes: ['Nil'] },
      text: 'Redis has no value under this key: it does not exist, has expired, or was written under another name or database number. Go clients report it as the error redis.Nil.',
      suggestion:
        'Compare with errors.Is(err, redis.Nil), treat it as "not found" (load the value again), and check the key.',
      examples: [{ message: 'redis: nil', type: 'error', language: 'go' }],
    },
    // ORMs.
    {
      id: 'prisma-panic',
      signs: {
        classes: ['PrismaClientRustPanicError'],
        says: [/\bPANIC: .{1,200}\bquery-engine\b/s],
      },
      text: 'The query engine of Prisma crashed (it panicked): an error inside of the engine, or an engine that does not fit the version of the client or the system.',
      suggestion:
        'Install prisma and @prisma/client in the same newest version, run "prisma generate" again, and if it stays, reduce the query that crashes the engine and report it.',
      examples: [
        { type: 'PrismaClientRustPanicError', message: 'called `Option::unwrap()` on a `None` value' },
        'Invalid `prisma.user.findMany()` invocation:\n\n\nPANIC: called `Option::unwrap()` on a `None` value in\nquery-engine/core/src/interpreter.rs:12',
      ],
    },
    {
      id: 'prisma-engine',
      signs: {
        says: [
          /@prisma\/client did not initialize yet|\bPrisma ?Client (?:is unable|could not|needs to be|was initialized)\b|\bcould not locate the Query Engine\b|\b[Qq]uery [Ee]ngine\b.{0,40}\bfor (?:runtime|current platform)\b|\bUnable to require\(`/,
        ],
      },
      otherSigns: [{ codes: ['MODULE_NOT_FOUND'], where: ["Cannot find module '.prisma/client"] }],
      text: 'The generated Prisma client or its query engine (a binary) is missing where the app runs, or was generated for another system than the one it is deployed to.',
      suggestion:
        'Run "prisma generate" in the build of the deploy, add the platform to binaryTargets in the schema, and make sure the bundle includes the engine file.',
      examples: ['Prisma Client could not locate the Query Engine for runtime "debian-openssl-3.0.x".'],
    },
    {
      id: 'not-found',
      signs: {
        codes: ['P2025', 'P2015', 'P2001', 'SQLSTATE 02000'],
        classes:
          'DoesNotExist, ObjectDoesNotExist, RecordNotFound, NoResultFound, NoResultException, EntityNotFoundException, EmptyResultDataAccessException, EntityNotFoundError, DocumentNotFoundError, ModelNotFoundException, NoResultsError'.split(
            ', ',
          ),
        says: [
          /\bRecord to (?:update|delete|connect) (?:not found|does not exist)\b|\brecords that were required but not found\b|\bNo (?:'\w{1,80}' )?record(?:\(s\))? .{0,60}was found for (?:an? |\S{0,40}[._'"`(])|\bExpected a record, found none\b|\bCould not find any entity of type "|(?:^|: )No document found for query\b|^sql: no rows in result set$|^no rows in result set$|\b[A-Z]\w{0,60} matching query does not exist\.|\bNo query results for model \[|^no rows returned by a query that expected to return at least one row$/,
          /^(?:NotFoundError|PrismaClientKnownRequestError): No [A-Z]\w{0,60} found$|^mongo: no documents in result$|\bno results? found for query of type\b/i,
        ],
        saysAmongErrors: [
          /^No row was found (?:when|for) one\b|^Unable to find \S{3,100} with id\b|^record not found$/,
        ],
      },
      otherSigns: [
        { codes: ['E_ROW_NOT_FOUND'] },
        { classes: ['NotFoundError'], libraries: ['@mikro-orm/core'] },
        { classes: ['NoResultError'] },
        { codes: ['ORA-01403'] },
        { classes: ['SequelizeEmptyResultError', 'PersistedEntityNotFoundError'] },
        { classes: ['ObjectNotFoundException'], libraries: ['org.hibernate'] },
        { classes: ['JpaObjectRetrievalFailureException', 'ObjectRetrievalFailureException'] },
        { classes: ['NotFound'], languages: ['rust'] },
        { classes: ['RowNotFound'] },
        { saysAmongErrors: ['^Record not found$', '^NotFound$'], libraries: ['diesel', 'sea_orm', 'sqlx'] },
      ],
      ...NOT_FOUND,
      examples: [
        'Could not find any entity of type "User" matching: {\n    "id": 1\n}',
        'No record was found for a delete.',
        { message: 'User matching query does not exist.', type: 'shop.models.User.DoesNotExist', language: 'python' },
        { message: "Couldn't find User with 'id'=42", type: 'ActiveRecord::RecordNotFound', language: 'ruby' },
        { message: 'sql: no rows in result set', type: '*errors.errorString', language: 'go' },
        { message: 'called `Result::unwrap()` on an `Err` value: NotFound', type: 'panic', language: 'rust' },
        { message: 'Record not found', type: 'diesel::result::Error', language: 'rust' },
      ],
    },
    {
      id: 'not-found-by-orm',
      signs: { says: [/^record not found$|^ent: \w{1,60} not found$/], languages: ['go'] },
      ...NOT_FOUND,
      examples: [{ message: 'record not found', type: 'error', language: 'go' }],
    },
    {
      id: 'several-found',
      signs: {
        codes: ['PGRST116'],
        classes: 'MultipleObjectsReturned, MultipleResultsFound, NonUniqueResultException'.split(', '),
        says: [
          /\bget\(\) returned more than one \w{1,80} -- it returned\b|\bMultiple rows were found when (?:exactly )?one\b|^JSON object requested, multiple \(or no\) rows returned$|^Cannot coerce the result to a single JSON object$/,
        ],
      },
      otherSigns: [
        { codes: ['ORA-01422'] },
        { classes: ['IncorrectResultSizeDataAccessException', 'SoleRecordExceeded'] },
      ],
      text: 'The query should return a single row (record) and found several, or none: the condition is not unique, or the data holds duplicates.',
      suggestion:
        'Select by a unique column, remove the duplicates and add a unique constraint, or use what allows for none or several (filter and first, maybeSingle).',
      examples: [
        { message: 'get() returned more than one Order -- it returned 2', type: 'Order.MultipleObjectsReturned' },
        { message: 'JSON object requested, multiple (or no) rows returned', code: 'PGRST116' },
      ],
    },
    {
      id: 'entity-mapping',
      signs: {
        classes:
          'AnnotationException, DuplicateMappingException, UnmappedInstanceError, UnmappedClassError, NoForeignKeysError, AmbiguousForeignKeysError, NoReferencedTableError, UnknownEntityException, UnknownEntityTypeException, HasManyThroughOrderError, InverseOfAssociationNotFoundError, SubclassNotFound, UnknownPrimaryKey, WrongClassException, NoInspectionAvailable, AttributeNotFoundException, MetadataException, EntityMappingException'.split(
            ', ',
          ),
      },
      otherSigns: [
        {
          classes:
            'CannotDetermineEntityError, CircularRelationsError, CannotReflectMethodParameterTypeError, MissingJoinColumnError, MustBeEntityError, UsingJoinColumnIsNotAllowedError, UsingJoinTableIsNotAllowedError, MissingDeleteDateColumnError, NoVersionOrUpdateDateColumnError, PrimaryColumnCannotBeNullableError, InitializedRelationError'.split(
              ', ',
            ),
        },
        {
          classes: ['MappingException', 'PropertyAccessException'],
          libraries: ['org.hibernate', 'org.springframework.data', 'jakarta.persistence', 'Doctrine'],
        },
      ],
      text: 'The class is not mapped to the database as the ORM needs it: it is no entity, a field has a type without a column type or converter, or a relation has no (or more than one) foreign key to follow.',
      suggestion:
        'Look at the mapping of the class and field that the message names: mark the entity and its id, give the field a type or converter, and name the foreign key of the relation.',
      examples: [
        {
          type: 'org.hibernate.MappingException',
          message: 'Could not determine type for: com.shop.Money, at table: orders',
          language: 'java',
        },
        {
          type: 'sqlalchemy.orm.exc.UnmappedInstanceError',
          message: "Class 'builtins.dict' is not mapped",
          language: 'python',
        },
      ],
    },
    {
      id: 'id-not-assigned',
      signs: { classes: ['IdentifierGenerationException'] },
      otherSigns: [{ classes: ['SubjectWithoutIdentifierError', 'CannotCreateEntityIdMapError'] }],
      text: 'The entity has no id, and nothing generates one: its id must be assigned by hand before it is saved, because the mapping names no generator.',
      suggestion:
        'Set the id before the save, or let the database generate it (@GeneratedValue, an identity column or a sequence).',
      examples: [
        {
          type: 'org.hibernate.id.IdentifierGenerationException',
          message: 'ids for this class must be manually assigned before calling save(): com.shop.Country',
          language: 'java',
        },
      ],
    },
    {
      id: 'several-bags',
      signs: { classes: ['MultipleBagFetchException'] },
      text: 'One query fetches two collections of type List (bags) at once by join, which the ORM cannot tell apart: each row of one is repeated for each row of the other.',
      suggestion:
        'Make the collections sets, fetch one of them by join and the others in queries of their own (batch size, subselect), or load them lazily.',
      examples: [
        {
          type: 'org.hibernate.loader.MultipleBagFetchException',
          message: 'cannot simultaneously fetch multiple bags: [com.shop.Order.items, com.shop.Order.tags]',
          language: 'java',
        },
      ],
    },
    {
      id: 'closed-result',
      signs: {
        codes: ['Mongo CursorNotFound'],
        classes: ['ResourceClosedError', 'CursorNotFound'],
        says: [
          /^Operation not allowed after ResultSet closed|^This result object does not return rows|^sql: Rows are closed$|^No operations allowed after (?:statement|connection) closed|^This (?:ResultSet|result set|statement) (?:has been|is) closed|^The result set is closed\./,
        ],
        saysAmongErrors: [
          '^cursor already closed$',
          '^no results to fetch$',
          '^ResultSet is closed$',
          '^Exhausted Resultset$',
        ],
      },
      otherSigns: [{ classes: ['MongoCursorExhaustedError', 'MongoCursorInUseError'] }],
      text: 'The code reads rows from a result or cursor that is closed or has none: the statement returned no rows (an INSERT or UPDATE), was run again, or its connection or session was closed before all rows were read.',
      suggestion:
        'Read all rows before the statement runs again or its connection is given back, use a statement for each result, and fetch only after a query that returns rows.',
      examples: [
        { type: 'java.sql.SQLException', message: 'Operation not allowed after ResultSet closed', language: 'java' },
        {
          type: 'sqlalchemy.exc.ResourceClosedError',
          message: 'This result object does not return rows. It has been closed automatically.',
          language: 'python',
        },
      ],
    },
    {
      id: 'lazy-loading',
      signs: {
        classes: ['LazyInitializationException', 'DetachedInstanceError', 'MissingGreenlet'],
        says: [
          'failed to lazily initialize a collection',
          'could not initialize proxy',
          'is not bound to a Session; lazy load',
          "greenlet_spawn has not been called; can't call await_only() here",
        ],
      },
      text: 'A relation (lazy collection or attribute) was read after the session that loaded the object was closed, so it cannot be lazy loaded any more: the object is detached from its session.',
      suggestion:
        'Load the relation with the query (a join, an entity graph, selectinload), read it inside the transaction, or map to a DTO there; a session that expires objects at commit has the same effect.',
      examples: [
        {
          message: 'could not initialize proxy [com.shop.Order#1] - no Session',
          type: 'LazyInitializationException',
          language: 'java',
        },
        {
          message: 'Parent instance <User at 0x7f1> is not bound to a Session; lazy load',
          type: 'DetachedInstanceError',
        },
      ],
    },
    {
      id: 'tracked-twice',
      signs: { saysAmongErrors: [/^The instance of entity type '.{1,120}' cannot be tracked because/] },
      text: 'The context already tracks another object with the same key: two instances stand for one row, such as one that was loaded before and one made from the request.',
      suggestion:
        'Update the tracked instance instead of attaching a second one, detach it first, or load with AsNoTracking().',
      examples: [
        {
          type: 'System.InvalidOperationException',
          message:
            "The instance of entity type 'Order' cannot be tracked because another instance with the same key value for {'Id'} is already being tracked.",
          language: 'dotnet',
        },
      ],
    },
    {
      id: 'unsaved-object',
      signs: { classes: ['TransientPropertyValueException'] },
      text: 'An object refers to another one that is not saved yet (transient), so its key is not known when the session is flushed.',
      suggestion: 'Save (persist) the referenced object first, or let the relation cascade (cascade = PERSIST).',
      examples: [
        {
          type: 'org.hibernate.TransientPropertyValueException',
          message: 'object references an unsaved transient instance - save the transient instance before flushing',
          language: 'java',
        },
      ],
    },
    {
      id: 'session-state',
      signs: {
        classes: 'TransientObjectException, PersistentObjectException'.split(', '),
        says: [
          /\bA second operation was started on this context instance\b|\bdetached entity passed to persist\b|\bobject references an unsaved transient instance\b|\bCannot access a disposed context instance\b|\bcannot be tracked because another instance with the same key\b/,
        ],
      },
      otherSigns: [
        {
          classes:
            'ObjectDeletedError, FlushError, IllegalStateChangeError, ORMInvalidArgumentException, EntityManagerClosed'.split(
              ', ',
            ),
        },
      ],
      text: 'The ORM session (context) is not in a state for this call: the object is detached, not saved yet or belongs to another session, the session is closed, or two threads or tasks use one session at the same time (concurrent use).',
      suggestion:
        'Use one session per request and thread and wait for each call before the next, save or merge the object before others refer to it, and load it in the session that changes it.',
      examples: [
        {
          message: 'A second operation was started on this context instance',
          type: 'System.InvalidOperationException',
          language: 'dotnet',
        },
        {
          message: 'detached entity passed to persist: com.shop.Item',
          type: 'PersistentObjectException',
          language: 'java',
        },
      ],
    },
    {
      id: 'relation',
      signs: {
        classes: 'SequelizeEagerLoadingError, SequelizeAssociationError, StrictPopulateError'.split(', '),
        says: [
          /(?:^|: )\w{1,80} is (?:not associated to \w{1,80}!|associated to \w{1,80} (?:multiple times|using an alias))|\bInclude unexpected\b|\bAssociation with alias "|\bNaming collision between attribute\b|\bin two separate associations\b|\bRelation "[^"\n]{1,80}" was not found\b|\balias was not found\. Maybe you forgot to join it\b/,
          /\bwas not found in "\w{1,80}"\. Make sure your query is correct\b|\bCannot populate path `|\bnot enough information to infer relation\b|\bCannot query across \S{1,30} for property\b/i,
        ],
      },
      otherSigns: [{ classes: ['AssociationNotFoundError', 'EagerLoadPolymorphicError', 'AssociationTypeMismatch'] }],
      text: 'The ORM knows no relation (association, path) of this name between the two models in its schema, or knows several and needs the alias, so it cannot include or join them.',
      suggestion:
        'Define the association on both models before the first query, use its alias in the include, and check the spelling of the relation.',
      examples: ['Post is not associated to User!'],
    },
    {
      id: 'model-twice',
      signs: {
        classes: ['OverwriteModelError'],
        says: [
          /\bCannot overwrite `\w{1,80}` model once compiled\b|\bTable '[^'\n]{1,80}' is already defined for this MetaData instance\b/,
        ],
      },
      text: 'The model was already defined and is compiled twice under the same name. Usually its file runs again after a hot reload or is imported under two spellings of its path.',
      suggestion:
        'Define each model once, reuse an existing one (mongoose.models.User ?? mongoose.model(...)), and check the case of import paths.',
      examples: ['Cannot overwrite `User` model once compiled.'],
    },
    {
      id: 'model-unknown',
      signs: {
        saysAmongErrors: [/^Unknown entity: \S|^The entity type '.{1,120}' requires a primary key to be defined/],
        classes: 'EntityMetadataNotFoundError, MissingSchemaError, RepositoryNotFoundError'.split(', '),
        says: [
          /(?:^|: )No metadata for "|\bEntity metadata for \S{1,80} was not found\b|\bNo repository for "|\bRepository "[^"\n]{1,80}" was not found\b|\bNot a managed type: class\b|\bSchema hasn't been registered for model\b|\bModel not initialized: |\bConnection "[^"\n]{1,60}" was not found\b|\bEntity '\w{1,80}' was not discovered\b|\bDataSource is not set for this entity\b/,
          /\bdoes not have a primary column\b|\bData type "[^"\n]{1,60}" in "[^"\n]{1,80}" is not supported by\b|\bis not defined and cannot be guessed\b|\bOnly arrays? of entities\b/i,
        ],
      },
      text: 'The ORM does not know this entity or model: it is not registered in the config of the data source, its file was never loaded, or the connection is not initialized yet.',
      suggestion:
        'Add the entity to the entities (or models) of the config, import its file before the first query, and check the glob or packages it is looked up in after a build.',
      examples: ['No metadata for "User" was found.', 'EntityMetadataNotFoundError: No metadata for "User" was found.'],
    },
    {
      id: 'query-against-model',
      signs: {
        codes: ['P2009', 'P2013', 'P2016', 'P2019'],
        classes: 'PrismaClientValidationError, StrictModeError'.split(', '),
        says: [
          /\bUnknown (?:arg|argument|field) [`"']\w{1,80}[`"']|\bArgument [`"]\w{1,80}[`"](?: is missing| must not be null|: Invalid value|: Got invalid value| of type)|\bArgument \w{1,60} for \w{1,20}\.\w{1,60} is missing\b|\bError in query graph construction\b|\bInconsistent query result\b|\bA number used in the query\b|\bMissing the required argument\b/,
          /\bMissing where attribute in the options\b|\bWHERE parameter "[^"\n]{1,80}" has invalid\b|\bNo entity column "|\bupdate values are not defined\b|\bEmpty criteria\(s\) are not allowed\b|\bYou must provide selection conditions\b|\bInvalid schema configuration: |\bParameter "\w{1,30}" to \w{1,30}\(\) must be an object\b|\bPath `[^`\n]{1,80}` is not in schema\b|\bis not in your schema\b/,
          /\bEmpty \.update\(\) call detected\b|(?:^|: )No values to set$|\bvalues\(\) must be called with at least one value\b|\bNo fields passed to\b/i,
        ],
      },
      otherSigns: [
        {
          says: [
            '^Missing where or truncate attribute in the options parameter',
            '^Missing where attribute in the options parameter',
          ],
        },
        {
          classes:
            'DivergentArrayError, ObjectParameterError, ObjectExpectedError, InsertValuesMissingError, UpdateValuesMissingError, FindRelationsNotFoundError'.split(
              ', ',
            ),
        },
        { codes: ['P2008'] },
      ],
      text: 'The query passed to the ORM does not fit its model: an unknown field or argument, a required argument (parameter) that is missing, undefined or empty, or a value of another type than the schema has.',
      suggestion:
        'Compare the call with the model, check the values in conditions and data, and generate the client again after a change of the schema.',
      examples: ['Unknown argument `unknownField`. Did you mean `publicKey`? Available options are marked with ?.'],
    },
    {
      id: 'linq',
      signs: { saysAmongErrors: [/^The LINQ expression .{1,400} could not be translated/] },
      text: 'The query (LINQ expression) could not be translated into SQL: it calls a method or property that the database does not know.',
      suggestion:
        'Write the condition with what the provider can translate, or load the rows first (AsEnumerable, ToListAsync) and filter them in memory.',
      examples: [
        {
          type: 'System.InvalidOperationException',
          message: "The LINQ expression 'DbSet<Order>()' could not be translated. Either rewrite the query",
          language: 'dotnet',
        },
      ],
    },
    {
      id: 'row-reading',
      signs: {
        says: [
          /^sql: (?:Scan error on column index \d+|expected \d+ destination arguments in Scan)|^error occurred while decoding column /,
        ],
        saysAmongErrors: ['^Before start of result set$', '^After end of result set$'],
      },
      text: 'A column could not be read into the type the code names: its value is NULL where the variable cannot be null, the SQL type is another one, or no row was selected yet with next().',
      suggestion:
        'Scan a column that can be NULL into a pointer, Option or sql.NullString, use the type that fits the SQL type (or cast in the query), and call next() before the first row.',
      examples: [
        {
          type: '*errors.errorString',
          message: 'sql: Scan error on column index 1, name "name": converting NULL to string is unsupported',
          language: 'go',
        },
      ],
    },
    {
      id: 'no-where',
      signs: { says: ['^WHERE conditions required$'] },
      text: 'GORM refuses an update or delete without a WHERE condition, as it would change all rows of the table: the key of the object is empty or zero.',
      suggestion:
        'Add a condition (Where), check that the primary key is set, or allow it on purpose with AllowGlobalUpdate.',
      examples: [{ type: '*errors.errorString', message: 'WHERE conditions required', language: 'go' }],
    },
    {
      id: 'save-failed',
      signs: {
        classes: ['DbUpdateException', 'DataIntegrityViolationException', 'RecordNotDestroyed'],
        saysAmongErrors: [/^could not execute (?:statement|batch)(?=$|;)/],
      },
      text: 'The database did not take the change: mostly a constraint forbids it, such as a unique key (duplicate), a foreign key that refers to another row, or a column that must not be null; or a callback stopped it (save, delete or destroy).',
      suggestion:
        'Read the inner exception (cause): it names the constraint. Check these values before you save, and handle the conflict in the code.',
      examples: [
        {
          type: 'Microsoft.EntityFrameworkCore.DbUpdateException',
          message: 'An error occurred while saving the entity changes. See the inner exception for details.',
          language: 'dotnet',
        },
        {
          type: 'org.springframework.dao.DataIntegrityViolationException',
          message: 'could not execute statement; SQL [n/a]; constraint [users_email_key]',
          language: 'java',
        },
      ],
    },
    {
      id: 'no-such-property',
      signs: {
        classes: [
          'FieldError',
          'QueryException',
          'PathElementException',
          'UnknownPathException',
          'PropertyReferenceException',
        ],
        saysAmongErrors: [/^Unconsumed column names: |^Entity namespace for "[^"]{1,80}" has no property "/],
      },
      otherSigns: [
        { classes: ['EntityPropertyNotFoundError', 'EntityColumnNotFound'] },
        { classes: 'FieldDoesNotExist, SemanticException, QuerySyntaxException, QueryCreationException'.split(', ') },
      ],
      text: 'The query names a property (field, column or attribute) that the model does not have: it is misspelled, or named as in the table instead of the class.',
      suggestion: 'Use the names of the fields in the class, check the spelling, and add the column to the model.',
      examples: [
        {
          type: 'django.core.exceptions.FieldError',
          message: "Cannot resolve keyword 'nam' into field. Choices are: id, name",
          language: 'python',
        },
        {
          type: 'org.hibernate.QueryException',
          message: 'could not resolve property: foo of: com.acme.Order',
          language: 'java',
        },
        { type: 'sqlalchemy.exc.CompileError', message: 'Unconsumed column names: foo', language: 'python' },
      ],
    },
    {
      id: 'read-only-record',
      signs: { classes: ['ReadOnlyRecord'] },
      text: 'The record was loaded as read-only and cannot be saved: it comes from a query with joins or readonly, or a replica.',
      suggestion: 'Load the record again by its id before you change it.',
      examples: [{ type: 'ActiveRecord::ReadOnlyRecord', message: 'Order is marked as readonly', language: 'ruby' }],
    },
    {
      id: 'job-argument-gone',
      signs: { classes: ['DeserializationError'], where: ['deserialize arguments'] },
      text: 'The job refers to a record that does not exist any more: it was deleted before the job ran, or the job ran before the record was committed.',
      suggestion: 'Enqueue the job after the commit, and discard it where the record was not found (discard_on).',
      examples: [
        {
          type: 'ActiveJob::DeserializationError',
          message: "Error while trying to deserialize arguments: Couldn't find User with 'id'=1",
          language: 'ruby',
        },
      ],
    },
  ],
};
