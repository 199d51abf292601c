import { SEARCH_TOTAL_MAX } from '../../../../schemas/limits.js';
import type { LogHistogramQuery } from '../../../../schemas/query.js';
import { type Condition, join, type Values, valuesOf } from '../../../answers/condition.js';
import { toLevelRows, toSourceRow } from '../../../answers/enums.js';
import { toColumnFilters, toTimes } from '../../../answers/log-filters.js';
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
import type { Queries } from '../connection.js';
import { LOG_SAMPLE_ROWS } from '../limits.js';
import { EVERY_PROJECT_ID } from '../tables/projects.js';
import { isRare, whenQuery } from './log-query.js';
import { ofProject, type ProjectScope, readScope, scoped } from './scope.js';
import { hasTrigram, whenMessageHolds, whenMessageLacks } from './search.js';
import { ask, planForValues } from './statement.js';

interface Asked {
  readonly db: Queries;
  readonly query: LogHistogramQuery;
  readonly scope: ProjectScope;
  readonly hasIndex: boolean;
}

interface Circumstances {
  readonly nowMs: number;
  /** Whether logs have an index to search by. */
  readonly hasIndex: boolean;
}

/** The answer `LogHistogram`: of whole hours from the counters, and otherwise from a bounded number of rows. */
export async function readLogHistogram(
  db: Queries,
  query: LogHistogramQuery,
  { nowMs, hasIndex }: Circumstances,
): Promise<string> {
  const scope = await readScope(db, query.projectId);
  const asked = { db, query, scope, hasIndex };
  const known = { firstMs: await readFirstHour(db, scope), nowMs };
  const slots = toLogSlots(query, known);
  if (slots.slotCount === 0) return logHistogramJson(slots, { counts: [] });
  const byRow = async (): Promise<string> => logHistogramJson(slots, await countEntries(asked, slots));
  if (!isCounted(query)) return byRow();
  if (slots.slotMs % HOUR_MS === 0) return logHistogramJson(slots, { counts: await countHours(asked, slots) });
  const hours = toHourSlots(query, known);
  const counts = hours === null ? [] : await countHours(asked, hours);
  return hours !== null && toSum(counts) > LOG_HISTOGRAM_ROWS_MAX ? logHistogramJson(hours, { counts }) : byRow();
}

function toSum(counts: readonly SlotCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/** When the first hour with an entry starts. */
async function readFirstHour(db: Queries, scope: ProjectScope): Promise<number | null> {
  const [row] = await ask<{ startMs: number }>(
    db,
    `/* project */ SELECT start_ms FROM log_counts
     WHERE project_id = :projectId AND span_ms = :spanMs AND count > 0 ORDER BY start_ms LIMIT 1`,
    { projectId: scope ?? EVERY_PROJECT_ID, spanMs: HOUR_MS },
  );
  return row?.startMs ?? null;
}

function countHours({ db, query, scope }: Asked, slots: LogSlots): Promise<SlotCount[]> {
  const { fromMs, toMs } = rangeOfSlots(slots);
  return ask(
    db,
    `/* project */ SELECT (start_ms - :fromMs) / :slotMs AS slot, level, sum(count) AS count FROM log_counts
     WHERE project_id = :projectId AND span_ms = :spanMs AND start_ms >= :fromMs AND start_ms <= :toMs
       AND (:levels::smallint[] IS NULL OR level = ANY(:levels)) AND (:source::smallint IS NULL OR source = :source)
     GROUP BY 1, level HAVING sum(count) > 0`,
    {
      projectId: scope ?? EVERY_PROJECT_ID,
      spanMs: HOUR_MS,
      fromMs,
      toMs,
      slotMs: slots.slotMs,
      levels: toLevelRows(query) ?? null,
      source: query.source === undefined ? null : toSourceRow(query.source),
    },
  );
}

async function countEntries({ db, query, scope, hasIndex }: Asked, slots: LogSlots): Promise<SlotCounts> {
  const { fromMs, slotMs } = slots;
  const conditions = [ofProject('l', scope), ...toColumnFilters(query), ...toTimes(rangeOfSlots(slots))];
  const filters = [whenMessageHolds('l', query.search), whenMessageLacks('l', query.exclude), whenQuery(query.query)];
  const read = ({ sql, values }: Looked, max: number): Promise<LookedRow[]> =>
    ask(
      db,
      scoped(
        scope,
        `SELECT (at_ms - :originMs) / :slotMs AS slot, level, count(*) AS looked,
           count(*) FILTER (WHERE passes) AS count, min(at_ms) AS first_ms
         FROM (${sql} LIMIT ${max + 1}) AS looked GROUP BY 1, level`,
      ),
      { ...values, originMs: fromMs, slotMs },
    );
  const isSearched = (query.search ?? '') !== '' && hasTrigram(query.search);
  const isCommon = async (): Promise<boolean> =>
    toSum(await read(toNewest(conditions, filters), LOG_SAMPLE_ROWS)) > LOG_SAMPLE_ROWS / 20;
  if (hasIndex && (isSearched ? !(await isCommon()) : await isRare(db, query.query, scope))) {
    await planForValues(db);
    const { where, values } = join([...conditions, ...filters]);
    const matching = `SELECT l.timestamp_ms AS at_ms, l.level, true AS passes FROM logs AS l ${where}`;
    const found = await read({ sql: matching, values }, SEARCH_TOTAL_MAX);
    // More are found soon enough among the newest entries, which tell how far back they go.
    if (toSum(found) <= SEARCH_TOTAL_MAX) return { counts: found };
  }
  const lookedMax = toLookedMax(query);
  return toSlotCounts(await read(toNewest(conditions, filters), lookedMax), lookedMax);
}

/** A statement that gives when each entry was, its level, and whether it passes. */
interface Looked {
  readonly sql: string;
  readonly values: Values;
}

/** The newest entries, whether they pass or not. */
function toNewest(conditions: readonly Condition[], allFilters: readonly Condition[]): Looked {
  const { where, values } = join(conditions);
  const filters = allFilters.filter((filter) => filter !== null);
  const passes = filters.map(({ sql }) => `(${sql})`).join(' AND ') || 'true';
  const sql = `SELECT l.timestamp_ms AS at_ms, l.level, (${passes}) AS passes FROM logs AS l ${where}
    ORDER BY l.timestamp_ms DESC, l.id DESC`;
  return { sql, values: { ...values, ...valuesOf(filters) } };
}
