import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { callDaemon, probeDaemon, toBaseUrl } from '../../src/cli/daemon-call.js';
import { without } from '../support/events.js';
import { answering, type FakeDaemon, openFakeDaemon, statusOf, strangelyAnswering } from './fake-daemon.js';
import { openTempDir, runCli } from './run-cli.js';

describe('errord status', () => {
  const home = openTempDir();
  const open: FakeDaemon[] = [];
  after(home.remove);
  afterEach(async () => {
    await Promise.all(open.splice(0).map((daemon) => daemon.close()));
  });

  async function serve(listener: RequestListener): Promise<FakeDaemon> {
    const daemon = await openFakeDaemon(listener);
    open.push(daemon);
    return daemon;
  }

  const status = (args: readonly string[], env: Record<string, string> = {}) =>
    runCli(['status', ...args], { homeDir: home.path, env });

  it('tells what a running daemon holds and keeps, and exits with 0', async () => {
    const { port } = await serve(answering({ '/api/status': [200, statusOf()] }));
    const { exitCode, stdout, stderr } = await status(['--port', String(port)]);
    assert.deepEqual(stdout.split('\n'), [
      `errord 9.8.7 runs at http://127.0.0.1:${port}/ (pid 4242)`,
      '  up        1 day 2 h, since 2025-01-02T03:04:05.000Z',
      '  database  /home/ada/.service/service.db',
      '  size      12.4 MB, write-ahead log 2.0 KB',
      '  holds     12 error groups, 340 events, 10 requests, 900 logs, 1 project',
      '  retention keeps 30 days, at most 2048 MB',
      '  feed      2 clients',
      '',
    ]);
    assert.deepEqual([exitCode, stderr], [0, '']);
  });

  it('names the daemons that share the database', async () => {
    const [startedAt, seenAt] = ['2025-01-02T03:04:05.000Z', '2025-01-03T03:04:05.000Z'];
    const daemons = [
      { number: 0, name: 'web-1:4242', version: '9.8.7', startedAt, seenAt },
      { number: 5, name: 'web\u001b[2J-2:7', startedAt, seenAt },
    ];
    const { port } = await serve(
      answering({ '/api/status': [200, statusOf({ database: { ...statusOf().database, daemons } })] }),
    );
    const { exitCode, stdout } = await status(['--port', String(port)]);
    assert.equal(exitCode, 0);
    assert.deepEqual(stdout.split('\n').slice(-4), [
      '  daemons   2 on this database',
      `            0: web-1:4242, version 9.8.7, since ${startedAt}, last seen ${seenAt}`,
      `            5: web\\u001b[2J-2:7, version unknown, since ${startedAt}, last seen ${seenAt}`,
      '',
    ]);
  });

  it('prints the same as JSON with --json', async () => {
    const answer = statusOf({ version: '1.0\u001b[31m\u202e' });
    const { port } = await serve(answering({ '/api/status': [200, answer] }));
    const { exitCode, stdout } = await status(['--json', '--port', String(port)]);
    assert.equal(exitCode, 0);
    assert.deepEqual(JSON.parse(stdout), answer);
    assert.doesNotMatch(stdout.replaceAll('\n', ''), /[\p{Cc}\u202e]/u);
  });

  it('exits with 1 and says which trouble keeps a running daemon from telling its status', async () => {
    const trouble = { error: 'The disk\u001b[2J is full.', code: 'storage_full' };
    const { port } = await serve(answering({ '/api/status': [503, trouble] }));
    const { exitCode, stderr } = await status(['--port', String(port)]);
    assert.equal(exitCode, 1);
    assert.match(
      stderr,
      /^errord runs at .*, but cannot tell its status \(storage_full: The disk\\u001b\[2J is full\.\)\n$/,
    );
  });

  it('finds the port in the environment, and the daemon of --url under its path', async () => {
    const daemon = await serve(
      answering({ '/api/status': [200, statusOf()], '/errors/api/status': [200, statusOf({ pid: 7 })] }),
    );
    const { stdout } = await status([], { SERVICE_PORT: String(daemon.port) });
    assert.match(stdout, /pid 4242/);
    const byUrl = await status(['--url', `http://127.0.0.1:${daemon.port}/errors/`]);
    assert.match(byUrl.stdout, /pid 7/);
  });

  it('sends the configured token', async () => {
    const daemon = await serve(answering({ '/api/status': [200, statusOf()] }));
    await status(['--port', String(daemon.port)], { SERVICE_AUTH_TOKEN: 'correct-horse' });
    assert.deepEqual(daemon.tokens, ['Bearer correct-horse']);
  });

  it('exits with 1 when nothing listens, and says how to start', async () => {
    const daemon = await openFakeDaemon(() => undefined);
    await daemon.close();
    const { exitCode, stdout, stderr } = await status(['--port', String(daemon.port)]);
    assert.deepEqual([exitCode, stdout], [1, '']);
    assert.match(
      stderr,
      /^errord is not running at http:\/\/127\.0\.0\.1:\d+\/ \(ECONNREFUSED\)\.\nStart it with "errord start"/,
    );
  });

  it('says that a token is wanted, or that it is the wrong one', async () => {
    const refusal = { error: 'This daemon wants its token.', code: 'unauthorized' };
    const { port } = await serve(answering({ '/api/status': [401, refusal] }));
    const without = await status(['--port', String(port)]);
    assert.deepEqual([without.exitCode, /wants a key: set ERRORD_KEY/.test(without.stderr)], [1, true]);
    const wrong = await status(['--port', String(port)], { SERVICE_AUTH_TOKEN: 'wrong-token' });
    assert.deepEqual([wrong.exitCode, /does not know the key/.test(wrong.stderr)], [1, true]);
    assert.doesNotMatch(wrong.stderr, /wrong-token/);
  });

  const health = { status: 'ok', timestamp: '2025-01-02T03:04:05Z', uptime: 1 };
  const strangers: readonly [string, RequestListener, RegExp][] = [
    [
      'another program',
      strangelyAnswering({ '/api/status': [200, '<html>hello</html>'] }),
      /does not answer as errord does \(HTTP 200\)/,
    ],
    [
      'a program of another API',
      strangelyAnswering({ '/api/status': [200, { name: 'other' }] }),
      /does not answer as errord/,
    ],
    ['one that is only healthy', answering({ '/api/health': [200, health] }), /is healthy, but has no status to tell/],
    [
      'one that redirects',
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      /does not answer as errord does \(HTTP 302\)/,
    ],
    [
      'one that hangs up',
      (request) => void request.socket.destroy(),
      /does not speak HTTP as errord does \(ECONNRESET\)/,
    ],
  ];
  for (const [name, listener, sentence] of strangers) {
    it(`exits with 1 and says so when ${name} answers`, async () => {
      const { port } = await serve(listener);
      const { exitCode, stdout, stderr } = await status(['--port', String(port)]);
      assert.deepEqual([exitCode, stdout], [1, '']);
      assert.match(stderr, /^errord is not running at /);
      assert.match(stderr, sentence);
      assert.doesNotMatch(stderr, /^\s+at /m);
    });
  }

  it('shows escape sequences of a hostile answer instead of obeying them', async () => {
    const hostile = statusOf({
      version: '1\u001b]0;owned\u0007\n  database  /etc/passwd',
      database: { ...statusOf().database, path: '/tmp/\u009b2J\u202edb' },
    });
    const { port } = await serve(answering({ '/api/status': [200, hostile] }));
    const { exitCode, stdout } = await status(['--port', String(port)]);
    assert.equal(exitCode, 0);
    assert.doesNotMatch(stdout.replaceAll('\n', ''), /[\p{Cc}\u202e]/u);
    assert.match(stdout, /errord 1\\u001b\]0;owned\\u0007\\u000a {2}database/);
    assert.equal(stdout.split('\n').length, 8);
  });

  it('reads a bounded part of an answer without end', async () => {
    let writtenBytes = 0;
    const block = Buffer.alloc(16_384, 'x');
    const { port } = await serve((request, response) => {
      const pour = (): void => {
        while (!request.socket.destroyed && response.write(block)) writtenBytes += block.length;
      };
      response.on('drain', pour);
      pour();
    });
    const { exitCode, stderr } = await status(['--port', String(port)]);
    assert.equal(exitCode, 1);
    assert.match(stderr, /does not answer as errord does/);
    assert.ok(writtenBytes < 50_000_000, `${writtenBytes} bytes were taken`);
  });

  it('refuses a --url that is no address with 2', async () => {
    for (const url of ['localhost:3800', 'ftp://a.de', 'http://', 'http://user:secret@a.de']) {
      const { exitCode, stderr } = await status(['--url', url]);
      assert.equal(exitCode, 2, url);
      assert.match(stderr, /^errord: --url must be an address such as http:\/\/host:3800, .*; see errord --help\.\n$/);
    }
  });
});

