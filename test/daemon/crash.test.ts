import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { EventAccepted } from '../../schemas/event.js';
import { unpackId } from '../../src/store/sqlite/packed-id.js';
import { type DaemonProcess, startDaemonProcess } from '../support/daemon-process.js';
import { anEvent } from '../support/events.js';
import { assertNothingLostOrDoubled } from '../support/fault-load.js';
import { callJson } from '../support/http.js';
import { useTempDir } from '../support/temp-dir.js';
import { openSqlite } from '../support/test-sqlite.js';
import { findStoreUrl } from '../support/test-store.js';

const CONNECTIONS = 16;
const ACKNOWLEDGED_BEFORE_KILL = 2000;

interface Load {
  readonly acknowledged: Set<string>;
  /** Sent, but the answer was lost with the daemon: may or may not be stored. */
  readonly unanswered: Set<string>;
}

describe('kill -9 under load', () => {
  const dir = useTempDir();

  it('loses no acknowledged event and stores none twice, three times over', async function () {
    this.timeout(120_000);
    const dbPath = join(dir(), 'service.db');
    const load: Load = { acknowledged: new Set(), unanswered: new Set() };
    for (let round = 0; round < 3; round += 1) {
      const daemon = await startDaemonProcess(dbPath);
      await resendUnanswered(daemon, load);
      await loadUntilKilled(daemon, load, ACKNOWLEDGED_BEFORE_KILL * (round + 1));
    }
    const daemon = await startDaemonProcess(dbPath);
    assert.equal(await daemon.stop(), 0);
    const storeUrl = await findStoreUrl(dbPath);
    if (storeUrl === null) verify(dbPath, load);
    else await assertNothingLostOrDoubled(storeUrl, load);
  });
});

/** Sends from many connections at once, and kills the daemon while all of them are in the middle of a call. */
async function loadUntilKilled(daemon: DaemonProcess, load: Load, until: number): Promise<void> {
  const kill: { result?: Promise<number | string> } = {};
  const send = async (): Promise<void> => {
    while (kill.result === undefined) {
      const batch = Array.from({ length: 10 }, (_, index) => anEvent({ message: `failure of part ${index}` }));
      const ids = batch.map(({ eventId }) => String(eventId));
      try {
        const { status, body } = await callJson<EventAccepted[]>(`${daemon.url}/api/events/batch`, { body: batch });
        assert.equal(status, 201);
        for (const { id } of body) load.acknowledged.add(id);
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        for (const id of ids) load.unanswered.add(id);
      }
      if (load.acknowledged.size >= until) kill.result ??= daemon.stop('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
  assert.equal(await kill.result, 'SIGKILL');
}

/** As a client library does: same eventId, so that what was stored is not stored again. */
async function resendUnanswered(daemon: DaemonProcess, load: Load): Promise<void> {
  const batch = [...load.unanswered].map((eventId) => anEvent({ eventId, message: 'sent again' }));
  for (let from = 0; from < batch.length; from += 1000) {
    const { status, body } = await callJson<EventAccepted[]>(`${daemon.url}/api/events/batch`, {
      body: batch.slice(from, from + 1000),
    });
    assert.equal(status, 201);
    for (const { id } of body) load.acknowledged.add(id);
  }
  load.unanswered.clear();
}

function verify(dbPath: string, { acknowledged, unanswered }: Load): void {
  const db = openSqlite(dbPath, { readonly: true });
  const stored = db.prepare<[], string>('SELECT event_id FROM events').pluck().all().map(unpackId);
  const storedSet = new Set(stored);
  assert.equal(storedSet.size, stored.length, 'an event is stored twice');
  assert.deepEqual(
    [...acknowledged].filter((id) => !storedSet.has(id)),
    [],
    'acknowledged events are missing',
  );
  assert.deepEqual(
    stored.filter((id) => !acknowledged.has(id) && !unanswered.has(id)),
    [],
  );
  const wrongCounts = db
    .prepare(
      `SELECT g.id, g.event_count, count(e.id) AS stored FROM error_groups g LEFT JOIN events e ON e.group_id = g.id
       GROUP BY g.id HAVING count(e.id) <> g.event_count`,
    )
    .all();
  assert.deepEqual(wrongCounts, [], 'group counts differ from stored events');
  const counted = db.prepare('SELECT sum(count) FROM event_counts WHERE span_ms = 0 AND project_id = -1').pluck().get();
  assert.equal(counted, stored.length, 'statistics differ from stored events');
  assert.equal(db.pragma('integrity_check', { simple: true }), 'ok');
  db.close();
}
