// Counters for statistics. The transaction of what they count writes them, or notes what to write; see gathered-counts.ts.

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
import {
  type CounterGathering,
  type EventChange,
  type GroupChange,
  type LogChange,
  openCounterGathering,
  type RequestChange,
} from './counter-gathering.js';

/** Changes that are gathered so that each counter is written once. */
export interface CounterDeltas extends CounterGathering {
  /** Writes and forgets what was counted; `sign` -1 takes it off instead. */
  flush(nowMs: number, sign: 1 | -1): void;
}

export function openCounterDeltas(db: WritableDb): CounterDeltas {
  const writers = openCounterWriters(db);
  const gathering = openCounterGathering();
  return {
    ...gathering,
    flush(nowMs, sign) {
      const { events, groups, requests, logs } = gathering.take();
      for (const change of events) writers.events(change, nowMs, sign);
      for (const change of groups) writers.groups(change, nowMs, sign);
      for (const change of requests) writers.requests(change, nowMs, sign);
      for (const change of logs) writers.logs(change, sign);
    },
  };
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
    events([projectId, slotMs, type, source, count]: EventChange, nowMs: number, sign: 1 | -1): void {
      for (const spanMs of eventSpans(slotMs, nowMs)) {
        event[sign](count, spanMs, projectId, startOf(slotMs, spanMs), type, source);
      }
    },
    groups([groupId, hourMs, count]: GroupChange, nowMs: number, sign: 1 | -1): void {
      for (const { spanMs, keptMs } of GROUP_SPANS) {
        const startMs = startOf(hourMs, spanMs);
        if (startMs > nowMs - keptMs) group[sign](count, spanMs, startMs, groupId);
      }
    },
    requests([projectId, slotMs, count, failed]: RequestChange, nowMs: number, sign: 1 | -1): void {
      for (const spanMs of requestSpans(slotMs, nowMs)) {
        total[sign](count, failed, spanMs, projectId, startOf(slotMs, spanMs));
      }
    },
    logs([projectId, hourMs, level, source, count]: LogChange, sign: 1 | -1): void {
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
  /** Deletes slots and hours that no statistic reads any more. */
  deleteStale(nowMs: number): void;
  /** Deletes counters that have come to nothing: they would keep the types of errors that are gone. */
  deleteEmpty(): void;
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
    },
    deleteEmpty() {
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
