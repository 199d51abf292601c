// Retention and clearing, in steps: each is a short transaction, and the writer commits what has gathered in between.

import type { PrunePolicy } from '../../store.js';
import { PRUNE_ROWS_READ, PRUNE_STEP_ROWS_QUIET, VACUUM_STEP_PAGES, VACUUM_STEP_PAGES_QUIET } from '../limits.js';
import { receivedAtMsOf } from '../row-id.js';
import { toStoreErrorCode } from '../sqlite-error.js';
import { openAgeDeletion } from './age.js';
import {
  type DeletionOptions,
  type DeletionRun,
  deleteProjectContents,
  deleteRecords,
  freePages,
  openDeletionRun,
  type RowIds,
  type Steps,
} from './deletion-run.js';
import { deleteOverSize } from './size-cap.js';

export type { DeletionOptions, Steps } from './deletion-run.js';

const BYTES_PER_MB = 1024 * 1024;
/** Groups of which nothing is left, a run. */
const TRIAGE_ROWS = 1000;

/** Writes down who asked for a deletion. */
export type Note = () => void;

const NO_NOTE: Note = () => undefined;

export interface Deletion {
  prune(policy: PrunePolicy): Steps;
  /** Null clears every project. Projects of which nothing is left go too. `note` runs once, in the first transaction. */
  clear(projectName: string | null, note?: Note): Steps;
  clearLogs(projectName: string | null, note?: Note): Steps;
}

export function openDeletion(options: DeletionOptions): Deletion {
  const run = openDeletionRun(options);
  const deleteByAge = openAgeDeletion(run);
  return {
    *prune(policy) {
      run.step(() => {
        run.tables.correctIds();
        return 0;
      });
      yield* deleteByAge(policy);
      // Before the size is looked at: what nothing refers to must not cost a record its place.
      yield* deleteUnusedContents(run);
      if (policy.maxDbSizeMb > 0) yield* deleteOverSize(run, policy.maxDbSizeMb * BYTES_PER_MB, policy.nowMs);
      run.step(() => {
        run.counters.deleteStale(policy.nowMs);
        run.counters.deleteEmpty();
        run.tables.triage.deleteGone(TRIAGE_ROWS);
        return 0;
      });
      yield* tidyUp(run);
    },
    *clear(projectName, note = NO_NOTE) {
      if (projectName === null) {
        clearEverything(run, note);
        withReserve(run, () => run.db.exec('VACUUM'));
        return;
      }
      noteFirst(run, note);
      yield* clearProject(run, projectName);
      run.step(() => {
        run.counters.deleteEmpty();
        return 0;
      });
      yield* deleteUnusedContents(run);
      yield* tidyUp(run);
    },
    *clearLogs(projectName, note = NO_NOTE) {
      if (projectName === null) {
        yield clearEveryLog(run, note);
      } else {
        noteFirst(run, note);
        yield* clearProjectLogs(run, projectName);
      }
      yield* deleteUnusedContents(run);
      yield* tidyUp(run);
    },
  };
}

/** Before the first rows go, so that a deletion that is cut short is written down too. */
function noteFirst({ step }: DeletionRun, note: Note): void {
  step(() => {
    note();
    return 0;
  });
}

/** What every deletion ends with: projects that hold nothing any more go, and free pages. */
function* tidyUp(run: DeletionRun): Steps {
  run.step(() => {
    const count = run.tables.projects.deleteEmpty();
    run.tables.groupings.deleteGone();
    run.tables.parts.deleteGone();
    run.tables.splits.deleteGone();
    return count;
  });
  for (;;) {
    // Each step looks through all names before the ones that go.
    const deleted = run.step((rows) => run.tables.facets.deleteUnusedNames(rows), PRUNE_STEP_ROWS_QUIET);
    if (deleted === 0) break;
    yield 0;
  }
  yield* vacuum(run);
}

/** Deletes the texts that no stored record refers to: those last used before the oldest record was received. */
function* deleteUnusedContents({ db, step, tables }: DeletionRun): Steps {
  const oldest = db
    .prepare<[], number | null>(
      `SELECT min(id) FROM (SELECT min(id) AS id FROM events UNION ALL SELECT min(id) FROM requests
         UNION ALL SELECT min(id) FROM logs)`,
    )
    .pluck();
  for (;;) {
    const deleted = step((rows) => {
      const id = oldest.get() ?? null;
      const sinceMs = id === null ? Number.MAX_SAFE_INTEGER : receivedAtMsOf(id);
      return tables.contents.deleteUnusedSince(sinceMs, rows);
    });
    if (deleted === 0) return;
    tables.contents.reload();
    yield deleted;
  }
}

