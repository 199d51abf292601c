// Trends as answers show them: requests, and the events of some groups, bucket by bucket.

import { Trends } from '../../schemas/stats.js';
import { compileStringify } from '../stringify.js';
import { toIsoText } from '../timestamp.js';
import { bucketStarts, type Chart, type SpanCount, sumByBucket } from './spans.js';

const stringify = compileStringify(Trends);

/** Requests that start in one span. */
export interface SpanRequests {
  readonly startMs: number;
  readonly total: number;
  readonly failed: number;
}

/** What a store has counted in the window of a chart. */
export interface TrendFacts {
  /** By the hour, which every bucket has whole. */
  readonly requests: readonly SpanRequests[];
  /** By public id; each span is a bucket. */
  readonly groups: ReadonlyMap<string, readonly SpanCount[]>;
}

/** The ids that a query names, each once. */
export function toGroupIds(groupIds: string | undefined): string[] {
  return groupIds === undefined ? [] : [...new Set(groupIds.split(','))];
}

/** The answer `Trends`. Zeros for an id that is no group's: it has every id that was asked for. */
export function trendsJson(chart: Chart, groupIds: readonly string[], { requests, groups }: TrendFacts): string {
  const bucketCounts = (spans: readonly SpanCount[]): number[] => {
    const counts = bucketStarts(chart).map(() => 0);
    for (const { startMs, count } of spans) counts[(startMs - chart.fromMs) / chart.bucketMs] = count;
    return counts;
  };
  const sum = (which: 'total' | 'failed'): number[] =>
    sumByBucket(
      chart,
      requests.map(({ startMs, [which]: count }) => ({ startMs, count })),
    );
  return stringify({
    from: toIsoText(chart.fromMs),
    bucketMs: chart.bucketMs,
    requests: { total: sum('total'), failed: sum('failed') },
    groups: Object.fromEntries(groupIds.map((id) => [id, bucketCounts(groups.get(id) ?? [])])),
  });
}
