import type { StatsQuery } from '../../../../schemas/query.js';
import type { Stats } from '../../../../schemas/stats.js';
import { bucketStarts, type Chart, hoursBetween, lastBuckets, sumByBucket } from '../../../answers/spans.js';
import { stringifyStats, toHealthScore } from '../../../answers/stats.js';
import { toIsoText } from '../../../timestamp.js';
import type { ReadableDb } from '../connection.js';
import { toPublicId } from '../row-id.js';
import { rowToSeverity, rowToSource } from '../tables/enums.js';
import { openGroupQueries, type TopGroupRow } from '../tables/error-groups.js';
import { EVERY_PROJECT_ID, openProjectQueries, UNKNOWN_PROJECT_ID } from '../tables/projects.js';
import { allTime, openStatsQueries, type StatsQueries, type Window } from '../tables/stats.js';

export interface StatsReads {
  read(query: StatsQuery, nowMs: number): string;
}

export function openStatsReads(db: ReadableDb): StatsReads {
  const projects = openProjectQueries(db);
  const stats = openStatsQueries(db);
  const groups = openGroupQueries(db);
  return {
    read({ projectId: name, timeRange, from, to }, nowMs) {
      const projectId = name === undefined ? EVERY_PROJECT_ID : (projects.find(name) ?? UNKNOWN_PROJECT_ID);
      const span = from === undefined || to === undefined ? null : hoursBetween({ from, to }, nowMs);
      const chart = span ?? (timeRange === undefined ? null : lastBuckets(nowMs, timeRange));
      const window = chart === null ? allTime(projectId) : toWindow(projectId, chart);
      const requests = stats.countRequests(window);
      const overDay = toBuckets(stats, projectId, lastBuckets(nowMs, '24h'));
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
        errorsOverTime: chart === null ? overDay : toBuckets(stats, projectId, chart),
      });
    },
  };
}

function toWindow(projectId: number, { spanMs, fromMs, toMs }: Chart): Window {
  return { projectId, spanMs, fromMs, toMs };
}

function toBuckets(stats: StatsQueries, projectId: number, chart: Chart): Stats['errorsOverTime'] {
  const counts = sumByBucket(chart, stats.countBySpan(toWindow(projectId, chart)));
  return bucketStarts(chart).map((startMs, index) => ({ timestamp: toIsoText(startMs), count: counts[index] ?? 0 }));
}

function toTopError({ id, message, eventCount, type, severity }: TopGroupRow): Stats['topErrors'][number] {
  return { id: toPublicId(id), message, count: eventCount, type, severity: rowToSeverity(severity) };
}
