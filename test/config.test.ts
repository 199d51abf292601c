import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { LOG_LEVEL_NAMES } from '../schemas/config.js';
import {
  type ConfigReading,
  type ConfigSources,
  parseOptions,
  readConfig,
  SETTINGS,
  type ServerOptions,
} from '../src/config.js';
import { ErrordError } from '../src/errors.js';
import { PACKAGE_ROOT } from '../src/package.js';

const CONFIG_FILE = '/home/ada/.service/config.json';

/** Sources that say nothing, over a file system that holds `files`. */
function sources(said: Partial<ConfigSources> & { files?: Record<string, string> }): ConfigSources {
  return {
    flags: {},
    env: {},
    homeDir: '/home/ada',
    workDir: '/projects',
    readFile: (path) => {
      const content = said.files?.[path];
      if (content === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
      return content;
    },
    ...said,
  };
}

const read = (said: Parameters<typeof sources>[0]): ConfigReading => readConfig(sources(said));

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof ErrordError);
    assert.equal(error.code, 'config_invalid');
    return error.message;
  }
  assert.fail('was not refused');
}

describe('readConfig', () => {
  it('has the defaults of the contract when nothing is said', () => {
    const { config, warnings, origins, filePath } = read({});
    assert.deepEqual(config, {
      port: 3800,
      host: '0.0.0.0',
      dbPath: '/home/ada/.service/service.db',
      corsOrigin: true,
      corsOriginGiven: false,
      allowedHosts: [],
      private: false,
      dashboardEnabled: true,
      retentionDays: 30,
      maxDbSizeMb: 2048,
      logLevel: 'info',
      redactNames: [],
      redactPatterns: [],
    });
    assert.deepEqual([warnings, origins, filePath], [[], {}, null]);
  });

  it('takes flags over environment over file over defaults', () => {
    const files = { [CONFIG_FILE]: '{ "port": 1, "host": "file", "logLevel": "debug" }' };
    const env = { SERVICE_PORT: '2', SERVICE_HOST: 'env' };
    const { config, origins } = read({ files, env, flags: { port: '3' } });
    assert.deepEqual([config.port, config.host, config.logLevel, config.retentionDays], [3, 'env', 'debug', 30]);
    assert.deepEqual(origins, {
      port: 'flag --port',
      host: 'environment variable SERVICE_HOST',
      logLevel: `file ${CONFIG_FILE} key "logLevel"`,
    });
  });

  it('reads the file of --config over SERVICE_CONFIG over the one in the home directory', () => {
    const files = {
      '/projects/flag.json': '{"port":1}',
      '/home/ada/env.json': '{"port":2}',
      [CONFIG_FILE]: '{"port":3}',
    };
    const env = { SERVICE_CONFIG: '~/env.json' };
    assert.equal(read({ files, env, flags: { config: 'flag.json' } }).config.port, 1);
    assert.equal(read({ files, env }).config.port, 2);
    assert.equal(read({ files }).config.port, 3);
    assert.equal(read({ files }).filePath, CONFIG_FILE);
  });

  const accepted: readonly [string, Partial<ConfigSources>, Partial<ServerOptions>][] = [
    ['port 0', { flags: { port: '0' } }, { port: 0 }],
    ['port 65535', { flags: { port: '65535' } }, { port: 65_535 }],
    ['an IPv6 host', { flags: { host: '::1' } }, { host: '::1' }],
    ['~ in a path', { env: { SERVICE_DB_PATH: '~/x/y.db' } }, { dbPath: '/home/ada/x/y.db' }],
    ['a relative path', { flags: { 'db-path': 'y.db' } }, { dbPath: '/projects/y.db' }],
    ['any origin', { env: { SERVICE_CORS_ORIGIN: 'true' } }, { corsOrigin: true }],
    ['no origin', { env: { SERVICE_CORS_ORIGIN: 'false' } }, { corsOrigin: false }],
    ['one origin', { env: { SERVICE_CORS_ORIGIN: 'http://A.de:80/' } }, { corsOrigin: 'http://a.de' }],
    [
      'a list of origins',
      { env: { SERVICE_CORS_ORIGIN: 'http://a.de, https://b.de:8443' } },
      { corsOrigin: ['http://a.de', 'https://b.de:8443'] },
    ],
    [
      'repeated origins',
      { flags: { 'cors-origin': ['http://a.de', 'app://main'] } },
      { corsOrigin: ['http://a.de', 'app://main'] },
    ],
    ['the origin of files', { flags: { 'cors-origin': ['null'] } }, { corsOrigin: 'null' }],
    ['--no-dashboard', { flags: { 'no-dashboard': true } }, { dashboardEnabled: false }],
    ['a dashboard switched off', { env: { SERVICE_DASHBOARD_ENABLED: 'false' } }, { dashboardEnabled: false }],
    ['half a day', { flags: { 'retention-days': '0.5' } }, { retentionDays: 0.5 }],
    ['0 days', { env: { SERVICE_RETENTION_DAYS: '0' } }, { retentionDays: 0 }],
    ['0 MB', { env: { SERVICE_MAX_DB_SIZE_MB: '0' } }, { maxDbSizeMb: 0 }],
    ['a log level', { flags: { 'log-level': 'silent' } }, { logLevel: 'silent' }],
    ['the port of Spotlight by its flag', { flags: { spotlight: true } }, { spotlightPort: 8969 }],
    ['another port of Spotlight', { env: { SERVICE_SPOTLIGHT_PORT: '9000' } }, { spotlightPort: 9000 }],
    ['a token of 8 characters', { env: { SERVICE_AUTH_TOKEN: '12345678' } }, { authToken: '12345678' }],
  ];
  for (const [name, said, expected] of accepted) {
    it(`accepts ${name}`, () => {
      for (const [key, value] of Object.entries(expected)) assert.deepEqual(Reflect.get(read(said).config, key), value);
    });
  }

  it('takes a relative path in a file from where the file is', () => {
    const files = { '/etc/errord/config.json': '{"dbPath":"data/x.db"}' };
    const { config } = read({ files, flags: { config: '/etc/errord/config.json' } });
    assert.equal(config.dbPath, '/etc/errord/data/x.db');
  });

  it('accepts a file that begins with a byte order mark', () => {
    assert.equal(read({ files: { [CONFIG_FILE]: '\uFEFF{"port":1}' } }).config.port, 1);
  });

  const badVariables: readonly [string, string, string][] = [
    ['port', 'SERVICE_PORT', '80a'],
    ['port', 'SERVICE_PORT', ''],
    ['port', 'SERVICE_PORT', '70000'],
    ['port', 'SERVICE_PORT', '-1'],
    ['port', 'SERVICE_PORT', '80.5'],
    ['port', 'SERVICE_PORT', '0x50'],
    ['port', 'SERVICE_PORT', ' 80'],
    ['port', 'SERVICE_PORT', '9'.repeat(400)],
    ['host', 'SERVICE_HOST', ''],
    ['host', 'SERVICE_HOST', 'a b'],
    ['host', 'SERVICE_HOST', 'http://a'],
    ['host', 'SERVICE_HOST', '1.2.3.4.5'],
    ['host', 'SERVICE_HOST', '[::1]'],
    ['host', 'SERVICE_HOST', 'a:b'],
    ['dbPath', 'SERVICE_DB_PATH', ''],
    ['dbPath', 'SERVICE_DB_PATH', 'a\nb'],
    ['corsOrigin', 'SERVICE_CORS_ORIGIN', ''],
    ['corsOrigin', 'SERVICE_CORS_ORIGIN', '*'],
    ['corsOrigin', 'SERVICE_CORS_ORIGIN', 'localhost:5173'],
    ['corsOrigin', 'SERVICE_CORS_ORIGIN', 'http://a.de/path'],
    ['corsOrigin', 'SERVICE_CORS_ORIGIN', 'http://a.de:99999'],
    ['corsOrigin', 'SERVICE_CORS_ORIGIN', 'http://a.de,'],
    ['corsOrigin', 'SERVICE_CORS_ORIGIN', 'true,http://a.de'],
    ['dashboardEnabled', 'SERVICE_DASHBOARD_ENABLED', 'yes'],
    ['dashboardEnabled', 'SERVICE_DASHBOARD_ENABLED', ''],
    ['retentionDays', 'SERVICE_RETENTION_DAYS', '-1'],
    ['retentionDays', 'SERVICE_RETENTION_DAYS', '36501'],
    ['retentionDays', 'SERVICE_RETENTION_DAYS', '30d'],
    ['maxDbSizeMb', 'SERVICE_MAX_DB_SIZE_MB', '-5'],
    ['maxDbSizeMb', 'SERVICE_MAX_DB_SIZE_MB', '2GB'],
    ['logLevel', 'SERVICE_LOG_LEVEL', 'verbose'],
    ['logLevel', 'SERVICE_LOG_LEVEL', 'INFO'],
  ];
  for (const [key, variable, value] of badVariables) {
    it(`refuses ${variable}=${JSON.stringify(value.slice(0, 20))} and says whose fault it is`, () => {
      const message = refusal(() => read({ env: { [variable]: value } }));
      assert.ok(message.startsWith(`${key}: environment variable ${variable} has `), message);
      assert.match(message, /, but must be .+\.$/);
      assert.ok(message.length < 400, message);
    });
  }

  const badFlags: readonly [string, string, ConfigSources['flags']][] = [
    ['port', '--port', { port: '65536' }],
    ['host', '--host', { host: '' }],
    ['dbPath', '--db-path', { 'db-path': '' }],
    ['corsOrigin', '--cors-origin', { 'cors-origin': ['http://a.de', 'b.de'] }],
    ['retentionDays', '--retention-days', { 'retention-days': '-0.1' }],
    ['maxDbSizeMb', '--max-db-size-mb', { 'max-db-size-mb': 'lots' }],
    ['logLevel', '--log-level', { 'log-level': 'trace' }],
  ];
  for (const [key, flag, flags] of badFlags) {
    it(`refuses a bad ${flag} and says whose fault it is`, () => {
      const message = refusal(() => read({ flags }));
      assert.ok(message.startsWith(`${key}: flag ${flag} has `), message);
    });
  }

  const badFileValues: readonly [string, unknown][] = [
    ['port', '3800'],
    ['port', null],
    ['host', 7],
    ['dbPath', ''],
    ['dbPath', []],
    ['corsOrigin', ['http://a.de', 1]],
    ['dashboardEnabled', 'false'],
    ['retentionDays', -1],
    ['maxDbSizeMb', '2048'],
    ['logLevel', 'loud'],
    ['authToken', 'short'],
    ['spotlightPort', true],
    ['spotlightPort', 65_536],
  ];
  for (const [key, value] of badFileValues) {
    it(`refuses ${key} ${JSON.stringify(value)} in a file and says whose fault it is`, () => {
      const message = refusal(() => read({ files: { [CONFIG_FILE]: JSON.stringify({ [key]: value }) } }));
      assert.ok(message.startsWith(`${key}: file ${CONFIG_FILE} key "${key}" has `), message);
    });
  }

  for (const key of ['prot', '__proto__', 'constructor', 'no-dashboard']) {
    it(`refuses the unknown file key ${key} and names the known ones`, () => {
      const message = refusal(() => read({ files: { [CONFIG_FILE]: `{ "${key}": 1 }` } }));
      assert.ok(message.startsWith(`file ${CONFIG_FILE} key "${key}" is not a known setting`), message);
      assert.match(message, /port, host, dbPath, corsOrigin/);
    });
  }

  it('refuses a bad value even where a stronger source hides it', () => {
    const message = refusal(() => read({ env: { SERVICE_PORT: 'x' }, flags: { port: '80' } }));
    assert.match(message, /SERVICE_PORT/);
  });

  it('refuses a token below 8 characters, with a space, or too long, and never repeats it', () => {
    for (const token of ['s3cret7', 's3cret with space', 's3cret'.repeat(100), 's3crét-token']) {
      const message = refusal(() => read({ env: { SERVICE_AUTH_TOKEN: token } }));
      assert.match(message, /^authToken: environment variable SERVICE_AUTH_TOKEN has a value that is not allowed/);
      assert.doesNotMatch(message, /s3cr/);
    }
  });

  it('takes no token from a flag', () => {
    assert.equal(read({ flags: { 'auth-token': '1234567890', authToken: '1234567890' } }).config.authToken, undefined);
  });

  const badFiles: readonly [string, string, RegExp][] = [
    ['that is no JSON', '{ port: 1 }', /is not valid JSON/],
    ['that is empty', '', /is not valid JSON/],
    ['that holds a list', '[]', /must hold one JSON object/],
    ['that holds null', 'null', /must hold one JSON object/],
  ];
  for (const [name, content, problem] of badFiles) {
    it(`refuses a file ${name}`, () => {
      const message = refusal(() => read({ files: { '/projects/c.json': content }, flags: { config: 'c.json' } }));
      assert.match(message, problem);
      assert.match(message, /^config: the file \/projects\/c\.json \(flag --config\)/);
    });
  }

  it('refuses a file that was asked for and is not there', () => {
    assert.match(
      refusal(() => read({ env: { SERVICE_CONFIG: '/gone.json' } })),
      /^config: the file \/gone\.json \(environment variable SERVICE_CONFIG\) does not exist/,
    );
    assert.match(
      refusal(() => read({ flags: { config: '' } })),
      /flag --config is empty/,
    );
  });

  it('refuses a file that cannot be read, even at the default place', () => {
    const readFile = () => {
      throw Object.assign(new Error('denied'), { code: 'EACCES' });
    };
    assert.match(
      refusal(() => read({ readFile })),
      /config\.json \(the default place\) cannot be read/,
    );
  });

  it('only warns of unknown SERVICE_ variables, which other programs may own', () => {
    const { warnings } = read({ env: { SERVICE_NAME: 'x', SERVICE_PORTS: '1', OTHER: '2', SERVICE_PORT: '80' } });
    assert.deepEqual(warnings, [
      'environment variable SERVICE_NAME is not a setting of errord and is ignored',
      'environment variable SERVICE_PORTS is not a setting of errord and is ignored',
    ]);
  });

  it('freezes what it returns, at every depth', () => {
    const { config } = read({ flags: { 'cors-origin': ['http://a.de', 'http://b.de'] } });
    assert.ok(Object.isFrozen(config) && Object.isFrozen(config.corsOrigin));
  });

  it('accepts every log level by name', () => {
    for (const level of LOG_LEVEL_NAMES) assert.equal(read({ flags: { 'log-level': level } }).config.logLevel, level);
  });
});

