// Counters for statistics, written in the transaction of what they count. Each daemon has rows of its own, its shard, so
// that none waits for another; who reads them adds them up.

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
import { byProject, openProjectBulk, type ProjectRows, toInsert } from '../bulk.js';
import type { Queries } from '../connection.js';
import { EVERY_PROJECT_ID } from './projects.js';

/** Changes of one transaction, gathered so that it writes each counter once. */
export interface CounterDeltas {
  countEvent(projectId: number, atMs: number, kind: { type: string; source: number }): void;
  countGroup(group: { readonly projectId: number; readonly id: number }, atMs: number): void;
  countRequest(projectId: number, atMs: number, failed: boolean): void;
  countLog(projectId: number, atMs: number, kind: { level: number; source: number }): void;
  /** Bytes that a project has more. */
  countBytes(projectId: number, bytes: number): void;
  /** Writes what was counted; `sign` -1 takes it off. Sent at once. */
  flush(transaction: Queries, facts: FlushFacts): Promise<unknown>;
}

export interface FlushFacts {
  readonly nowMs: number;
  readonly sign: 1 | -1;
  readonly shard: number;
}

type EventRow = Key & { readonly type: string; readonly source: number; count: number };
type GroupRow = Key & { readonly groupId: number; count: number };
type RequestRow = Key & { total: number; failed: number };
type LogRow = Key & { readonly level: number; readonly source: number; count: number };
interface Key {
  readonly projectId: number;
  readonly spanMs: number;
  readonly startMs: number;
}
type Written<Row> = Row & { readonly shard: number };
type Place = Pick<Written<Key>, 'spanMs' | 'startMs' | 'shard'>;
interface SizeRow {
  readonly projectId: number;
  readonly shard: number;
  readonly bytes: number;
}

/** Where what was counted is written. */
interface Counter<Row> {
  readonly bulk: ProjectRows<Row>;
  readonly text: string;
}

/** A counter of spans. Each says its fields by name: looking them up in every row was a twentieth of the writer's time. */
interface SpanCounter<Row> extends Counter<Written<Row>> {
  /** What two rows of one counter have in common. */
  keyOf(row: Written<Row>): string;
  /** The counter that a row counts in, with nothing counted. */
  zeroAt(row: Row, place: Place): Written<Row>;
  add(to: Row, from: Row, sign: 1 | -1): void;
}

const KEY = { span_ms: 'bigint', start_ms: 'bigint', shard: 'smallint' } as const;

function addCount(to: { count: number }, from: { readonly count: number }, sign: 1 | -1): void {
  to.count += sign * from.count;
}

const events: SpanCounter<EventRow> = {
  ...openCounter<Written<EventRow>>('event_counts', { ...KEY, type: 'text', source: 'smallint' }),
  keyOf: ({ projectId, spanMs, startMs, source, type }) => `${projectId}/${spanMs}/${startMs}/${source}/${type}`,
  zeroAt: ({ projectId, type, source }, { spanMs, startMs, shard }) => ({
    projectId,
    type,
    source,
    spanMs,
    startMs,
    shard,
    count: 0,
  }),
  add: addCount,
};
const groups: SpanCounter<GroupRow> = {
  ...openCounter<Written<GroupRow>>('group_counts', { ...KEY, group_id: 'bigint' }),
  keyOf: ({ projectId, spanMs, startMs, groupId }) => `${projectId}/${spanMs}/${startMs}/${groupId}`,
  zeroAt: ({ projectId, groupId }, { spanMs, startMs, shard }) => ({
    projectId,
    groupId,
    spanMs,
    startMs,
    shard,
    count: 0,
  }),
  add: addCount,
};
const requests: SpanCounter<RequestRow> = {
  ...openCounter<Written<RequestRow>>('request_counts', KEY, ['total', 'failed']),
  keyOf: ({ projectId, spanMs, startMs }) => `${projectId}/${spanMs}/${startMs}`,
  zeroAt: ({ projectId }, { spanMs, startMs, shard }) => ({ projectId, spanMs, startMs, shard, total: 0, failed: 0 }),
  add(to, from, sign) {
    to.total += sign * from.total;
    to.failed += sign * from.failed;
  },
};
const logs: SpanCounter<LogRow> = {
  ...openCounter<Written<LogRow>>('log_counts', { ...KEY, level: 'smallint', source: 'smallint' }),
  keyOf: ({ projectId, spanMs, startMs, level, source }) => `${projectId}/${spanMs}/${startMs}/${level}/${source}`,
  zeroAt: ({ projectId, level, source }, { spanMs, startMs, shard }) => ({
    projectId,
    level,
    source,
    spanMs,
    startMs,
    shard,
    count: 0,
  }),
  add: addCount,
};
const sizes = openCounter<SizeRow>('project_sizes', { shard: 'smallint' }, ['bytes']);

