// Retention and clearing, in steps: each is a short transaction, and the writer commits what has gathered in between.

import type { PrunePolicy } from '../../store.js';
import { dropEmptyPartitions } from '../partitions.js';
import { deleteEmptyCounters, deleteStaleCounters, readEmptiedProjects } from '../tables/counters.js';
import { deleteEmptyProjects, EVERY_PROJECT_ID } from '../tables/projects.js';
import { deleteByAge } from './age.js';
import { clearEveryLog, clearEverything, clearProject, clearProjectLogs, type Note, resumeClearing } from './clear.js';
import type { DeletionRun, Steps } from './deletion-run.js';
import { takeOffGone } from './gone-days.js';
import { deleteOverSize } from './size-cap.js';
import { deleteUnusedContents } from './unused-contents.js';

const BYTES_PER_MB = 1024 * 1024;

export interface Deletion {
  prune(policy: PrunePolicy): Steps;
  /** Null clears every project. Projects of which nothing is left go too. `note` runs once, in the first transaction. */
  clear(projectName: string | null, note: Note): Steps;
  clearLogs(projectName: string | null, note: Note): Steps;
  /** Takes off what is counted of days that retention has taken out: to be done before events are moved between groups. */
  finishDays(): Steps;
}

export function openDeletion(run: DeletionRun): Deletion {
  return {
    async *prune(policy) {
      yield* resumeClearing(run);
      yield* deleteByAge(run, policy);
      // Before the size is looked at: what nothing refers to must not cost a record its place.
      yield* deleteUnusedContents(run);
      if (policy.maxDbSizeMb > 0) yield* deleteOverSize(run, policy.maxDbSizeMb * BYTES_PER_MB, policy.nowMs);
      await run.connection.transact((transaction) => deleteStaleCounters(transaction, policy.nowMs));
      yield* dropEmptyCounters(run);
      await tidyUp(run);
      await run.connection.transact((transaction) => dropEmptyPartitions(transaction, run.clock()));
    },
    async *clear(projectName, note) {
      if (projectName === null) await clearEverything(run, note);
      else {
        yield* clearProject(run, projectName, note);
        await run.connection.transact((transaction) => deleteEmptyCounters(transaction, EVERY_PROJECT_ID));
      }
      await tidyUp(run);
    },
    async *clearLogs(projectName, note) {
      if (projectName === null) await clearEveryLog(run, note);
      else yield* clearProjectLogs(run, projectName, note);
      yield* deleteUnusedContents(run);
      await tidyUp(run);
    },
    finishDays: () => takeOffGone(run),
  };
}

/** A project at a time: each transaction holds what it deletes. */
async function* dropEmptyCounters({ connection }: DeletionRun): Steps {
  for (const projectId of await connection.between(readEmptiedProjects)) {
    await connection.transact((transaction) => deleteEmptyCounters(transaction, projectId));
    yield 0;
  }
}

/** What every deletion ends with: projects that hold nothing any more go. */
async function tidyUp({ connection }: DeletionRun): Promise<void> {
  await connection.transact((transaction) => deleteEmptyProjects(transaction));
}
