import type { Pattern } from '../pattern.js';

const POOL = {
  text: 'No database connection was free: too many clients are connected, or all connections of the pool are in use, so the limit is reached. A client or session that is never released (a leak) has the same effect, as do slow queries.',
  suggestion:
    'Share one pool per process, release every connection (in finally, with a context or using block), keep transactions short, and keep the sum of all pools below the limit of the server, or use a pooler.',
};

export const DB_CONNECTION: Pattern = {
  id: 'db-connection',
  title: 'No connection to the database',
  text: 'The app could not connect to its database: the server is not running or not reachable at this host and port (nothing is listening there, so the connection is refused), or it did not answer before the attempt timed out.',
  suggestion:
    'Check that the database is running and that host, port and TLS in the connection string are right (in a container not localhost), and wait for the connection before the first query.',
  examples: [
    "Can't reach database server at `localhost`:`5432`",
    'Connection terminated unexpectedly',
    'attempt to write a readonly database',
    'Too many connections',
    'remaining connection slots are reserved for non-replication superuser connections',
    'Knex: Timeout acquiring a connection. The pool is probably full. Are you missing a .transacting(trx) call?',
    'connect ECONNREFUSED 127.0.0.1:5432',
    'Server selection timed out after 30000 ms',
    'Timed out fetching a new connection from the connection pool. More info: http://pris.ly/d/connection-pool',
    'Connection lost: The server closed the connection.',
    'Failed to connect to localhost:1433 - Could not connect (sequence)',
    { message: 'SQLSTATE[HY000] [2002] Connection refused', type: 'PDOException', language: 'php' },
    { message: 'Failed to connect to 127.0.0.1:5432', type: 'Npgsql.NpgsqlException', language: 'dotnet' },
  ],
  counterexamples: [
    'Train connection lost: 4 minutes are too short at Utrecht',
    'The pool is full: lane 4 closed',
    'Too many connections on the 8:15 route, choose another train',
  ],
  signs: {
    codes:
      'SQLSTATE 08001, Mongo HostUnreachable, Mongo HostNotFound, Mongo NetworkTimeout, Mongo FailedToSatisfyReadPreference, SQLSTATE 08004, SQLSTATE 08006, P1001, P1002, P1008, CR_CONNECTION_ERROR, CR_CONN_HOST_ERROR, CONNECT_TIMEOUT, ORA-12*, NJS-5*'.split(
        ', ',
      ),
    classes:
      'SequelizeConnectionError, SequelizeConnectionTimedOutError, SequelizeInvalidConnectionError, ConnectionIsNotSetError, ConnectionNotFoundError, CannotGetEntityManagerNotConnectedError, NoConnectionForRepositoryError, SequelizeConnectionRefusedError, SequelizeHostNotFoundError, SequelizeHostNotReachableError, MongoServerSelectionError, MongooseServerSelectionError, ServerSelectionTimeoutError, MongoNetworkError, MongoNetworkTimeoutError, CannotExecuteNotConnectedError, ConnectionNotEstablished, CannotGetJdbcConnectionException, MongoTimeoutException, MongoSocketOpenException, NoHostAvailableException, AllNodesFailedException, CommunicationsException, PoolInitializationException, SQLNonTransientConnectionException, PrismaClientInitializationError, NoHostAvailable, NoLivingConnectionsError'.split(
        ', ',
      ),
    where:
      /^(?!.{0,300}(?:password auth|Access denied|has gone away|[Qq]uery [Ee]ngine|Environment variable|database "[^"\n]{1,80}" does not|too many))/s,
    says: [
      /^Unable to connect to any of the specified MySQL hosts|\bClient must be connected before running operations\b|\bbecause connection is not yet established\b|(?:^|: )Driver not Connected\b|(?:^|: )Connection not yet open\.?$|\bconnection to server (?:at|on) "[^"\n]{1,120}".{0,60} failed: |\bcould not connect to server: |\bno connection to the server\b|\bCan't connect to (?:local )?(?:MySQL|MariaDB) server\b|\bCan't reach database server\b|\bCommunications link failure\b|(?:^|: )timeout exceeded when trying to connect$|\bCONNECT_TIMEOUT \S{1,120}:\d{1,5}\b/,
      /\bServer selection timed out after\b|\bCould not connect to any servers in your MongoDB\b|\bNo suitable servers found\b|\bFailed to connect to \S{1,120}:\d{1,5} (?:- |in \d{1,9} ?ms)|\bCheck that the hostname and port are correct\b|(?:^|: )Operation `[^`\n]{1,120}` buffering timed out\b|\bbefore initial connection is complete\b/,
      /\bThe database server at `?[^`\n]{1,120}`? was reached but timed out\b|\bEngine is not yet connected\b|\bAll host\(s\) tried for query failed\b|\b[Nn]o living connections\b|\bA network-related or instance-specific error occurred\b|\bThe server does not support SSL connections\b|\bserver does not support SSL, but SSL was required\b/,
    ],
    saysAmongErrors: [/(?:^|: )Failed to connect to \S{1,120}:\d{1,5}$/],
  },
  match: [
    'query_wait_timeout',
    '^Handshake inactivity timeout$',
    'is blocked because of many connection errors',
    "Can't call `openUri()` on an active connection",
    /\bError in (?:PostgreSQL )?connection: /i,
  ],
  cases: [
    {
      id: 'redis',
      signs: {
        codes: ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'],
        classes: [
          'MaxRetriesPerRequestError',
          'RedisConnectionException',
          'RedisConnectionFailureException',
          'JedisConnectionException',
          'ClientClosedError',
        ],
        where: /(?:[Rr]edis|:63(?:79|80)\b|retries per request|client is closed|[Ss]ocket closed|^$)/,
        says: [
          /^Could not connect to Redis at |^Redis server went away$|\bRedis connection (?:to \S{1,120} (?:failed|lost)|lost|in broken state)\b|^The client is closed$|\bmax retries per request limit\b|\bFailed to refresh slots cache\b|\bNone of startup nodes is available\b/,
        ],
      },
      otherSigns: [{ classes: ['CannotConnectError', 'BaseConnectionError'], libraries: ['Redis', 'RedisClient'] }],
      text: 'The app could not reach Redis or lost its connection to it: the server is not running (nothing listens there, so the connection is refused), host or port is wrong, or it closed the connection, so commands failed after their retries.',
      suggestion:
        'Check that Redis is running and the URL is right (rediss:// for TLS, the service name instead of localhost in a container), listen to the error event of the client, and let it reconnect with a pause.',
      examples: [
        'Reached the max retries per request limit (which is 20). Refer to "maxRetriesPerRequest" option for details.',
        'connect ECONNREFUSED 127.0.0.1:6379',
        { message: 'The client is closed', type: 'ClientClosedError' },
      ],
    },
    {
      id: 'redis-by-words',
      signs: {
        says: [
          /\bConnection refused \[tcp:\/\/\S{1,120}:63\d\d\b|\bError \d{1,5} connecting to \S{1,120}:63\d\d\b|\bStream isn't writeable and enableOfflineQueue\b|\bAll sentinels are unreachable\b|(?:^|: )Socket closed unexpectedly$|\bError connecting to Redis on\b/,
        ],
        codes: ['ECONNREFUSED'],
        libraries: ['redis', 'ioredis', '@redis/client', 'redis-client', 'predis/predis', 'github.com/redis/go-redis'],
      },
      text: 'The app could not connect to Redis: the server is not running or not reachable at this host and port, so the connection was refused or closed.',
      suggestion:
        'Check that Redis is running and that host, port and TLS (rediss://) of the URL are right; in a container use the name of the service instead of localhost.',
      examples: [
        {
          message: 'Error 111 connecting to localhost:6379. Connection refused.',
          type: 'redis.exceptions.ConnectionError',
          language: 'python',
        },
      ],
    },
    {
      id: 'refused-at-database-port',
      signs: {
        codes: ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'CR_CONN_HOST_ERROR', 'CR_CONNECTION_ERROR'],
        where:
          /(?::|port )(?:5432|5433|6432|3306|27017|27018|1433|1521|9042|26257)\b|\bconnection to server (?:at|on) "|\bMySQL server\b|^SQLSTATE|\bMongo/,
      },
      text: 'The app could not connect to its database: the connection was refused or timed out, because the server is not running, is not listening on this host and port, or a firewall is in between.',
      suggestion:
        'Check that the database is running and that host and port in the connection string are right; in a container, localhost is the container itself, so use the name of the database service, and wait until it is ready.',
      examples: [
        'connect ECONNREFUSED 127.0.0.1:5432',
        {
          message:
            '(psycopg2.OperationalError) connection to server at "127.0.0.1", port 5432 failed: Connection refused',
          type: 'sqlalchemy.exc.OperationalError',
          language: 'python',
        },
        {
          message: "(2003, \"Can't connect to MySQL server on 'db' ([Errno 111] Connection refused)\")",
          type: 'pymysql.err.OperationalError',
          language: 'python',
        },
      ],
    },
    {
      id: 'pool',
      signs: {
        codes:
          'SQLSTATE 53300, ER_CON_COUNT_ERROR, ER_USER_LIMIT_REACHED, POOL_ENQUEUELIMIT, P2024, P2037, ORA-00020'.split(
            ', ',
          ),
        classes:
          'JDBCConnectionException, KnexTimeoutError, TooManyConnections, SequelizeConnectionAcquireTimeoutError, MongoWaitQueueTimeoutError, PoolTimedOut'.split(
            ', ',
          ),
        says: [
          /^Waited \d[\d.]* sec, \d+\/\d+ available$|^Unable to acquire JDBC Connection$|^The connection pool has been exhausted\b|\btoo many clients already\b|\bremaining connection slots are reserved\b|\btoo many connections for (?:role|database) "|(?:^|: )Too many connections$|\bMax client connections reached\b|\bMaxClientsInSessionMode\b|\bno more connections allowed\b|\bhas (?:already )?(?:more than|exceeded) (?:the )?'max_user_connections'|(?:^|: )No connections available\.?$|^Queue limit reached\.?$/,
          /\bchecking out a connection from (?:the )?connection pool\b|\bTimed out fetching a new connection from the connection pool\b|\bResourceRequest timed out\b|\bTimeout acquiring a connection\b|(?:^|: )Unable to acquire a connection\b|\bmax_client_conn\b|\bpool timeout: failed to retrieve a connection\b|\bpool timed out while waiting for an open connection\b/,
          /\bQueuePool limit of size \d|\bConnection is not available, request timed out after \d{1,9} ?ms\b|\bcould not obtain a (?:database )?connection (?:from the pool )?within \d|\bobtaining a connection from the pool\b|\bconnection not available and request was dropped from queue\b/,
        ],
      },
      otherSigns: [
        { codes: ['ORA-00018'] },
        {
          classes:
            'JedisExhaustedPoolException, MongoWaitQueueFullException, PoolShuttingDownError, SQLTransientConnectionException'.split(
              ', ',
            ),
        },
      ],
      ...POOL,
      examples: [
        'Too many connections',
        'sorry, too many clients already',
        {
          message: 'HikariPool-1 - Connection is not available, request timed out after 30000ms.',
          type: 'java.sql.SQLTransientConnectionException',
          language: 'java',
        },
        {
          message: 'QueuePool limit of size 5 overflow 10 reached, connection timed out, timeout 30.00',
          type: 'sqlalchemy.exc.TimeoutError',
          language: 'python',
        },
      ],
    },
    {
      id: 'pool-by-class',
      signs: { classes: ['ConnectionTimeoutError', 'PoolTimeout'], where: /\bpool|obtain a connection/i },
      ...POOL,
      examples: [
        { message: 'could not obtain a connection', type: 'ActiveRecord::ConnectionTimeoutError', language: 'ruby' },
      ],
    },
    {
      id: 'read-only',
      signs: {
        codes: [
          'SQLSTATE 25006',
          'Mongo NotWritablePrimary',
          'Mongo NotPrimaryNoSecondaryOk',
          'SQLITE_READONLY*',
          'ER_OPTION_PREVENTS_STATEMENT',
          'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
        ],
        classes: ['ReadOnlySqlTransaction', 'NotPrimaryError'],
        says: [
          /\bcannot execute [A-Z ]{2,40} in a read-only transaction\b|\battempt to write a readonly database\b|\brunning with the --read-only option\b|(?:^|: )not (?:master|primary)(?: and slaveOk=false)?$/,
        ],
      },
      otherSigns: [
        { codes: 'cluster_block_exception, ClickHouse READONLY'.split(', ') },
        { classes: ['MongoStalePrimaryError'] },
      ],
      text: 'The database is read-only for this connection: the file or its directory has no write permission, the transaction was opened as read-only, or the server is a replica (or not the primary any more).',
      suggestion: 'Give the process write permission on the file and its directory, and send writes to the primary.',
      examples: ['attempt to write a readonly database', 'cannot execute INSERT in a read-only transaction'],
    },
    {
      id: 'restart',
      signs: {
        codes: [
          'SQLSTATE 57P01',
          'Mongo ShutdownInProgress',
          'Mongo InterruptedAtShutdown',
          'Mongo PrimarySteppedDown',
          'Mongo InterruptedDueToReplStateChange',
          'Mongo NotPrimaryOrSecondary',
          'SQLSTATE 57P02',
          'SQLSTATE 57P03',
          'ORA-01033',
          'ORA-01034',
          'ER_SERVER_SHUTDOWN',
        ],
        classes: ['AdminShutdown', 'CannotConnectNow'],
        says: [
          /\bthe database system is (?:starting up|shutting down|in recovery mode|not (?:yet )?accepting connections)|\bterminating connection (?:due to|because of)\b|^node is recovering$/,
        ],
      },
      otherSigns: [
        {
          codes: 'ORA-01089, ORA-01109, master_not_discovered_exception, no_shard_available_action_exception'.split(
            ', ',
          ),
        },
      ],
      text: 'The database server closed or refuses connections for the moment, because it is restarting: it is starting up, shutting down (or an administrator ended the connection), or recovering after a crash.',
      suggestion:
        'Wait and reconnect with a growing pause. If it happens often, look into the log of the database for restarts, crashes or lack of memory.',
      examples: ['the database system is in recovery mode', 'terminating connection due to administrator command'],
    },
    {
      id: 'server-resources',
      signs: {
        codes: ['SQLSTATE 53100', 'SQLSTATE 53200', 'ER_DISK_FULL', 'ER_RECORD_FILE_FULL'],
        classes: ['DiskFull'],
        says: [/\bcould not (?:extend|resize|write to) (?:file|shared memory segment|temporary file) "/],
      },
      otherSigns: [
        {
          codes:
            'ER_OUTOFMEMORY, ER_OUT_OF_SORTMEMORY, ER_OUT_OF_RESOURCES, ORA-01652, ORA-01653, ORA-01654, ORA-04031, ORA-00257, ClickHouse MEMORY_LIMIT_EXCEEDED'.split(
              ', ',
            ),
        },
      ],
      text: 'The database server has run out of a resource: its disk is full, or it has no memory (or shared memory) left for this query.',
      suggestion:
        'Free or add disk space on the database server, give the container more shared memory (--shm-size), lower work_mem, and look for queries that sort or join too much.',
      examples: [
        { message: 'could not resize shared memory segment "/PostgreSQL.12" to 8388608 bytes', code: '53100' },
      ],
    },
    {
      id: 'search-overloaded',
      signs: { codes: ['es_rejected_execution_exception', 'circuit_breaking_exception'] },
      text: 'The search server (Elasticsearch, OpenSearch) is overloaded: its queue of requests is full, or this request would have taken more memory than its circuit breaker allows.',
      suggestion:
        'Retry with growing pauses, send smaller bulks and fewer requests at once, and give the nodes more memory or spread the load over more of them.',
      examples: ['es_rejected_execution_exception: rejected execution of coordinating operation'],
    },
    {
      id: 'graph-unreachable',
      signs: { codes: ['ServiceUnavailable', 'SessionExpired'], libraries: ['neo4j-driver', 'neo4j', 'org.neo4j'] },
      otherSigns: [{ says: ['^Could not perform discovery. No routing servers available'] }],
      text: 'The app could not reach its graph database (Neo4j): the server is not running, another host or port is meant, or the address in its routing table cannot be reached from here.',
      suggestion:
        'Check that the server runs and listens at this host and port, use bolt:// for a single server and neo4j:// for a cluster, and check the addresses that the server advertises.',
      examples: ['Could not perform discovery. No routing servers available. Known routing table: RoutingTable[]'],
    },
    {
      id: 'database-file',
      signs: {
        codes: [
          'SQLITE_CANTOPEN*',
          'SQLITE_CORRUPT*',
          'SQLITE_NOTADB*',
          'SQLITE_IOERR*',
          'SQLITE_FULL',
          'SQLITE_MISUSE',
        ],
        says: [
          /\bunable to open database file\b|\bdatabase disk image is malformed\b|(?:^|[:,] )file is not a database\b|(?:^|: )(?:The database connection is not open|Database is closed|disk I\/O error|database or disk is full)$|\bCannot open database because the directory does not exist\b|\bCannot operate on a closed database\b/,
        ],
      },
      otherSigns: [
        { codes: ['ER_CRASHED_ON_USAGE'] },
        { classes: ['SQLiteCantOpenDatabaseException', 'SQLiteDatabaseCorruptException'] },
      ],
      text: 'The database file could not be opened or used: its directory does not exist, it is damaged or no database, the disk failed or is full, or the connection was already closed.',
      suggestion:
        'Check the path, its permission and the free space, close the database only at the end, and restore a damaged file from a backup.',
      examples: [
        'SQLITE_CANTOPEN: unable to open database file',
        { message: 'unable to open database file', type: 'sqlite3.OperationalError', language: 'python' },
      ],
    },
    {
      id: 'client-used-twice',
      signs: { says: ['Client has already been connected. You cannot reuse a client'] },
      otherSigns: [{ classes: ['AlreadyHasActiveConnectionError', 'CannotConnectAlreadyConnectedError'] }],
      text: 'This database client was already connected, and connect() was called on it twice. A client that has ended cannot be used again either.',
      suggestion: 'Connect each client once, create a new one after end(), or use a pool, which connects by itself.',
      examples: ['Client has already been connected. You cannot reuse a client.'],
    },
    {
      id: 'no-replica-set',
      signs: { says: ['Transaction numbers are only allowed on a replica set'] },
      otherSigns: [{ codes: ['P2031'] }],
      text: 'MongoDB has transactions only on a replica set (or a sharded cluster), and this server runs alone (standalone).',
      suggestion:
        'Start the server as a replica set of one member and initiate it, name it in the connection string, or turn off retryable writes and transactions.',
      examples: ['Transaction numbers are only allowed on a replica set member or mongos'],
    },
    {
      id: 'lost',
      signs: {
        codes:
          'SQLSTATE 08003, SQLSTATE 08006, SQLSTATE 08S01, SQLSTATE 57P05, CR_SERVER_GONE_ERROR, CR_SERVER_LOST, PROTOCOL_CONNECTION_LOST, PROTOCOL_ENQUEUE_AFTER_*, POOL_CLOSED, CONNECTION_CLOSED, CONNECTION_ENDED, CONNECTION_DESTROYED, P1017, ORA-0311*'.split(
            ', ',
          ),
        classes:
          'MongoNotConnectedError, MongoPoolClosedError, MongoPoolClearedError, MongoTopologyClosedError, AutoReconnect, InterfaceError, SQLRecoverableException'.split(
            ', ',
          ),
        where:
          /(?:close|lost|gone|after calling end|end on pool|draining|cleared|not yet open|inactivity|Pool is|manager|terminat|reset|not connected|interrupted|disconnect|destroyed|ended|enqueue|broken|not queryable|end-of-file|recv)/i,
        says: [
          /(?:^|: )Connection terminated(?: unexpectedly| due to connection timeout)?$|\bserver closed the connection unexpectedly\b|\bClient (?:has encountered a connection error|was closed) and is not queryable\b|\bcheck out a connection from closed connection\b|\bCONNECTION_(?:CLOSED|ENDED|DESTROYED) \S{1,120}:\d{1,5}\b|\bCannot use a pool after calling end\b|\bCalled end on pool more than once\b/,
          /^Pool (?:is closed\.|was destroyed$|is draining)|\bConnection lost: The server closed\b|\bCannot enqueue \w{1,20} after\b|\b(?:MySQL server has gone away|Lost connection to (?:MySQL|server))\b|\bConnection pool for \S{1,120} was cleared\b|\bCan't add new command when connection is in closed state\b|\bThe client was disconnected by the server because of inactivity\b/,
          /(?:^|: )connection(?: <monitor>)? ?\d{0,9} to \S{1,120} (?:closed|timed out|interrupted)|(?:^|: )Topology is closed\b|\bCannot use a session that has ended\b|(?:^|: )Server has closed the connection\.?$|^sql: database is closed$|\bgetConnection was called after the connection manager was closed\b|^(?:This|The) connection has been closed\.?$/,
        ],
        saysAmongErrors: [
          /^(?:Connection is closed|Connection Closed)\.?$|^connection already closed$|^driver: bad connection$/,
        ],
      },
      otherSigns: [
        {
          codes:
            'ER_HANDSHAKE_ERROR, ER_CONNECTION_KILLED, CR_SERVER_LOST_EXTENDED, ER_CLIENT_INTERACTION_TIMEOUT'.split(
              ', ',
            ),
        },
        {
          classes:
            'QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError, MongoServerClosedError, MongoExpiredSessionError'.split(
              ', ',
            ),
        },
        {
          classes:
            'MongoSocketReadException, MongoSocketClosedException, MongoSocketWriteException, UnableToSend'.split(', '),
        },
      ],
      text: 'The connection to the database was closed: the server restarted or dropped it after a time without use, the network lost it, or the code ended it and then used it again.',
      suggestion:
        'Use a pool that checks and replaces lost connections, end it only when the app stops, set an idle timeout shorter than that of the server, and retry once.',
      examples: [
        'Connection terminated unexpectedly',
        {
          message: 'SQLSTATE[HY000]: General error: 2006 MySQL server has gone away',
          type: 'PDOException',
          language: 'php',
        },
        { message: 'Connection lost: The server closed the connection.', code: 'PROTOCOL_CONNECTION_LOST' },
      ],
    },
    {
      id: 'go-bad-connection',
      signs: {
        says: ['^driver: bad connection$', '^sql: database is closed$'],
        saysAmongErrors: ['^invalid connection$', '^connection already closed$'],
      },
      text: 'The connection to the database was closed when the code used it: the server or a proxy dropped it while it was idle, or the program closed the database already.',
      suggestion:
        'Set a maximum lifetime of connections below the timeout of the server (SetConnMaxLifetime), close the database only at the end of the program, and retry what can be repeated.',
      examples: [{ type: '*errors.errorString', message: 'driver: bad connection', language: 'go' }],
    },
    {
      id: 'no-ssl',
      signs: { says: [/^pq: SSL is not enabled on the server$|^The server does not support SSL(?: connections)?\.?$/] },
      otherSigns: [
        {
          says: [
            '^The server does not support SSL connections',
            '^Server does not support secure connection',
            'server does not support SSL, but SSL was required',
          ],
        },
      ],
      text: 'The client asked for TLS (SSL), but the database server does not offer it: SSL is not enabled on the server.',
      suggestion: 'Set sslmode=disable for a server on the same machine or network, or enable SSL on the server.',
      examples: [{ type: '*errors.errorString', message: 'pq: SSL is not enabled on the server', language: 'go' }],
    },
    {
      id: 'database-socket',
      signs: {
        codes: ['ENOENT', 'EACCES'],
        where: /connection to server on socket "|through socket '|\/\.s\.PGSQL\.|\/mysqld?\.sock$/,
        says: [
          "^Can't connect to local server through socket '",
          "^Can't connect to local MySQL server through socket '",
          '^connection to server on socket "',
        ],
      },
      text: 'The app could not connect to its database through the local socket: the server is not running on this machine, this user may not use the socket, or it lies elsewhere, as when the database runs in a container.',
      suggestion:
        'Start the database server, or connect over TCP: set a host (127.0.0.1 or the name of the service) and port instead of the socket.',
      examples: [
        {
          type: 'ActiveRecord::ConnectionNotEstablished',
          message:
            'connection to server on socket "/var/run/postgresql/.s.PGSQL.5432" failed: No such file or directory\n	Is the server running locally and accepting connections on that socket?',
          language: 'ruby',
        },
        {
          type: 'Mysql2::Error::ConnectionError',
          message: "Can't connect to local server through socket '/var/run/mysqld/mysqld.sock' (2)",
          language: 'ruby',
        },
      ],
    },
    {
      id: 'one-query-at-a-time',
      signs: {
        codes: ['CR_COMMANDS_OUT_OF_SYNC'],
        says: [
          '^cannot perform operation: another operation is in progress$',
          '^There is already an open DataReader associated with this',
          '^another command is already in progress$',
        ],
        saysAmongErrors: ['^conn busy$'],
      },
      text: 'One connection was used for two queries at the same time: a second one began before the first had ended or all of its rows were read.',
      suggestion:
        'Take a connection from the pool for each task that runs at the same time, read all rows (or close the result) before the next query, and do not share a connection or session between requests.',
      examples: [
        {
          type: 'asyncpg.exceptions.InterfaceError',
          message: 'cannot perform operation: another operation is in progress',
          language: 'python',
        },
      ],
    },
    {
      id: 'thread-of-sqlite',
      signs: { says: ['^SQLite objects created in a thread can only be used in that same thread'] },
      text: 'A SQLite connection is used in another thread than the one that opened it, which it does not allow.',
      suggestion: 'Open a connection in each thread, or pass check_same_thread=False and guard it with a lock.',
      examples: [
        {
          type: 'sqlite3.ProgrammingError',
          message: 'SQLite objects created in a thread can only be used in that same thread.',
          language: 'python',
        },
      ],
    },
    {
      id: 'released-twice',
      signs: { says: ['^Release called on client which has already been released'] },
      text: 'A client of the pool was given back (released) twice: after the first release another request may use it already.',
      suggestion:
        'Release once, in a finally block, and not again in the error handler; or let pool.query take and release the client.',
      examples: [{ type: 'Error', message: 'Release called on client which has already been released to the pool.' }],
    },
    {
      id: 'not-initialized',
      signs: { says: ['^Connection is not established with '] },
      text: 'The data source was used before it was initialized (or after it was destroyed): there is no connection to the database yet.',
      suggestion:
        'Await dataSource.initialize() once at the start, before the first query, and look for modules that query while they are imported.',
      examples: [{ type: 'TypeORMError', message: 'Connection is not established with mysql database' }],
    },
  ],
};
