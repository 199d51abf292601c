import type { TrendsQuery } from '../../../schemas/query.js';
import type { Trends } from '../../../schemas/stats.js';
import type { ReadableDb } from '../connection.js';
import { stringifyTrends } from '../json.js';
import { parsePublicId, toPublicId } from '../row-id.js';
import { HOUR_MS, startOf } from '../tables/counters.js';
import { EVERY_PROJECT_ID, openProjectQueries, UNKNOWN_PROJECT_ID } from '../tables/projects.js';
import { openStatsQueries, type StatsQueries } from '../tables/stats.js';

/** Buckets of a range, each some whole hours. */
interface RangeShape {
  readonly bucketHours: number;
  readonly bucketCount: number;
}

const RANGES: Record<TrendsQuery['timeRange'], RangeShape> = {
  '24h': { bucketHours: 1, bucketCount: 24 },
  '7d': { bucketHours: 6, bucketCount: 28 },
};

export interface TrendReads {
  read(query: TrendsQuery & { nowMs: number }): string;
}

/** Requests, and the events of some groups, bucket by bucket, the last one with the hour that is now. */
export function openTrendReads(db: ReadableDb): TrendReads {
  const projects = openProjectQueries(db);
  const stats = openStatsQueries(db);
  return {
    read({ projectId: name, timeRange, groupIds = '', nowMs }) {
      const projectId = name === undefined ? EVERY_PROJECT_ID : (projects.find(name) ?? UNKNOWN_PROJECT_ID);
      const { bucketHours, bucketCount } = RANGES[timeRange];
      const hourCount = bucketHours * bucketCount;
      const fromMs = startOf(nowMs, HOUR_MS) - (hourCount - 1) * HOUR_MS;
      const hours = Array.from({ length: hourCount }, (_, index) => fromMs + index * HOUR_MS);
      const toBuckets = (counts: readonly number[]): number[] =>
        Array.from({ length: bucketCount }, (_, index) =>
          sum(counts.slice(index * bucketHours, (index + 1) * bucketHours)),
        );
      const { total, failed } = requestHours(stats, projectId, hours);
      const ids = [...new Set(groupIds.split(','))].map(parsePublicId).filter((id) => id !== null);
      const groups: Trends['groups'] = {};
      for (const [id, counts] of groupHours(stats, ids, hours)) groups[toPublicId(id)] = toBuckets(counts);
      return stringifyTrends({
        from: new Date(fromMs).toISOString(),
        bucketMs: bucketHours * HOUR_MS,
        requests: { total: toBuckets(total), failed: toBuckets(failed) },
        groups,
      });
    },
  };
}

/** The counts of each group, hour by hour. */
function groupHours(
  stats: StatsQueries,
  ids: readonly number[],
  hours: readonly number[],
): ReadonlyMap<number, readonly number[]> {
  const counts = new Map(ids.map((id) => [id, hours.map(() => 0)]));
  const [firstMs = 0] = hours;
  for (const { groupId, startMs, count } of stats.countGroupHours(ids, hours)) {
    const ofGroup = counts.get(groupId);
    if (ofGroup !== undefined) ofGroup[(startMs - firstMs) / HOUR_MS] = count;
  }
  return counts;
}

function requestHours(
  stats: StatsQueries,
  projectId: number,
  hours: readonly number[],
): { total: number[]; failed: number[] } {
  const rows = stats.countRequestsBySpan({
    projectId,
    spanMs: HOUR_MS,
    fromMs: hours[0] ?? 0,
    toMs: (hours.at(-1) ?? 0) + HOUR_MS,
  });
  const byHour = new Map(rows.map((row) => [row.startMs, row]));
  return {
    total: hours.map((startMs) => byHour.get(startMs)?.total ?? 0),
    failed: hours.map((startMs) => byHour.get(startMs)?.failed ?? 0),
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
