// What clients send while a fault is there: each batch until it is acknowledged, to one daemon after the other, as a balancer
// does. Tells what was acknowledged, and what else was answered.

import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type { EventAccepted } from '../../schemas/event.js';
import { openDb } from '../../src/store/postgres/connection.js';
import { anEvent } from './events.js';
import { callJson } from './http.js';

export interface FaultLoad {
  readonly acknowledged: ReadonlySet<string>;
  /** Answers that were 503. */
  refusedCount(): number;
  /** Resolves when so many events more are acknowledged. */
  untilAcknowledged(count: number): Promise<void>;
  /** Resolves when so many calls more were refused. */
  untilRefused(count: number): Promise<void>;
  /** Resolves when every batch is acknowledged; rejects when an answer was neither 201 nor a 503 that says when to try again. */
  stop(): Promise<void>;
}

/** How many daemons are killed, and how far apart. */
export const TEST_KILLS = {
  kills: Number(process.env.ERRORD_TEST_KILLS ?? 3),
  everyMs: Number(process.env.ERRORD_TEST_KILL_EVERY_MS ?? 500),
} as const;

const SENDERS = 2;
const BATCH = 5;

export function startLoad(urls: readonly string[]): FaultLoad {
  const acknowledged = new Set<string>();
  const state = { isOver: false, refused: 0 };
  const answers = new EventEmitter();
  const isOver = (): boolean => state.isOver;
  let turn = 0;
  const next = (): string => urls[turn++ % urls.length] ?? '';
  const send = async (): Promise<void> => {
    const batch = Array.from({ length: BATCH }, (_, index) => anEvent({ message: `failure of part ${index}` }));
    for (;;) {
      const { status, headers, body } = await callJson<EventAccepted[]>(`${next()}/api/events/batch`, { body: batch });
      answers.emit('answer');
      if (status === 201) {
        for (const { id } of body) acknowledged.add(id);
        return;
      }
      assert.equal(status, 503, JSON.stringify(body));
      assert.ok(Number(headers.get('retry-after')) > 0);
      state.refused += 1;
      await new Promise(setImmediate);
    }
  };
  const sending = Array.from({ length: SENDERS }, async () => {
    while (!isOver()) await send();
  });
  const failed = Promise.all(sending);
  // It is thrown to whoever waits.
  failed.catch(() => undefined);
  const until = async (isThere: () => boolean): Promise<void> => {
    while (!isThere()) await Promise.race([once(answers, 'answer'), failed]);
  };
  return {
    acknowledged,
    refusedCount: () => state.refused,
    untilAcknowledged(count) {
      const wanted = acknowledged.size + count;
      return until(() => acknowledged.size >= wanted);
    },
    untilRefused(count) {
      const wanted = state.refused + count;
      return until(() => state.refused >= wanted);
    },
    async stop() {
      state.isOver = true;
      await failed;
    },
  };
}

/** How long it takes until each daemon stores an event, and answers a list. */
export async function measureRecovery(urls: readonly string[]): Promise<number> {
  const startedAtMs = performance.now();
  const recover = async (url: string): Promise<void> => {
    for (const ask of [
      () => callJson(`${url}/api/events`, { body: anEvent({ projectId: 'probe' }) }),
      () => callJson(`${url}/api/errors`),
    ])
      while ((await ask()).status >= 500) await new Promise(setImmediate);
  };
  await Promise.all(urls.map(recover));
  return performance.now() - startedAtMs;
}

/** What was sent to the project `shop`. */
export interface Sent {
  readonly acknowledged: ReadonlySet<string>;
  /** What was never answered: it may be stored, or not. */
  readonly unanswered?: ReadonlySet<string>;
}

/** Everything acknowledged is stored once, nothing else is, and groups and counters have the same numbers. */
export async function assertNothingLostOrDoubled(
  databaseUrl: string,
  { acknowledged, unanswered = new Set() }: Sent,
): Promise<void> {
  const db = openDb(databaseUrl, { max: 1 });
  const rows = await db.query<{ eventId: string }>(
    "SELECT event_id FROM events WHERE project_id = (SELECT id FROM projects WHERE name = 'shop')",
  );
  const stored = new Set(rows.map(({ eventId }) => eventId));
  assert.equal(stored.size, rows.length, 'an event is stored twice');
  assert.deepEqual(
    [...acknowledged].filter((id) => !stored.has(id)),
    [],
    'acknowledged events are missing',
  );
  assert.deepEqual(
    [...stored].filter((id) => !acknowledged.has(id) && !unanswered.has(id)),
    [],
  );
  const wrong = await db.query(
    `SELECT g.id FROM error_groups g WHERE g.event_count <>
       (SELECT count(*) FROM events e WHERE e.project_id = g.project_id AND e.group_id = g.id)`,
  );
  assert.deepEqual([...wrong], [], 'group counts differ from stored events');
  const [counted] = await db.query<{ counted: number; stored: number }>(
    `SELECT (SELECT sum(count) FROM event_counts WHERE span_ms = 0 AND project_id = -1) AS counted,
       (SELECT count(*) FROM events) AS stored`,
  );
  assert.equal(counted?.counted, counted?.stored, 'statistics differ from stored events');
  await db.close();
}
