import type { TrendsQuery } from '../../../../schemas/query.js';
import { bucketStarts, type Chart, type SpanCount, trendBuckets } from '../../../answers/spans.js';
import { toGroupIds, trendsJson } from '../../../answers/trends.js';
import type { ReadableDb } from '../connection.js';
import { parsePublicId } from '../row-id.js';
import { EVERY_PROJECT_ID, openProjectQueries, UNKNOWN_PROJECT_ID } from '../tables/projects.js';
import { openStatsQueries, type StatsQueries } from '../tables/stats.js';

export interface TrendReads {
  read(query: TrendsQuery, nowMs: number): string;
}

/** Requests, and the events of some groups, bucket by bucket. */
export function openTrendReads(db: ReadableDb): TrendReads {
  const projects = openProjectQueries(db);
  const stats = openStatsQueries(db);
  return {
    read(query, nowMs) {
      const { projectId: name, groupIds } = query;
      const projectId = name === undefined ? EVERY_PROJECT_ID : (projects.find(name) ?? UNKNOWN_PROJECT_ID);
      const chart = trendBuckets(nowMs, query);
      const { spanMs, fromMs, toMs } = chart;
      const ids = toGroupIds(groupIds);
      return trendsJson(chart, ids, {
        requests: stats.countRequestsBySpan({ projectId, spanMs, fromMs, toMs }),
        groups: countGroups(stats, ids, chart),
      });
    },
  };
}

function countGroups(stats: StatsQueries, ids: readonly string[], chart: Chart): Map<string, SpanCount[]> {
  const counts = new Map<number, SpanCount[]>();
  const groups = new Map<string, SpanCount[]>();
  for (const publicId of ids) {
    const id = parsePublicId(publicId);
    if (id === null) continue;
    const spans: SpanCount[] = [];
    counts.set(id, spans);
    groups.set(publicId, spans);
  }
  for (const [id, startMs, count] of stats.countGroups([...counts.keys()], {
    spanMs: chart.bucketMs,
    starts: bucketStarts(chart),
  })) {
    counts.get(id)?.push({ startMs, count });
  }
  return groups;
}
