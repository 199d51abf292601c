// The spans of time that statistics count by, and how a chart is cut into them.

import type { TrendsQuery } from '../../schemas/query.js';
import { TIME_RANGE_HOURS, type TimeRange, type TrendRange } from '../../schemas/words.js';
import { EVENT_HOURS_KEPT_MS, STATS_BUCKETS_MAX } from '../limits.js';
import { parseTimestampMs } from '../timestamp.js';

export const SLOT_MS = 300_000;
export const HOUR_MS = 3_600_000;
export const QUARTER_DAY_MS = 6 * HOUR_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The span that covers everything stored. */
export const ALL_TIME = 0;

/** Start of the span that a time is in. */
export function startOf(atMs: number, spanMs: number): number {
  return spanMs === ALL_TIME ? 0 : Math.floor(atMs / spanMs) * spanMs;
}

/**
 * Slots, and hours of groups, serve the statistics of the last 24 hours; hours of events those of `EVENT_HOURS_KEPT_MS`,
 * and quarters of a day those of the groups: a week of a group is then 28 counters to read, not 168. Hours of requests and
 * logs stay as long as what they count: the total of a list over a time range is read from them.
 */
export const SLOTS_KEPT_MS = 25 * HOUR_MS;

/** The spans in which an event at this time still counts. */
export function eventSpans(atMs: number, nowMs: number): number[] {
  const spans = [ALL_TIME];
  if (atMs > nowMs - EVENT_HOURS_KEPT_MS) spans.push(HOUR_MS);
  if (atMs > nowMs - SLOTS_KEPT_MS) spans.push(SLOT_MS);
  return spans;
}

/** The same for a request. */
export function requestSpans(atMs: number, nowMs: number): readonly number[] {
  return atMs > nowMs - SLOTS_KEPT_MS ? [ALL_TIME, HOUR_MS, SLOT_MS] : LOG_SPANS;
}

/** The spans in which a log entry counts. */
export const LOG_SPANS: readonly number[] = [ALL_TIME, HOUR_MS];

/** The spans in which events of a group count, and for how long each is kept. */
export const GROUP_SPANS = [
  { spanMs: HOUR_MS, keptMs: SLOTS_KEPT_MS },
  { spanMs: QUARTER_DAY_MS, keptMs: EVENT_HOURS_KEPT_MS },
] as const;

/** A window of time, the buckets it is cut into, and the length of the counters it is read from. */
export interface Chart {
  readonly fromMs: number;
  /** Does not belong to it. */
  readonly toMs: number;
  readonly spanMs: number;
  readonly bucketMs: number;
  readonly bucketCount: number;
}

type RangeShape = Pick<Chart, 'bucketMs' | 'bucketCount' | 'spanMs'>;

const RANGES: Record<TimeRange, RangeShape> = {
  '1h': toShape('1h', SLOT_MS, SLOT_MS),
  '6h': toShape('6h', 3 * SLOT_MS, SLOT_MS),
  '24h': toShape('24h', HOUR_MS, SLOT_MS),
  '7d': toShape('7d', HOUR_MS, HOUR_MS),
};

function toShape(range: TimeRange, bucketMs: number, spanMs: number): RangeShape {
  return { bucketMs, spanMs, bucketCount: (TIME_RANGE_HOURS[range] * HOUR_MS) / bucketMs };
}

/** The window that ends with the span we are in and holds exactly the buckets of the range. */
export function lastBuckets(nowMs: number, timeRange: TimeRange): Chart {
  const shape = RANGES[timeRange];
  const fromMs = startOf(nowMs, shape.spanMs) + shape.spanMs - shape.bucketMs * shape.bucketCount;
  // Open at the end: what a clock that was ahead has counted belongs to the last bucket.
  return { ...shape, fromMs, toMs: Number.MAX_SAFE_INTEGER };
}

/** Buckets of a chart of slots, in slots: lengths that a person counts in. */
const SLOTS_IN_BUCKET = [1, 3, 6, 12] as const;
/** As many bars as can be told apart; a day then has one for each half hour. */
const SLOT_BUCKETS_MAX = 60;

/**
 * What two times touch, up to now: the five-minute slots, where the last 24 hours hold all of it, and the hours otherwise; one
 * at least.
 */
export function spansBetween({ from, to }: { from: string; to: string }, nowMs: number): Chart {
  const isRecent = parseTimestampMs(from) >= nowMs - 24 * HOUR_MS;
  const spanMs = isRecent ? SLOT_MS : HOUR_MS;
  const fromMs = startOf(parseTimestampMs(from), spanMs);
  const lastMs = startOf(Math.min(parseTimestampMs(to) - 1, nowMs), spanMs);
  const count = Math.max(1, (lastMs - fromMs) / spanMs + 1);
  const inBucket = isRecent
    ? (SLOTS_IN_BUCKET.find((slots) => count / slots <= SLOT_BUCKETS_MAX) ?? 12)
    : Math.ceil(count / STATS_BUCKETS_MAX);
  return {
    fromMs,
    toMs: fromMs + count * spanMs,
    spanMs,
    bucketMs: inBucket * spanMs,
    bucketCount: Math.ceil(count / inBucket),
  };
}

