import type { StatsQuery } from '../../../schemas/query.js';
import type { Stats } from '../../../schemas/stats.js';
import type { TimeRange } from '../../../schemas/words.js';
import { STATS_BUCKETS_MAX } from '../../limits.js';
import { parseTimestampMs } from '../../timestamp.js';
import type { ReadableDb } from '../connection.js';
import { stringifyStats } from '../json.js';
import { toPublicId } from '../row-id.js';
import { HOUR_MS, SLOT_MS, startOf } from '../tables/counters.js';
import { rowToSeverity, rowToSource } from '../tables/enums.js';
import { openGroupQueries, type TopGroupRow } from '../tables/error-groups.js';
import { EVERY_PROJECT_ID, openProjectQueries, UNKNOWN_PROJECT_ID } from '../tables/projects.js';
import { allTime, openStatsQueries, type StatsQueries, type Window } from '../tables/stats.js';

/** How a time range is cut into buckets for the chart, and from which counters it is read. */
interface RangeShape {
  readonly bucketMs: number;
  readonly bucketCount: number;
  readonly spanMs: number;
}

const RANGES: Record<TimeRange, RangeShape> = {
  '1h': { bucketMs: SLOT_MS, bucketCount: 12, spanMs: SLOT_MS },
  '6h': { bucketMs: 3 * SLOT_MS, bucketCount: 24, spanMs: SLOT_MS },
  '24h': { bucketMs: HOUR_MS, bucketCount: 24, spanMs: SLOT_MS },
  '7d': { bucketMs: HOUR_MS, bucketCount: 168, spanMs: HOUR_MS },
};

export interface StatsReads {
  read(query: StatsQuery & { nowMs: number }): string;
}

export function openStatsReads(db: ReadableDb): StatsReads {
  const projects = openProjectQueries(db);
  const stats = openStatsQueries(db);
  const groups = openGroupQueries(db);
  return {
    read({ projectId: name, timeRange, from, to, nowMs }) {
      const projectId = name === undefined ? EVERY_PROJECT_ID : (projects.find(name) ?? UNKNOWN_PROJECT_ID);
      const day = lastBuckets(projectId, nowMs, '24h');
      const span = from === undefined || to === undefined ? null : toSpan(projectId, { from, to }, nowMs);
      const chart = span ?? (timeRange === undefined ? null : lastBuckets(projectId, nowMs, timeRange));
      const window = chart?.window ?? allTime(projectId);
      const requests = stats.countRequests(window);
      const overDay = toBuckets(stats, day);
      return stringifyStats({
        totalRequests: requests.total,
        errorRequests: requests.failed,
        healthScore: toHealthScore(requests),
        errorsLast24h: overDay.reduce((sum, { count }) => sum + count, 0),
        topErrors: groups.top(name === undefined ? null : projectId).map(toTopError),
        errorsByType: Object.fromEntries(stats.countByType(window).map(({ type, count }) => [type, count])),
        errorsBySource: Object.fromEntries(
          stats.countBySource(window).map(({ source, count }) => [rowToSource(source), count]),
        ),
        errorsOverTime: chart === null ? overDay : toBuckets(stats, chart),
      });
    },
  };
}

/** A window and the buckets it is cut into. */
interface Chart {
  readonly window: Window;
  readonly bucketMs: number;
  readonly bucketCount: number;
}

/** The window that ends with the span we are in and holds exactly the buckets of the range. */
function lastBuckets(projectId: number, nowMs: number, timeRange: TimeRange): Chart {
  const { bucketMs, bucketCount, spanMs } = RANGES[timeRange];
  const fromMs = startOf(nowMs, spanMs) + spanMs - bucketMs * bucketCount;
  // Open at the end: what a clock that was ahead has counted belongs to the last bucket.
  return { window: { projectId, spanMs, fromMs, toMs: Number.MAX_SAFE_INTEGER }, bucketMs, bucketCount };
}

/** The hours that two times touch, the first at least, up to the one we are in. */
function toSpan(projectId: number, { from, to }: { from: string; to: string }, nowMs: number): Chart {
  const fromMs = startOf(parseTimestampMs(from), HOUR_MS);
  const lastMs = startOf(Math.min(parseTimestampMs(to) - 1, nowMs), HOUR_MS);
  const hourCount = Math.max(1, (lastMs - fromMs) / HOUR_MS + 1);
  const bucketHours = Math.ceil(hourCount / STATS_BUCKETS_MAX);
  const window = { projectId, spanMs: HOUR_MS, fromMs, toMs: fromMs + hourCount * HOUR_MS };
  return { window, bucketMs: bucketHours * HOUR_MS, bucketCount: Math.ceil(hourCount / bucketHours) };
}

function toBuckets(stats: StatsQueries, { window, bucketMs, bucketCount }: Chart): Stats['errorsOverTime'] {
  const counts = new Array<number>(bucketCount).fill(0);
  for (const { startMs, count } of stats.countBySpan(window)) {
    const index = Math.min(Math.floor((startMs - window.fromMs) / bucketMs), bucketCount - 1);
    counts[index] = (counts[index] ?? 0) + count;
  }
  return counts.map((count, index) => ({ timestamp: new Date(window.fromMs + index * bucketMs).toISOString(), count }));
}

/** Percentage of requests that did not fail, to one decimal; 100 when there are none. */
export function toHealthScore({ total, failed }: { total: number; failed: number }): number {
  return total === 0 ? 100 : Math.round(((total - failed) / total) * 1000) / 10;
}

function toTopError({ id, message, eventCount, type, severity }: TopGroupRow): Stats['topErrors'][number] {
  return { id: toPublicId(id), message, count: eventCount, type, severity: rowToSeverity(severity) };
}