describe('parseOptions', () => {
  it('fills in the defaults, under the home directory of this user', () => {
    const config = parseOptions({ port: 0 });
    assert.equal(config.port, 0);
    assert.equal(config.dbPath, join(homedir(), '.service', 'service.db'));
    assert.ok(Object.isFrozen(config));
  });

  it('treats undefined as left out', () => {
    assert.equal(parseOptions({ port: undefined, authToken: undefined }).port, 3800);
  });

  it('copies a list of origins, so that the caller may go on changing his', () => {
    const origins = ['http://a.de'];
    const { corsOrigin } = parseOptions({ corsOrigin: origins });
    origins.push('http://b.de');
    assert.deepEqual(corsOrigin, ['http://a.de']);
  });

  it('refuses an unknown option and a bad value, naming the option', () => {
    const unknown: object = { prot: 1 };
    assert.match(
      refusal(() => parseOptions(unknown)),
      /^option "prot" is not a known setting/,
    );
    assert.match(
      refusal(() => parseOptions({ port: -1 })),
      /^port: option "port" has -1, but must be a whole number/,
    );
    const odd: object = { host: () => 'x' };
    assert.match(
      refusal(() => parseOptions(odd)),
      /^host: option "host" has/,
    );
  });
});

describe('docs/operating.md', () => {
  const rows = readFileSync(new URL('docs/operating.md', PACKAGE_ROOT), 'utf8').split('\n');
  const defaults = new Map(Object.entries(read({}).config).map(([key, value]) => [key, String(value)]));
  defaults.set('dbPath', '~/.service/service.db');
  for (const [key, { env, flag }] of Object.entries(SETTINGS)) {
    it(`has a row for ${key} with its flag, variable and default`, () => {
      const [, , flagCell = '', envCell = '', defaultCell = ''] =
        rows.find((row) => row.startsWith(`| \`${key}\` `))?.split('|') ?? [];
      assert.ok(flag === undefined ? flagCell.trim() === 'none' : flagCell.includes(`\`--${flag}\``), flagCell);
      assert.ok(envCell.includes(`\`${env}\``), envCell);
      const value = defaults.get(key) ?? '';
      assert.equal(defaultCell.trim(), value === '' ? 'none' : `\`${value}\``);
    });
  }
});

