import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { clearDaemon } from '../../src/cli/clear.js';
import type { Terminal } from '../../src/cli/terminal.js';
import { answering, type FakeDaemon, openFakeDaemon, statusOf, strangelyAnswering } from './fake-daemon.js';
import { openTempDir, runCli } from './run-cli.js';

const CLEARS = { '/api/status': [200, statusOf()], '/api/clear': [200, { success: true }] } as const;

describe('errord clear', () => {
  const home = openTempDir();
  const open: FakeDaemon[] = [];
  after(home.remove);
  afterEach(async () => {
    await Promise.all(open.splice(0).map((daemon) => daemon.close()));
  });

  async function serve(listener = answering(CLEARS)): Promise<FakeDaemon> {
    const daemon = await openFakeDaemon(listener);
    open.push(daemon);
    return daemon;
  }

  const clear = (args: readonly string[], env: Record<string, string> = {}) =>
    runCli(['clear', ...args], { homeDir: home.path, env });

  it('refuses with 1 without --yes when there is no terminal to ask on, and calls nobody', async () => {
    const daemon = await serve();
    const { exitCode, stderr } = await clear(['--port', String(daemon.port)]);
    assert.deepEqual([exitCode, daemon.calls], [1, []]);
    assert.match(stderr, /no terminal to ask on; add --yes/);
  });

  it('clears everything with --yes and says what that was', async () => {
    const daemon = await serve();
    const { exitCode, stdout } = await clear(['--yes', '--port', String(daemon.port)]);
    assert.equal(exitCode, 0);
    assert.deepEqual(daemon.calls, ['GET /api/status', 'POST /api/clear']);
    assert.equal(daemon.bodies[1], '{}');
    assert.match(stdout, /^Deleted everything in \/home\/ada\/\.service\/service\.db \(12 error groups, 340 events, /);
  });

  it('clears one project, and sends the configured token', async () => {
    const daemon = await serve();
    const env = { SERVICE_AUTH_TOKEN: 'correct-horse', SERVICE_PORT: String(daemon.port) };
    const { exitCode, stdout } = await clear(['--yes', '--project', 'shop "eu"'], env);
    assert.equal(exitCode, 0);
    assert.equal(daemon.bodies[1], '{"projectId":"shop \\"eu\\""}');
    assert.deepEqual(daemon.tokens, ['Bearer correct-horse', 'Bearer correct-horse']);
    assert.match(stdout, /of project "shop "eu""/);
  });

  for (const name of ['', ' x', '\u001b[2J', 'a..b', 'x'.repeat(129)]) {
    it(`refuses the project name ${JSON.stringify(name.slice(0, 8))} with 2 and calls nobody`, async () => {
      const daemon = await serve();
      const { exitCode, stderr } = await clear(['--yes', `--project=${name}`, '--port', String(daemon.port)]);
      assert.deepEqual([exitCode, daemon.calls], [2, []]);
      assert.match(stderr, /is not the name of a project; see errord --help/);
    });
  }

  it('asks nothing of a program that is no errord', async () => {
    const daemon = await serve(strangelyAnswering({ ...CLEARS, '/api/status': [200, 'hello'] }));
    const { exitCode, stderr } = await clear(['--yes', '--port', String(daemon.port)]);
    assert.equal(exitCode, 1);
    assert.ok(!daemon.calls.includes('POST /api/clear'));
    assert.match(stderr, /does not answer as errord does/);
  });

  const failures: readonly [string, RequestListener, RegExp][] = [
    [
      'a refusal',
      answering({ ...CLEARS, '/api/clear': [503, { error: 'The disk is\u001b[31m full.', code: 'storage_full' }] }),
      /HTTP 503, storage_full: The disk is\\u001b\[31m full\./,
    ],
    [
      'a success in words only',
      strangelyAnswering({ ...CLEARS, '/api/clear': [200, 'ok'] }),
      /HTTP 200, no answer of errord/,
    ],
    [
      'a success that is not true',
      strangelyAnswering({ ...CLEARS, '/api/clear': [200, { success: false }] }),
      /HTTP 200, no answer of errord/,
    ],
  ];
  for (const [name, listener, sentence] of failures) {
    it(`exits with 1 on ${name}`, async () => {
      const daemon = await serve(listener);
      const { exitCode, stdout, stderr } = await clear(['--yes', '--port', String(daemon.port)]);
      assert.deepEqual([exitCode, stdout], [1, '']);
      assert.match(stderr, sentence);
    });
  }

  for (const [answer, exitCode, clears] of [
    ['yes', 0, true],
    ['y', 1, false],
    ['', 1, false],
    ['YES', 1, false],
  ] as const) {
    it(`${clears ? 'clears' : 'deletes nothing'} when the person types ${JSON.stringify(answer)}`, async () => {
      const daemon = await serve();
      const lines: string[] = [];
      const terminal: Terminal = {
        say: (text) => void lines.push(text),
        complain: (text) => void lines.push(text),
        canAsk: true,
        ask: (question) => {
          lines.push(question);
          return Promise.resolve(answer);
        },
      };
      const url = `http://127.0.0.1:${daemon.port}`;
      assert.equal(await clearDaemon({ url }, terminal), exitCode);
      assert.equal(daemon.calls.includes('POST /api/clear'), clears);
      assert.match(lines[0] ?? '', /^This deletes everything in .* for good\.$/);
      assert.equal(lines[1], 'Type yes to go ahead: ');
    });
  }
});
