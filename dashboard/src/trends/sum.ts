/** All counts together. */
export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
