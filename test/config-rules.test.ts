import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseOptions } from '../src/config.js';
import { CONFIG_FILE, read, refusal } from './support/config.js';

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

describe('trustProxy', () => {
  it('takes a flag for a proxy on this machine, and addresses and networks from environment and file', () => {
    const networks = ['10.0.0.1', '172.16.0.0/12'];
    assert.deepEqual(read({}).config.trustProxy, []);
    assert.deepEqual(read({ flags: { 'trust-proxy': true } }).config.trustProxy, ['127.0.0.1', '::1']);
    assert.deepEqual(read({ env: { SERVICE_TRUST_PROXY: networks.join(',') } }).config.trustProxy, networks);
    assert.deepEqual(parseOptions({ trustProxy: networks }).trustProxy, networks);
  });

  it('refuses what is no address, such as a name or a network that is too long', () => {
    for (const text of ['proxy', '10.0.0.0/33', '10.0.0', 'true']) {
      assert.match(
        refusal(() => read({ env: { SERVICE_TRUST_PROXY: text } })),
        /^trustProxy: /,
      );
    }
  });
});

describe('basePath', () => {
  it('is a path from any source, and the slash at its end does not count', () => {
    assert.equal(read({}).config.basePath, '');
    assert.equal(read({ flags: { 'base-path': '/errord' } }).config.basePath, '/errord');
    assert.equal(read({ env: { SERVICE_BASE_PATH: '/tools/errord-2.0_~x/' } }).config.basePath, '/tools/errord-2.0_~x');
    assert.equal(read({ env: { SERVICE_BASE_PATH: '/' } }).config.basePath, '');
    assert.equal(read({ files: { [CONFIG_FILE]: '{"basePath":""}' } }).config.basePath, '');
    assert.equal(parseOptions({ basePath: '/...' }).basePath, '/...');
  });

  it('refuses with a sentence what a browser or a proxy would read as something else', () => {
    const hostile = ['errord', '//evil.example', '/a//b', '/..', '/a/../b', '/.', '/a/./', 'http://x/', '/a?b', '/a#b'];
    for (const path of [...hostile, '/a;b', '/a%2fb', '/a b', '/a\nb', '/a\u0000', '/ä', '/a:b', '/*', '/a\\b']) {
      const sentence = refusal(() => read({ flags: { 'base-path': path } }));
      assert.match(sentence, /^basePath: flag --base-path has .*, but must be a path such as \/errord, /s, path);
      assert.throws(() => parseOptions({ basePath: path }), /basePath/);
    }
  });

  it('has 256 characters at most', () => {
    const toPath = (length: number): string => `/${'a'.repeat(length - 1)}`;
    assert.equal(parseOptions({ basePath: toPath(256) }).basePath.length, 256);
    assert.throws(() => parseOptions({ basePath: toPath(257) }), /256 characters at most/);
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
