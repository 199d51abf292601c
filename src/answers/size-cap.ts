// What stores share about deletion by size.

/** What a project holds; the largest stands first among several. */
export interface HeldShare {
  readonly bytes: number;
  /** Records of all kinds. */
  readonly rows: number;
}

/**
 * How many rows go of the largest project, the first, before the store looks again: as many as it has, by average size, above what it
 * may keep, within the bounds. Projects of equal size give up many at a time, one after the other. Pure.
 */
export function toStepRows(
  shares: readonly HeldShare[],
  bytesTooMuch: number,
  { rowsMin, rowsMax }: { readonly rowsMin: number; readonly rowsMax: number },
): number {
  const [largest] = shares;
  if (largest === undefined) return 0;
  const above = largest.bytes - toLevel(shares, bytesTooMuch);
  const rows = Math.ceil((above * largest.rows) / Math.max(1, largest.bytes));
  // A small store must not lose all it holds in one step.
  return Math.min(Math.max(rows, rowsMin), rowsMax);
}

/** What no project may exceed, so that together they hold so much less; the largest is the first. */
function toLevel(shares: readonly HeldShare[], bytesTooMuch: number): number {
  let sum = 0;
  for (const [index, { bytes }] of shares.entries()) {
    sum += bytes;
    const level = (sum - bytesTooMuch) / (index + 1);
    if (level >= (shares[index + 1]?.bytes ?? 0)) return level;
  }
  return 0;
}
