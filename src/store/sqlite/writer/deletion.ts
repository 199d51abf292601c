// Retention and clearing, in steps: each is a short transaction, and the writer commits what has gathered in between.

import { ALL_TIME } from '../../../answers/spans.js';
import { isFailure } from '../../../answers/stats.js';
import { PRUNE_STEP_ROWS, PRUNE_STEP_ROWS_MIN, VACUUM_STEP_PAGES } from '../../../limits.js';
import type { PrunePolicy } from '../../store.js';
import type { WritableDb } from '../connection.js';
import { databaseBytes } from '../database.js';
import { receivedAtMsOf, rowIdAt } from '../row-id.js';
import { toStoreErrorCode } from '../sqlite-error.js';
import { type CounterCommands, openCounterCommands } from '../tables/counters.js';
import type { DeletedEvent } from '../tables/events.js';
import type { DeletedLog } from '../tables/logs.js';
import { EVERY_PROJECT_ID } from '../tables/projects.js';
import type { DeletedRequest } from '../tables/requests.js';
import type { WriterTables } from './append.js';
import type { Committer } from './commit.js';

const DAY_MS = 86_400_000;
const BYTES_PER_MB = 1024 * 1024;
/** Pruning for size goes down to this part of the limit, so that it does not run again at once. */
const SIZE_LOW_WATER = 0.95;

export interface DeletionOptions {
  readonly db: WritableDb;
  readonly tables: WriterTables;
  readonly committer: Committer;
}

/**
 * Work cut into steps; each `yield` is a point where other work may run, so what a step knows of the tables is read in
 * that step. The value is how many rows the step deleted.
 */
export type Steps = Generator<number, void, undefined>;

export interface Deletion {
  prune(policy: PrunePolicy): Steps;
  /** Null clears every project. */
  clear(projectName: string | null): Steps;
  clearLogs(projectName: string | null): Steps;
}

interface DeletionRun extends DeletionOptions {
  readonly counters: CounterCommands;
}

export function openDeletion(options: DeletionOptions): Deletion {
  const run: DeletionRun = { ...options, counters: openCounterCommands(options.db) };
  return {
    *prune(policy) {
      if (policy.retentionDays > 0)
        yield* deleteReceivedBefore(run, rowIdAt(policy.nowMs - policy.retentionDays * DAY_MS), policy.nowMs);
      // Before the size is looked at: what nothing refers to must not cost a record its place.
      yield* deleteUnusedContents(run);
      if (policy.maxDbSizeMb > 0) yield* deleteOverSize(run, policy.maxDbSizeMb * BYTES_PER_MB, policy.nowMs);
      run.committer.transact(() => run.counters.deleteStale(policy.nowMs));
      yield* vacuum(run.db);
    },
    *clear(projectName) {
      if (projectName === null) yield clearEverything(run);
      else yield* clearProject(run, projectName);
      yield* deleteUnusedContents(run);
      yield* vacuum(run.db);
    },
    *clearLogs(projectName) {
      if (projectName === null) yield clearEveryLog(run);
      else yield* clearProjectLogs(run, projectName);
      yield* deleteUnusedContents(run);
      yield* vacuum(run.db);
    },
  };
}

/** Takes deleted rows off groups and counters. */
function subtract(
  tables: WriterTables,
  deleted: { events?: DeletedEvent[]; requests?: DeletedRequest[]; logs?: DeletedLog[] },
  nowMs: number,
): number {
  const { events = [], requests = [], logs = [] } = deleted;
  const perGroup = new Map<number, number>();
  for (const { projectId, groupId, timestampMs, type, source } of events) {
    perGroup.set(groupId, (perGroup.get(groupId) ?? 0) + 1);
    tables.deltas.countEvent(projectId, timestampMs, { type, source });
    tables.deltas.countGroup(groupId, timestampMs);
  }
  for (const { projectId, timestampMs, statusCode } of requests)
    tables.deltas.countRequest(projectId, timestampMs, isFailure(statusCode));
  for (const { projectId, timestampMs, level, source } of logs)
    tables.deltas.countLog(projectId, timestampMs, { level, source });
  tables.deltas.flush(nowMs, -1);
  for (const [groupId, count] of perGroup) tables.groups.subtract(groupId, count);
  // Heads in memory have the old counts.
  if (perGroup.size > 0) tables.groups.reload();
  return events.length + requests.length + logs.length;
}

