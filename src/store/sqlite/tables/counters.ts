// Counters for statistics, written in the same transaction as what they count.

import {
  eventSpans,
  GROUP_SPANS,
  HOUR_MS,
  LOG_SPANS,
  requestSpans,
  SLOT_MS,
  SLOTS_KEPT_MS,
  startOf,
} from '../../../answers/spans.js';
import { EVENT_HOURS_KEPT_MS } from '../../../limits.js';
import type { WritableDb } from '../connection.js';
import { EVERY_PROJECT_ID } from './projects.js';

/** Changes of one transaction, gathered so that a commit writes each counter once. */
export interface CounterDeltas {
  countEvent(projectId: number, atMs: number, kind: { type: string; source: number }): void;
  /** One more event of a group. */
  countGroup(groupId: number, atMs: number): void;
  countRequest(projectId: number, atMs: number, failed: boolean): void;
  countLog(projectId: number, atMs: number, kind: { level: number; source: number }): void;
  /** Writes and forgets what was counted; `sign` -1 takes it off instead. */
  flush(nowMs: number, sign: 1 | -1): void;
  discard(): void;
}

interface EventDelta {
  readonly projectId: number;
  readonly slotMs: number;
  readonly type: string;
  readonly source: number;
  count: number;
}

interface GroupDelta {
  readonly groupId: number;
  readonly hourMs: number;
  count: number;
}

interface RequestDelta {
  readonly projectId: number;
  readonly slotMs: number;
  total: number;
  failed: number;
}

interface LogDelta {
  readonly projectId: number;
  readonly hourMs: number;
  readonly level: number;
  readonly source: number;
  count: number;
}

export function openCounterDeltas(db: WritableDb): CounterDeltas {
  const writers = openCounterWriters(db);
  // By project, slot, type and source, and by hour and group: texts of ids and times take longer to make than to count.
  const events = new Map<number, Map<number, Map<string, Map<number, EventDelta>>>>();
  const groups = new Map<number, Map<number, GroupDelta>>();
  const requests = new Map<string, RequestDelta>();
  const logs = new Map<string, LogDelta>();
  const discard = (): void => {
    events.clear();
    groups.clear();
    requests.clear();
    logs.clear();
  };
  return {
    // Under the project and under all of them together: a commit then writes each counter once.
    countEvent(project, atMs, { type, source }) {
      const slotMs = startOf(atMs, SLOT_MS);
      for (const projectId of [project, EVERY_PROJECT_ID]) {
        const ofSlot = childOf(childOf(events, projectId), slotMs);
        const ofType = childOf(ofSlot, type);
        getOrInsert(ofType, source, () => ({ projectId, slotMs, type, source, count: 0 })).count += 1;
      }
    },
    countGroup(groupId, atMs) {
      const hourMs = startOf(atMs, HOUR_MS);
      getOrInsert(childOf(groups, hourMs), groupId, () => ({ groupId, hourMs, count: 0 })).count += 1;
    },
    countRequest(project, atMs, failed) {
      const slotMs = startOf(atMs, SLOT_MS);
      for (const projectId of [project, EVERY_PROJECT_ID]) {
        const zero = (): RequestDelta => ({ projectId, slotMs, total: 0, failed: 0 });
        const delta = getOrInsert(requests, `${projectId}/${slotMs}`, zero);
        delta.total += 1;
        if (failed) delta.failed += 1;
      }
    },
    countLog(project, atMs, { level, source }) {
      const hourMs = startOf(atMs, HOUR_MS);
      for (const projectId of [project, EVERY_PROJECT_ID]) {
        const zero = (): LogDelta => ({ projectId, hourMs, level, source, count: 0 });
        getOrInsert(logs, `${projectId}/${hourMs}/${level}/${source}`, zero).count += 1;
      }
    },
    flush(nowMs, sign) {
      for (const ofProject of events.values())
        for (const ofSlot of ofProject.values())
          for (const ofType of ofSlot.values()) for (const delta of ofType.values()) writers.events(delta, nowMs, sign);
      for (const ofHour of groups.values()) for (const delta of ofHour.values()) writers.groups(delta, nowMs, sign);
      for (const delta of requests.values()) writers.requests(delta, nowMs, sign);
      for (const delta of logs.values()) writers.logs(delta, sign);
      discard();
    },
    discard,
  };
}

function childOf<K, K2, V>(map: Map<K, Map<K2, V>>, key: K): Map<K2, V> {
  return getOrInsert(map, key, () => new Map<K2, V>());
}

function getOrInsert<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