/** Adds to the counter of each key. */
function openCounter<Row extends { readonly projectId: number }>(
  table: string,
  key: Readonly<Record<string, string>>,
  counts: readonly string[] = ['count'],
): Counter<Row> {
  const bulk = openProjectBulk<Row>({ ...key, ...Object.fromEntries(counts.map((name) => [name, 'bigint'])) });
  const tail = `ON CONFLICT (project_id, ${Object.keys(key).join(', ')}) DO UPDATE SET
    ${counts.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')}`;
  return { bulk, text: toInsert(table, bulk, tail) };
}

export function openCounterDeltas(): CounterDeltas {
  const eventSlots = new Map<string, EventRow>();
  const groupHours = new Map<string, GroupRow>();
  const requestSlots = new Map<string, RequestRow>();
  const logHours = new Map<string, LogRow>();
  const bytes = new Map<number, number>();
  return {
    countEvent(project, atMs, { type, source }) {
      const startMs = startOf(atMs, SLOT_MS);
      for (const projectId of [project, EVERY_PROJECT_ID]) {
        const zero = (): EventRow => ({ projectId, spanMs: SLOT_MS, startMs, type, source, count: 0 });
        getOrInsert(eventSlots, `${projectId}/${startMs}/${source}/${type}`, zero).count += 1;
      }
    },
    countGroup({ projectId, id: groupId }, atMs) {
      const startMs = startOf(atMs, HOUR_MS);
      const zero = (): GroupRow => ({ projectId, groupId, spanMs: HOUR_MS, startMs, count: 0 });
      getOrInsert(groupHours, `${projectId}/${groupId}/${startMs}`, zero).count += 1;
    },
    countRequest(project, atMs, failed) {
      const startMs = startOf(atMs, SLOT_MS);
      for (const projectId of [project, EVERY_PROJECT_ID]) {
        const zero = (): RequestRow => ({ projectId, spanMs: SLOT_MS, startMs, total: 0, failed: 0 });
        const row = getOrInsert(requestSlots, `${projectId}/${startMs}`, zero);
        row.total += 1;
        if (failed) row.failed += 1;
      }
    },
    countLog(project, atMs, { level, source }) {
      const startMs = startOf(atMs, HOUR_MS);
      for (const projectId of [project, EVERY_PROJECT_ID]) {
        const zero = (): LogRow => ({ projectId, spanMs: HOUR_MS, startMs, level, source, count: 0 });
        getOrInsert(logHours, `${projectId}/${startMs}/${level}/${source}`, zero).count += 1;
      }
    },
    countBytes(projectId, added) {
      bytes.set(projectId, (bytes.get(projectId) ?? 0) + added);
    },
    flush(transaction, { nowMs, sign, shard }) {
      const write = <Row extends { readonly projectId: number }>(
        { text, bulk }: Counter<Row>,
        rows: readonly Row[],
      ): Promise<unknown> =>
        byProject(rows, (projectId, own) => transaction.change(text, bulk.parameters(projectId, own)));
      const spread = <Row extends Key>(
        counter: SpanCounter<Row>,
        rows: Iterable<Row>,
        spansOf: (row: Row) => readonly number[],
      ): Promise<unknown> => write(counter, toWritten(counter, rows, { spansOf, sign, shard }));
      const sizeRows = [...bytes].map(([projectId, added]) => ({ projectId, shard, bytes: sign * added }));
      return Promise.all([
        spread(events, eventSlots.values(), (row) => eventSpans(row.startMs, nowMs)),
        spread(groups, groupHours.values(), (row) => groupSpans(row.startMs, nowMs)),
        spread(requests, requestSlots.values(), (row) => requestSpans(row.startMs, nowMs)),
        spread(logs, logHours.values(), () => LOG_SPANS),
        write(sizes, sizeRows),
      ]);
    },
  };
}

