import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import type { EventAccepted } from '../../schemas/event.js';
import { type DaemonProcess, endDaemonProcesses, startDaemonProcess } from '../support/daemon-process.js';
import { anEvent } from '../support/events.js';
import { assertNothingLostOrDoubled } from '../support/fault-load.js';
import { callJson } from '../support/http.js';
import { makeDatabase, sharedPostgres } from '../support/postgres-server.js';
import { useTempDir } from '../support/temp-dir.js';

const MINUTES = 7;

/** A module that is loaded before all others, on every thread: the clock of the process is wrong. */
const toShift = (shiftMs: number): string =>
  `data:text/javascript,${encodeURIComponent(`const now = Date.now.bind(Date); Date.now = () => now() + ${shiftMs};`)}`;

describe('daemons on one PostgreSQL whose clocks differ by minutes', function () {
  this.timeout(60_000);
  const dir = useTempDir();
  afterEach(endDaemonProcesses);

  const startShifted = (storeUrl: string, minutes: number): Promise<DaemonProcess> =>
    startDaemonProcess(join(dir(), 'unused.db'), [], {
      env: { SERVICE_STORE_URL: storeUrl, NODE_OPTIONS: `--import=${toShift(minutes * 60_000)}` },
    });
  const send = async ({ url }: DaemonProcess, body: unknown): Promise<{ status: number; body: EventAccepted[] }> =>
    callJson<EventAccepted[]>(`${url}/api/events/batch`, { body });
  const groups = async ({ url }: DaemonProcess): Promise<ErrorGroupList['errors']> =>
    (await callJson<ErrorGroupList>(`${url}/api/errors`)).body.errors;

  it('store each record once, reopen groups and hold limits as those whose clocks agree', async () => {
    const storeUrl = await makeDatabase(await sharedPostgres());
    const [early, late] = await Promise.all([startShifted(storeUrl, MINUTES), startShifted(storeUrl, -MINUTES)]);
    const acknowledged = new Set<string>();
    for (const daemon of [early, late, early, late]) {
      const batch = Array.from({ length: 20 }, () => anEvent());
      for (const { status, body } of [await send(daemon, batch), await send(daemon === early ? late : early, batch)]) {
        assert.equal(status, 201);
        for (const { id } of body) acknowledged.add(id);
      }
    }
    assert.equal(acknowledged.size, 80);
    await assertNothingLostOrDoubled(storeUrl, { acknowledged });
    const [group] = await groups(late);
    assert.equal(group?.count, 80);
    // One that is behind resolves what has events of its future, and hears of the next one.
    const { status } = await callJson(`${late.url}/api/errors/${group.id}`, {
      method: 'PATCH',
      body: { status: 'resolved' },
    });
    assert.equal(status, 200);
    for (const daemon of [late, early]) assert.equal((await groups(daemon))[0]?.status, 'resolved');
    assert.equal((await send(late, [anEvent()])).status, 201);
    assert.equal((await groups(early))[0]?.status, 'unresolved');

    const limit = 10;
    const settings = { method: 'PATCH', body: { eventsPerMinute: limit } };
    assert.equal((await callJson(`${early.url}/api/projects/shop/settings`, settings)).status, 200);
    let stored = 0;
    for (let calls = 0; calls < 3 * limit; calls += 1)
      for (const daemon of [early, late]) if ((await send(daemon, [anEvent()])).status === 201) stored += 1;
    // A minute may end meanwhile.
    assert.ok(stored >= limit && stored <= 2 * limit, `${stored} were stored`);
  });
});