function openCounterWriters(db: WritableDb) {
  const event = openCounter(db, {
    table: 'event_counts',
    key: ['span_ms', 'project_id', 'start_ms', 'type', 'source'],
  });
  const group = openCounter(db, { table: 'group_counts', key: ['span_ms', 'start_ms', 'group_id'] });
  const total = openCounter(db, {
    table: 'request_counts',
    key: ['span_ms', 'project_id', 'start_ms'],
    counts: ['total', 'failed'],
  });
  const log = openCounter(db, { table: 'log_counts', key: ['span_ms', 'project_id', 'start_ms', 'level', 'source'] });
  return {
    events({ projectId, slotMs, type, source, count }: EventDelta, nowMs: number, sign: 1 | -1): void {
      for (const spanMs of eventSpans(slotMs, nowMs)) {
        event[sign](count, spanMs, projectId, startOf(slotMs, spanMs), type, source);
      }
    },
    groups({ groupId, hourMs, count }: GroupDelta, nowMs: number, sign: 1 | -1): void {
      for (const { spanMs, keptMs } of GROUP_SPANS) {
        const startMs = startOf(hourMs, spanMs);
        if (startMs > nowMs - keptMs) group[sign](count, spanMs, startMs, groupId);
      }
    },
    requests({ projectId, slotMs, total: count, failed }: RequestDelta, nowMs: number, sign: 1 | -1): void {
      for (const spanMs of requestSpans(slotMs, nowMs)) {
        total[sign](count, failed, spanMs, projectId, startOf(slotMs, spanMs));
      }
    },
    logs({ projectId, hourMs, level, source, count }: LogDelta, sign: 1 | -1): void {
      for (const spanMs of LOG_SPANS) log[sign](count, spanMs, projectId, startOf(hourMs, spanMs), level, source);
    },
  };
}

/** Adds to (1) or takes off (-1) the counter of a key: the counts first, then the columns of the key. */
type Counter = Readonly<Record<1 | -1, (...values: (number | string)[]) => void>>;

/** Its names are ours, and never come from outside. */
interface CounterShape {
  readonly table: string;
  readonly key: readonly string[];
  readonly counts?: readonly string[];
}

function openCounter(db: WritableDb, { table, key, counts = ['count'] }: CounterShape): Counter {
  const columns = [...counts, ...key];
  const add = db.prepare<(number | string)[]>(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
     ON CONFLICT DO UPDATE SET ${counts.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`,
  );
  // Never below zero and never a new row: with a clock that was ahead when a record was counted, its slot may be one that
  // it did not count in.
  const subtract = db.prepare<(number | string)[]>(
    `UPDATE ${table} SET ${counts.map((name) => `${name} = max(0, ${name} - ?)`).join(', ')}
     WHERE ${key.map((name) => `${name} = ?`).join(' AND ')}`,
  );
  return { 1: (...values) => void add.run(...values), [-1]: (...values) => void subtract.run(...values) };
}

export interface CounterCommands {
  /** Deletes slots and hours that no statistic reads any more, and counters that have come to nothing. */
  deleteStale(nowMs: number): void;
  deleteAll(): void;
  deleteAllLogs(): void;
}

export function openCounterCommands(db: WritableDb): CounterCommands {
  const staleEvents = db.prepare<{ spanMs: number; beforeMs: number }>(
    'DELETE FROM event_counts WHERE span_ms = :spanMs AND start_ms < :beforeMs',
  );
  const staleRequests = db.prepare<{ spanMs: number; beforeMs: number }>(
    'DELETE FROM request_counts WHERE span_ms = :spanMs AND start_ms < :beforeMs',
  );
  const staleGroups = db.prepare<{ spanMs: number; beforeMs: number }>(
    'DELETE FROM group_counts WHERE span_ms = :spanMs AND start_ms < :beforeMs',
  );
  const emptyEvents = db.prepare('DELETE FROM event_counts WHERE count <= 0');
  const emptyRequests = db.prepare('DELETE FROM request_counts WHERE total <= 0');
  const emptyLogs = db.prepare('DELETE FROM log_counts WHERE count <= 0');
  const allEvents = db.prepare('DELETE FROM event_counts');
  const allGroups = db.prepare('DELETE FROM group_counts');
  const allRequests = db.prepare('DELETE FROM request_counts');
  const allLogs = db.prepare('DELETE FROM log_counts');
  return {
    deleteStale(nowMs) {
      const slots = { spanMs: SLOT_MS, beforeMs: nowMs - SLOTS_KEPT_MS - SLOT_MS };
      staleEvents.run(slots);
      staleRequests.run(slots);
      staleEvents.run({ spanMs: HOUR_MS, beforeMs: nowMs - EVENT_HOURS_KEPT_MS - HOUR_MS });
      for (const { spanMs, keptMs } of GROUP_SPANS) staleGroups.run({ spanMs, beforeMs: nowMs - keptMs - spanMs });
      emptyEvents.run();
      emptyRequests.run();
      emptyLogs.run();
    },
    deleteAll() {
      allEvents.run();
      allGroups.run();
      allRequests.run();
      allLogs.run();
    },
    deleteAllLogs: () => void allLogs.run(),
  };
}
