// When a group is louder than usual. The rule is in docs/alerts.md.

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
export function isLouder({ nowMs, firstSeenAtMs, recentCount, earlierCount }: Loudness): boolean {
  const hours = Math.floor(nowMs / HOUR_MS) - Math.floor(firstSeenAtMs / HOUR_MS);
  if (hours < 1) return false;
  const usual = earlierCount / (Math.min(hours, USUAL_HOURS_MAX) * TENS_IN_AN_HOUR);
  return recentCount >= Math.max(LOUDER_EVENTS_MIN, LOUDER_FACTOR * usual);
}
