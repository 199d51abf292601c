import type { Bucket } from '../charts/time-chart.tsx';
import type { Span } from '../router/time-range.ts';
import type { Trend } from '../trends/read-trend.ts';
import type { RecentEvents } from './use-recent-events.ts';

/** What a chart draws. */
export interface Counted {
  readonly buckets: readonly Bucket[];
  readonly bucketMs: number;
}

const RECENT_BUCKETS = 28;
const MINUTE_MS = 60_000;
/** A group of this minute still gets a chart that one can read. */
const SPAN_MS_MIN = 5 * MINUTE_MS;

/** The buckets of a trend. */
export function toSeries({ fromMs, bucketMs, counts }: Trend): Counted {
  return { bucketMs, buckets: counts.map((count, index) => ({ startMs: fromMs + index * bucketMs, count })) };
}

/** As far back as the events reach, in buckets of their own. */
export function toRecent({ timesMs, readAtMs }: RecentEvents): Counted {
  const fromMs = Math.min(...timesMs, readAtMs - SPAN_MS_MIN);
  const bucketMs = (readAtMs - fromMs) / RECENT_BUCKETS;
  const counts = Array.from({ length: RECENT_BUCKETS }, () => 0);
  for (const timeMs of timesMs) {
    // The sender's clock may be ahead of this one.
    const index = Math.min(Math.floor((timeMs - fromMs) / bucketMs), RECENT_BUCKETS - 1);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return toSeries({ fromMs, bucketMs, counts });
}

/** A span to the minute, from the newest events; null where these do not reach back to its beginning. */
export function toExact({ timesMs, isAll }: RecentEvents, { fromMs, toMs }: Span): Counted | null {
  // At the very time of the oldest there may be others.
  if (!isAll && Math.min(...timesMs) >= fromMs) return null;
  const bucketMs = Math.max(1, Math.ceil((toMs - fromMs) / RECENT_BUCKETS / MINUTE_MS)) * MINUTE_MS;
  const counts = Array.from({ length: Math.ceil((toMs - fromMs) / bucketMs) }, () => 0);
  for (const timeMs of timesMs) {
    if (timeMs < fromMs || timeMs >= toMs) continue;
    const index = Math.floor((timeMs - fromMs) / bucketMs);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return toSeries({ fromMs, bucketMs, counts });
}
