import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { tellCalls, tellUnsent } from '../../../clients/core/debug.js';
import { DEBUG_BODY_CHARS, DEBUG_LINES_MAX, DEBUG_PERIOD_MS } from '../../../clients/core/limits.js';
import { parseOptions } from '../../../clients/core/options.js';
import { deliverNow } from '../../../clients/node/src/last-call.js';
import { tellLastCall } from '../../../clients/node/src/last-word.js';
import { EXIT_TIMEOUT_MS, LAST_REASON_BYTES_MAX } from '../../../clients/node/src/limits.js';
import { type App, endApps, runApp, startApp } from '../../support/client-app.js';
import { type FakeDaemon, startFakeDaemon } from '../../support/fake-daemon.js';
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
    assert.match(
      lines.at(-1) ?? '',
      /^errord: 1 record not delivered to \S+:9 as the process ended: the daemon was away/,
    );
    assert.ok(lines.length <= DEBUG_LINES_MAX + 1);
  });

  it('says that a process has ended before the daemon answered', async () => {
    const fake = await startFakeDaemon();
    fake.isSilent = true;
    const app = start({ ERRORD_URL: fake.url, ERRORD_DEBUG: 'true' });
    app.tell('capture 1');
    await app.line();
    app.tell('end');
    const { stderr } = await app.ended;
    const reason = `no answer came within ${EXIT_TIMEOUT_MS} ms`;
    assert.equal(
      stderr.split('\n').at(-2),
      `errord: 1 record not delivered to ${fake.url} as the process ended: ${reason}`,
    );
    await fake.stop();
  });

  for (const option of ['ignoreErrors', 'sampleRate', 'beforeSend']) {
    it(`says once that ${option} keeps errors from being sent`, async () => {
      const { stderr } = await runApp('leaves-out', { args: [daemon.url(), option] });
      assert.deepEqual(stderr.split('\n').slice(1, -1), [
        `errord: an error is not sent, by ${option} (no more of these for a while)`,
      ]);
    });
  }

  it('says that nothing is sent when it is not enabled', async () => {
    const { stderr } = await runApp('leaves-out', { args: [daemon.url(), 'enabled'] });
    assert.equal(stderr, 'errord: nothing is sent, by enabled: false\n');
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
      return stderr.split('\n').find((line) => line.includes(' as the process ended'));
    };
    // One after the other: none is to be held up by the others for so long that its last call is given up.
    for (const [url, answer, reason = ''] of [
      [daemon.url(), '201'],
      [`${daemon.url()}/elsewhere`, '404'],
      ['http://127.0.0.1:9', 'no answer', ': connect ECONNREFUSED 127.0.0.1:9'],
    ] as const) {
      assert.equal(await lastWord(url), `errord: ${answer} from ${url} as the process ended${reason}`);
    }
  });

  describe('in the last call', () => {
    let fake: FakeDaemon;
    beforeEach(async () => {
      fake = await startFakeDaemon();
    });
    afterEach(() => fake.stop());

    /** The line about a call for which this thread waits, so that the daemon in it answers nothing. */
    const lastLine = (serverUrl: string, { headers = {}, timeoutMs = 10_000 } = {}): string => {
      const lines: string[] = [];
      const parcels = [{ path: '/path', body: '[]' }];
      tellLastCall(deliverNow, (line) => lines.push(line))({ serverUrl, headers, parcels, timeoutMs });
      return lines.join('\n');
    };
    const toStart = (url: string): string => `errord: no answer from ${url} as the process ended: `;

    it('says that the time is over', () => {
      assert.equal(lastLine(fake.url, { timeoutMs: 20 }), `${toStart(fake.url)}none came within 20 ms`);
    });

    it('says that no call could be made', () => {
      const headers = { 'no header': '' };
      assert.equal(lastLine(fake.url, { headers }), `${toStart(fake.url)}the thread that sends could not run`);
      const deliver = (): never => {
        throw new Error('no threads');
      };
      const lines: string[] = [];
      const tell = tellLastCall(deliver, (line) => lines.push(line));
      assert.throws(() => tell({ serverUrl: fake.url, headers, parcels: [], timeoutMs: 1 }), /no threads/);
      assert.deepEqual(lines, [`${toStart(fake.url)}the call could not be made: Error: no threads`]);
    });

    it('gives the whole reason up to its limit, and its beginning past it', () => {
      // No name has a part of more than 63 characters, so nobody is asked for it.
      const reasonFor = (chars: number): string => {
        const url = `http://${'a'.repeat(chars)}`;
        return lastLine(url).slice(toStart(url).length);
      };
      const words = reasonFor(100).length - 100;
      assert.match(reasonFor(LAST_REASON_BYTES_MAX - words), /^getaddrinfo [A-Z_]+ a+$/);
      assert.equal(reasonFor(LAST_REASON_BYTES_MAX - words).length, LAST_REASON_BYTES_MAX);
      assert.equal(reasonFor(LAST_REASON_BYTES_MAX - words + 1).length, LAST_REASON_BYTES_MAX);
      assert.equal(reasonFor(LAST_REASON_BYTES_MAX - words - 1).length, LAST_REASON_BYTES_MAX - 1);
    });
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
    for (let call = 0; call < 2 * DEBUG_LINES_MAX; call++) assert.equal(await send('/path', []), answer);
    assert.equal(lines.length, DEBUG_LINES_MAX);
    assert.ok(lines.at(-1)?.endsWith(' (no more for a while)'));
    for (const line of lines) {
      assert.ok(line.length < DEBUG_BODY_CHARS + 100, line);
      assert.ok(!line.includes('hunter2') && !line.includes('\u001b'), line);
    }
  });

  it('says of each option once a period that it leaves errors out', () => {
    mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
    try {
      const lines: string[] = [];
      const tell = tellUnsent((line) => lines.push(line));
      const tellAll = (): void => {
        for (const option of ['ignoreErrors', 'sampleRate', 'beforeSend'] as const) tell(option);
      };
      for (let index = 0; index < 100; index++) tellAll();
      assert.equal(lines.length, 3);
      mock.timers.tick(DEBUG_PERIOD_MS - 1);
      tellAll();
      assert.equal(lines.length, 3);
      mock.timers.tick(1);
      tellAll();
      assert.equal(lines.length, 6);
    } finally {
      mock.timers.reset();
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
      for (let call = 0; call < DEBUG_LINES_MAX; call++) await send('/path', []);
      mock.timers.tick(DEBUG_PERIOD_MS - 1);
      await send('/path', []);
      assert.equal(lines.length, DEBUG_LINES_MAX);
      mock.timers.tick(1);
      await send('/path', []);
      assert.equal(lines.length, DEBUG_LINES_MAX + 1);
    } finally {
      mock.timers.reset();
    }
  });
});