describe('private', () => {
  it('listens on this machine alone and lets no other origin read', () => {
    const { config } = read({ flags: { private: true } });
    assert.deepEqual([config.host, config.corsOrigin, config.corsOriginGiven], ['127.0.0.1', false, false]);
    assert.equal(read({ env: { SERVICE_PRIVATE: 'true' } }).config.host, '127.0.0.1');
    assert.equal(parseOptions({ private: true }).host, '127.0.0.1');
  });

  it('takes another address of this machine, and origins by name', () => {
    const flags = { private: true, host: '::1', 'cors-origin': ['https://app.example'] };
    const { config } = read({ flags });
    assert.deepEqual([config.host, config.corsOrigin, config.corsOriginGiven], ['::1', 'https://app.example', true]);
  });

  it('refuses what would open it again, naming the key', () => {
    assert.match(
      refusal(() => read({ flags: { private: true, host: '0.0.0.0' } })),
      /^host: .* private/,
    );
    assert.match(
      refusal(() => read({ flags: { private: true, 'cors-origin': ['true'] } })),
      /^corsOrigin: .* private/,
    );
    assert.match(
      refusal(() => parseOptions({ private: true, host: 'devbox' })),
      /^host: /,
    );
  });

  it('knows whether corsOrigin was set on purpose', () => {
    assert.equal(read({}).config.corsOriginGiven, false);
    assert.equal(read({ env: { SERVICE_CORS_ORIGIN: 'true' } }).config.corsOriginGiven, true);
    assert.equal(parseOptions({}).corsOriginGiven, false);
  });
});

