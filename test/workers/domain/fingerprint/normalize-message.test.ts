import assert from 'node:assert/strict';
import fc from 'fast-check';
import { normalizeMessage } from '../../../../src/workers/domain/fingerprint/normalize-message.js';
import { assertQuick } from '../../../support/assert-quick.js';

const NORMALIZED: Record<string, readonly (readonly [string, string])[]> = {
  UUIDs: [
    ['User 550e8400-e29b-41d4-a716-446655440000 not found', 'User <uuid> not found'],
    ['User 550E8400-E29B-41D4-A716-446655440000 not found', 'User <uuid> not found'],
    ['{550e8400-e29b-41d4-a716-446655440000}', '{<uuid>}'],
    ['urn:uuid:550e8400-e29b-41d4-a716-446655440000', 'urn:uuid:<uuid>'],
    ['order_550e8400-e29b-41d4-a716-446655440000_done', 'order_<uuid>_done'],
    ['nil 00000000-0000-0000-0000-000000000000.', 'nil <uuid>.'],
    ['v7 018f3b7e-7c1a-7abc-8def-0123456789ab', 'v7 <uuid>'],
    ['a=550e8400-e29b-41d4-a716-446655440000&b=550e8400-e29b-41d4-a716-446655440001', 'a=<uuid>&b=<uuid>'],
    ['/api/users/550e8400-e29b-41d4-a716-446655440000/orders', '/api/users/<uuid>/orders'],
    ["open '/tmp/550e8400-e29b-41d4-a716-446655440000.json'", "open '<uuid>.json'"],
  ],
  'memory addresses': [
    ['Segfault at 0x7f8a1c0042a0', 'Segfault at <address>'],
    ['Bad pointer (0x1054c3d80).', 'Bad pointer (<address>).'],
    ['ptr=0xDEADBEEF size=10', 'ptr=<address> size=10'],
    ['at 0X1F, 0x0', 'at <address>, <address>'],
    ['<Object at 0x10ab4d310>', '<Object at <address>>'],
    ['lib.so+0x1f2', 'lib.so+<address>'],
  ],
  ports: [
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:<port>'],
    ['connect ECONNREFUSED ::1:5432', 'connect ECONNREFUSED ::1:<port>'],
    ['listen EADDRINUSE: address already in use :::3000', 'listen EADDRINUSE: address already in use :::<port>'],
    [
      'listen EADDRINUSE: address already in use 0.0.0.0:80',
      'listen EADDRINUSE: address already in use 0.0.0.0:<port>',
    ],
    ['connect ECONNREFUSED ::ffff:127.0.0.1:5432', 'connect ECONNREFUSED ::ffff:127.0.0.1:<port>'],
    ['cannot reach [2001:db8::1]:8443', 'cannot reach [2001:db8::1]:<port>'],
    ['cannot reach http://[::1]:8443/x', 'cannot reach http://[::1]:<port>/x'],
    ['connect ECONNREFUSED fe80::1:8080', 'connect ECONNREFUSED fe80::1:<port>'],
    ['reached fe80::1:54321', 'reached fe80::1:<port>'],
    ['fetch http://localhost:3000/api failed', 'fetch http://localhost:<port>/api failed'],
    ['localhost:3000', 'localhost:<port>'],
    ['(LOCALHOST:3000)', '(LOCALHOST:<port>)'],
    ['getaddrinfo ENOTFOUND db.example.com:5432', 'getaddrinfo ENOTFOUND db.example.com:<port>'],
    ['postgres://user:pass@db:5432/app', 'postgres://user:pass@db:<port>/app'],
    ['redis://cache:6379 is gone', 'redis://cache:<port> is gone'],
    ['connect ECONNREFUSED redis:6379', 'connect ECONNREFUSED redis:<port>'],
    ['Port 3000 is already in use', 'Port <port> is already in use'],
    ['port: 3000', 'port: <port>'],
    ['port=3000, host=x', 'port=<port>, host=x'],
    ['{"port":3000}', '{"port":<port>}'],
    ['remotePort: 443 DB_PORT=5432', 'remotePort: <port> DB_PORT=<port>'],
    ['listen tcp :8080: bind: address already in use', 'listen tcp :<port>: bind: address already in use'],
    ['bind *:8080', 'bind *:<port>'],
    ['10.0.0.1:1 to 10.0.0.2:65535.', '10.0.0.1:<port> to 10.0.0.2:<port>.'],
    ['wss://feed.example.com:8443/ws closed', 'wss://feed.example.com:<port>/ws closed'],
  ],
  'line and column': [
    ['Unexpected token at app.js:10:5', 'Unexpected token at app.js:<line>'],
    ['at handler (worker.js:12345:67890)', 'at handler (worker.js:<line>)'],
    ['at src/a/b.ts:1:2.', 'at src/a/b.ts:<line>.'],
    ['at /app/src/a.ts:10:5', 'at a.ts:<line>'],
    ['Import failed in file:///app/src/index.mjs:7:1', 'Import failed in index.mjs:<line>'],
    ['at C:\\app\\src\\a.js:10:5', 'at a.js:<line>'],
    ['evalmachine.<anonymous>:3:15', 'evalmachine.<anonymous>:<line>'],
    ['at <anonymous>:1:7', 'at <anonymous>:<line>'],
    ['at (index):45:3', 'at (index):<line>'],
    ['at [eval]:1:7', 'at [eval]:<line>'],
    ['at [worker eval]:1:7', 'at [worker eval]:<line>'],
    ['node:internal/modules/cjs/loader:1080:15', 'node:internal/modules/cjs/loader:<line>'],
    ['at node:fs:601:3', 'at node:fs:<line>'],
    ['http://localhost:3000/static/js/main.js:1:2345', 'http://localhost:<port>/static/js/main.js:<line>'],
    ['https://example.com/:10:5', 'https://example.com/:<line>'],
    ['App.tsx?t=1714566645123:45:13', 'App.tsx?t=1714566645123:<line>'],
    ['webpack-internal:///./src/App.tsx:45:13', 'webpack-internal:///./src/App.tsx:<line>'],
    ['in JSON at position 42 (line 1 column 43)', 'in JSON at position <line> (line <line>)'],
    ['line 3 column 5', 'line <line>'],
    ['Line: 3, Column: 5', 'Line <line>'],
    ['line 3:5', 'line <line>'],
    ['src/a.ts(10,5): error TS2304', 'src/a.ts(<line>): error TS2304'],
    ['a.js: Unexpected token (10:5)', 'a.js: Unexpected token (<line>)'],
    ['VM123:1:5', 'VM123:<line>'],
    ['debugger eval code:1:5', 'debugger eval code:<line>'],
  ],
  'absolute paths': [
    [
      "ENOENT: no such file or directory, open '/home/alice/app/config.json'",
      "ENOENT: no such file or directory, open 'config.json'",
    ],
    ["rename '/home/a/tmp/a.txt' -> '/home/b/tmp/b.txt'", "rename 'a.txt' -> 'b.txt'"],
    ["mkdir '/var/lib/errord/data'", "mkdir 'data'"],
    ["mkdir '/var/lib/errord/data/'", "mkdir 'data'"],
    ["open '/Users/Al Ice/My Docs/a b.txt'", "open 'a b.txt'"],
    ['open C:\\Users\\bob\\a.txt failed', 'open a.txt failed'],
    ["open 'C:\\Program Files\\My App\\main.js'", "open 'main.js'"],
    ['cannot load C:\\Program Files\\My App\\main.js now', 'cannot load main.js now'],
    ['cannot load C:/Users/bob/a.txt', 'cannot load a.txt'],
    ['cannot load C:\\\\Users\\\\bob\\\\a.txt', 'cannot load a.txt'],
    ['open \\\\server\\share\\dir\\a.txt', 'open a.txt'],
    ["Cannot find module '/app/node_modules/x/index.js'", "Cannot find module 'index.js'"],
    ['file:///C:/Users/bob/a.mjs', 'a.mjs'],
    ['path=/etc/app/app.conf,', 'path=app.conf,'],
    ['(/srv/www/index.html)', '(index.html)'],
    ['EACCES: /opt/bin/tool.', 'EACCES: tool.'],
    ['from C:\\a\\x.txt to D:\\b\\y.txt', 'from x.txt to y.txt'],
  ],
};

