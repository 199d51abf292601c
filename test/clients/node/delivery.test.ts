import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LogList } from '../../../schemas/log.js';
import type { RequestList } from '../../../schemas/request.js';
import type { Outcomes } from '../../../schemas/stats.js';
import { openApiClient } from '../../support/api-client.js';
import { endApps, runApp, startApp } from '../../support/client-app.js';
import { endDaemonProcesses, startDaemonProcess } from '../../support/daemon-process.js';
import { startFakeDaemon } from '../../support/fake-daemon.js';
import { takeFreePort } from '../../support/free-port.js';
import { callJson } from '../../support/http.js';
import { startLosingRelay } from '../../support/losing-relay.js';
import { useTempDir } from '../../support/temp-dir.js';

/** An application that does what it is told by lines of its input. */
const startTold = (url: string) =>
  startApp('told', { nodeArgs: ['--import', '@errord/node/auto'], env: { ERRORD_URL: url, ERRORD_PROJECT: 'told' } });

describe('delivery', () => {
  const dir = useTempDir();
  afterEach(async () => {
    await endApps();
    await endDaemonProcesses();
  });

  it('loses nothing of an application that was there before the daemon', async () => {
    const port = await takeFreePort();
    const app = startTold(`http://127.0.0.1:${port}`);
    app.tell('capture 25');
    assert.equal(await app.line(), 'captured 25');
    app.tell('try');
    assert.equal(await app.line(), 'tried false');
    const daemon = await startDaemonProcess(join(dir(), 'service.db'), ['--port', String(port)]);
    app.tell('flush');
    assert.equal(await app.line(), 'flushed true {"sentCount":25,"queuedCount":0,"dropped":{}}');
    assert.deepEqual(await openApiClient(daemon.url).messages('told'), numbered(25));
    app.tell('end');
    assert.equal((await app.ended).code, 0);
  });

  it('loses nothing while the daemon is away for a time, and tells nothing twice', async () => {
    const dbPath = join(dir(), 'service.db');
    // A port that was asked for can be taken again at once after a crash; one that was given cannot.
    const flags = ['--port', String(await takeFreePort())];
    const first = await startDaemonProcess(dbPath, flags);
    const app = startTold(first.url);
    app.tell('capture 5');
    await app.line();
    app.tell('flush');
    await app.line();
    await first.stop('SIGKILL');
    app.tell('capture 15');
    await app.line();
    app.tell('try');
    assert.equal(await app.line(), 'tried false');
    const second = await startDaemonProcess(dbPath, flags);
    app.tell('flush');
    assert.equal(await app.line(), 'flushed true {"sentCount":20,"queuedCount":0,"dropped":{}}');
    assert.deepEqual(await openApiClient(second.url).messages('told'), numbered(20));
    app.tell('end');
    assert.equal((await app.ended).code, 0);
  });

  it('sends an event again with the id that it had, until the daemon takes it', async () => {
    const daemon = await startFakeDaemon();
    daemon.answers.push(503, 429, 500);
    const app = startTold(daemon.url);
    app.tell('capture 1');
    await app.line();
    await daemon.until(() => daemon.calls.length === 4);
    const ids = new Set(daemon.records('events').map(({ eventId }) => eventId));
    assert.equal(ids.size, 1);
    app.tell('end');
    await app.ended;
    await daemon.stop();
  });

  it('stores each event, log entry and request record once when the answers to the first calls of them were lost', async () => {
    const daemon = await startDaemonProcess(join(dir(), 'service.db'));
    const relay = await startLosingRelay(daemon.url, 5);
    const app = startTold(relay.url);
    for (const [command, answer] of [
      ['capture 3', 'captured 3'],
      ['log 12', 'logged 12'],
      ['serve 4', 'served 4'],
    ] as const) {
      app.tell(command);
      assert.equal(await app.line(), answer);
      app.tell('flush');
      assert.match(await app.line(), /^flushed true .*"dropped":\{\}/);
    }
    // Lost until the last loss, which may be any kind: the calls that follow go through.
    assert.equal(relay.lossesLeft, 0);
    relay.lossesLeft = 1;
    app.tell('serve 1');
    assert.equal(await app.line(), 'served 1');
    app.tell('flush');
    assert.match(await app.line(), /^flushed true .*"dropped":\{\}/);
    assert.ok(relay.lost.some((body) => body.includes('"recordId"') && body.includes('"method"')));
    assert.deepEqual(new Set(relay.lostStatuses), new Set([201]));

    const read = async <T>(path: string): Promise<T> => (await callJson<T>(daemon.url + path)).body;
    const { logs } = await read<LogList>('/api/logs?projectId=told');
    const { total } = await read<RequestList>('/api/requests?projectId=told');
    assert.deepEqual(await openApiClient(daemon.url).messages('told'), numbered(3));
    assert.deepEqual(
      logs.map(({ message }) => message).reverse(),
      Array.from({ length: 12 }, (_, index) => `line ${index + 1}`),
    );
    assert.equal(total, 5);
    const outcomes = (await read<Outcomes>('/api/outcomes')).total;
    const lostCount = relay.lost.flatMap((body) => JSON.parse(body) as unknown[]).length;
    assert.deepEqual([outcomes.stored, outcomes.duplicate], [3 + 12 + 5, lostCount]);
    app.tell('end');
    await app.ended;
    await relay.stop();
  });

  it('keeps no process alive, whatever the daemon does', async () => {
    const daemon = await startFakeDaemon();
    for (const state of ['answers', 'silent', 'away']) {
      if (state === 'silent') daemon.isSilent = true;
      if (state === 'away') await daemon.stop();
      const app = startTold(daemon.url);
      app.tell('capture 3');
      await app.line();
      app.tell('end');
      const { code, stderr } = await app.ended;
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, state);
    }
  });

  it('keeps no process alive where the first of the addresses of a name does not answer', async () => {
    const daemon = await startFakeDaemon();
    const program = join(dir(), 'two-addresses.cjs');
    writeFileSync(
      program,
      `require('node:dns').lookup = (name, options, done) =>
         setImmediate(done, null, [{ address: '::1', family: 6 }, { address: '127.0.0.1', family: 4 }]);
       const errord = require(require.resolve('@errord/node', { paths: [process.cwd()] }));
       errord.init({ serverUrl: process.env.ERRORD_URL, projectId: 'shop' });
       errord.captureMessage('two addresses');
       errord.flush(5000).then((isEmpty) => {
         const alive = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap');
         console.log(JSON.stringify({ isEmpty, alive }));
       });`,
    );
    const url = daemon.url.replace('127.0.0.1', 'localhost');
    const { stdout } = await runApp(program, { env: { ERRORD_URL: url } });
    assert.deepEqual(JSON.parse(stdout), { isEmpty: true, alive: [] });
    assert.equal(daemon.records('events').length, 1);
    await daemon.stop();
  });

  it('changes no byte of how a CommonJS program crashes when it is required in front of it', async () => {
    const daemon = await startFakeDaemon();
    const program = join(dir(), 'crash.cjs');
    writeFileSync(
      program,
      "console.log('open');\nfunction close() { throw new Error('the shop is closed'); }\nclose();\n",
    );
    const run = (nodeArgs: readonly string[]) => runApp(program, { nodeArgs, env: { ERRORD_URL: daemon.url } });
    assert.deepEqual(await run(['-r', '@errord/node/auto']), await run([]));
    const [event, ...others] = daemon.records('events');
    assert.equal(others.length, 0);
    assert.equal(event?.type, 'uncaught_exception');
    assert.equal(event.severity, 'fatal');
    await daemon.stop();
  });

  it('has one client for both module systems', async () => {
    const daemon = await startFakeDaemon();
    const { stdout, stderr } = await runApp('both-systems', { args: [daemon.url] });
    assert.equal(stderr, '');
    assert.equal(stdout, 'events: 1\n');
    assert.equal(daemon.records('events').length, 1);
    await daemon.stop();
  });
});

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `told ${index + 1}`).sort();
}
