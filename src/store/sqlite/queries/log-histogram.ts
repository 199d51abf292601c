import { SEARCH_TOTAL_MAX } from '../../../../schemas/limits.js';
import type { LogHistogramQuery } from '../../../../schemas/query.js';
import { type Condition, join, type Values, valuesOf, when } from '../../../answers/condition.js';
import { toLevelRows, toSourceRow } from '../../../answers/enums.js';
import { toTimes } from '../../../answers/log-filters.js';
import {
  isCounted,
  type LogSlots,
  type LookedRow,
  logHistogramJson,
  rangeOfSlots,
  type SlotCount,
  type SlotCounts,
  toHourSlots,
  toLogSlots,
  toLookedMax,
  toSlotCounts,
} from '../../../answers/log-histogram.js';
import { HOUR_MS } from '../../../answers/spans.js';
import { LOG_HISTOGRAM_ROWS_MAX } from '../../../limits.js';
import type { ReadableDb } from '../connection.js';
import { openStatements } from '../reader/list-query.js';
import { containsFolded, toSearchTerm } from '../reader/search.js';
import { EVERY_PROJECT_ID, openProjectQueries, UNKNOWN_PROJECT_ID } from '../tables/projects.js';
import { toFilters, whenLacking } from './log-filters.js';
import { openIsRare, toLogMatch, whenQuery } from './log-query.js';

/** Counts of entries by level and slot: of whole hours from the counters, and otherwise from a bounded number of rows. */
export function openLogHistograms(db: ReadableDb): (query: LogHistogramQuery, nowMs: number) => string {
  const projects = openProjectQueries(db);
  const counters = openCounters(db);
  const entries = openEntries(db);
  return (query, nowMs) => {
    const projectId =
      query.projectId === undefined ? undefined : (projects.find(query.projectId) ?? UNKNOWN_PROJECT_ID);
    const known = { firstMs: counters.firstMs(projectId ?? EVERY_PROJECT_ID), nowMs };
    const slots = toLogSlots(query, known);
    if (slots.slotCount === 0) return logHistogramJson(slots, { counts: [] });
    if (!isCounted(query)) return logHistogramJson(slots, entries.count(query, projectId, slots));
    const byHour = (of: LogSlots): SlotCount[] => counters.count(query, projectId ?? EVERY_PROJECT_ID, of);
    if (slots.slotMs % HOUR_MS === 0) return logHistogramJson(slots, { counts: byHour(slots) });
    const hours = toHourSlots(query, known);
    const counts = hours === null ? [] : byHour(hours);
    if (hours !== null && toSum(counts) > LOG_HISTOGRAM_ROWS_MAX) return logHistogramJson(hours, { counts });
    return logHistogramJson(slots, entries.count(query, projectId, slots));
  };
}

