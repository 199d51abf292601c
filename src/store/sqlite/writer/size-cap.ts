// Deletion by size: the project that holds most pays first, with its oldest records.

import { toStepRows } from '../../../answers/size-cap.js';
import { PRUNE_ROWS_READ, PRUNE_ROWS_READ_MIN, PRUNE_STEP_ROWS, PRUNE_STEP_ROWS_BEHIND } from '../limits.js';
import { receivedAtMsOf } from '../row-id.js';
import { USE_NOTED_MS } from '../tables/contents.js';
import { type DeletionRun, deleteProjectContents, deleteRecords, type Steps, usedBytes } from './deletion-run.js';
import { openOldest } from './oldest.js';
import { estimateShares, type ProjectShare } from './project-shares.js';

/** Pruning for size goes down to this part of the limit, so that it does not run again at once. */
const SIZE_LOW_WATER = 0.95;
/** Between these parts of the limit what comes in waits the longer for deletion the further it is behind. */
const SIZE_BEHIND = 1.25;
const SIZE_FAR_BEHIND = 2;

/**
 * Deletes the oldest telemetry, whatever its kind, of the project that holds most, and so on until the used pages fit or all
 * that was there has gone: in the end the largest projects hold the same.
 */
export function* deleteOverSize(run: DeletionRun, bytesMax: number, nowMs: number): Steps {
  if (usedBytes(run.db) <= bytesMax) return;
  const bytesWanted = bytesMax * SIZE_LOW_WATER;
  const readOldest = openOldest(run);
  // What arrives meanwhile is for the next run: under a limit that cannot be met, this one would go after it for ever.
  const endId = run.tables.nextBoundary();
  const shares = estimateShares(run.db);
  for (let bytes = usedBytes(run.db); bytes > bytesWanted; bytes = usedBytes(run.db)) {
    const [largest, ...others] = [...shares].sort((one, other) => bytesOf(other) - bytesOf(one));
    if (largest === undefined) return;
    // By what is estimated of each project, they hold more or less than what is used.
    const held = [largest, ...others].map((share) => ({ rows: share.rows, bytes: bytesOf(share) }));
    const bytesHeld = held.reduce((sum, share) => sum + share.bytes, 0);
    const rows = toStepRows(held, bytesHeld * (1 - bytesWanted / bytes), {
      rowsMin: PRUNE_ROWS_READ_MIN,
      rowsMax: PRUNE_ROWS_READ,
    });
    const owners = { projectIds: [largest.projectId], isAmong: 1 } as const;
    const oldest = readOldest(owners, { afterId: largest.afterId, endId, rows });
    if (oldest === null) {
      shares.delete(largest);
      continue;
    }
    const { toId, ids } = oldest;
    largest.afterId = toId;
    largest.rows = Math.max(0, largest.rows - ids.events.length - ids.requests.length - ids.logs.length);
    // Looked at after each step: the estimate of what a row takes may be far off.
    for (const deleted of deleteRecords(run, ids, { nowMs, stepRows: toRowsInStep(bytes / bytesMax) })) {
      yield deleted;
      if (usedBytes(run.db) <= bytesWanted) return;
    }
    yield 0;
    // What is left of the project came later.
    yield* deleteProjectContents(run, largest.projectId, receivedAtMsOf(toId) - USE_NOTED_MS);
  }
}

/** By the part of the limit that is used. */
function toRowsInStep(part: number): number {
  const behind = Math.min(1, Math.max(0, (part - SIZE_BEHIND) / (SIZE_FAR_BEHIND - SIZE_BEHIND)));
  return Math.round(PRUNE_STEP_ROWS + behind * (PRUNE_STEP_ROWS_BEHIND - PRUNE_STEP_ROWS));
}

function bytesOf({ rows, bytesPerRow }: ProjectShare): number {
  return rows * bytesPerRow;
}
