import type { LogHistogramQuery } from '../../../../schemas/query.js';
import { LOG_LEVELS } from '../../../../schemas/words.js';
import { type Condition, join, valuesOf, when } from '../../../answers/condition.js';
import { toLevelRows, toSourceRow } from '../../../answers/enums.js';
import { toTimes } from '../../../answers/log-filters.js';
import {
  isCounted,
  type LogSlots,
  logHistogramJson,
  rangeOfSlots,
  type SlotCount,
  type SlotCounts,
  toHourSlots,
  toLogSlots,
  toLookedMax,
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
  const isRare = openIsRare(db);
  const countFound = openFound(db);
  const countNewest = openNewest(db);
  return {
    count(query, projectId, slots) {
      const filters = toFilters(query, projectId);
      const texts = toTextFilters(query);
      const { match } = toLogMatch(query);
      // What is common is found soon enough among the newest entries, which tell how far back they go.
      if (match !== null && isRare(match)) return { counts: countFound(match, [...filters, ...texts], slots) };
      return countNewest({ filters, texts, lookedMax: toLookedMax(query) }, slots);
    },
  };
}

/** Counts what passes of what the full-text index finds. */
function openFound(
  db: ReadableDb,
): (match: string, conditions: readonly Condition[], slots: LogSlots) => readonly SlotCount[] {
  const prepare = openStatements(db);
  return (match, conditions, slots) => {
    const found = when('s.logs_search MATCH :match', 'match', match);
    const { where, values } = join([found, ...conditions, ...toTimes(rangeOfSlots(slots))]);
    const sql = `SELECT ${slotOf('l.timestamp_ms')} AS slot, l.level, count(*) AS count
      FROM logs_search s CROSS JOIN logs l NOT INDEXED ON l.id = s.rowid ${where} GROUP BY slot, l.level`;
    return prepare(sql).all({ ...values, originMs: slots.fromMs, slotMs: slots.slotMs }) as SlotCount[];
  };
}

interface Looked {
  readonly filters: readonly Condition[];
  readonly texts: readonly Condition[];
  readonly lookedMax: number;
}

/**
 * Counts what passes of the newest entries, of each by a number that tells its slot and its level. SQLite would sort the entries to
 * group them, which takes twice as long as reading them.
 */
function openNewest(db: ReadableDb): (looked: Looked, slots: LogSlots) => SlotCounts {
  const prepare = openStatements(db);
  return ({ filters, texts, lookedMax }, slots) => {
    const { where, values } = join([...filters, ...toTimes(rangeOfSlots(slots))]);
    const passing = texts.filter((text) => text !== null);
    const passes = passing.map(({ sql }) => `(${sql})`).join(' AND ') || '1';
    // Where a value is asked for, SQLite computes both sides of an OR; where a condition is, the first that decides: five times as fast.
    const sql = `SELECT count(*) AS looked, min(at_ms) AS firstMs, group_concat(place) AS places
      FROM (SELECT l.timestamp_ms AS at_ms, CASE WHEN ${passes} THEN ${slotOf('l.timestamp_ms')} * ${LOG_LEVELS.length} + l.level END AS place
        FROM logs l ${where} ORDER BY l.timestamp_ms DESC, l.id DESC LIMIT :max)`;
    const { fromMs: originMs, slotMs } = slots;
    const [{ looked, firstMs, places }] = prepare(sql).all({
      ...values,
      ...valuesOf(passing),
      originMs,
      slotMs,
      max: lookedMax + 1,
    }) as [NewestRow];
    return {
      counts: countPlaces(places ?? ''),
      searchedFromMs: looked > lookedMax ? (firstMs ?? undefined) : undefined,
    };
  };
}

interface NewestRow {
  readonly looked: number;
  readonly firstMs: number | null;
  /** Of what passes, with commas between. */
  readonly places: string | null;
}

function countPlaces(places: string): SlotCount[] {
  const counts = new Map<string, number>();
  if (places !== '') for (const place of places.split(',')) counts.set(place, (counts.get(place) ?? 0) + 1);
  return [...counts].map(([place, count]) => {
    const slot = Math.floor(Number(place) / LOG_LEVELS.length);
    return { slot, level: Number(place) % LOG_LEVELS.length, count };
  });
}

function toTextFilters({ search = '', exclude, query }: LogHistogramQuery): Condition[] {
  const holds = search === '' ? null : when(containsFolded('l.message'), 'folded', toSearchTerm(search).folded);
  return [holds, whenLacking(exclude), whenQuery(query)];
}
