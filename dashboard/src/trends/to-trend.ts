import type { Span } from '../router/time-range.ts';

/** Counts per bucket, oldest first; null where nobody knows. */
export type Trend = readonly (number | null)[];

interface Sample {
  /** Of the newest events, in any order. */
  readonly timesMs: readonly number[];
  /** How many events there are in all. */
  readonly totalCount: number;
}

/** Counts a sample of the newest events into buckets. What is older than the sample reaches is unknown, not zero. */
export function toTrend({ timesMs, totalCount }: Sample, { fromMs, toMs }: Span, bucketCount: number): Trend {
  const bucketMs = (toMs - fromMs) / bucketCount;
  const knownFromMs = timesMs.length >= totalCount ? Number.NEGATIVE_INFINITY : Math.min(...timesMs);
  const counts = Array.from({ length: bucketCount }, (_, index): number | null =>
    fromMs + (index + 1) * bucketMs <= knownFromMs ? null : 0,
  );
  for (const timeMs of timesMs) {
    const index = Math.min(Math.floor((timeMs - fromMs) / bucketMs), bucketCount - 1);
    if (index >= 0) counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

/** Buckets that count as "now", and how much more than usual is rising. */
const RECENT_BUCKETS = 3;
const RISING_COUNT_MIN = 5;
const RISING_FACTOR = 2;

/** Whether the last hours hold clearly more than the hours before them did on average. */
export function isRising(trend: Trend): boolean {
  const known = trend.filter((count) => count !== null);
  const recent = sum(known.slice(-RECENT_BUCKETS));
  const before = known.slice(0, -RECENT_BUCKETS);
  const usual = before.length === 0 ? 0 : (sum(before) / before.length) * RECENT_BUCKETS;
  return recent >= RISING_COUNT_MIN && recent >= RISING_FACTOR * usual;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
