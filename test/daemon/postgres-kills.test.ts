// `ERRORD_TEST_KILLS=12 ERRORD_TEST_KILL_EVERY_MS=10000 npm test -- test/daemon/postgres-kills.test.ts` is the long form.

import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import type { EventAccepted } from '../../schemas/event.js';
import { type DaemonProcess, endDaemonProcesses, startDaemonProcess } from '../support/daemon-process.js';
import { anEvent } from '../support/events.js';
import { assertNothingLostOrDoubled, TEST_KILLS } from '../support/fault-load.js';
import { callJson } from '../support/http.js';
import { makeDatabase, type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { useTempDir } from '../support/temp-dir.js';

const DAEMONS = 3;
const SENDERS = 6;
const { kills: KILLS, everyMs: KILL_EVERY_MS } = TEST_KILLS;

describe('three daemons of which one after the other is killed', function () {
  this.timeout(60_000 + 3 * KILLS * KILL_EVERY_MS);
  const dir = useTempDir();
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres({ fsync: true });
  });
  afterEach(endDaemonProcesses);
  after(() => server.stop());

  it('lose nothing that was acknowledged, and store nothing twice', async () => {
    const storeUrl = await makeDatabase(server);
    const begin = (): Promise<DaemonProcess> =>
      startDaemonProcess(join(dir(), 'unused.db'), [], { env: { SERVICE_STORE_URL: storeUrl } });
    /** Null while it starts. */
    const daemons: (DaemonProcess | null)[] = [await begin(), await begin(), await begin()];
    const answers = new EventEmitter();
    const acknowledged = new Set<string>();
    const run = { isOver: false, calls: 0, unanswered: 0 };
    const isOver = (): boolean => run.isOver;
    /** The same batch to one daemon after the other, as behind a balancer, until it is acknowledged. */
    const send = async (): Promise<void> => {
      const batch = Array.from({ length: 10 }, (_, index) => anEvent({ message: `failure of part ${index}` }));
      for (;;) {
        run.calls += 1;
        const daemon = daemons[run.calls % DAEMONS] ?? daemons[(run.calls + 1) % DAEMONS];
        const answer = await callJson<EventAccepted[]>(`${daemon?.url}/api/events/batch`, { body: batch }).catch(
          // The daemon is gone.
          () => null,
        );
        if (answer === null) run.unanswered += 1;
        else assert.ok(answer.status === 201 || answer.status === 503, String(answer.status));
        answers.emit('answer');
        if (answer?.status === 201) {
          for (const { id } of answer.body) acknowledged.add(id);
          return;
        }
      }
    };
    const sending = Promise.all(
      Array.from({ length: SENDERS }, async () => {
        while (!isOver()) await send();
      }),
    );
    for (let kills = 0; kills < KILLS; kills += 1) {
      const [fromMs, before] = [Date.now(), acknowledged.size];
      // Those that live go on.
      while (Date.now() - fromMs < KILL_EVERY_MS || acknowledged.size === before)
        await Promise.race([once(answers, 'answer'), sending]);
      const killed = kills % DAEMONS;
      const ended = daemons[killed]?.stop('SIGKILL');
      assert.equal(await ended, 'SIGKILL');
      daemons[killed] = null;
      daemons[killed] = await begin();
    }
    run.isOver = true;
    await sending;
    assert.ok(run.unanswered > 0, 'no call was under way at a kill');
    if (KILLS > 10) process.stdout.write(`${acknowledged.size} acknowledged, ${run.unanswered} calls lost\n`);
    await assertNothingLostOrDoubled(storeUrl, { acknowledged });
  });
});