function toSum(counts: readonly SlotCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/** Whole numbers: the driver binds what is past 32 bits as a real one, which divides to a fraction. */
function slotOf(column: string): string {
  return `(${column} - CAST(:originMs AS INTEGER)) / CAST(:slotMs AS INTEGER)`;
}

interface Counters {
  firstMs(projectId: number): number | null;
  count(query: LogHistogramQuery, projectId: number, slots: LogSlots): SlotCount[];
}

function openCounters(db: ReadableDb): Counters {
  const first = db
    .prepare<[number, number], number>(
      `SELECT start_ms FROM log_counts WHERE span_ms = ? AND project_id = ? AND count > 0 ORDER BY start_ms LIMIT 1`,
    )
    .pluck();
  const prepare = openStatements(db);
  return {
    firstMs: (projectId) => first.get(HOUR_MS, projectId) ?? null,
    count(query, projectId, slots) {
      const { fromMs, toMs } = rangeOfSlots(slots);
      const levels = toLevelRows(query);
      const { where, values } = join([
        when('source = :source', 'source', query.source && toSourceRow(query.source)),
        levels === undefined ? null : { sql: `level IN (${levels.join(', ')})`, values: {} },
        { sql: 'count > 0', values: {} },
      ]);
      const sql = `SELECT ${slotOf('start_ms')} AS slot, level, sum(count) AS count FROM log_counts
        ${where} AND span_ms = :spanMs AND project_id = :projectId AND start_ms BETWEEN :fromMs AND :toMs GROUP BY slot, level`;
      return prepare(sql).all({
        ...values,
        spanMs: HOUR_MS,
        projectId,
        fromMs,
        toMs,
        originMs: fromMs,
        slotMs: slots.slotMs,
      }) as SlotCount[];
    },
  };
}

interface Entries {
  count(query: LogHistogramQuery, projectId: number | undefined, slots: LogSlots): SlotCounts;
}

function openEntries(db: ReadableDb): Entries {
  const prepare = openStatements(db);
  const isRare = openIsRare(db);
  const read = (looked: Looked, { fromMs, slotMs }: LogSlots, max: number): LookedRow[] =>
    prepare(
      `SELECT ${slotOf('at_ms')} AS slot, level, count(*) AS looked, sum(passes) AS count, min(at_ms) AS firstMs
       FROM (${looked.sql} LIMIT :max) GROUP BY slot, level`,
    ).all({ ...looked.values, originMs: fromMs, slotMs, max: max + 1 }) as LookedRow[];
  return {
    count(query, projectId, slots) {
      const conditions = [...toFilters(query, projectId), ...toTimes(rangeOfSlots(slots))];
      const matching = toMatching(query, conditions, isRare);
      const found = matching === null ? null : read(matching, slots, SEARCH_TOTAL_MAX);
      // More are found soon enough among the newest entries, which tell how far back they go.
      if (found !== null && toSum(found) <= SEARCH_TOTAL_MAX) return { counts: found };
      const lookedMax = toLookedMax(query);
      return toSlotCounts(read(toNewest(query, conditions), slots, lookedMax), lookedMax);
    },
  };
}

/** A statement that gives when each entry was, its level, and whether it passes. What is compared is carried no further. */
interface Looked {
  readonly sql: string;
  readonly values: Values;
}

type IsRare = (match: string) => boolean;

/** What the full-text index finds; null for what it does not narrow enough. */
function toMatching(query: LogHistogramQuery, conditions: readonly Condition[], isRare: IsRare): Looked | null {
  const { match, isLoose } = toLogMatch(query);
  if (match === null || (isLoose && !isRare(match))) return null;
  const matching = [when('s.logs_search MATCH :match', 'match', match), ...conditions, ...toTextFilters(query)];
  const { where, values } = join(matching);
  const sql = `SELECT l.timestamp_ms AS at_ms, l.level, 1 AS passes
    FROM logs_search s CROSS JOIN logs l NOT INDEXED ON l.id = s.rowid ${where} ORDER BY s.rowid DESC`;
  return { sql, values };
}

/** The newest entries, whether they pass or not. */
function toNewest(query: LogHistogramQuery, conditions: readonly Condition[]): Looked {
  const { where, values } = join(conditions);
  const filters = toTextFilters(query).filter((filter) => filter !== null);
  const passes = filters.map(({ sql }) => `(${sql})`).join(' AND ') || '1';
  // Where a value is asked for, SQLite computes both sides of an OR; where a condition is, the first that decides: five times as fast.
  const sql = `SELECT l.timestamp_ms AS at_ms, l.level, CASE WHEN ${passes} THEN 1 ELSE 0 END AS passes FROM logs l ${where}
    ORDER BY l.timestamp_ms DESC, l.id DESC`;
  return { sql, values: { ...values, ...valuesOf(filters) } };
}

function toTextFilters({ search = '', exclude, query }: LogHistogramQuery): Condition[] {
  const holds = search === '' ? null : when(containsFolded('l.message'), 'folded', toSearchTerm(search).folded);
  return [holds, whenLacking(exclude), whenQuery(query)];
}