/** Whole tables at once: SQLite lets go of their pages without looking into them; the file is to be written anew. */
function clearEverything({ step, tables, counters }: DeletionRun, note: Note): void {
  step(() => {
    note();
    tables.triage.delete(null);
    tables.alerts.delete(null);
    tables.events.deleteAll();
    tables.groups.deleteAll();
    tables.requests.deleteAll();
    tables.logs.deleteAll();
    tables.contents.deleteAll();
    tables.facets.deleteAll();
    counters.deleteAll();
    tables.projects.deleteAll();
    tables.groupings.deleteAll();
    tables.parts.deleteAll();
    tables.splits.deleteAll();
    return 0;
  });
  tables.groups.reload();
  tables.shelf.reload();
  tables.contents.reload();
}

function clearEveryLog({ step, tables, counters }: DeletionRun, note: Note): number {
  step(() => {
    note();
    tables.logs.deleteAll();
    counters.deleteAllLogs();
    return 0;
  });
  return 0;
}

function* clearProject(run: DeletionRun, projectName: string): Steps {
  const { step, tables } = run;
  const projectId = tables.projects.find(projectName);
  if (projectId === null) return;
  // What arrives while this runs came after the clearing was asked for, and stays, with its texts.
  const beforeId = tables.nextBoundary();
  tables.contents.noteUseSince(receivedAtMsOf(beforeId));
  step(() => {
    tables.triage.delete(projectId);
    tables.alerts.delete(projectId);
    return 0;
  });
  const { events, requests, logs } = tables;
  for (;;) {
    const ids = {
      events: events.idsOfProject(projectId, beforeId, PRUNE_ROWS_READ),
      requests: requests.idsOfProject(projectId, beforeId, PRUNE_ROWS_READ),
      logs: logs.idsOfProject(projectId, beforeId, PRUNE_ROWS_READ),
    };
    if (!(yield* deleteSome(run, ids))) break;
  }
  yield* deleteProjectContents(run, projectId, receivedAtMsOf(beforeId));
}

function* clearProjectLogs(run: DeletionRun, projectName: string): Steps {
  const { projects, logs, nextId } = run.tables;
  const projectId = projects.find(projectName);
  if (projectId === null) return;
  const beforeId = nextId();
  for (;;) {
    const ids = { events: [], requests: [], logs: logs.idsOfProject(projectId, beforeId, PRUNE_ROWS_READ) };
    if (!(yield* deleteSome(run, ids))) return;
  }
}

/** Whether there was one among them: of a damaged file, what cannot be deleted must not be tried for ever. */
function* deleteSome(run: DeletionRun, ids: RowIds): Generator<number, boolean, undefined> {
  let count = 0;
  for (const deleted of deleteRecords(run, ids, { nowMs: run.clock() })) {
    count += deleted;
    yield deleted;
  }
  return count > 0;
}

/** Gives free pages back to the file system. */
function* vacuum(run: DeletionRun): Steps {
  for (;;) {
    const free = freePages(run.db);
    if (free === 0 || !vacuumSome(run) || freePages(run.db) >= free) return;
    yield 0;
  }
}

/** False when the disk is too full to move a page: what was to be deleted is deleted, and the next run tries again. */
function vacuumSome(run: DeletionRun): boolean {
  const pages = run.isBusy() ? VACUUM_STEP_PAGES : VACUUM_STEP_PAGES_QUIET;
  try {
    withReserve(run, () => run.db.pragma(`incremental_vacuum(${pages})`));
    return true;
  } catch (error) {
    if (toStoreErrorCode(error) !== 'storage_full') throw error;
    return false;
  }
}

function withReserve({ room }: DeletionRun, work: () => unknown): void {
  for (;;) {
    try {
      work();
      return;
    } catch (error) {
      if (toStoreErrorCode(error) !== 'storage_full' || !room.release()) throw error;
    }
  }
}