describe('the stand-in for a daemon', () => {
  it('gives no answer that the API document does not describe', () => {
    const withoutPid = without(statusOf(), 'pid');
    for (const [path, status, body] of [
      ['/api/status', 200, withoutPid],
      ['/api/status', 200, { ...statusOf(), more: 1 }],
      ['/api/status', 418, { error: 'I am a teapot.', code: 'internal' }],
      ['/api/unheard-of', 200, {}],
    ] as const) {
      assert.throws(() => answering({ [path]: [status, body] }), assert.AssertionError);
    }
  });
});

describe('callDaemon', () => {
  it('gives up on a program that accepts and says nothing', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const base = toBaseUrl({ host: '127.0.0.1', port });
    const answer = await callDaemon({ base, method: 'GET', path: '/api/status', timeoutMs: 20 });
    assert.deepEqual(answer, { kind: 'garbled', cause: 'no answer in time' });
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('recognises a program that does not speak HTTP', async () => {
    const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const probe = await probeDaemon(toBaseUrl({ host: '127.0.0.1', port }));
    assert.equal(probe.kind, 'other');
    server.close();
  });
});

describe('toBaseUrl', () => {
  const cases: readonly [string, string][] = [
    ['0.0.0.0', 'http://127.0.0.1:3800/'],
    ['::', 'http://[::1]:3800/'],
    ['::1', 'http://[::1]:3800/'],
    ['192.168.1.2', 'http://192.168.1.2:3800/'],
    ['dev.local', 'http://dev.local:3800/'],
  ];
  for (const [host, href] of cases) {
    it(`reaches a daemon that listens on ${host} at ${href}`, () => {
      assert.equal(toBaseUrl({ host, port: 3800 }).href, href);
    });
  }
});
