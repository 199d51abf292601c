import type { TrendsQuery } from '../../../../schemas/query.js';
import type { Trends } from '../../../../schemas/stats.js';
import { stringifyTrends } from '../../../answers/json.js';
import type { ReadableDb } from '../connection.js';
import { parsePublicId, toPublicId } from '../row-id.js';
import { HOUR_MS, QUARTER_DAY_MS, startOf } from '../tables/counters.js';
import { EVERY_PROJECT_ID, openProjectQueries, UNKNOWN_PROJECT_ID } from '../tables/projects.js';
import { openStatsQueries, type StatsQueries } from '../tables/stats.js';

/** Buckets of a range. Their length is one that groups are counted by. */
interface RangeShape {
  readonly bucketMs: number;
  readonly bucketCount: number;
}

const RANGES: Record<TrendsQuery['timeRange'], RangeShape> = {
  '24h': { bucketMs: HOUR_MS, bucketCount: 24 },
  '7d': { bucketMs: QUARTER_DAY_MS, bucketCount: 28 },
};

export interface TrendReads {
  read(query: TrendsQuery & { nowMs: number }): string;
}

/** Requests, and the events of some groups, bucket by bucket, the last one holding the time that is now. */
export function openTrendReads(db: ReadableDb): TrendReads {
  const projects = openProjectQueries(db);
  const stats = openStatsQueries(db);
  return {
    read({ projectId: name, timeRange, groupIds = '', nowMs }) {
      const projectId = name === undefined ? EVERY_PROJECT_ID : (projects.find(name) ?? UNKNOWN_PROJECT_ID);
      const { bucketMs, bucketCount } = RANGES[timeRange];
      const fromMs = startOf(nowMs, bucketMs) - (bucketCount - 1) * bucketMs;
      const buckets: Buckets = {
        bucketMs,
        starts: Array.from({ length: bucketCount }, (_, index) => fromMs + index * bucketMs),
      };
      const ids = [...new Set(groupIds.split(','))].map(parsePublicId).filter((id) => id !== null);
      return stringifyTrends({
        from: new Date(fromMs).toISOString(),
        bucketMs,
        requests: countRequests(stats, projectId, buckets),
        groups: countGroups(stats, ids, buckets),
      });
    },
  };
}

interface Buckets {
  readonly bucketMs: number;
  readonly starts: readonly number[];
}

function countGroups(stats: StatsQueries, ids: readonly number[], { bucketMs, starts }: Buckets): Trends['groups'] {
  const counts = new Map(ids.map((id) => [id, starts.map(() => 0)]));
  const [fromMs = 0] = starts;
  for (const [groupId, startMs, count] of stats.countGroups(ids, { spanMs: bucketMs, starts })) {
    const ofGroup = counts.get(groupId);
    if (ofGroup !== undefined) ofGroup[(startMs - fromMs) / bucketMs] = count;
  }
  return Object.fromEntries([...counts].map(([id, ofGroup]) => [toPublicId(id), ofGroup]));
}

/** From the hours, which every bucket has whole. */
function countRequests(stats: StatsQueries, projectId: number, { bucketMs, starts }: Buckets): Trends['requests'] {
  const [fromMs = 0] = starts;
  const [total, failed] = [starts.map(() => 0), starts.map(() => 0)];
  const window = { projectId, spanMs: HOUR_MS, fromMs, toMs: fromMs + starts.length * bucketMs };
  for (const hour of stats.countRequestsBySpan(window)) {
    const index = Math.floor((hour.startMs - fromMs) / bucketMs);
    total[index] = (total[index] ?? 0) + hour.total;
    failed[index] = (failed[index] ?? 0) + hour.failed;
  }
  return { total, failed };
}
