import type { Pattern } from '../pattern.js';

const PASSWORD = {
  text: 'The database refused the login: the password is wrong, the user (role) does not exist, or the credentials belong to another server.',
  suggestion:
    'Check user name and password in the connection string or environment (special characters in a URL have to be encoded), and set the password of the role again if in doubt.',
};

export const DB_AUTH: Pattern = {
  id: 'db-auth',
  title: 'The database refused this account',
  text: 'The database server did not accept the user: the password or the role does not exist or is wrong, its host is not allowed, or the user has no permission (privilege) for that object.',
  suggestion:
    'Check user name, password and database name in the connection string; create the role, GRANT it access to the table or schema, turn on SSL or allow the host, and upgrade the client driver.',
  examples: [
    'password authentication failed for user "app"',
    "Access denied for user 'root'@'localhost' (using password: YES)",
    'role "app" does not exist',
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
    'bad auth : authentication failed',
    "Login failed for user 'sa'.",
    'permission denied for schema public',
    'Authentication failed against database server at `db`, the provided database credentials for `app` are not valid.',
    'new row violates row-level security policy for table "todos"',
    "SELECT command denied to user 'app'@'10.0.0.5' for table 'users'",
    'user is not allowed to do action [find] on [shop.users]',
  ],
  counterexamples: [
    "Access denied for user 'reading room' after 18:00",
    'Authentication failed: the Rembrandt is forged',
  ],
  match: ['Endpoint ID is not specified', 'user is not allowed to do action ['],
  matchTyped: [/^Mongo\w{0,20}Error: Authentication failed/],
  cases: [
    {
      id: 'password-behind-connection-state',
      // libpq reports a refused login as a failed connection.
      signs: {
        codes: ['SQLSTATE 08006', 'SQLSTATE 08001', 'SQLSTATE 08004', 'SQLSTATE HY000', 'CR_SERVER_LOST'],
        where: ['password authentication failed', "Access denied for user '", "Login failed for user '"],
      },
      ...PASSWORD,
      examples: [
        {
          message:
            'SQLSTATE[08006] [7] connection to server at "db" failed: FATAL:  password authentication failed for user "a"',
          type: 'PDOException',
          language: 'php',
        },
      ],
    },
    {
      id: 'password-missing',
      signs: {
        says: ['client password must be a string', 'no password supplied', '(using password: NO)'],
        codes: ['SQLSTATE 28P01', 'ER_ACCESS_DENIED_ERROR', 'SQLSTATE 08006', 'SQLSTATE 28000'],
        where: ['password must be a string', 'no password supplied', '(using password: NO)'],
      },
      otherSigns: [
        { classes: ['MongoMissingCredentialsError'] },
        {
          codes: ['Mongo Unauthorized'],
          where: ['requires authentication'],
          says: [/\b[Cc]ommand \w{1,40} requires authentication\b/],
        },
      ],
      text: 'The app connected to the database without a password: the environment variable or setting that should hold it is undefined, empty or not loaded, so no password was sent.',
      suggestion:
        'Check that the variable is set in this environment (and the .env file is loaded before the connection is made), and that its name is spelled as the code reads it.',
      examples: [
        'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
        "Access denied for user 'root'@'localhost' (using password: NO)",
        { message: 'command find requires authentication', type: 'MongoServerError', code: '13' },
      ],
    },
    {
      id: 'password-missing-elsewhere',
      signs: {
        says: ['no password supplied', '(using password: NO)'],
        codes: ['SQLSTATE 28P01', 'ER_ACCESS_DENIED_ERROR', 'SQLSTATE 08006', 'SQLSTATE 28000', 'SQLSTATE HY000'],
        where: ['no password supplied', '(using password: NO)'],
        languages: ['php', 'python', 'java', 'ruby', 'go', 'dotnet', 'rust', 'elixir'],
      },
      otherSigns: [
        {
          codes: ['Mongo Unauthorized'],
          where: ['requires authentication'],
          says: [/\b[Cc]ommand \w{1,40} requires authentication\b/],
          languages: ['php', 'python', 'java', 'ruby', 'go', 'dotnet', 'rust'],
        },
      ],
      text: 'The app connected to the database without a password: the environment variable or setting that should hold it is empty or not loaded, so no password was sent.',
      suggestion:
        'Check that the variable is set in this environment (and the .env file is loaded before the connection is made), and that its name is spelled as the code reads it.',
      examples: [
        {
          message: "SQLSTATE[HY000] [1045] Access denied for user 'root'@'localhost' (using password: NO)",
          type: 'PDOException',
          language: 'php',
        },
      ],
    },
    {
      id: 'password',
      signs: {
        codes: [
          'SQLSTATE 28P01',
          'SQLSTATE 28000',
          'ER_ACCESS_DENIED_ERROR',
          'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
          'ORA-01017',
          'ORA-28000',
          'ORA-28001',
          'P1000',
          'Mongo AuthenticationFailed',
          'Mongo UserNotFound',
          'ELOGIN',
        ],
        classes: ['InvalidPassword', 'InvalidPasswordError', 'SequelizeAccessDeniedError', 'PasswordConnectionError'],
        says: [
          /\bpassword authentication failed for user\b|\b(?:Peer|Ident|GSSAPI|LDAP|RADIUS|PAM|certificate) authentication failed for user "|\bAccess denied for user '[^'\n]{0,120}'@|\bLogin failed for user '|\bSASL: SCRAM-\w|\bAuthentication failed against database server\b|\bTenant or user not found\b/,
          /\bbad auth ?: ?authentication failed(?=$|[.,(])|(?:^|: )role "[^"\n]{1,120}" (?:does not exist|is not permitted to log in)/i,
        ],
        saysAmongErrors: ['^Authentication failed., full error: ', 'auth error: ', 'SCRAM authentication failed'],
      },
      otherSigns: [
        { codes: ['Mongo AtlasError'], where: /auth/i },
        { codes: ['Neo.ClientError.Security.*'] },
        {
          codes:
            'ER_MUST_CHANGE_PASSWORD, ER_MUST_CHANGE_PASSWORD_LOGIN, ClickHouse AUTHENTICATION_FAILED, security_exception'.split(
              ', ',
            ),
        },
        { classes: ['MongoSecurityException', 'SQLInvalidAuthorizationSpecException'] },
      ],
      ...PASSWORD,
      examples: [
        'password authentication failed for user "app"',
        "Access denied for user 'root'@'localhost' (using password: YES)",
        { message: 'pq: password authentication failed for user "postgres"', type: 'error', language: 'go' },
        { message: 'Authentication failed.', type: 'MongoServerError', code: '18' },
        {
          message: "SQLSTATE[HY000] [1045] Access denied for user 'root'@'localhost' (using password: YES)",
          type: 'PDOException',
          language: 'php',
        },
      ],
    },
    {
      id: 'host-or-tls',
      signs: {
        codes: ['SQLSTATE 28000', 'ER_HOST_NOT_PRIVILEGED', 'ER_SECURE_TRANSPORT_REQUIRED'],
        where: ['pg_hba.conf', 'is not allowed to connect', 'insecure transport'],
        says: [
          /\bpg_hba\.conf\b|\bHost '[^'\n]{1,120}' is not allowed to connect\b|\busing insecure transport are prohibited\b/,
        ],
      },
      text: 'The database server does not let this user connect from this host, or not without TLS (SSL): its rules (pg_hba.conf, the host of the user account) have no entry that allows it.',
      suggestion:
        'Turn on SSL in the connection string (sslmode=require), or allow the host and user in pg_hba.conf or with CREATE USER … @ host, and reload the server.',
      examples: [
        'no pg_hba.conf entry for host "10.0.0.5", user "app", database "shop", no encryption',
        { message: "Host '172.17.0.1' is not allowed to connect to this MySQL server", code: 'ER_HOST_NOT_PRIVILEGED' },
      ],
    },
    {
      id: 'login-method',
      signs: {
        codes: ['ER_NOT_SUPPORTED_AUTH_MODE', 'AUTH_SWITCH_PLUGIN_ERROR', 'HANDSHAKE_NO_SSL_SUPPORT'],
        says: [
          /\bunknown authentication type|\bClient does not support authentication protocol\b|\bAuthentication plugin '|\bServer requests authentication using unknown plugin\b|\bRSA public key is not available client side\b|\bPlugin '[^'\n]{1,80}' is not loaded\b|\bSCRAM authentication requires\b|\bPublic Key Retrieval is not allowed\b/,
        ],
      },
      text: 'Client and database server have no login method (authentication plugin) in common: the driver is older than the server, and does not support its way to send the password (caching_sha2_password, SCRAM).',
      suggestion:
        'Upgrade the database driver (mysql2 instead of mysql), turn on SSL or public key retrieval, or change the plugin of this user on the server.',
      examples: [
        'Client does not support authentication protocol requested by server; consider upgrading MySQL client',
      ],
    },
    {
      id: 'row-level-security',
      signs: {
        codes: ['SQLSTATE 42501'],
        where: ['row-level security'],
        says: ['new row violates row-level security policy', 'query would be affected by row-level security'],
      },
      text: 'A row-level security policy of the table does not allow this user to write or read this row: no policy permits it, or the user is not signed in as the code assumes.',
      suggestion:
        'Add or correct the policy for this role and command (USING and WITH CHECK), and check which user or token the query runs with.',
      examples: ['new row violates row-level security policy for table "todos"'],
    },
    {
      id: 'privilege',
      signs: {
        codes: [
          'SQLSTATE 42501',
          'ER_TABLEACCESS_DENIED_ERROR',
          'ER_COLUMNACCESS_DENIED_ERROR',
          'ER_DBACCESS_DENIED_ERROR',
          'ER_SPECIFIC_ACCESS_DENIED_ERROR',
          'ER_PROCACCESS_DENIED_ERROR',
          'ORA-01031',
          'ORA-01045',
          'P1010',
          'SQLITE_AUTH',
          'SQLITE_PERM',
          'Mongo Unauthorized',
          'Redis NOPERM',
        ],
        classes: ['InsufficientPrivilege', 'InsufficientPrivilegeError'],
        says: [
          /\bpermission denied (?:for|to create|to set) (?:table|relation|schema|sequence|database|function|view|column|type|language|foreign|materialized|large object|tablespace|role|extension|parameter|publication|event trigger)\b|\bmust be (?:owner of (?:table|relation|schema|database|function|view|type|sequence|extension|index|materialized)|superuser|member of role|able to SET ROLE)\b/,
          /\bcommand denied to user '|\bAccess denied for user '[^'\n]{0,120}'@?\S{0,120} to database\b|\bpermission was denied on the object '|\bYou need \(at least one of\) the .{1,80} privilege\(s\)|\bThe user specified as a definer\b|\bwas denied access on the database\b|\bnot authorized on \w{1,80} to execute command\b|(?:^|: )role "[^"\n]{1,120}" cannot be dropped\b/,
        ],
      },
      otherSigns: [
        { says: ['^Access denied; you need (at least one of) the '] },
        { codes: 'ER_NO_SUCH_USER, ClickHouse ACCESS_DENIED'.split(', ') },
      ],
      text: 'The database user is known but has no permission (privilege) for this: it may not read or write the table, schema or database, or run this command.',
      suggestion:
        'GRANT the user what it needs on the table, its schema and sequences, run migrations as the owner, and check which user the app really connects as.',
      examples: [
        'permission denied for schema public',
        "SELECT command denied to user 'app'@'10.0.0.5' for table 'users'",
        {
          message: 'permission denied for table orders',
          type: 'psycopg2.errors.InsufficientPrivilege',
          language: 'python',
        },
        { message: "NOPERM this user has no permissions to run the 'set' command", type: 'ReplyError' },
      ],
    },
    {
      id: 'role',
      signs: {
        says: [
          /^FATAL: +role "[^"]{1,80}" does not exist|^psql: error: (?:connection to server .{1,200} failed: )?FATAL: +role "[^"]{1,80}" does not exist/,
        ],
      },
      text: 'The database server has no role (user) of this name: the connection names none and the name of the system user is taken, or the user was never created.',
      suggestion:
        'Name an existing user (psql -U postgres, PGUSER, the connection string), or create the role with createuser or CREATE ROLE … LOGIN.',
      examples: [{ type: 'Error', message: 'psql: error: FATAL:  role "root" does not exist' }],
    },
  ],
};
