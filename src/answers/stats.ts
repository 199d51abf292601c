// Statistics and projects as answers show them.

import type { StatsQuery } from '../../schemas/query.js';
import { ProjectList, Stats } from '../../schemas/stats.js';
import { TOP_COUNTED_AT_ONCE } from '../limits.js';
import { compileStringify } from '../stringify.js';
import { toIsoText } from '../timestamp.js';
import { rowToSeverity, rowToSource } from './enums.js';
import { bucketStarts, type Chart, lastBuckets, type SpanCount, spansBetween, sumByBucket } from './spans.js';
import type { SpanRequests } from './trends.js';

export const stringifyProjectList = compileStringify(ProjectList);
const stringifyStats = compileStringify(Stats);

/** Percentage of requests that did not fail, to one decimal; 100 when there are none. */
export function toHealthScore({ total, failed }: { total: number; failed: number }): number {
  return total === 0 ? 100 : Math.round(((total - failed) / total) * 1000) / 10;
}

/** What `errorRequests` and the health score count. */
export function isFailure(statusCode: number | null): boolean {
  return statusCode !== null && statusCode >= 400;
}

/** The windows that statistics are read of. */
export interface StatsCharts {
  /** The window that was asked for, `day` itself where it is that; null for everything stored. */
  readonly chart: Chart | null;
  /** The last 24 hours. */
  readonly day: Chart;
}

export function toStatsCharts({ timeRange, from, to }: StatsQuery, nowMs: number): StatsCharts {
  const day = lastBuckets(nowMs, '24h');
  if (from !== undefined && to !== undefined) return { chart: spansBetween({ from, to }, nowMs), day };
  if (timeRange === undefined) return { chart: null, day };
  return { chart: timeRange === '24h' ? day : lastBuckets(nowMs, timeRange), day };
}

/** What a store has counted in the windows. */
export interface StatsFacts {
  readonly requests: { readonly total: number; readonly failed: number };
  /** The most frequent first. */
  readonly byType: readonly { readonly type: string; readonly count: number }[];
  readonly bySource: readonly { readonly source: number; readonly count: number }[];
  /** Events of the last 24 hours. */
  readonly day: readonly SpanCount[];
  /** Events of the window that was asked for; not looked at when that is everything. */
  readonly chart: readonly SpanCount[];
  /** Requests of the same window; not looked at when that is everything. */
  readonly chartRequests: readonly SpanRequests[];
  readonly top: readonly TopGroup[];
}

/** Groups of one answer. */
const TOP_GROUPS = 5;

/** A group, and its events: all of them, or those of a window. */
export interface GroupEvents {
  readonly id: number;
  readonly eventCount: number;
}

/** A search for the groups with most events in a window. */
export interface TopSearch {
  /** The groups whose events in the window are to be counted next; none when the others cannot be among the first. */
  next(): readonly number[];
  add(counted: readonly GroupEvents[]): void;
  /** The first ones of those that were counted; of as many events, the newer group first. */
  top(): readonly GroupEvents[];
}

/**
 * The candidates come with all their events, most first. A group has no more in a window than in all, so a few of them nearly
 * always do.
 */
export function openTopSearch(candidates: readonly GroupEvents[]): TopSearch {
  let found: readonly GroupEvents[] = [];
  let start = 0;
  return {
    next() {
      const most = candidates[start]?.eventCount ?? 0;
      // As many events may be of a newer group.
      if (most < (found[TOP_GROUPS - 1]?.eventCount ?? 1)) return [];
      const some = candidates.slice(start, start + TOP_COUNTED_AT_ONCE);
      start += some.length;
      return some.map(({ id }) => id);
    },
    add(counted) {
      found = [...found, ...counted.filter(({ eventCount }) => eventCount > 0)]
        .sort((a, b) => b.eventCount - a.eventCount || b.id - a.id)
        .slice(0, TOP_GROUPS);
    },
    top: () => found,
  };
}

/** One of the open groups with most events. */
export interface TopGroup {
  readonly publicId: string;
  readonly message: string;
  readonly eventCount: number;
  readonly type: string;
  readonly severity: number;
}

/** The answer `Stats`. */
export function statsJson({ chart, day }: StatsCharts, facts: StatsFacts): string {
  const overDay = toBuckets(day, facts.day);
  return stringifyStats({
    totalRequests: facts.requests.total,
    errorRequests: facts.requests.failed,
    healthScore: toHealthScore(facts.requests),
    errorsLast24h: overDay.reduce((sum, { count }) => sum + count, 0),
    topErrors: facts.top.map(toTopError),
    errorsByType: Object.fromEntries(facts.byType.map(({ type, count }) => [type, count])),
    errorsBySource: Object.fromEntries(facts.bySource.map(({ source, count }) => [rowToSource(source), count])),
    errorsOverTime: chart === null ? overDay : toBuckets(chart, facts.chart),
    ...(chart !== null && { requestsOverTime: toRequestBuckets(chart, facts.chartRequests) }),
  });
}

function toBuckets(chart: Chart, spans: readonly SpanCount[]): Stats['errorsOverTime'] {
  const counts = sumByBucket(chart, spans);
  return bucketStarts(chart).map((startMs, index) => ({ timestamp: toIsoText(startMs), count: counts[index] ?? 0 }));
}

function toRequestBuckets(chart: Chart, spans: readonly SpanRequests[]): NonNullable<Stats['requestsOverTime']> {
  const total = sumByBucket(
    chart,
    spans.map((span) => ({ startMs: span.startMs, count: span.total })),
  );
  const failed = sumByBucket(
    chart,
    spans.map((span) => ({ startMs: span.startMs, count: span.failed })),
  );
  return bucketStarts(chart).map((startMs, index) => ({
    timestamp: toIsoText(startMs),
    total: total[index] ?? 0,
    failed: failed[index] ?? 0,
  }));
}

function toTopError({ publicId, message, eventCount, type, severity }: TopGroup): Stats['topErrors'][number] {
  return { id: publicId, message, count: eventCount, type, severity: rowToSeverity(severity) };
}
