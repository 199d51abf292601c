// `errord tail` over real daemons, as a process of its own.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { type WebSocket, WebSocketServer } from 'ws';
import type { FeedMessage } from '../../schemas/feed.js';
import { SEARCH_CHARS_MAX } from '../../schemas/limits.js';
import { type FeedNews, followFeed, toWaitMs } from '../../src/cli/feed.js';
import { CLI_FEED_SILENCE_MS, CLI_RECONNECT_FIRST_MS, CLI_RECONNECT_MAX_MS } from '../../src/cli/limits.js';
import type { Target } from '../../src/cli/target.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { takeFreePort } from '../support/free-port.js';
import { callJson } from '../support/http.js';
import { addKey, bearer } from '../support/keys.js';
import { CLI_PATH, openTempDir, runCli, spawnCli } from './run-cli.js';

describe('errord tail', () => {
  const fixture = useDaemon();
  const home = openTempDir();
  const running = new Set<Tail>();
  after(home.remove);
  afterEach(() => {
    for (const tail of running) tail.child.kill('SIGKILL');
    running.clear();
  });

  type Tail = ReturnType<typeof start>;
  function start(url: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
    const child = spawnCli(['tail', '--url', url, ...args], { homeDir: home.path, env });
    const tail = {
      child,
      out: openLines(child.stdout),
      notes: openLines(child.stderr),
      ended: once(child, 'close') as Promise<[number | null, string | null]>,
    };
    running.add(tail);
    return tail;
  }

  async function follow(url: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
    const tail = start(url, args, env);
    assert.match((await tail.notes.next()) ?? '', /^Following http:\/\/127\.0\.0\.1:\d+\/; Ctrl-C ends it\.$/);
    return tail;
  }

  const post = (url: string, path: string, body: unknown) => callJson(`${url}/api/${path}`, { body });

  it('shows errors, requests and logs as they are stored, a line each, and ends with 0 on SIGINT', async () => {
    const { url } = await fixture.start();
    const tail = await follow(url);
    await post(url, 'events', anEvent({ message: 'first' }));
    assert.match(
      (await tail.out.next()) ?? '',
      /^\d\d:\d\d:\d\d {2}error {4}error {4}shop {8}\w+ {2}new {2}TypeError: first$/,
    );
    await post(url, 'events', anEvent({ message: 'first' }));
    assert.match((await tail.out.next()) ?? '', / {2}2× {2}TypeError: first$/);
    await post(url, 'events/request', { method: 'GET', url: '/cart', statusCode: 500, duration: 12.4 });
    assert.match((await tail.out.next()) ?? '', /^[\d:]+ {2}request {2}500 {6}- {11}\w+ {2}12 ms {2}GET \/cart$/);
    await post(url, 'logs', { level: 'warn', message: 'cart is empty', projectId: 'shop' });
    assert.match((await tail.out.next()) ?? '', /^[\d:]+ {2}log {6}warn {5}shop {8}cart is empty$/);
    tail.child.kill('SIGINT');
    assert.deepEqual(await tail.ended, [0, null]);
  });

  it('shows what the filters leave alone, and ends by itself after --limit', async () => {
    const { url } = await fixture.start();
    const tails = await Promise.all(
      [
        '--kind requests --limit 1',
        '--kind errors,logs --search CART --limit 1',
        '--level warn --limit 1',
        '--severity fatal --limit 1',
        '--project blog --limit 1',
        '--source frontend --limit 1',
      ].map((line) => follow(url, line.split(' '))),
    );
    await post(url, 'logs', { level: 'info', message: 'one' });
    await post(url, 'logs', { level: 'warn', message: 'two' });
    await post(url, 'events/request', { method: 'GET', url: '/cart' });
    await post(url, 'events', anEvent({ message: 'no cart' }));
    await post(url, 'events', anEvent({ message: 'three', severity: 'fatal' }));
    await post(url, 'logs', { level: 'info', message: 'four', projectId: 'blog' });
    await post(url, 'logs', { level: 'info', message: 'five', source: 'frontend' });
    const lines = await Promise.all(
      tails.map(async ({ out, ended }) => {
        assert.deepEqual(await ended, [0, null]);
        const shown = [await out.next(), await out.next()];
        return shown.map((line) => (line === null ? null : (line.split(/ {2,}/).at(-1) ?? '')));
      }),
    );
    const wanted = ['GET /cart', 'TypeError: no cart', 'two', 'TypeError: three', 'four', 'five'];
    assert.deepEqual(
      lines,
      wanted.map((text) => [text, null]),
    );
  });

  it('shows the logs that a query finds, and nothing else unless --kind names it', async () => {
    const { url } = await fixture.start();
    const query = '(cart*empty OR "timed out") !level:debug';
    const [logs, both] = await Promise.all([
      follow(url, [query, '--limit', '2']),
      follow(url, [query, '--kind', 'logs,requests', '--limit', '3']),
    ]);
    await post(url, 'logs', { level: 'debug', message: 'cart is empty' });
    await post(url, 'events/request', { method: 'GET', url: '/timed' });
    await post(url, 'events', anEvent({ message: 'cart is empty' }));
    await post(url, 'logs', { level: 'warn', message: 'the cart was EMPTY' });
    await post(url, 'logs', { level: 'info', message: 'empty cart, timed outside' });
    await post(url, 'logs', { level: 'info', message: 'timed, out' });
    const read = async ({ out }: Tail, count: number): Promise<string[]> => {
      const lines = [];
      while (lines.length < count) lines.push((await out.next()) ?? '');
      return lines.map((line) => line.split(/ {2,}/).at(-1) ?? '');
    };
    const found = ['the cart was EMPTY', 'empty cart, timed outside'];
    assert.deepEqual(await read(logs, 2), found);
    assert.deepEqual(await read(both, 3), ['GET /timed', ...found]);
    assert.deepEqual(await logs.ended, [0, null]);
  });

  it('prints one JSON object on each line with --json, the same that the feed sends', async () => {
    const { url } = await fixture.start();
    const tail = await follow(url, ['--json', '--limit', '2']);
    const message = 'a\u001b[2J\nb\u202e';
    await post(url, 'logs', { level: 'info', message });
    await post(url, 'events', anEvent());
    const [log, error] = [await tail.out.next(), await tail.out.next()];
    assert.doesNotMatch(log ?? '', /[\p{Cc}\u202e]/u);
    const messages = [log, error].map((line) => JSON.parse(line ?? '') as FeedMessage);
    assert.deepEqual(
      messages.map(({ type }) => type),
      ['new_log', 'new_error'],
    );
    assert.ok(messages[0]?.type === 'new_log');
    assert.equal(messages[0].payload.message, message);
    assert.deepEqual(await tail.ended, [0, null]);
  });

  it('says that it has lost the daemon, and goes on when it is back', async () => {
    const port = await takeFreePort();
    const first = await fixture.start({ port });
    const tail = await follow(first.url);
    await first.stop();
    assert.match(
      (await tail.notes.next()) ?? '',
      /^Lost the daemon \(1001 the daemon stops\); the next try is in 0\.25 s\.$/,
    );
    const { url } = await fixture.start({ port });
    const notes = [];
    for (let note = await tail.notes.next(); note !== null; note = await tail.notes.next()) {
      notes.push(note);
      if (note.startsWith('Connected again')) break;
    }
    for (const note of notes.slice(0, -1)) assert.match(note, /^Lost the daemon \(ECONNREFUSED\); the next try is in/);
    await post(url, 'logs', { level: 'info', message: 'back' });
    assert.match((await tail.out.next()) ?? '', /back$/);
    tail.child.kill('SIGTERM');
    assert.deepEqual(await tail.ended, [0, null]);
  });

  it('ends with 0 when the reader of its output goes away', async () => {
    const { url } = await fixture.start();
    const tail = await follow(url);
    tail.child.stdout?.destroy();
    await once(tail.child.stdout ?? tail.child, 'close');
    // The pipe tells nothing before something is written to it.
    const write = () => post(url, 'logs', { level: 'info', message: 'anybody there?' }).then(() => null);
    let end: readonly unknown[] | null = null;
    while (end === null) end = await Promise.race([tail.ended, write()]);
    assert.deepEqual(end, [0, null]);
    assert.equal(await tail.notes.next(), null);
  });

  it('follows with the key of ERRORD_KEY, and ends with 1 when the key is revoked', async () => {
    const { url } = await fixture.start();
    const { key: admin } = await addKey(url, null, { name: 'ada', role: 'admin' });
    const { key, id } = await addKey(url, admin, { name: 'eve', role: 'reader' });
    const tail = await follow(url, [], { ERRORD_KEY: key });
    await callJson(`${url}/api/logs`, { body: { level: 'info', message: 'for readers' }, headers: bearer(admin) });
    assert.match((await tail.out.next()) ?? '', /for readers$/);
    await callJson(`${url}/api/keys/${id}`, { method: 'DELETE', headers: bearer(admin) });
    assert.match((await tail.notes.next()) ?? '', /^Lost the daemon \(1008 the key or the session is over\)/);
    assert.match(
      (await tail.notes.next()) ?? '',
      /^The daemon refuses to be followed \(HTTP 401\); ERRORD_KEY must be/,
    );
    assert.deepEqual(await tail.ended, [1, null]);
  });

  it('says with 1 at the start that no errord is there', async () => {
    const url = `http://127.0.0.1:${await takeFreePort()}`;
    const { exitCode, stderr } = await runCli(['tail', '--url', url], { homeDir: home.path });
    assert.deepEqual([exitCode, /^errord is not running at .* \(ECONNREFUSED\)/.test(stderr)], [1, true]);
  });

  const refusals: readonly [string, RegExp][] = [
    ['--kind pages', /--kind "pages" must be one of errors, requests, logs/],
    ['--kind requests --severity fatal', /--severity is of errors, which --kind leaves out/],
    ['--kind errors --level warn', /--level is of logs, which --kind leaves out/],
    ['--level error', /--level "error" must be one of: log, info, warn, debug/],
    ['--kind errors cart', /QUERY is of logs, which --kind leaves out/],
    ['cart)', /at character 5 of the query: Nothing is open that this parenthesis could close; leave it out\.$/m],
    ['--limit 0', /--limit "0" must be a whole number from 1 on/],
    ['--project a..b', /--project "a\.\.b" is not the name of a project/],
    [`--search ${'x'.repeat(SEARCH_CHARS_MAX + 1)}`, /--search takes at most 256 characters/],
  ];
  for (const [line, sentence] of refusals) {
    it(`refuses "${line.slice(0, 40)}" with 2`, async () => {
      const { exitCode, stderr } = await runCli(['tail', ...line.split(' ')], { homeDir: home.path });
      assert.equal(exitCode, 2);
      assert.match(stderr, sentence);
    });
  }

  describe('on a terminal', () => {
    // util-linux; that of macOS takes other arguments.
    const hasScript = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout);

    for (const [name, flags, env, isColoured] of [
      ['has colours', '', {}, true],
      ['has none with --no-color', '--no-color', {}, false],
      ['has none where NO_COLOR is set', '', { NO_COLOR: '1' }, false],
      ['has none where the terminal has none', '', { TERM: 'dumb' }, false],
    ] as const) {
      it(`${name}, and lines no wider than it is`, async function () {
        if (!hasScript) this.skip();
        const { url } = await fixture.start();
        await post(url, 'logs', { level: 'warn', message: `evil\u001b[31m ${'x'.repeat(300)}`, projectId: 'shop' });
        const command = `stty cols 90; exec '${process.execPath}' '${CLI_PATH}' logs --url ${url} ${flags}`;
        const child = spawn('script', ['-qec', command, '/dev/null'], {
          env: { HOME: home.path, PATH: '/usr/bin:/bin', TERM: 'xterm-256color', SHELL: '/bin/sh', ...env },
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        let shown = '';
        for await (const chunk of child.stdout) shown += String(chunk);
        assert.equal(shown.includes('\u001b[33mwarn\u001b[0m'), isColoured, JSON.stringify(shown));
        const plain = shown.replace(/\u001b\[\d+m/g, '').trimEnd();
        assert.doesNotMatch(plain, /\p{Cc}/u);
        assert.ok(plain.includes('evil\\u001b[31m x') && plain.endsWith('…') && plain.length === 90, plain);
      });
    }
  });
});

describe('followFeed', () => {
  const servers: WebSocketServer[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      for (const client of server.clients) client.terminate();
      server.close();
    }
  });

  async function serve(onClient: (client: WebSocket) => void): Promise<Target> {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    servers.push(server);
    server.on('connection', onClient);
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const base = new URL(`http://127.0.0.1:${port}/`);
    return { base, page: base, token: undefined };
  }

  async function take(news: AsyncGenerator<FeedNews, void, void>, count: number): Promise<readonly FeedNews[]> {
    const taken: FeedNews[] = [];
    for await (const item of news) {
      taken.push(item);
      if (taken.length === count) break;
    }
    return taken;
  }

  it('gives up a connection that says nothing for too long, which is longer than a daemon ever does', async () => {
    const target = await serve(() => undefined);
    const news = followFeed({ target, project: null, signal: new AbortController().signal, silenceMs: 20 });
    // A machine that is busy may be silent for as long before it has connected.
    const kinds: FeedNews['kind'][] = [];
    let lost: FeedNews | undefined;
    for await (const item of news) {
      kinds.push(item.kind);
      lost = item;
      if (item.kind === 'lost' && kinds.includes('connected')) break;
    }
    assert.deepEqual(lost, {
      kind: 'lost',
      cause: 'the daemon said nothing for too long',
      waitMs: CLI_RECONNECT_FIRST_MS,
    });
    assert.ok(CLI_FEED_SILENCE_MS >= 2 * 60_000);
  });

  it('tells what came before the end of a connection, then the end', async () => {
    const target = await serve((client) => {
      for (let count = 0; count < 100; count += 1) client.send(String(count));
      client.close(1001, 'gone');
    });
    const news = await take(followFeed({ target, project: null, signal: new AbortController().signal }), 102);
    assert.deepEqual(
      [news[0]?.kind, news[1], news[100]?.kind],
      ['connected', { kind: 'message', text: '0' }, 'message'],
    );
    assert.deepEqual(news[101], { kind: 'lost', cause: '1001 gone', waitMs: CLI_RECONNECT_FIRST_MS });
  });

  it('ends with its signal, also while it waits for the next try', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const base = new URL(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`);
    server.close();
    await once(server, 'close');
    const stop = new AbortController();
    const kinds: string[] = [];
    for await (const { kind } of followFeed({
      target: { base, page: base, token: undefined },
      project: null,
      signal: stop.signal,
    })) {
      kinds.push(kind);
      stop.abort();
    }
    assert.deepEqual(kinds, ['lost']);
  });

  it('waits twice as long after each failure, up to a limit', () => {
    assert.deepEqual(
      [0, 1, 2].map(toWaitMs),
      [1, 2, 4].map((factor) => factor * CLI_RECONNECT_FIRST_MS),
    );
    assert.deepEqual([6, 7, 2000].map(toWaitMs), [CLI_RECONNECT_MAX_MS, CLI_RECONNECT_MAX_MS, CLI_RECONNECT_MAX_MS]);
    assert.ok(toWaitMs(5) < CLI_RECONNECT_MAX_MS);
  });
});

/** The lines of a stream, one at a time; null when it has ended. */
function openLines(stream: NodeJS.ReadableStream | null): { next: () => Promise<string | null> } {
  if (stream === null) throw new Error('there is no stream');
  const lines = createInterface({ input: stream })[Symbol.asyncIterator]();
  return {
    next: async () => {
      const line = await lines.next();
      return line.done === true ? null : line.value;
    },
  };
}