/** Returns how many rows went in all. */
function* deleteReceivedBefore(
  { committer, tables }: DeletionRun,
  beforeId: number,
  nowMs: number,
): Generator<number, number, undefined> {
  for (let total = 0; ; ) {
    const deleted = committer.transact(() => {
      const { events, requests, logs } = tables;
      return subtract(
        tables,
        {
          events: events.deleteBefore(beforeId, PRUNE_STEP_ROWS),
          requests: requests.deleteBefore(beforeId, PRUNE_STEP_ROWS),
          logs: logs.deleteBefore(beforeId, PRUNE_STEP_ROWS),
        },
        nowMs,
      );
    });
    if (deleted === 0) return total;
    total += deleted;
    yield deleted;
  }
}

/** Deletes the oldest telemetry, whatever its kind, until the used pages fit or all that was there has gone. */
function* deleteOverSize(run: DeletionRun, bytesMax: number, nowMs: number): Steps {
  if (usedBytes(run.db) <= bytesMax) return;
  const boundaryAbove = openOldestBoundary(run.db);
  const countRows = openRowCount(run.db);
  const bytesWanted = bytesMax * SIZE_LOW_WATER;
  // What arrives meanwhile is for the next run: under a limit that cannot be met, this one would go after it for ever.
  const endId = run.tables.nextBoundary();
  for (let bytes = usedBytes(run.db); bytes > bytesWanted; bytes = usedBytes(run.db)) {
    // As many of the oldest as are too much by average size: a small file must not lose all it holds in one step.
    const rows = Math.ceil(countRows() * (1 - bytesWanted / bytes));
    const boundary = boundaryAbove(Math.min(Math.max(rows, PRUNE_STEP_ROWS_MIN), PRUNE_STEP_ROWS));
    // A boundary below which nothing can be deleted would be found again for ever.
    if (boundary === null) return;
    if ((yield* deleteReceivedBefore(run, Math.min(boundary, endId), nowMs)) === 0) return;
    yield* deleteUnusedContents(run);
  }
}

/** Events, requests and logs stored, from the counters. */
function openRowCount(db: WritableDb): () => number {
  const count = db
    .prepare<{ projectId: number; spanMs: number }, number>(
      `SELECT (SELECT coalesce(sum(count), 0) FROM event_counts WHERE span_ms = :spanMs AND project_id = :projectId)
            + (SELECT coalesce(sum(total), 0) FROM request_counts WHERE span_ms = :spanMs AND project_id = :projectId)
            + (SELECT coalesce(sum(count), 0) FROM log_counts WHERE span_ms = :spanMs AND project_id = :projectId)`,
    )
    .pluck();
  return () => count.get({ spanMs: ALL_TIME, projectId: EVERY_PROJECT_ID }) ?? 0;
}

/** The id that lies so many rows above the oldest row of all kinds; null when nothing is left. */
function openOldestBoundary(db: WritableDb): (limit: number) => number | null {
  const boundary = db
    .prepare<{ limit: number }, number | null>(
      `SELECT max(id) + 1 FROM (
         SELECT id FROM (SELECT id FROM events ORDER BY id LIMIT :limit)
         UNION ALL SELECT id FROM (SELECT id FROM requests ORDER BY id LIMIT :limit)
         UNION ALL SELECT id FROM (SELECT id FROM logs ORDER BY id LIMIT :limit)
         ORDER BY id LIMIT :limit)`,
    )
    .pluck();
  return (limit) => boundary.get({ limit }) ?? null;
}

function usedBytes(db: WritableDb): number {
  return databaseBytes(db) - freePages(db) * Number(db.pragma('page_size', { simple: true }));
}