const UNTOUCHED: Record<string, readonly string[]> = {
  'clock times, dates and durations': [
    'at 12:30:45',
    'at 12:30',
    '2024-05-01T12:30:45.123Z job failed',
    '2024-05-01T12:30:45+02:00',
    '2024-05-01 12:30:45,123',
    'Duration 1:02:03 exceeds the limit',
    'Report for 2024-05-01 failed',
    '[12:30:45] tick',
    'time=12:30:45',
    'backup/2024-05-01T12:30:45',
    '05/01/2024',
  ],
  'other numbers': [
    'Order 1234 not found',
    'status:404',
    'user:1234',
    'code:500',
    'code: 500',
    'error.code:500',
    'user.id:1234',
    'Request failed with status code 404',
    'HTTP 503',
    'ratio 16:9',
    'aspect (16:9)',
    'score 3:2',
    'Unknown device 00:1A:2B:3C:4D:5E',
    'Commit 550e8400 missing',
    'version 1.2.3',
    'key user:1234:5678 missing',
    'report 3000',
    'import 3000 rows',
    'port 70000',
    '127.0.0.1:99999',
    '1.2.3:80',
    'fe80::1',
    '2001:db8::1 unreachable',
    'std::vector',
    'line 10',
    'Unexpected token in JSON at position 42',
    'Invalid row 12:30',
  ],
  'what only looks like an id': [
    '550e8400-e29b-41d4-a716-44665544000',
    '1550e8400-e29b-41d4-a716-446655440000',
    'x550e8400-e29b-41d4-a716-446655440000',
    '550e8400-e29b-41d4-a716-4466554400001',
    '550e8400e29b41d4a716446655440000',
    'g50e8400-e29b-41d4-a716-44665544000z',
    '0x',
    '0xzz',
    '0x12g',
    '10x20',
    'box0x12',
  ],
  'paths that are no absolute file paths': [
    "Cannot find module './src/a.ts'",
    "Cannot find module '../lib/a.ts'",
    'Cannot GET /users/list',
    'Cannot GET /home/list',
    'GET /static/app.js 404',
    'No routes matched location "/app/users"',
    'route /orders/list missing',
    'https://api.example.com/v1/users/list.json',
    'https://example.com/home/alice/a.txt',
    '//cdn.example.com/a.js',
    'application/json',
    'and/or',
    'src/index.ts',
    '~/a.txt',
    '/',
    '/tmp',
    '</div>',
    'a / b',
  ],
};

