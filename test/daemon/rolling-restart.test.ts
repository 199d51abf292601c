import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import type { ErrorReply } from '../../schemas/error-reply.js';
import type { EventAccepted } from '../../schemas/event.js';
import type { DaemonStatus } from '../../schemas/stats.js';
import { type Balancer, openBalancer } from '../support/balancer.js';
import { type DaemonProcess, endDaemonProcesses, startDaemonProcess } from '../support/daemon-process.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';
import { makeDatabase, sharedPostgres } from '../support/postgres-server.js';
import { useTempDir } from '../support/temp-dir.js';

const DAEMONS = 3;
const SENDERS = 6;
const BATCH = 5;
/** In which the balancer has to look at a daemon, on a busy machine too. */
const DRAIN_SECONDS = 2;
/** Batches that are answered between two restarts, so that each daemon has its share. */
const BATCHES_BETWEEN = 30;

describe('daemons behind a balancer', function () {
  this.timeout(90_000);
  const dir = useTempDir();
  let balancer: Balancer | null = null;
  afterEach(async () => {
    await balancer?.close();
    balancer = null;
    await endDaemonProcesses();
  });

  it('are started again one after another under load: no call is refused, nothing lost or doubled', async () => {
    const storeUrl = await makeDatabase(await sharedPostgres());
    const start = (): Promise<DaemonProcess> =>
      startDaemonProcess(join(dir(), 'unused.db'), ['--drain-seconds', String(DRAIN_SECONDS)], {
        env: { SERVICE_STORE_URL: storeUrl },
      });
    const balanced = await openBalancer();
    balancer = balanced;
    const daemons = await Promise.all(Array.from({ length: DAEMONS }, start));
    for (const { url } of daemons) await balanced.add(url);

    const load = startLoad(balanced.url);
    for (const old of daemons) {
      await load.untilAnswered(BATCHES_BETWEEN);
      assert.equal(await old.stop('SIGTERM'), 0);
      const { url } = await start();
      await balanced.add(url);
      assert.ok(balanced.isUp(url) && !balanced.isUp(old.url));
    }
    await load.untilAnswered(BATCHES_BETWEEN);
    const { acknowledged, refused } = await load.stop();

    assert.deepEqual(refused, []);
    assert.equal(new Set(acknowledged).size, acknowledged.length);
    const { body } = await callJson<DaemonStatus>(`${balanced.url}/api/status`);
    assert.equal(body.database.events, acknowledged.length);
    const { errors } = (await callJson<ErrorGroupList>(`${balanced.url}/api/errors`)).body;
    assert.deepEqual(
      errors.map(({ count }) => count),
      [acknowledged.length],
    );
  });

  it('serve on while they drain, with health at 503, and end when the time is over', async () => {
    const daemon = await startDaemonProcess(join(dir(), 'own.db'), ['--drain-seconds', '4']);
    const exited = daemon.stop('SIGTERM');
    for (;;) {
      const { status, body } = await callJson<ErrorReply>(`${daemon.url}/api/health`);
      if (status === 200) continue;
      assert.deepEqual([status, body.code], [503, 'shutting_down']);
      break;
    }
    assert.equal((await callJson(`${daemon.url}/api/events`, { body: anEvent() })).status, 201);
    assert.equal((await callJson<ErrorGroupList>(`${daemon.url}/api/errors`)).body.total, 1);
    assert.equal(await exited, 0);
    await assert.rejects(fetch(`${daemon.url}/api/health`));
  });
});

/** Batches from several senders, without a pause. A call that fails in any way is refused, and its records are not sent again. */
function startLoad(url: string) {
  const acknowledged: string[] = [];
  const refused: unknown[] = [];
  let isOver = false;
  let answered = 0;
  const waiting: { count: number; resolve: () => void }[] = [];
  const send = async (): Promise<void> => {
    while (!isOver) {
      const body = Array.from({ length: BATCH }, () => anEvent({ eventId: randomUUID() }));
      const answer = await callJson<EventAccepted[]>(`${url}/api/events/batch`, { body }).catch(
        (error: unknown) => error,
      );
      if (answer instanceof Error || (answer as { status: number }).status !== 201) refused.push(answer);
      else acknowledged.push(...(answer as { body: EventAccepted[] }).body.map(({ id }) => id));
      answered += 1;
      for (const one of waiting) if (answered >= one.count) one.resolve();
    }
  };
  const senders = Array.from({ length: SENDERS }, send);
  return {
    untilAnswered: (more: number) =>
      new Promise<void>((resolve) => {
        waiting.push({ count: answered + more, resolve });
      }),
    async stop() {
      isOver = true;
      await Promise.all(senders);
      return { acknowledged, refused };
    },
  };
}