/** The part of a window that whole hours make up; empty, at its end, where none does. */
export interface WholeHours {
  readonly hoursFromMs: number;
  /** Does not belong to it. */
  readonly hoursToMs: number;
}

/** A day of slots is 23 counters of hours, and at both ends of them fewer than twelve slots. */
export function toWholeHours({ spanMs, fromMs, toMs }: Pick<Chart, 'spanMs' | 'fromMs' | 'toMs'>): WholeHours {
  const hoursFromMs = startOf(fromMs + HOUR_MS - 1, HOUR_MS);
  const hoursToMs = startOf(toMs, HOUR_MS);
  return spanMs === SLOT_MS && hoursFromMs < hoursToMs
    ? { hoursFromMs, hoursToMs }
    : { hoursFromMs: toMs, hoursToMs: toMs };
}

/** Counters of groups, named by their length and by when each starts. */
export interface GroupSpans {
  readonly spanMs: number;
  readonly starts: readonly number[];
}

/** The counters of groups that a window touches: hours, where the last 24 hold all of it, quarters of a day otherwise. */
export function groupSpansOf({ fromMs, toMs }: Chart, nowMs: number): GroupSpans {
  const spanMs = fromMs >= nowMs - 24 * HOUR_MS - HOUR_MS ? HOUR_MS : QUARTER_DAY_MS;
  const firstMs = startOf(fromMs, spanMs);
  const lastMs = startOf(Math.min(toMs - 1, nowMs), spanMs);
  const count = Math.max(1, (lastMs - firstMs) / spanMs + 1);
  return { spanMs, starts: Array.from({ length: count }, (_, index) => firstMs + index * spanMs) };
}

/** When counters of groups start that make up a window together. */
export interface GroupParts {
  readonly hours: readonly number[];
  readonly quarters: readonly number[];
}

/** Spans that follow each other, in as few counters as there are: six hours that are a quarter of a day are read as one. */
export function toFewestParts({ spanMs, starts }: GroupSpans): GroupParts {
  if (spanMs !== HOUR_MS) return { hours: [], quarters: starts };
  const hours = new Set(starts);
  const quarters = starts.filter((startMs) => {
    return startMs % QUARTER_DAY_MS === 0 && hours.has(startMs + QUARTER_DAY_MS - HOUR_MS);
  });
  return { hours: starts.filter((startMs) => !quarters.includes(startOf(startMs, QUARTER_DAY_MS))), quarters };
}

/** Buckets of a trend. Their length is one that groups are counted by. */
const TREND_RANGES: Record<TrendRange, { readonly bucketMs: number; readonly bucketCount: number }> = {
  '24h': { bucketMs: HOUR_MS, bucketCount: 24 },
  '7d': { bucketMs: QUARTER_DAY_MS, bucketCount: 28 },
};

/**
 * The buckets of a trend: those that two times touch, or those up to now, the last one holding the time that is now. Requests
 * are read from the hours.
 */
export function trendBuckets(nowMs: number, { from, to, timeRange = '24h' }: TrendsQuery): Chart {
  if (from !== undefined && to !== undefined) {
    const { spanMs, starts } = groupSpansOf(spansBetween({ from, to }, nowMs), nowMs);
    return toTrendChart(starts[0] ?? 0, { bucketMs: spanMs, bucketCount: starts.length });
  }
  const shape = TREND_RANGES[timeRange];
  return toTrendChart(startOf(nowMs, shape.bucketMs) - (shape.bucketCount - 1) * shape.bucketMs, shape);
}

function toTrendChart(fromMs: number, { bucketMs, bucketCount }: Pick<Chart, 'bucketMs' | 'bucketCount'>): Chart {
  return { fromMs, toMs: fromMs + bucketCount * bucketMs, spanMs: HOUR_MS, bucketMs, bucketCount };
}

/** What was counted in the span that starts then. */
export interface SpanCount {
  readonly startMs: number;
  readonly count: number;
}

/** Counts summed by the bucket that their start is in; what is past the last one belongs to it. */
export function sumByBucket({ fromMs, bucketMs, bucketCount }: Chart, counts: readonly SpanCount[]): number[] {
  const sums = new Array<number>(bucketCount).fill(0);
  for (const { startMs, count } of counts) {
    const index = Math.min(Math.floor((startMs - fromMs) / bucketMs), bucketCount - 1);
    sums[index] = (sums[index] ?? 0) + count;
  }
  return sums;
}

/** When the buckets of a chart start. */
export function bucketStarts({ fromMs, bucketMs, bucketCount }: Chart): number[] {
  return Array.from({ length: bucketCount }, (_, index) => fromMs + index * bucketMs);
}
