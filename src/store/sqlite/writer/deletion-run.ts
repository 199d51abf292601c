// What the parts of a deletion share: steps, and what is taken off groups and counters with the rows.

import { isFailure } from '../../../answers/stats.js';
import type { Clock } from '../../../clock.js';
import type { WritableDb } from '../connection.js';
import { databaseBytes } from '../database.js';
import { PRUNE_STEP_ROWS, PRUNE_STEP_ROWS_QUIET, PRUNE_STEP_ROWS_TIGHT } from '../limits.js';
import { toStoreErrorCode } from '../sqlite-error.js';
import { type CounterCommands, openCounterCommands } from '../tables/counters.js';
import type { DeletedEvent } from '../tables/events.js';
import type { DeletedLog } from '../tables/logs.js';
import type { DeletedRequest } from '../tables/requests.js';
import type { WriterTables } from './append.js';
import type { Committer } from './commit.js';

/** Room that is held back for a deletion that meets a full disk. */
export interface Room {
  /** Gives it up; false when there is none. */
  release(): boolean;
  /** It has been given up, and the deletion has not freed as much yet. */
  isTight(): boolean;
}

export interface DeletionOptions {
  readonly db: WritableDb;
  readonly tables: WriterTables;
  readonly committer: Committer;
  readonly clock: Clock;
  readonly room: Room;
  /** Whether others wait for the writer now and then: steps are small then. */
  readonly isBusy: () => boolean;
}

/**
 * Work cut into steps; each `yield` is a point where other work may run, so what a step knows of the tables is read in
 * that step. The value is how many rows the step deleted.
 */
export type Steps = Generator<number, void, undefined>;

export interface DeletionRun extends DeletionOptions {
  readonly counters: CounterCommands;
  /**
   * Does one step in a transaction, given how many rows it may delete: as many as are wanted, more where nobody waits, and few
   * while the disk is full.
   */
  step(work: (rowsMax: number) => number, rowsWanted?: number): number;
}

export function openDeletionRun(options: DeletionOptions): DeletionRun {
  const { committer, room, isBusy } = options;
  let isTight = false;
  return {
    ...options,
    counters: openCounterCommands(options.db),
    step(work, rowsWanted = PRUNE_STEP_ROWS) {
      const rows = isBusy() ? rowsWanted : Math.max(rowsWanted, PRUNE_STEP_ROWS_QUIET);
      if (!room.isTight()) isTight = false;
      for (;;) {
        try {
          return committer.transact(() => work(isTight ? Math.min(rows, PRUNE_STEP_ROWS_TIGHT) : rows));
        } catch (error) {
          // A deletion writes to the log before it frees anything.
          const isFull = toStoreErrorCode(error) === 'storage_full';
          if (!isFull || (!room.release() && isTight)) throw error;
          isTight = true;
        }
      }
    },
  };
}

/** Rows of all kinds that have been deleted. */
export interface Deleted {
  readonly events?: readonly DeletedEvent[];
  readonly requests?: readonly DeletedRequest[];
  readonly logs?: readonly DeletedLog[];
}

/** The row ids of records that are to go, the events of a group side by side: what is taken off it is written once. */
export interface RowIds {
  readonly events: readonly number[];
  readonly requests: readonly number[];
  readonly logs: readonly number[];
}

/** Deletes these records, so many in a step. What is gone by then, or has come into another group, is no matter. */
export function* deleteRecords(
  run: DeletionRun,
  ids: RowIds,
  { nowMs, stepRows = PRUNE_STEP_ROWS }: { readonly nowMs: number; readonly stepRows?: number },
): Steps {
  const { events, requests, logs } = run.tables;
  const kinds: readonly (readonly [readonly number[], (part: readonly number[]) => Deleted])[] = [
    [
      ids.events,
      (part) => {
        run.tables.facets.settleBefore(part);
        return { events: events.deleteIds(part) };
      },
    ],
    [ids.requests, (part) => ({ requests: requests.deleteIds(part) })],
    [ids.logs, (part) => ({ logs: logs.deleteIds(part) })],
  ];
  for (const [all, remove] of kinds) {
    for (let from = 0, to = 0; from < all.length; from = to) {
      yield run.step((rows) => {
        to = from + rows;
        return subtract(run.tables, remove(all.slice(from, to)), nowMs);
      }, stepRows);
    }
  }
}

/** Takes deleted rows off groups and counters; answers how many there are. */
function subtract(tables: WriterTables, deleted: Deleted, nowMs: number): number {
  const { events = [], requests = [], logs = [] } = deleted;
  const perGroup = new Map<number, number>();
  const perHome = new Map<number, number>();
  for (const { projectId, groupId, homeId, timestampMs, type, source } of events) {
    perGroup.set(groupId, (perGroup.get(groupId) ?? 0) + 1);
    const home = homeId ?? groupId;
    perHome.set(home, (perHome.get(home) ?? 0) + 1);
    tables.deltas.countEvent(projectId, timestampMs, { type, source });
    tables.deltas.countGroup(groupId, timestampMs);
  }
  for (const { projectId, timestampMs, statusCode } of requests)
    tables.deltas.countRequest(projectId, timestampMs, isFailure(statusCode));
  for (const { projectId, timestampMs, level, source } of logs)
    tables.deltas.countLog(projectId, timestampMs, { level, source });
  tables.deltas.flush(nowMs, -1);
  tables.facets.subtract(events);
  for (const [groupId, count] of perGroup) {
    tables.groups.subtract(groupId, count);
    tables.triage.subtract(groupId, count);
  }
  for (const [homeId, count] of perHome) tables.shelf.subtract(homeId, count);
  return events.length + requests.length + logs.length;
}

/** Deletes the texts of a project that were last used before this time, by row ids. */
export function* deleteProjectContents(run: DeletionRun, projectId: number, sinceMs: number): Steps {
  const { contents } = run.tables;
  for (;;) {
    const deleted = run.step((rows) => contents.deleteProject(projectId, sinceMs, rows));
    if (deleted === 0) return;
    contents.reload();
    yield deleted;
  }
}

/** Bytes of the database that hold something. */
export function usedBytes(db: WritableDb): number {
  return databaseBytes(db) - freePages(db) * Number(db.pragma('page_size', { simple: true }));
}

export function freePages(db: WritableDb): number {
  return Number(db.pragma('freelist_count', { simple: true }));
}
