import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import type { ErrorReply } from '../../schemas/error-reply.js';
import type { EventAccepted } from '../../schemas/event.js';
import type { Outcomes } from '../../schemas/stats.js';
import type { SqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { useDaemon } from '../support/daemon.js';
import { anEvent } from '../support/events.js';
import { callJson } from '../support/http.js';

/** Calls that are in the pipeline at once. */
const CALLS = 200;

describe('when a thread dies in the middle of calls', () => {
  const fixture = useDaemon();

  it('a digest thread: every call is answered, nothing acknowledged is lost, and ingest goes on', async () => {
    const daemon = await fixture.start();
    const calls = sendEvents(daemon.url);
    const [thread] = daemon.parts.pool.threads();
    assert.ok(thread);
    await thread.terminate();
    const acknowledged = await settle(calls, ['worker_lost']);
    await assertStored(daemon.url, acknowledged);
    const { status } = await callJson(`${daemon.url}/api/events`, { body: anEvent() });
    assert.equal(status, 201);
    await assertBalanced(daemon.url);
  });

  it('a reader thread: its queries are answered 503 worker_lost, later ones are answered', async () => {
    const daemon = await fixture.start();
    await callJson(`${daemon.url}/api/events`, { body: anEvent() });
    const queries = Array.from({ length: 50 }, () => callJson<ErrorReply>(`${daemon.url}/api/errors`));
    await Promise.all(storeOf(daemon).reader.pool.threads.map((thread) => thread.terminate()));
    for (const { status, body } of await Promise.all(queries)) {
      if (status !== 200) assert.deepEqual([status, body.code], [503, 'worker_lost']);
    }
    const { body } = await callJson<ErrorGroupList>(`${daemon.url}/api/errors`);
    assert.equal(body.total, 1);
  });

  it('the writer thread: every call is answered, and the daemon ends with exit code 1', async () => {
    const daemon = await fixture.start();
    const calls = sendEvents(daemon.url);
    await storeOf(daemon).writer.worker.terminate();
    const acknowledged = await settle(calls, ['worker_lost', 'shutting_down']);
    assert.equal(await daemon.exited, 1);
    const restarted = await fixture.start();
    await assertStored(restarted.url, acknowledged);
  });

  it('the database file is deleted: the next call is answered 503, and the daemon ends with exit code 1', async () => {
    const daemon = await fixture.start();
    assert.equal((await callJson(`${daemon.url}/api/events`, { body: anEvent() })).status, 201);
    rmSync(fixture.dbPath());
    const { status, body } = await callJson<ErrorReply>(`${daemon.url}/api/events`, { body: anEvent() });
    // On a slow machine the daemon may have seen it by itself, before the call or while it was under way.
    const codes = ['storage_unavailable', 'worker_lost', 'shutting_down'];
    assert.deepEqual([status, codes.includes(body.code)], [503, true], body.code);
    assert.equal(await daemon.exited, 1);
  });

  it('the writer thread fails by itself: the daemon ends with exit code 1', async () => {
    const daemon = await fixture.start();
    // What no client of it sends: the message loop throws.
    storeOf(daemon).writer.worker.postMessage(null);
    assert.equal(await daemon.exited, 1);
  });
});

/** The store of these daemons, whose threads end here. */
function storeOf({ parts }: { readonly parts: { readonly store: unknown } }): SqliteStore {
  return parts.store as SqliteStore;
}

interface SentEvent {
  readonly eventId: string;
  readonly answer: Promise<{ status: number; body: EventAccepted & ErrorReply } | null>;
}

function sendEvents(url: string): SentEvent[] {
  return Array.from({ length: CALLS }, (_, index) => {
    const event = anEvent({ message: `call ${index % 7}` });
    const answer = callJson<EventAccepted & ErrorReply>(`${url}/api/events`, { body: event }).catch(() => null);
    return { eventId: String(event.eventId), answer };
  });
}

/** Waits for every answer; a refusal must have one of the codes. Answers the acknowledged ids. */
async function settle(calls: readonly SentEvent[], codes: readonly string[]): Promise<string[]> {
  const acknowledged: string[] = [];
  for (const { eventId, answer } of calls) {
    const settled = await answer;
    // No answer at all is what a client sees whose connection came after the sockets were closed.
    if (settled === null) continue;
    if (settled.status === 201) acknowledged.push(eventId);
    else assert.ok(codes.includes(settled.body.code), `${settled.status} ${settled.body.code}`);
  }
  return acknowledged;
}

/** A stored event is recognised by its retry: it is not new, and its group's count does not change. */
async function assertStored(url: string, eventIds: readonly string[]): Promise<void> {
  const before = await callJson<ErrorGroupList>(`${url}/api/errors`);
  const count = ({ body }: { body: ErrorGroupList }): number =>
    body.errors.reduce((sum, group) => sum + group.count, 0);
  assert.ok(count(before) >= eventIds.length);
  for (const eventId of eventIds) {
    const { status } = await callJson(`${url}/api/events`, { body: anEvent({ eventId, message: 'call 0' }) });
    assert.equal(status, 201);
  }
  assert.equal(count(await callJson<ErrorGroupList>(`${url}/api/errors`)), count(before));
}

async function assertBalanced(url: string): Promise<void> {
  const { total } = (await callJson<Outcomes>(`${url}/api/outcomes`)).body;
  const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0);
  assert.equal(
    total.received,
    total.stored + total.duplicate + sum(total.rejected) + sum(total.dropped) + total.inFlight,
  );
  assert.equal(total.inFlight, 0);
}
