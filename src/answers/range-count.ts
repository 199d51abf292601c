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

/** A range in parts that do not overlap. */
export interface RangeParts {
  /** Whole hours, which the counters have; null where there is none. */
  readonly hours: MsRange | null;
  /** The parts of an hour at the two ends, which are counted row by row. */
  readonly rows: readonly MsRange[];
}

export function splitRange({ fromMs = OPEN.fromMs, toMs = OPEN.toMs }: OpenRange): RangeParts {
  const firstHourMs = startOf(fromMs + HOUR_MS - 1, HOUR_MS);
  const endMs = startOf(toMs + 1, HOUR_MS);
  if (firstHourMs >= endMs) return { hours: null, rows: fromMs > toMs ? [] : [{ fromMs, toMs }] };
  return {
    hours: { fromMs: firstHourMs, toMs: endMs - 1 },
    rows: [
      ...(fromMs < firstHourMs ? [{ fromMs, toMs: firstHourMs - 1 }] : []),
      ...(endMs <= toMs ? [{ fromMs: endMs, toMs }] : []),
    ],
  };
}

export interface RangeCounters {
  /** From the counters: the hours that start in the range. */
  hours(range: MsRange): number;
  /** From the rows themselves. */
  rows(range: MsRange): number;
}

/** How many are in a range. */
export function countRange(range: OpenRange, counters: RangeCounters): number {
  const { hours, rows } = splitRange(range);
  const inHours = hours === null ? 0 : counters.hours(hours);
  return rows.reduce((sum, part) => sum + counters.rows(part), inHours);
}