interface Spread<Row> extends Pick<FlushFacts, 'sign' | 'shard'> {
  readonly spansOf: (row: Row) => readonly number[];
}

/** The row in each span that it counts in. A statement must not meet a key twice, so rows of one key are added up. */
function toWritten<Row extends Key>(
  { keyOf, zeroAt, add }: SpanCounter<Row>,
  rows: Iterable<Row>,
  { spansOf, sign, shard }: Spread<Row>,
): Written<Row>[] {
  const found = new Map<string, Written<Row>>();
  for (const row of rows) {
    for (const spanMs of spansOf(row)) {
      const zero = zeroAt(row, { spanMs, startMs: startOf(row.startMs, spanMs), shard });
      add(
        getOrInsert(found, keyOf(zero), () => zero),
        row,
        sign,
      );
    }
  }
  return [...found.values()];
}

function getOrInsert<V>(map: Map<string, V>, key: string, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

function groupSpans(hourMs: number, nowMs: number): number[] {
  const spans: number[] = [];
  for (const { spanMs, keptMs } of GROUP_SPANS) if (startOf(hourMs, spanMs) > nowMs - keptMs) spans.push(spanMs);
  return spans;
}

/** Deletes slots and hours that no statistic reads any more. */
export async function deleteStaleCounters(transaction: Queries, nowMs: number): Promise<void> {
  const stale = (table: string, spanMs: number, keptMs: number): Promise<number> =>
    transaction.change(`/* fan-out */ DELETE FROM ${table} WHERE span_ms = $1 AND start_ms < $2`, [
      spanMs,
      nowMs - keptMs - spanMs,
    ]);
  await stale('event_counts', SLOT_MS, SLOTS_KEPT_MS);
  await stale('request_counts', SLOT_MS, SLOTS_KEPT_MS);
  await stale('event_counts', HOUR_MS, EVENT_HOURS_KEPT_MS);
  for (const { spanMs, keptMs } of GROUP_SPANS) await stale('group_counts', spanMs, keptMs);
}

/** Counters that may come to nothing, rows of all shards together: what their keys are beside the project, and what they count. */
const EMPTIED = [
  { table: 'event_counts', key: 'span_ms, start_ms, type, source', count: 'count' },
  { table: 'request_counts', key: 'span_ms, start_ms', count: 'total' },
  { table: 'log_counts', key: 'span_ms, start_ms, level, source', count: 'count' },
] as const;

/** Ids of the projects that have a counter that has come to nothing, in ascending order, as commits lock them. */
export async function readEmptiedProjects(db: Queries): Promise<number[]> {
  const parts = EMPTIED.map(
    ({ table, key, count }) => `SELECT project_id FROM ${table} GROUP BY project_id, ${key} HAVING sum(${count}) <= 0`,
  );
  const found = await db.query<{ projectId: number }>(`/* fan-out */ ${parts.join(' UNION ')} ORDER BY project_id`);
  return found.map(({ projectId }) => projectId);
}

/**
 * Deletes counters of a project that have come to nothing: they would keep the types of errors that are gone. Rows are locked
 * before they are added up, so that what a daemon counts meanwhile is not deleted with them.
 */
export async function deleteEmptyCounters(transaction: Queries, projectId: number): Promise<void> {
  for (const { table, key, count } of EMPTIED)
    await transaction.change(
      `/* project */ WITH empty AS (
         SELECT ${key} FROM ${table} WHERE project_id = $1 GROUP BY ${key} HAVING sum(${count}) <= 0),
       held AS (
         SELECT ${key}, shard, ${count} AS counted FROM ${table}
         WHERE project_id = $1 AND (${key}) IN (SELECT ${key} FROM empty) ORDER BY ${key}, shard FOR UPDATE)
       DELETE FROM ${table} WHERE project_id = $1 AND (${key}, shard) IN (
         SELECT ${key}, shard FROM held WHERE (${key}) IN (
           SELECT ${key} FROM held GROUP BY ${key} HAVING sum(counted) <= 0))`,
      [projectId],
    );
}
