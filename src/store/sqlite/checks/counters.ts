// Counters against the rows they count. Spans of which the beginning is not counted any more are left alone.

import { ALL_TIME, HOUR_MS, QUARTER_DAY_MS, SLOT_MS, SLOTS_KEPT_MS, startOf } from '../../../answers/spans.js';
import { EVENT_HOURS_KEPT_MS } from '../../../limits.js';
import type { ReadableDb } from '../connection.js';
import { receivedAtMsOf } from '../row-id.js';
import { NO_SOURCE } from '../tables/logs.js';
import type { CountingTable } from '../tables/noted-counts.js';
import { EVERY_PROJECT_ID } from '../tables/projects.js';
import { asIfWritten } from './as-if-written.js';
import type { Check } from './check.js';

interface CounterTable {
  readonly table: Exclude<CountingTable, 'error_groups'>;
  /** Columns of the key besides `span_ms`. */
  readonly key: readonly string[];
  readonly counts: readonly string[];
  /** The columns of `key` and `counts`, of the rows of a span from `:fromMs` on. `start_ms` is `START`. */
  readonly counted: string;
  readonly hasTotal: boolean;
  readonly spans: readonly { readonly spanMs: number; readonly keptMs: number | null }[];
}

/** Start of the span `:spanMs`, for times before 1970 as well; everything is one span of length 0. */
const START = `iif(:spanMs = 0, 0, timestamp_ms - ((timestamp_ms % max(:spanMs, 1)) + :spanMs) % max(:spanMs, 1))`;
const IN_SPAN = '(:spanMs = 0 OR timestamp_ms >= :fromMs)';

const TABLES: readonly CounterTable[] = [
  {
    table: 'event_counts',
    key: ['project_id', 'start_ms', 'type', 'source'],
    counts: ['count'],
    counted: `SELECT project_id, ${START} AS start_ms, type, source, count(*) AS count
      FROM (SELECT e.project_id, e.timestamp_ms, coalesce(e.type, g.type) AS type, e.source
            FROM events e JOIN error_groups g ON g.id = e.group_id)
      WHERE ${IN_SPAN} GROUP BY 1, 2, 3, 4`,
    hasTotal: true,
    spans: [
      { spanMs: ALL_TIME, keptMs: null },
      { spanMs: HOUR_MS, keptMs: EVENT_HOURS_KEPT_MS },
      { spanMs: SLOT_MS, keptMs: SLOTS_KEPT_MS },
    ],
  },
  {
    table: 'group_counts',
    key: ['start_ms', 'group_id'],
    counts: ['count'],
    counted: `SELECT ${START} AS start_ms, group_id, count(*) AS count FROM events WHERE ${IN_SPAN} GROUP BY 1, 2`,
    hasTotal: false,
    spans: [
      { spanMs: HOUR_MS, keptMs: SLOTS_KEPT_MS },
      { spanMs: QUARTER_DAY_MS, keptMs: EVENT_HOURS_KEPT_MS },
    ],
  },
  {
    table: 'request_counts',
    key: ['project_id', 'start_ms'],
    counts: ['total', 'failed'],
    counted: `SELECT project_id, ${START} AS start_ms, count(*) AS total,
        sum(coalesce(status_code >= 400, 0)) AS failed
      FROM requests WHERE ${IN_SPAN} GROUP BY 1, 2`,
    hasTotal: true,
    spans: [
      { spanMs: ALL_TIME, keptMs: null },
      { spanMs: HOUR_MS, keptMs: null },
      { spanMs: SLOT_MS, keptMs: SLOTS_KEPT_MS },
    ],
  },
  {
    table: 'log_counts',
    key: ['project_id', 'start_ms', 'level', 'source'],
    counts: ['count'],
    counted: `SELECT project_id, ${START} AS start_ms, level, coalesce(source, ${NO_SOURCE}) AS source, count(*) AS count
      FROM logs WHERE ${IN_SPAN} GROUP BY 1, 2, 3, 4`,
    hasTotal: true,
    spans: [
      { spanMs: ALL_TIME, keptMs: null },
      { spanMs: HOUR_MS, keptMs: null },
    ],
  },
];

export const counters: readonly Check[] = TABLES.map((shape) => ({
  name: `counters of ${shape.table}`,
  find: asIfWritten(shape.table, (db, nowMs) => {
    const wrong = db.prepare<SpanBounds, number>(toWrongCount(shape)).pluck();
    const count = toBounds(shape, db, nowMs).reduce((sum, bounds) => sum + (wrong.get(bounds) ?? 0), 0);
    if (count === 0) return [];
    const text = `${shape.table}: ${count} ${count === 1 ? 'counter differs' : 'counters differ'} from the rows counted`;
    return [{ text, isRepairable: true }];
  }),
  repair(db, nowMs) {
    const columns = [...shape.key, ...shape.counts].join(', ');
    const clear = db.prepare<SpanBounds>(`DELETE FROM ${shape.table} WHERE ${OF_SPAN}`);
    const fill = db.prepare<SpanBounds>(
      `INSERT INTO ${shape.table} (span_ms, ${columns}) ${toCounted(shape)} SELECT :spanMs, ${columns} FROM counted`,
    );
    for (const bounds of toBounds(shape, db, nowMs)) {
      clear.run(bounds);
      fill.run(bounds);
    }
  },
}));

interface SpanBounds {
  readonly spanMs: number;
  readonly fromMs: number;
}

const OF_SPAN = 'span_ms = :spanMs AND (:spanMs = 0 OR start_ms >= :fromMs)';

/**
 * From the first span of which every moment is still counted. The newest record may be of a clock that has been set back
 * since: its spans are judged by that clock.
 */
function toBounds({ spans }: CounterTable, db: ReadableDb, nowMs: number): SpanBounds[] {
  const newest = db
    .prepare<[], number | null>(
      'SELECT max(id) FROM (SELECT max(id) AS id FROM events UNION ALL SELECT max(id) FROM requests)',
    )
    .pluck()
    .get();
  const atMs = Math.max(nowMs, receivedAtMsOf(newest ?? 0));
  return spans.map(({ spanMs, keptMs }) => ({
    spanMs,
    fromMs: keptMs === null ? Number.MIN_SAFE_INTEGER : startOf(atMs - keptMs, spanMs) + spanMs,
  }));
}

/** `WITH counted AS …`: what the counters of a span should be, those of every project together among them. */
function toCounted({ key, counts, counted, hasTotal }: CounterTable): string {
  if (!hasTotal) return `WITH counted AS (${counted})`;
  const rest = key.filter((name) => name !== 'project_id');
  const sums = counts.map((name) => `sum(${name})`);
  return `WITH per_project AS MATERIALIZED (${counted}), counted AS (
    SELECT ${[...key, ...counts].join(', ')} FROM per_project
    UNION ALL SELECT ${[EVERY_PROJECT_ID, ...rest, ...sums].join(', ')} FROM per_project GROUP BY ${rest.join(', ')})`;
}

/** How many counters of a span are not what they should be. One that is absent counts as 0. */
function toWrongCount(shape: CounterTable): string {
  const { table, key, counts } = shape;
  const keys = key.join(', ');
  return `${toCounted(shape)}
    SELECT count(*) FROM (SELECT 1 FROM (
      SELECT ${keys}, ${counts.join(', ')} FROM counted
      UNION ALL SELECT ${keys}, ${counts.map((name) => `-${name}`).join(', ')} FROM ${table} WHERE ${OF_SPAN})
    GROUP BY ${keys} HAVING ${counts.map((name) => `sum(${name}) <> 0`).join(' OR ')})`;
}
