import assert from 'node:assert/strict';
import { endApps, runApp } from '../../support/client-app.js';
import { type FakeDaemon, startFakeDaemon } from '../../support/fake-daemon.js';

/** Loaded in front of the program, as `--import` makes Node load programs in another way than without. */
const NOTHING = 'data:text/javascript,';

interface Expected {
  readonly type: string;
  readonly message: string;
  readonly severity: string;
}

const thrown: Expected = { type: 'uncaught_exception', message: 'the shop is closed', severity: 'fatal' };
const rejected: Expected = { type: 'unhandled_rejection', message: 'the order is lost', severity: 'fatal' };
const logged: Expected = { type: 'console_error', message: 'the shop is closed', severity: 'error' };

const CASES: readonly { readonly args: string; readonly flags?: string; readonly events: readonly Expected[] }[] = [
  { args: 'throw', events: [thrown] },
  { args: 'throw while loading', events: [thrown] },
  { args: 'throw a text', events: [{ ...thrown, message: 'closed' }] },
  { args: 'throw null', events: [{ ...thrown, message: 'null' }] },
  { args: 'throw past a listener', events: [{ ...thrown, severity: 'error' }] },
  { args: 'throw into a listener that exits', events: [{ ...thrown, severity: 'error' }] },
  // Node ends then without telling anybody.
  { args: 'throw from a listener', events: [] },
  { args: 'reject', events: [rejected] },
  { args: 'reject with a text', events: [{ ...rejected, message: 'lost' }] },
  { args: 'reject past a listener', events: [{ ...rejected, severity: 'error' }] },
  { args: 'reject', flags: 'warn', events: [{ ...rejected, severity: 'error' }] },
  { args: 'reject', flags: 'none', events: [{ ...rejected, severity: 'error' }] },
  { args: 'reject', flags: 'strict', events: [rejected] },
  { args: 'reject with a text', flags: 'warn', events: [{ ...rejected, message: 'lost', severity: 'error' }] },
  { args: 'log, then throw', events: [thrown] },
  { args: 'log, then end', events: [logged] },
  { args: 'log, then exit', events: [logged] },
  { args: 'exit in an exit listener', events: [] },
  { args: 'end', events: [] },
];

describe('a process that ends', () => {
  let daemon: FakeDaemon;
  beforeEach(async () => {
    daemon = await startFakeDaemon();
  });
  afterEach(async () => {
    await endApps();
    await daemon.stop();
  });

  const run = (args: string, { flags = 'throw', load = '@errord/node/auto', url = daemon.url } = {}) =>
    runApp('ends', {
      args: [args],
      nodeArgs: ['--import', load, `--unhandled-rejections=${flags}`],
      env: { ERRORD_URL: url, ERRORD_PROJECT: 'ends' },
    });
  // Warnings of Node begin with the id of the process.
  const plain = <T extends { stderr: string }>(end: T): T => ({
    ...end,
    stderr: end.stderr.replace(/\(node:\d+\)/g, '(node)'),
  });

  for (const { args, flags = 'throw', events } of CASES) {
    it(`reports ${events.length} and ends as without the library: ${args} (rejections: ${flags})`, async () => {
      const [end, expected] = [await run(args, { flags }), await run(args, { flags, load: NOTHING })];
      assert.deepEqual(plain(end), plain(expected));
      const told = daemon.records('events').map(({ type, message, severity }) => ({ type, message, severity }));
      assert.deepEqual(told, events);
    });
  }

  it('is held up by nobody when the daemon is away', async () => {
    const { url } = daemon;
    for (const args of ['throw', 'log, then end', 'log, then exit', 'end']) {
      await daemon.stop();
      const [end, expected] = [await run(args, { url }), await run(args, { load: NOTHING })];
      assert.deepEqual(plain(end), plain(expected));
      daemon = await startFakeDaemon();
    }
  });

  it('ends all the same when the daemon takes its last call and never answers', async () => {
    daemon.isSilent = true;
    for (const args of ['throw', 'log, then end', 'log, then exit']) {
      const [end, expected] = [await run(args), await run(args, { load: NOTHING })];
      assert.deepEqual(plain(end), plain(expected));
    }
    assert.equal(daemon.records('events').length, 3);
  });

  it('has recorded the request that ended it', async () => {
    await run('throw while serving');
    const [event] = daemon.records('events');
    const [request] = daemon.records('requests');
    assert.equal(event?.severity, 'fatal');
    assert.equal(request?.url, '/orders/7');
    assert.equal(request.statusCode, undefined);
    assert.equal(request.errorEventId, event.eventId);
    assert.equal(request.correlationId, event.correlationId);
  });

  for (const args of ['throw behind an answer', 'throw with an answer']) {
    it(`has recorded the request that it had answered once, with its status: ${args}`, async () => {
      await run(args);
      const [request, ...others] = daemon.records('requests');
      assert.deepEqual([request?.url, request?.statusCode, others.length], ['/orders/7', 200, 0]);
      assert.equal(request?.errorEventId, daemon.records('events')[0]?.eventId);
    });
  }

  it('shows the source lines around the frame that crashed it, at the place that was written', async () => {
    await run('throw');
    const [event] = daemon.records('events') as readonly { stackFrames: readonly Record<string, unknown>[] }[];
    const [frame] = event?.stackFrames ?? [];
    assert.match(String(frame?.filename), /test\/clients\/node\/apps\/ends\.ts$/);
    assert.equal(frame?.contextLine, "  throw new Error('the shop is closed');");
    assert.equal(frame.inApp, true);
    assert.equal((frame.preContext as unknown[]).length, 5);
    assert.equal((frame.postContext as unknown[]).length, 5);
  });
});