/** Deletes the texts that no stored record refers to: those last used before the oldest record was received. */
function* deleteUnusedContents({ db, committer, tables }: DeletionRun): Steps {
  const oldest = db
    .prepare<[], number | null>(
      `SELECT min(id) FROM (SELECT min(id) AS id FROM events UNION ALL SELECT min(id) FROM requests
         UNION ALL SELECT min(id) FROM logs)`,
    )
    .pluck();
  for (;;) {
    const deleted = committer.transact(() => {
      const id = oldest.get() ?? null;
      const sinceMs = id === null ? Number.MAX_SAFE_INTEGER : receivedAtMsOf(id);
      return tables.contents.deleteUnusedSince(sinceMs, PRUNE_STEP_ROWS);
    });
    if (deleted === 0) return;
    tables.contents.reload();
    yield deleted;
  }
}

function clearEverything({ committer, tables, counters }: DeletionRun): number {
  committer.transact(() => {
    tables.events.deleteAll();
    tables.groups.deleteAll();
    tables.requests.deleteAll();
    tables.logs.deleteAll();
    tables.contents.deleteAll();
    counters.deleteAll();
  });
  tables.groups.reload();
  tables.contents.reload();
  return 0;
}

function clearEveryLog({ committer, tables, counters }: DeletionRun): number {
  committer.transact(() => {
    tables.logs.deleteAll();
    counters.deleteAllLogs();
  });
  return 0;
}

function* clearProject(run: DeletionRun, projectName: string): Steps {
  const { committer, tables } = run;
  const projectId = tables.projects.find(projectName);
  if (projectId === null) return;
  // What arrives while this runs came after the clearing was asked for, and stays, with its texts.
  const beforeId = tables.nextBoundary();
  tables.contents.noteUseSince(receivedAtMsOf(beforeId));
  for (;;) {
    const deleted = committer.transact(() =>
      subtract(
        tables,
        {
          events: tables.events.deleteProject(projectId, beforeId, PRUNE_STEP_ROWS),
          requests: tables.requests.deleteProject(projectId, beforeId, PRUNE_STEP_ROWS),
          logs: tables.logs.deleteProject(projectId, beforeId, PRUNE_STEP_ROWS),
        },
        Date.now(),
      ),
    );
    if (deleted === 0) break;
    yield deleted;
  }
  yield* deleteProjectContents(run, projectId, receivedAtMsOf(beforeId));
}

function* clearProjectLogs({ committer, tables }: DeletionRun, projectName: string): Steps {
  const projectId = tables.projects.find(projectName);
  if (projectId === null) return;
  const beforeId = tables.nextId();
  for (;;) {
    const deleted = committer.transact(() =>
      subtract(tables, { logs: tables.logs.deleteProject(projectId, beforeId, PRUNE_STEP_ROWS) }, Date.now()),
    );
    if (deleted === 0) return;
    yield deleted;
  }
}

/** Deletes the texts of a project that nothing received since has used; no older record is left. */
function* deleteProjectContents({ committer, tables }: DeletionRun, projectId: number, sinceMs: number): Steps {
  for (;;) {
    const deleted = committer.transact(() => tables.contents.deleteProject(projectId, sinceMs, PRUNE_STEP_ROWS));
    if (deleted === 0) return;
    tables.contents.reload();
    yield deleted;
  }
}

/** Gives free pages back to the file system. */
function* vacuum(db: WritableDb): Steps {
  for (;;) {
    const free = freePages(db);
    if (free === 0 || !vacuumSome(db) || freePages(db) >= free) return;
    yield 0;
  }
}

/** False when the disk is too full to move a page: what was to be deleted is deleted, and the next run tries again. */
function vacuumSome(db: WritableDb): boolean {
  try {
    db.pragma(`incremental_vacuum(${VACUUM_STEP_PAGES})`);
    return true;
  } catch (error) {
    if (toStoreErrorCode(error) === 'storage_full') return false;
    throw error;
  }
}

function freePages(db: WritableDb): number {
  return Number(db.pragma('freelist_count', { simple: true }));
}