const DIFFERENT: readonly (readonly [string, string])[] = [
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED ::1:5432'],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.2:5432'],
  ['User 550e8400-e29b-41d4-a716-446655440000', 'User 0x550e8400'],
  ["open '/home/a/x.json'", "open '/home/a/y.json'"],
  ['at a.js:10:5', 'at b.js:10:5'],
  ['ptr=0x7f8a1c0042a0 size=10', 'ptr=0x7f8a1c0042a0 size=20'],
  ['http://a.example.com:80/x', 'http://b.example.com:80/x'],
];

describe('normalizeMessage', () => {
  for (const [topic, cases] of Object.entries(NORMALIZED)) {
    for (const [message, expected] of cases) {
      it(`replaces ${topic}: ${message}`, () => {
        assert.equal(normalizeMessage(message), expected);
      });
    }
  }

  for (const [topic, messages] of Object.entries(UNTOUCHED)) {
    for (const message of messages) {
      it(`leaves ${topic}: ${message}`, () => {
        assert.equal(normalizeMessage(message), message);
      });
    }
  }

  for (const [one, other] of DIFFERENT) {
    it(`keeps apart: ${one} | ${other}`, () => {
      assert.notEqual(normalizeMessage(one), normalizeMessage(other));
    });
  }

  it('is deterministic and total for any text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '0x1f',
        ':',
        '/',
        '\\',
        '::',
        '[',
        ']',
        '(',
        ')',
        ' ',
        '"',
        "'",
        'C:\\',
        '.js',
        'port',
        'line',
        'file://',
      ),
      fc.integer({ min: 0, max: 99_999 }).map(String),
      fc.uuid(),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const message = pieces.join('');
        assert.equal(normalizeMessage(message), normalizeMessage(message));
      }),
      { numRuns: 2000 },
    );
  });

  const hostile = [
    'a b\\',
    ':1',
    ':1:1',
    '/a',
    '0xf',
    'C:\\a ',
    '::1',
    '[::',
    '(1:1',
    'port ',
    'line 1 ',
    "'/a ",
    '-',
    '\\\\a ',
    '=1:1:1',
    'a.',
    '%',
  ];
  for (const unit of hostile) {
    it(`is linear in messages made of ${JSON.stringify(unit)}`, () => {
      const message = `C:\\${unit.repeat(Math.ceil(400_000 / unit.length))}?`;
      // A quadratic scan of this length would take minutes.
      assertQuick(2000, () => normalizeMessage(message));
    });
  }
});
