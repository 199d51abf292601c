import type { TrendsQuery } from '../../../../schemas/query.js';
import type { Trends } from '../../../../schemas/stats.js';
import { bucketStarts, type Chart, sumByBucket, trendBuckets } from '../../../answers/spans.js';
import { stringifyTrends } from '../../../answers/stats.js';
import { toIsoText } from '../../../timestamp.js';
import type { ReadableDb } from '../connection.js';
import { parsePublicId } from '../row-id.js';
import { EVERY_PROJECT_ID, openProjectQueries, UNKNOWN_PROJECT_ID } from '../tables/projects.js';
import { openStatsQueries, type StatsQueries } from '../tables/stats.js';

export interface TrendReads {
  read(query: TrendsQuery, nowMs: number): string;
}

/** Requests, and the events of some groups, bucket by bucket, the last one holding the time that is now. */
export function openTrendReads(db: ReadableDb): TrendReads {
  const projects = openProjectQueries(db);
  const stats = openStatsQueries(db);
  return {
    read({ projectId: name, timeRange, groupIds }, nowMs) {
      const projectId = name === undefined ? EVERY_PROJECT_ID : (projects.find(name) ?? UNKNOWN_PROJECT_ID);
      const chart = trendBuckets(nowMs, timeRange);
      return stringifyTrends({
        from: toIsoText(chart.fromMs),
        bucketMs: chart.bucketMs,
        requests: countRequests(stats, projectId, chart),
        groups: countGroups(stats, groupIds?.split(',') ?? [], chart),
      });
    },
  };
}

/** Zeros for an id that is no group's: the answer has every id that was asked for. */
function countGroups(stats: StatsQueries, groupIds: readonly string[], chart: Chart): Trends['groups'] {
  const starts = bucketStarts(chart);
  const rowIds = new Map([...new Set(groupIds)].map((id) => [id, parsePublicId(id)]));
  const known = [...rowIds.values()].filter((id) => id !== null);
  const counts = new Map(known.map((id) => [id, starts.map(() => 0)]));
  for (const [id, startMs, count] of stats.countGroups(known, { spanMs: chart.bucketMs, starts })) {
    const ofGroup = counts.get(id);
    if (ofGroup !== undefined) ofGroup[(startMs - chart.fromMs) / chart.bucketMs] = count;
  }
  return Object.fromEntries(
    [...rowIds].map(([id, rowId]) => [id, (rowId === null ? undefined : counts.get(rowId)) ?? starts.map(() => 0)]),
  );
}

/** From the hours, which every bucket has whole. */
function countRequests(stats: StatsQueries, projectId: number, chart: Chart): Trends['requests'] {
  const { spanMs, fromMs, toMs } = chart;
  const hours = stats.countRequestsBySpan({ projectId, spanMs, fromMs, toMs });
  return {
    total: sumByBucket(
      chart,
      hours.map(({ startMs, total }) => ({ startMs, count: total })),
    ),
    failed: sumByBucket(
      chart,
      hours.map(({ startMs, failed }) => ({ startMs, count: failed })),
    ),
  };
}
