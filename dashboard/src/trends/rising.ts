/** Buckets that count as "now", and how much more than usual is rising. */
const RECENT_BUCKETS = 3;
const RISING_COUNT_MIN = 5;
const RISING_FACTOR = 2;

/** Whether the last hours hold clearly more than the hours before them did on average. */
export function isRising(counts: readonly number[]): boolean {
  const recent = sum(counts.slice(-RECENT_BUCKETS));
  const before = counts.slice(0, -RECENT_BUCKETS);
  const usual = before.length === 0 ? 0 : (sum(before) / before.length) * RECENT_BUCKETS;
  return recent >= RISING_COUNT_MIN && recent >= RISING_FACTOR * usual;
}

/** All counts together. */
export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
