import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { LOG_LEVEL_NAMES } from '../schemas/config.js';
import { DRAIN_SECONDS_MAX, GROUPING_VERSION_MAX } from '../schemas/limits.js';
import { type ConfigSources, type ServerOptions } from '../src/config.js';
import { SETTINGS } from '../src/config-settings.js';
import { PACKAGE_ROOT } from '../src/package.js';
import { CONFIG_FILE, read, refusal } from './support/config.js';

describe('readConfig', () => {
  it('has the defaults of the contract when nothing is said', () => {
    const { config, warnings, origins, filePath } = read({});
    assert.deepEqual(config, {
      port: 3800,
      host: '0.0.0.0',
      dbPath: '/home/ada/.service/service.db',
      corsOrigin: true,
      corsOriginGiven: false,
      alertsToOwnNetwork: false,
      allowedHosts: [],
      trustProxy: [],
      basePath: '',
      private: false,
      dashboardEnabled: true,
      retentionDays: 30,
      maxDbSizeMb: 2048,
      storeMayLoseCommits: false,
      drainSeconds: 0,
      logLevel: 'info',
      gateway: 'auto',
      sqlite: 'auto',
      grouping: 1,
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
    [
      'the longest drain',
      { flags: { 'drain-seconds': String(DRAIN_SECONDS_MAX) } },
      { drainSeconds: DRAIN_SECONDS_MAX },
    ],
    ['a store that may lose', { env: { SERVICE_STORE_MAY_LOSE_COMMITS: 'true' } }, { storeMayLoseCommits: true }],
    ['0 days', { env: { SERVICE_RETENTION_DAYS: '0' } }, { retentionDays: 0 }],
    ['the last grouping', { flags: { grouping: String(GROUPING_VERSION_MAX) } }, { grouping: GROUPING_VERSION_MAX }],
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
    ['grouping', 'SERVICE_GROUPING', '0'],
    ['grouping', 'SERVICE_GROUPING', String(GROUPING_VERSION_MAX + 1)],
    ['maxDbSizeMb', 'SERVICE_MAX_DB_SIZE_MB', '-5'],
    ['maxDbSizeMb', 'SERVICE_MAX_DB_SIZE_MB', '2GB'],
    ['storeMayLoseCommits', 'SERVICE_STORE_MAY_LOSE_COMMITS', 'yes'],
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
    ['drainSeconds', '--drain-seconds', { 'drain-seconds': String(DRAIN_SECONDS_MAX + 1) }],
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
      assert.match(message, /port, host, dbPath, storeUrl, storeReadUrl, storeMayLoseCommits, corsOrigin/);
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
