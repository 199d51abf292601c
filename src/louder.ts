// When a group is louder than usual, for alerts and for lists. The rule is in docs/alerts.md and docs/triage.md.

const HOUR_MS = 3_600_000;
/** Ten minutes in an hour, six times. */
const TENS_IN_AN_HOUR = 6;
/** A group is compared with its last day, as far as it was there. */
export const USUAL_HOURS_MAX = 24;
/** Fewer events in ten minutes are nobody's alarm. */
export const LOUDER_EVENTS_MIN = 20;
/** So many times what is usual. */
export const LOUDER_FACTOR = 4;

export interface Loudness {
  readonly nowMs: number;
  readonly firstSeenAtMs: number;
  /** Events of the last ten minutes. */
  readonly recentCount: number;
  /** Of the whole hours before this one, a day of them at most. */
  readonly earlierCount: number;
}

/**
 * The last ten minutes have at least 20 events, and at least 4 times the mean of ten minutes of the earlier hours of the group:
 * of the last 24 whole hours, or of those since it was first seen. A group without a whole hour behind it is new, and not
 * louder than anything.
 */
export function isLouder(loudness: Loudness): boolean {
  return toLouderFactor(loudness) >= LOUDER_FACTOR;
}

/** How many times what is usual the last ten minutes have, where less than what would be an alarm counts as that. */
export function toLouderFactor({ nowMs, firstSeenAtMs, recentCount, earlierCount }: Loudness): number {
  if (!hasUsual(firstSeenAtMs, nowMs)) return 0;
  const usual = earlierCount / (Math.min(hoursBehind(firstSeenAtMs, nowMs), USUAL_HOURS_MAX) * TENS_IN_AN_HOUR);
  return recentCount / Math.max(usual, LOUDER_EVENTS_MIN / LOUDER_FACTOR);
}

/** Whether there is a whole hour to compare with. */
export function hasUsual(firstSeenAtMs: number, nowMs: number): boolean {
  return hoursBehind(firstSeenAtMs, nowMs) >= 1;
}

function hoursBehind(firstSeenAtMs: number, nowMs: number): number {
  return Math.floor(nowMs / HOUR_MS) - Math.floor(firstSeenAtMs / HOUR_MS);
}
