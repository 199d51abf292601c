import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { tellCalls } from '../../../clients/core/debug.js';
import { DEBUG_BODY_CHARS, DEBUG_LINES_MAX, DEBUG_PERIOD_MS } from '../../../clients/core/limits.js';
import { parseOptions } from '../../../clients/core/options.js';
import { type App, endApps, startApp } from '../../support/client-app.js';
import { startFakeDaemon } from '../../support/fake-daemon.js';
import { useSharedDaemon } from '../../support/shared-daemon.js';

describe('a client that is told to say what it does', () => {
  const daemon = useSharedDaemon();
  afterEach(endApps);

  const start = (env: Readonly<Record<string, string>>): App =>
    startApp('told', { nodeArgs: ['--import', '@errord/node/auto'], env: { ERRORD_PROJECT: 'shop', ...env } });

  /**
   * The lines of a program that captures one error and sends it: `flush` waits for whoever answers, `try` for a moment only.
   */
  async function linesOf(
    url: string,
    { send = 'flush', env = {} }: { send?: 'flush' | 'try'; env?: Readonly<Record<string, string>> } = {},
  ): Promise<readonly string[]> {
    const app = start({ ERRORD_URL: url, ERRORD_DEBUG: 'true', ...env });
    app.tell('capture 1');
    await app.line();
    app.tell(send);
    await app.line();
    app.tell('end');
    const { stderr } = await app.ended;
    return stderr.split('\n').filter((line) => line !== '');
  }

  it('says where it reports to and what a daemon answers', async () => {
    const [first, second, ...others] = await linesOf(daemon.url());
    assert.equal(first, `errord: reports to ${daemon.url()} as shop`);
    assert.match(second ?? '', /^errord: 201 from \S+\/api\/events\/batch: "\[\{.*"fingerprint/);
    assert.deepEqual(others, []);
  });

  it('says that nobody listens there', async () => {
    const lines = await linesOf('http://127.0.0.1:9', { send: 'try' });
    assert.match(lines[1] ?? '', /^errord: no answer from http:\/\/127\.0\.0\.1:9\/api\/events\/batch, .*ECONNREFUSED/);
    assert.ok(lines.length <= DEBUG_LINES_MAX);
  });

  it('says that it was refused, and by which answer', async () => {
    const fake = await startFakeDaemon();
    fake.answers.push(401);
    const lines = await linesOf(fake.url);
    assert.match(lines[1] ?? '', /^errord: 401 from /);
    await fake.stop();
  });

  it('says that what answers at a wrong URL knows no such route', async () => {
    const lines = await linesOf(`${daemon.url()}/elsewhere`);
    assert.match(lines[1] ?? '', /^errord: 404 from \S+\/elsewhere\/api\/events\/batch: /);
  });

  it('says what became of the last call of a process that fails', async () => {
    const lastWord = async (url: string): Promise<string | undefined> => {
      const env = { ERRORD_PROJECT: 'shop', ERRORD_DEBUG: 'true', ERRORD_URL: url };
      const app = startApp('ends', { nodeArgs: ['--import', '@errord/node/auto'], args: ['throw'], env });
      const { stderr } = await app.ended;
      return stderr.split('\n').find((line) => line.endsWith('as the process ended'));
    };
    // One after the other: none is to be held up by the others for so long that its last call is given up.
    for (const [url, answer] of [
      [daemon.url(), '201'],
      [`${daemon.url()}/elsewhere`, '404'],
      ['http://127.0.0.1:9', 'no answer'],
    ] as const) {
      assert.equal(await lastWord(url), `errord: ${answer} from ${url} as the process ended`);
    }
  });

  it('says nothing unless it is told to', async () => {
    assert.deepEqual(await linesOf('http://127.0.0.1:9', { send: 'try', env: { ERRORD_DEBUG: 'false' } }), []);
  });

  it('says so many lines and no more, none longer than an answer may be, and no password', async () => {
    const lines: string[] = [];
    const answer = { status: 200, retryAfter: null, body: `\u001b[31m${'x'.repeat(10_000)}` };
    const settings = parseOptions({ serverUrl: 'http://user:hunter2@127.0.0.1:1' });
    const send = tellCalls(
      () => Promise.resolve(answer),
      settings,
      (line) => lines.push(line),
    );
    for (let call = 0; call < 2 * DEBUG_LINES_MAX; call++) assert.equal(await send('/path', '[]'), answer);
    assert.equal(lines.length, DEBUG_LINES_MAX);
    assert.ok(lines.at(-1)?.endsWith(' (no more for a while)'));
    for (const line of lines) {
      assert.ok(line.length < DEBUG_BODY_CHARS + 100, line);
      assert.ok(!line.includes('hunter2') && !line.includes('\u001b'), line);
    }
  });

  it('says more when its period is over, and not before', async () => {
    mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
    try {
      const lines: string[] = [];
      const answer = { status: 200, retryAfter: null, body: '[]' };
      const send = tellCalls(
        () => Promise.resolve(answer),
        parseOptions({}),
        (line) => lines.push(line),
      );
      for (let call = 0; call < DEBUG_LINES_MAX; call++) await send('/path', '[]');
      mock.timers.tick(DEBUG_PERIOD_MS - 1);
      await send('/path', '[]');
      assert.equal(lines.length, DEBUG_LINES_MAX);
      mock.timers.tick(1);
      await send('/path', '[]');
      assert.equal(lines.length, DEBUG_LINES_MAX + 1);
    } finally {
      mock.timers.reset();
    }
  });
});
