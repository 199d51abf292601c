// Exact totals over a time range, without reading an index entry per row.

import { parseTimestampMs } from '../timestamp.js';
import { HOUR_MS, startOf } from './spans.js';

/** Both ends belong to it. */
export interface MsRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The range of everything: further than any `Date`, and whole hours. */
const OPEN: MsRange = { fromMs: -8_640_000_000_000_000, toMs: 8_640_000_000_000_000 - 1 };

/** A range that may lack an end. */
export interface OpenRange {
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

/** The range that the query parameters name. */
export function toRange({ from, to }: { readonly from?: string; readonly to?: string }): OpenRange {
  return {
    fromMs: from === undefined ? undefined : parseTimestampMs(from),
    toMs: to === undefined ? undefined : parseTimestampMs(to),
  };
}

export interface RangeCounters {
  /** From the counters: the hours that start in the range. */
  hours(range: MsRange): number;
  /** From the rows themselves. */
  rows(range: MsRange): number;
}

/** Whole hours are read from the counters; only the parts of an hour at the two ends are counted row by row. */
export function countRange(
  { fromMs = OPEN.fromMs, toMs = OPEN.toMs }: OpenRange,
  { hours, rows }: RangeCounters,
): number {
  const firstHourMs = startOf(fromMs + HOUR_MS - 1, HOUR_MS);
  const endMs = startOf(toMs + 1, HOUR_MS);
  if (firstHourMs >= endMs) return fromMs > toMs ? 0 : rows({ fromMs, toMs });
  const before = fromMs < firstHourMs ? rows({ fromMs, toMs: firstHourMs - 1 }) : 0;
  const after = endMs <= toMs ? rows({ fromMs: endMs, toMs }) : 0;
  return before + hours({ fromMs: firstHourMs, toMs: endMs - 1 }) + after;
}
