import type { Pattern } from '../pattern.js';

export const CONFIG_MISSING: Pattern = {
  id: 'config-missing',
  title: 'A setting or key is missing',
  text: 'The app or one of its libraries was started without a setting it needs: an environment variable, API key, secret, connection string or credentials file (account) is missing, empty or invalid in this environment.',
  suggestion:
    'Set the variable in the environment or the .env file (and load it before it is read), put the value in the config of the deployment, check its name and format, and restart the process.',
  examples: [
    'Environment variable not found: DATABASE_URL',
    'Missing required environment variable: STRIPE_SECRET_KEY',
    'JWT_SECRET is not defined',
    'secretOrPrivateKey must have a value',
    'supabaseUrl is required.',
    'JwtStrategy requires a secret or key',
    'The `uri` parameter to `openUri()` must be a string, got "undefined". Make sure the first parameter is a string.',
    'Invalid scheme, expected connection string to start with "mongodb://" or "mongodb+srv://"',
    '❌ Invalid environment variables',
  ],
  counterexamples: ['No ROOM_NAME on the door', 'No API key ring left in the shop', 'Missing ID_CARD of visitor 7'],
  signs: {
    classes: [
      'MissingEnvVarError',
      'EnvError',
      'MissingSecret',
      'EnvironmentVariableError',
      'MissingRequiredConfigurationError',
      'UndefinedValueError',
    ],
  },
  match: [
    /\benvironment variables? (?:["'`]?[A-Z][A-Z0-9_]{1,80}["'`]? )?(?:is|are|must be|was|not|has)\b.{0,30}\b(?:missing|required|defined|set|found|empty|provided|invalid)\b|\bEnvironment variable not found: |\b(?:Missing|Invalid|Required|Undefined) (?:required )?(?:env(?:ironment)? )(?:var(?:iable)?s?)\b/i,
    /(?:^|: )(?:Missing|Required|No)(?: required)?:? [A-Z][A-Z0-9_]{0,60}_(?:KEY|SECRET|TOKEN|UR[LI]|HOST|PORT|ID|PASS(?:WORD|WD)?|USER(?:NAME)?|DSN|REGION|BUCKET|ENV|NAME|DB|DATABASE|PATH|EMAIL|DOMAIN|ENDPOINT|CREDENTIALS)(?=$|[.,\n]| (?:in|from|env|is|was|environment|set|provided|found|variable|defined)\b)/,
    /\b[A-Z][A-Z0-9_]{0,60}_(?:KEY|SECRET|TOKEN|UR[LI]|HOST|PORT|ID|PASS(?:WORD|WD)?|USER(?:NAME)?|DSN|REGION|BUCKET|ENV|NAME|DB|DATABASE|PATH|EMAIL|DOMAIN|ENDPOINT|CREDENTIALS)['"`]? (?:(?:is|are|was|must be|has)(?: not)? (?:been )?(?:set|missing|required|undefined|empty|defined|configured|provided|found|present|invalid)|missing$|required$)|\b[A-Z][A-Z0-9]{1,40}_[A-Z0-9_]{2,60} environment variable\b/,
    /\b(?:supabaseUrl|supabaseKey) is required\b|\bYour project's URL and (?:API key|Key) are required\b|\bsecret ?(?:OrPrivateKey|orPublicKey)? must (?:have a value|be provided)\b|\bJwtStrategy requires a secret or key\b|\bOAuth2Strategy requires a clientID\b/i,
    /\bMissing credentials in config\b|\bMissing credentials\. Please pass\b|\bCredential is missing$|\bAPI [kK]ey (?:not found|is (?:missing|required)|must be|must start|does not start)\b|(?:^|: )(?:[Mm]issing|No) API [kK]ey(?=$|[.:,\n]| (?:provided|found|set|was|is|for|in)\b)|(?:^|: )client(?:ID|Id|Secret|_id|_secret) is required\b|\b(?:Missing|No) (?:publishableKey|secretKey)\b|\bPublishable key not valid\b|\bThe publishableKey passed\b|\bPlease (?:pass|define|set|add|provide)(?: the| your)? [A-Z][A-Z0-9]{1,40}_[A-Z0-9_]{2,60}\b/,
    /\bsecret option required for sessions\b|\bPlease define a `secret` in production\b|(?:^|: )(?:\[next-auth\].{0,40})?(?:NO_SECRET|MissingSecret)\b|\bFailed to parse private key\b|\bService account object must contain\b|\bFirebase App named '[^'\n]{1,60}' already exists\b|\bNo Firebase App '/,
    /\bThe default Firebase app does not exist\b|\bno-app\)|\bapp\/invalid-credential\b|\bauth\/invalid-api-key\b|\bInvalid environment variables?\b|\bConfig validation error: |\bConfiguration key "[^"\n]{1,80}" does not exist\b|\bConfiguration property "[^"\n]{1,80}" is not defined\b|\bDialect needs to be explicitly supplied\b|\bRequired configuration option '[^'\n]{1,60}' is missing\b|\bMissing Stripe (?:key|secret)\b|\bYou did not provide an API key\b|\bPlease call Stripe\(\) with your publishable key\b/,
  ],
  cases: [
    {
      id: 'connection-string',
      signs: {
        says: [
          /\bThe `uri` parameter to `openUri\(\)` must be a string\b|\bexpected connection string to start with\b|\bthe URL must start with the protocol `|\bError validating datasource\b|\bthe URL must contain a valid\b|^mongodb\+srv URI (?:must|does|cannot)|^Invalid connection string(?=$|: )/,
        ],
      },
      otherSigns: [
        { says: ['^Expected amqp: or amqps: as the protocol'] },
        { codes: ['P1012', 'P1013', 'P6001'] },
        { classes: ['InvalidURI'] },
      ],
      text: 'The connection string (URI or URL) of the database is missing (undefined, not a string) or malformed: it has to begin with the scheme of the database, such as mongodb:// or postgresql://, and to name a host.',
      suggestion:
        'Check the environment variable it is read from (name, quotes, line breaks, loaded before it is used), and encode special characters of the password.',
      examples: [
        'Invalid scheme, expected connection string to start with "mongodb://" or "mongodb+srv://"',
        'The `uri` parameter to `openUri()` must be a string, got "undefined". Make sure the first parameter is a string.',
      ],
    },
    {
      id: 'environment-variable-key',
      signs: {
        classes: ['KeyError'],
        languages: ['python', 'ruby'],
        where: /^(?:key not found: )?['"][A-Z][A-Z0-9]{1,40}_[A-Z0-9_]{1,60}['"]$/,
      },
      text: 'The environment has no variable of this name, though the program reads it like a key that must be there: it is not set, misspelled, or was not passed to this process.',
      suggestion:
        'Set the environment variable where the program starts (shell, .env file, container, service), or read it with a default if it is optional.',
      examples: [
        {
          type: 'KeyError',
          message: "'STRIPE_SECRET_KEY'",
          language: 'python',
          stack:
            'Traceback (most recent call last):\n  File "/srv/app/pay.py", line 3, in <module>\n    KEY = os.environ["STRIPE_SECRET_KEY"]',
        },
        { type: 'KeyError', message: 'key not found: "DATABASE_URL"', language: 'ruby' },
      ],
    },
    {
      id: 'environment-variable',
      signs: {
        says: [
          /(?:^|: )required key [A-Z][A-Z0-9_]{1,80} missing value$|(?:^|: )NotPresent$|^EnvVar\(NotPresent\)|: environment variable not found$|^(?:\S{1,80}: )?(?:line \d{1,5}: )?[A-Z][A-Z0-9_]{1,80}: (?:unbound variable|parameter null or not set|parameter not set)$|^Undefined (?:array key|index:?) \"?[A-Z][A-Z0-9]{1,40}_[A-Z0-9_]{1,60}\"?$/,
          /^could not fetch environment variable \"[A-Z0-9_]{1,80}\"|^required environment variable \"?[A-Z0-9_]{1,80}\"? (?:is )?(?:not set|missing)|^env: (?:required )?environment variable \"[A-Z0-9_]{1,80}\"|^[A-Z][A-Z0-9_]{1,80} not found\. Declare it as envvar or define a default value/,
        ],
      },
      otherSigns: [
        { classes: ['NotPresent', 'VarError'] },
        { classes: ['ValidationError'], libraries: ['pydantic_settings'] },
      ],
      text: 'An environment variable that the program reads is not set in this environment: it is missing, misspelled, or was not passed to this process (container, service, cron job).',
      suggestion:
        'Set the variable where the program starts (shell, .env file, container, service), check its name, give it a default if it is optional, and restart the process.',
      examples: [
        { message: 'called `Result::unwrap()` on an `Err` value: NotPresent', language: 'rust' },
        'bash: STRIPE_KEY: unbound variable',
        'bash: line 1: DATABASE_URL: parameter null or not set',
      ],
    },
    {
      id: 'cloud-credentials',
      signs: {
        classes: [
          'NoCredentialsError',
          'PartialCredentialsError',
          'DefaultCredentialsError',
          'CredentialsProviderError',
          'CredentialRetrievalError',
          'ProfileNotFound',
          'NoAuthHandlerFound',
          'CredentialUnavailableError',
          'CredentialUnavailableException',
          'MissingCredentialsError',
        ],
        says: [
          /^Unable to (?:locate|load)(?: AWS)? credentials|\b(?:could not find default credentials|no EC2 IMDS role found|NoCredentialProviders: )|(?:^|: )Could not load (?:the default credentials|credentials from any providers)|\bCould not resolve credentials using profile\b|\bUnable to detect a Project Id\b|\bResolved credential object is not valid\b|\bunable to get local credentials\b|\b(?:ChainedToken|Environment)Credential (?:is unavailable|authentication failed)/,
        ],
      },
      text: 'No credentials of the cloud account (AWS, Google Cloud, Azure) were found: neither in environment variables nor in a configuration or profile file nor in a role of this machine.',
      suggestion:
        'Configure credentials where the program runs (a role of the machine or container is best; else environment variables, the shared file or GOOGLE_APPLICATION_CREDENTIALS), and check profile and region.',
      examples: [
        { type: 'botocore.exceptions.NoCredentialsError', message: 'Unable to locate credentials', language: 'python' },
        {
          type: 'google.auth.exceptions.DefaultCredentialsError',
          message:
            'Your default credentials were not found. To set up Application Default Credentials, see https://cloud.google.com/docs',
          language: 'python',
        },
        {
          type: 'software.amazon.awssdk.core.exception.SdkClientException',
          message: 'Unable to load credentials from any of the providers in the chain',
          language: 'java',
        },
        'Could not load credentials from any providers',
      ],
    },
    {
      id: 'region',
      signs: {
        classes: ['NoRegionError', 'MissingRegionError'],
        says: [
          '^Region is missing$',
          '^Missing region in config',
          '^Unable to find a region via the region provider chain',
        ],
      },
      text: 'The region of the cloud service is not set, so the client does not know which address to call.',
      suggestion:
        'Set the region in the client, in the environment (AWS_REGION) or in the profile, the same one in which the resource lies.',
      examples: [
        'Region is missing',
        { type: 'botocore.exceptions.NoRegionError', message: 'You must specify a region.', language: 'python' },
      ],
    },
    {
      id: 'api-key',
      signs: {
        says: [
          /\bThe api_key client option must be set\b|\bNeither apiKey nor config\.authenticator provided\b|\bCould not resolve authentication method\b|^No API key provided\. |^Stripe: No API key |\bAPI access token is required to use Mapbox\b/,
        ],
      },
      text: 'The API key of this service was not given: the environment variable or option of the client that should hold it is missing or empty.',
      suggestion:
        'Create a key at the service, set it in the environment of this process (never in the code), and pass it to the client.',
      examples: [
        {
          type: 'openai.OpenAIError',
          message:
            'The api_key client option must be set either by passing api_key to the client or by setting the OPENAI_API_KEY environment variable',
          language: 'python',
        },
        'Neither apiKey nor config.authenticator provided',
      ],
    },
    {
      id: 'key-in-browser',
      signs: { says: ["^It looks like you're running in a browser-like environment"] },
      text: 'The client of an AI or payment service runs in a browser, where every visitor could read its secret API key, so it refuses to start.',
      suggestion:
        'Call the service from your own server and keep the key in its environment; allow the browser only with keys that are short-lived or meant for it.',
      examples: [
        "It looks like you're running in a browser-like environment.\n\nThis is disabled by default, as it risks exposing your secret API credentials to attackers.",
      ],
    },
    {
      id: 'framework-setting',
      signs: {
        classes: [
          'AdapterNotSpecified',
          'AdapterNotFound',
          'MissingWarden',
          'ImproperlyConfigured',
          'MissingAppKeyException',
          'NoSectionError',
          'NoOptionError',
          'ConfigurationException',
          'ConfigurationError',
          'InvalidConfigurationPropertiesException',
          'ConfigDataResourceNotFoundException',
          'MissingKeyError',
          'MissingMasterKeyError',
          'ConfigError',
        ],
        says: [
          /\bCould not resolve placeholder '[^'\n]{1,120}' in value |^No application encryption key has been specified|^Missing `secret_key_base` for '|^Missing encryption key to decrypt file with|^Failed to configure a DataSource: 'url' attribute is not specified/,
        ],
      },
      otherSigns: [
        { says: ['because no secret key was set'] },
        { classes: ['SettingsError'] },
        {
          classes:
            'DuplicateSectionError, DuplicateOptionError, MissingSectionHeaderError, InterpolationMissingOptionError, ConfigurationPropertiesBindException, SystemCheckError'.split(
              ', ',
            ),
        },
      ],
      text: 'A setting of the framework is missing or not usable: a property, secret or section of the configuration (such as the key APP_KEY or a database URL) that it needs is not set in this environment or profile.',
      suggestion:
        'Look for the name in the message, set it in the configuration or environment of this deployment, and check that the right file or profile is loaded.',
      examples: [
        {
          type: 'django.core.exceptions.ImproperlyConfigured',
          message: 'The SECRET_KEY setting must not be empty.',
          language: 'python',
        },
        {
          type: 'java.lang.IllegalArgumentException',
          message: 'Could not resolve placeholder \'stripe.key\' in value "${stripe.key}"',
          language: 'java',
        },
        { message: 'No application encryption key has been specified.', language: 'php' },
        { type: 'configparser.NoSectionError', message: "No section: 'db'", language: 'python' },
      ],
    },
    {
      id: 'database-url',
      signs: { saysAmongErrors: ['^Could not parse SQLAlchemy URL from'] },
      text: 'The connection string (URL) of the database is empty or malformed: mostly the environment variable that holds it is not set, or its password has characters that are not percent-encoded.',
      suggestion:
        'Set the variable (DATABASE_URL) in this environment, print which setting is empty (not its password), and encode special characters of user and password.',
      examples: [
        {
          type: 'sqlalchemy.exc.ArgumentError',
          message: "Could not parse SQLAlchemy URL from string ''",
          language: 'python',
        },
      ],
    },
    {
      id: 'jndi-name',
      signs: {
        classes: ['NoInitialContextException', 'NameNotFoundException', 'NamingException'],
        where: /naming|initial|bound|java:|jndi/i,
      },
      text: 'A lookup in the directory of the application server (JNDI) failed: no naming context is configured in this environment, or nothing is bound to this name.',
      suggestion:
        'Run inside of the server that provides the resource, declare it there under exactly this name, and give tests a data source of their own.',
      examples: [
        {
          type: 'javax.naming.NameNotFoundException',
          message: 'Name [jdbc/shop] is not bound in this Context. Unable to find [jdbc].',
          language: 'java',
        },
      ],
    },
  ],
};
