// Deletion by size: the project that holds most pays first, with its oldest records.

import { PRUNE_STEP_ROWS, PRUNE_STEP_ROWS_MIN } from '../limits.js';
import { receivedAtMsOf } from '../row-id.js';
import { USE_NOTED_MS } from '../tables/contents.js';
import { type DeletionRun, deleteProjectContents, type Steps, usedBytes } from './deletion-run.js';
import { openOldest } from './oldest.js';
import { estimateShares, type ProjectShare } from './project-shares.js';

/** Pruning for size goes down to this part of the limit, so that it does not run again at once. */
const SIZE_LOW_WATER = 0.95;

/**
 * Deletes the oldest telemetry, whatever its kind, of the project that holds most, until that is no longer the largest,
 * and so on until the used pages fit or all that was there has gone.
 */
export function* deleteOverSize(run: DeletionRun, bytesMax: number, nowMs: number): Steps {
  if (usedBytes(run.db) <= bytesMax) return;
  const bytesWanted = bytesMax * SIZE_LOW_WATER;
  const deleteOldest = openOldest(run, nowMs);
  // What arrives meanwhile is for the next run: under a limit that cannot be met, this one would go after it for ever.
  const endId = run.tables.nextBoundary();
  const shares = estimateShares(run.db);
  for (let bytes = usedBytes(run.db); bytes > bytesWanted; bytes = usedBytes(run.db)) {
    const [largest, second] = findLargest(shares);
    if (largest === null) return;
    const rows = toRowCount({ largest, second, shares, excess: 1 - bytesWanted / bytes });
    const owners = { projectIds: [largest.projectId], isAmong: 1 } as const;
    const { toId, deleted } = deleteOldest(owners, { afterId: largest.afterId, endId, rows });
    if (toId === null) {
      shares.delete(largest);
      continue;
    }
    largest.afterId = toId;
    largest.rows = Math.max(0, largest.rows - deleted);
    yield deleted;
    // What is left of the project came later.
    yield* deleteProjectContents(run, largest.projectId, receivedAtMsOf(toId) - USE_NOTED_MS);
  }
}

function bytesOf({ rows, bytesPerRow }: ProjectShare): number {
  return rows * bytesPerRow;
}

function findLargest(shares: ReadonlySet<ProjectShare>): [ProjectShare | null, ProjectShare | null] {
  let largest: ProjectShare | null = null;
  let second: ProjectShare | null = null;
  for (const share of shares) {
    if (largest === null || bytesOf(share) > bytesOf(largest)) [largest, second] = [share, largest];
    else if (second === null || bytesOf(share) > bytesOf(second)) second = share;
  }
  return [largest, second];
}

interface Excess {
  readonly largest: ProjectShare;
  readonly second: ProjectShare | null;
  readonly shares: ReadonlySet<ProjectShare>;
  /** The part of all bytes that is too much. */
  readonly excess: number;
}

/** So many of the largest as are too much by average size, but no more than make it as small as the second. */
function toRowCount({ largest, second, shares, excess }: Excess): number {
  let bytes = 0;
  for (const share of shares) bytes += bytesOf(share);
  const above = bytesOf(largest) - (second === null ? 0 : bytesOf(second));
  const rows = Math.ceil(Math.min(bytes * excess, above) / largest.bytesPerRow);
  // A small file must not lose all it holds in one step.
  return Math.min(Math.max(rows, PRUNE_STEP_ROWS_MIN), PRUNE_STEP_ROWS);
}
