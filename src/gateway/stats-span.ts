import { STATS_BACK_MS } from '../../schemas/limits.js';
import { parseTimestampMs } from '../timestamp.js';
import type { Validation } from '../validate.js';

interface Span {
  readonly from?: string;
  readonly to?: string;
  readonly timeRange?: string;
}

/** Refuses a span that lacks an end, that the counters do not hold, or that comes with a `timeRange`. */
export function checkStatsSpan<Q extends Span>(query: Q, nowMs: number): Validation<Q> {
  const { from, to, timeRange } = query;
  if (from === undefined && to === undefined) return { ok: true, value: query };
  if (timeRange !== undefined) return refuse('/timeRange', 'must not be given with from and to');
  if (from === undefined) return refuse('/from', 'is required with to');
  if (to === undefined) return refuse('/to', 'is required with from');
  const fromMs = parseTimestampMs(from);
  if (fromMs > parseTimestampMs(to)) return refuse('/to', 'must not be before from');
  if (fromMs < nowMs - STATS_BACK_MS) return refuse('/from', 'is before what is counted by the hour: 8 days');
  return { ok: true, value: query };
}

function refuse(path: string, message: string): Validation<never> {
  return { ok: false, details: [{ path, message }] };
}