describe('allowedHosts', () => {
  it('takes names from flags, environment and file', () => {
    const names = ['errors.example.com', '.dev.example'];
    assert.deepEqual(read({ flags: { 'allowed-host': names } }).config.allowedHosts, names);
    assert.deepEqual(read({ env: { SERVICE_ALLOWED_HOSTS: names.join(', ') } }).config.allowedHosts, names);
    assert.deepEqual(parseOptions({ allowedHosts: names }).allowedHosts, names);
  });

  it('refuses what is no name, such as one with a port or a scheme', () => {
    for (const name of ['a.example:3800', 'http://a.example', '*.example', 'a b', '', '..a']) {
      assert.match(
        refusal(() => read({ flags: { 'allowed-host': [name] } })),
        /^allowedHosts: /,
      );
    }
  });
});

describe('redactNames and redactPatterns', () => {
  const PATTERNS = ['EMP-\\d{1,6}', 'a,b'];

  it('take names from flags, environment, file and options, and a stronger source takes the place of the list', () => {
    const redactNames = ['employeePin', 'X-Tenant'];
    const files = { [CONFIG_FILE]: JSON.stringify({ redactNames }) };
    assert.deepEqual(read({ flags: { 'redact-name': redactNames } }).config.redactNames, redactNames);
    assert.deepEqual(read({ env: { SERVICE_REDACT_NAMES: 'employeePin, X-Tenant' } }).config.redactNames, redactNames);
    assert.deepEqual(read({ files }).config.redactNames, redactNames);
    assert.deepEqual(parseOptions({ redactNames }).redactNames, redactNames);
    assert.deepEqual(read({ files, flags: { 'redact-name': ['other'] } }).config.redactNames, ['other']);
  });

  it('take patterns, also with commas, from the file, the options and a variable that holds JSON', () => {
    const redactPatterns = PATTERNS;
    const variable = { SERVICE_REDACT_PATTERNS: JSON.stringify(PATTERNS) };
    assert.deepEqual(
      read({ files: { [CONFIG_FILE]: JSON.stringify({ redactPatterns }) } }).config.redactPatterns,
      PATTERNS,
    );
    assert.deepEqual(read({ env: variable }).config.redactPatterns, PATTERNS);
    assert.deepEqual(parseOptions({ redactPatterns }).redactPatterns, PATTERNS);
    assert.ok(!Object.isFrozen(PATTERNS));
  });

  for (const [name, said, message] of [
    [
      'a pattern of unbounded cost',
      { env: { SERVICE_REDACT_PATTERNS: '["EMP-\\\\d+","(a+)+"]' } },
      'redactPatterns: environment variable SERVICE_REDACT_PATTERNS cannot be used. ' +
        'The pattern "(a+)+" to redact repeats a group.',
    ],
    [
      'a pattern that is none',
      { files: { [CONFIG_FILE]: '{"redactPatterns":["["]}' } },
      `redactPatterns: file ${CONFIG_FILE} key "redactPatterns" cannot be used. ` +
        'The pattern "[" to redact is not a regular expression.',
    ],
    [
      'patterns that are no list',
      { env: { SERVICE_REDACT_PATTERNS: 'EMP-1' } },
      'redactPatterns: environment variable SERVICE_REDACT_PATTERNS has "EMP-1", but must be a list of regular ' +
        'expressions, in a variable as JSON, such as ["EMP-\\\\d+"].',
    ],
    [
      'a name without a letter',
      { flags: { 'redact-name': ['pin', '_'] } },
      'redactNames: flag --redact-name cannot be used. "_" is no name to redact: it has no letter or digit.',
    ],
  ] as const) {
    it(`refuse ${name} and say which and why`, () => {
      assert.equal(
        refusal(() => read(said)),
        message,
      );
    });
  }

  it('refuse names that are too long without repeating all of them', () => {
    const message = refusal(() => parseOptions({ redactNames: ['x'.repeat(100_000)] }));
    assert.match(message, /^redactNames: option "redactNames" cannot be used\. The name "x{40}…" .* 200 characters\.$/);
  });
});
