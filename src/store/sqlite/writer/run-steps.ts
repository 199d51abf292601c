// Long work of the writer in steps, between which messages come in and what they brought is committed.

import { type Clock, monotonicClock } from '../../../clock.js';
import { ErrordError } from '../../../errors.js';
import type { PruneReport } from '../../store.js';
import type { WritableDb } from '../connection.js';
import { databaseBytes } from '../database.js';
import { STEPS_TURN_MS_MAX } from '../limits.js';
import type { Checkpoints } from './checkpoints.js';
import type { CommitQueue } from './commit-queue.js';
import type { Steps } from './deletion-run.js';
import { type Overwriting, runErasing } from './erase.js';
import type { Reserve } from './reserve.js';

/**
 * Of the time that commits take, steps have at least this part, all deletions together: a step may be much shorter than the commit
 * before it, and deletion has to keep pace with what comes in.
 */
const STEPS_SHARE = 1 / 3;

/** Whether the next step is due at once, after one that took so long. */
export type StepShare = (tookMs: number) => boolean;

/** Of all that runs in steps on one thread; `spentMs` is what commits took so far. */
export function openStepShare(spentMs: () => number): StepShare {
  let seenMs = 0;
  let dueMs = 0;
  return (tookMs) => {
    const nowSpentMs = spentMs();
    const gainedMs = dueMs + (nowSpentMs - seenMs) * STEPS_SHARE;
    seenMs = nowSpentMs;
    dueMs = Math.max(0, Math.min(gainedMs, STEPS_TURN_MS_MAX) - tookMs);
    return dueMs > 0;
  };
}

/** What it needs of the writer. */
export interface SteppingWriter {
  readonly db: WritableDb;
  readonly checkpoints: Pick<Checkpoints, 'truncate' | 'settled'>;
  readonly queue: Pick<CommitQueue, 'flush' | 'flushDue'>;
  readonly reserve: Pick<Reserve, 'isTight'>;
  readonly share: StepShare;
  readonly overwriting: Overwriting;
  readonly closing: boolean;
}

/** Runs a deletion so that nothing of what it deletes stays in the files. */
export async function erase(writer: SteppingWriter, steps: Steps, isEverything: boolean): Promise<void> {
  await runErasing({
    db: writer.db,
    overwriting: writer.overwriting,
    isEverything,
    work: () => runSteps(writer, steps),
    betweenTries: async () => {
      await writer.checkpoints.settled();
      await new Promise(setImmediate);
      writer.queue.flush();
    },
  });
}

/** Runs a deletion to its end, lets messages in between its steps and commits what they brought, gives the space back. */
export async function runSteps(
  writer: SteppingWriter,
  steps: Steps,
  clock: Clock = monotonicClock,
): Promise<PruneReport> {
  const { db, checkpoints, reserve, share } = writer;
  const before = databaseBytes(db);
  // A deletion writes to the log: on a full disk it needs the room that the log takes.
  checkpoints.truncate();
  let deletedRows = 0;
  let startedAtMs = clock();
  for (const deleted of steps) {
    deletedRows += deleted;
    // What arrives would take the room that was given up for the deletion.
    if (reserve.isTight()) checkpoints.truncate();
    else if (!share(clock() - startedAtMs)) await letOthersRun(writer);
    startedAtMs = clock();
  }
  checkpoints.truncate();
  return { deletedRows, freedBytes: Math.max(0, before - databaseBytes(db)) };
}

/**
 * Between two steps: lets messages in, and commits what they brought. What gathers in the pause after a commit goes on to do
 * so: the next step runs meanwhile.
 */
export async function letOthersRun(writer: SteppingWriter): Promise<void> {
  await new Promise(setImmediate);
  if (writer.closing) throw new ErrordError('shutting_down', 'the daemon stopped before all of it was done');
  writer.queue.flushDue();
}
