import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { AuditList } from '../../schemas/audit.js';
import type { DaemonStatus } from '../../schemas/stats.js';
import { parseOptions } from '../../src/config.js';
import { SOCKET_PATH_BYTES_MAX } from '../../src/limits.js';
import { findLine, runCli, spawnCli } from '../cli/run-cli.js';
import { endDaemonProcesses, startDaemonProcess } from '../support/daemon-process.js';
import { anEvent } from '../support/events.js';
import { FeedClient } from '../support/feed-client.js';
import { useTempDir } from '../support/temp-dir.js';

interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

describe('a daemon on a unix socket', () => {
  const dir = useTempDir();
  afterEach(endDaemonProcesses);
  const socketPath = (): string => join(dir(), 'errord.sock');
  const host = (): string => `unix:${socketPath()}`;
  const start = (flags: readonly string[] = [], file = 'service.db') =>
    startDaemonProcess(join(dir(), file), ['--host', host(), ...flags]);
  const cli = (...args: readonly string[]) => runCli(args, { homeDir: dir(), env: { SERVICE_HOST: host() } });

  async function ask(line: string, { body, headers = {} }: Sent = {}): Promise<{ status: number; text: string }> {
    const [method = '', path = ''] = line.split(' ');
    const bytes = body === undefined ? '' : JSON.stringify(body);
    const length = method === 'GET' ? {} : { 'content-length': Buffer.byteLength(bytes) };
    const call = request({ socketPath: socketPath(), path, method, agent: false, headers: { ...length, ...headers } });
    call.end(bytes);
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 0, text: await text(answer) };
  }

  /** What a second daemon says that is refused. */
  async function refusal(): Promise<string> {
    const { exitCode, stderr } = await cli('start', '--db-path', join(dir(), 'second.db'));
    assert.equal(exitCode, 1);
    assert.ok(!existsSync(join(dir(), 'second.db')), 'before the database is touched');
    return stderr;
  }

  it('takes records, answers and tells the feed, to its owner alone, and takes its file away at the end', async () => {
    const daemon = await start();
    assert.equal(daemon.url, host());
    assert.equal(statSync(socketPath()).mode & 0o777, 0o600);
    const createSocket = () => createConnection(socketPath());
    const feed = await FeedClient.open('ws://localhost/ws', { createConnection: createSocket });
    assert.equal((await ask('POST /api/events', { body: anEvent({ message: 'over a socket' }) })).status, 201);
    assert.match(await feed.nextText(), /over a socket/);
    assert.match((await ask('GET /api/errors')).text, /over a socket/);
    assert.match((await ask('GET /', { headers: { accept: 'text/html' } })).text, /<div id="root">/);
    feed.socket.terminate();
    assert.equal(await daemon.stop(), 0);
    assert.equal(existsSync(socketPath()), false);
  });

  it('lets the group in where its folder is for the group and nobody else', async () => {
    chmodSync(dir(), 0o750);
    await start();
    assert.equal(statSync(socketPath()).mode & 0o777, 0o660);
  });

  it('says at the start how to reach it', async () => {
    const child = spawnCli(['--host', host(), '--db-path', 'a.db'], { homeDir: dir() });
    const line = await findLine(child.stdout, 'curl');
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
    assert.equal(line, `  try       curl --unix-socket ${socketPath()} http://localhost/api/health`);
  });

  it('starts in place of a daemon that was killed, and not in place of one that lives', async () => {
    const killed = await start();
    await killed.stop('SIGKILL');
    assert.ok(existsSync(socketPath()));
    const { child } = await start();
    const sentence = await refusal();
    assert.match(sentence, /^errord: The socket \S+errord\.sock is taken by another errord \(version .*\): /m);
    assert.ok(sentence.includes(`pid ${child.pid}`), sentence);
    assert.match(sentence, /elsewhere with --host or SERVICE_HOST/);
    assert.equal((await ask('GET /api/health')).status, 200);
  });

  it('leaves what is no socket as it is, and what it has no folder for', async () => {
    writeFileSync(socketPath(), 'a letter');
    assert.match(await refusal(), /what is there is no socket; remove it, or choose another path\.\n$/);
    assert.equal(readFileSync(socketPath(), 'utf8'), 'a letter');
    symlinkSync(socketPath(), join(dir(), 'link'));
    mkdirSync(join(dir(), 'folder'));
    for (const name of ['link', 'folder']) {
      const path = join(dir(), name);
      const { stderr } = await cli('start', '--db-path', 'b.db', '--host', `unix:${path}`);
      assert.match(stderr, /what is there is no socket/);
    }
    const { stderr } = await cli('start', '--db-path', 'b.db', '--host', `unix:${dir()}/no/errord.sock`);
    assert.match(stderr, /the folder \S+\/no is not there, or nothing may be made in it\.\n$/);
  });

  it('does not take away the socket of another that has taken its place', async () => {
    const first = await start();
    renameSync(socketPath(), `${socketPath()}.old`);
    await start([], 'second.db');
    assert.equal(await first.stop(), 0);
    assert.equal((await ask('GET /api/health')).status, 200);
  });

  it('takes its callers for programs of this machine, and believes a trusted proxy for whom it calls', async () => {
    await start(['--trust-proxy']);
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    const own = JSON.parse((await ask('GET /api/status')).text) as DaemonStatus;
    assert.equal(own.database.path, join(dir(), 'service.db'));
    const others = JSON.parse((await ask('GET /api/status', { headers: forwarded })).text) as DaemonStatus;
    assert.equal(others.database.path, undefined);
    for (const headers of [forwarded, {}])
      assert.equal((await ask('POST /api/clear', { body: { projectId: 'none' }, headers })).status, 200);
    const { entries } = JSON.parse((await ask('GET /api/audit')).text) as AuditList;
    assert.deepEqual(
      entries.map(({ address }) => address),
      ['127.0.0.1', '203.0.113.9'],
    );
    assert.equal((await ask('GET /api/errors', { headers: { host: 'evil.example' } })).status, 403);
    assert.equal((await ask('POST /api/clear', { headers: { origin: 'https://evil.example' } })).status, 403);
  });

  it('is reached by the commands, by configuration or --url', async () => {
    await start();
    await ask('POST /api/events', { body: anEvent({ message: 'seen in a terminal' }) });
    const status = await cli('status');
    assert.ok(status.stdout.includes(` runs at ${host()} (pid `), status.stdout + status.stderr);
    assert.match((await cli('errors')).stdout, /seen in a terminal/);
    const byUrl = await runCli(['errors', '--url', host()], { homeDir: dir() });
    assert.match(byUrl.stdout, /seen in a terminal/);
    const tail = spawnCli(['tail'], { homeDir: dir(), env: { SERVICE_HOST: host() } });
    const line = findLine(tail.stdout, 'told live');
    assert.notEqual(await findLine(tail.stderr, host()), null);
    await ask('POST /api/events', { body: anEvent({ message: 'told live' }) });
    assert.notEqual(await line, null);
    tail.kill('SIGTERM');
    assert.equal((await cli('clear', '--yes')).exitCode, 0);
    for (const command of ['open', 'dsn']) {
      const { exitCode, stderr } = await cli(command);
      assert.equal(exitCode, 1);
      assert.match(
        stderr,
        /listens on a unix socket, .*: give the address of the proxy in front of it with --url\.\n$/,
      );
    }
  });

  it('is for this machine alone, and has no second port', () => {
    assert.equal(parseOptions({ private: true, host: 'unix:/run/errord.sock' }).host, 'unix:/run/errord.sock');
    assert.throws(
      () => parseOptions({ host: 'unix:/run/errord.sock', spotlightPort: 0 }),
      /no second port beside a unix/,
    );
  });

  it('has a path from / on, of 103 bytes at most', () => {
    const toHost = (bytes: number): string => `unix:/${'a'.repeat(bytes - 1)}`;
    assert.equal(SOCKET_PATH_BYTES_MAX, 103);
    assert.equal(parseOptions({ host: toHost(103) }).host, toHost(103));
    const umlauts = `unix:/${'ä'.repeat(52)}`;
    for (const wrong of [
      toHost(104),
      umlauts,
      'unix:',
      'unix:errord.sock',
      'unix:/run/',
      'unix:/a\nb',
      'unix:/a\u0000b',
    ])
      assert.throws(() => parseOptions({ host: wrong }), /host: .* unix: and the path of a socket from \/ on/s, wrong);
  });
});
