// Retention and clearing, in steps: each is a short transaction, and the writer commits what has gathered in between.

import { PRUNE_STEP_ROWS, VACUUM_STEP_PAGES } from '../limits.js';
import type { PrunePolicy } from '../messages.js';
import { isFailure, type WriterTables } from './append.js';
import type { Committer } from './commit.js';
import type { WritableDb } from './database.js';
import { receivedAtMsOf, rowIdAt } from './row-id.js';
import { type CounterCommands, openCounterCommands } from './tables/counters.js';
import type { DeletedEvent } from './tables/events.js';
import type { DeletedLog } from './tables/logs.js';
import type { DeletedRequest } from './tables/requests.js';

const DAY_MS = 86_400_000;
const BYTES_PER_MB = 1024 * 1024;
/** Pruning for size goes down to this part of the limit, so that it does not run again at once. */
const SIZE_LOW_WATER = 0.95;

export interface DeletionOptions {
  readonly db: WritableDb;
  readonly tables: WriterTables;
  readonly committer: Committer;
}

/** Work cut into steps; each `yield` is a point where other work may run. The value is how many rows the step deleted. */
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
      if (policy.maxDbSizeMb > 0) yield* deleteOverSize(run, policy.maxDbSizeMb * BYTES_PER_MB, policy.nowMs);
      yield* deleteUnusedContents(run);
      run.committer.transact(() => run.counters.deleteStale(policy.nowMs));
      yield* vacuum(run.db);
    },
    *clear(projectName) {
      if (projectName === null) yield clearEverything(run);
      else yield* clearProject(run, projectName);
      yield* vacuum(run.db);
    },
    *clearLogs(projectName) {
      if (projectName === null) yield clearEveryLog(run);
      else yield* clearProjectLogs(run, projectName);
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
  }
  for (const { projectId, timestampMs, statusCode } of requests)
    tables.deltas.countRequest(projectId, timestampMs, isFailure(statusCode));
  for (const { projectId, level, source } of logs) tables.deltas.countLog(projectId, level, source);
  tables.deltas.flush(nowMs, -1);
  for (const [groupId, count] of perGroup) tables.groups.subtract(groupId, count);
  // Heads in memory have the old counts.
  if (perGroup.size > 0) tables.groups.reload();
  return events.length + requests.length + logs.length;
}

function* deleteReceivedBefore({ committer, tables }: DeletionRun, beforeId: number, nowMs: number): Steps {
  for (;;) {
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
    if (deleted === 0) return;
    yield deleted;
  }
}

/** Deletes the oldest telemetry, whatever its kind, until the used pages fit. */
function* deleteOverSize(run: DeletionRun, bytesMax: number, nowMs: number): Steps {
  if (usedBytes(run.db) <= bytesMax) return;
  const idAfterSteps = openOldestBoundary(run.db);
  while (usedBytes(run.db) > bytesMax * SIZE_LOW_WATER) {
    const boundary = idAfterSteps();
    if (boundary === null) return;
    yield* deleteReceivedBefore(run, boundary, nowMs);
    yield* deleteUnusedContents(run);
  }
}

/** The id that lies a step's worth of rows above the oldest row of all kinds; null when nothing is left. */
function openOldestBoundary(db: WritableDb): () => number | null {
  const boundary = db
    .prepare<{ limit: number }, number | null>(
      `SELECT max(id) + 1 FROM (
         SELECT id FROM (SELECT id FROM events ORDER BY id LIMIT :limit)
         UNION ALL SELECT id FROM (SELECT id FROM requests ORDER BY id LIMIT :limit)
         UNION ALL SELECT id FROM (SELECT id FROM logs ORDER BY id LIMIT :limit)
         ORDER BY id LIMIT :limit)`,
    )
    .pluck();
  return () => boundary.get({ limit: PRUNE_STEP_ROWS }) ?? null;
}

function usedBytes(db: WritableDb): number {
  const pragma = (name: string): number => Number(db.pragma(name, { simple: true }));
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
}

/** Deletes the texts that no stored record refers to: those last used before the oldest record was received. */
function* deleteUnusedContents({ db, committer, tables }: DeletionRun): Steps {
  const oldest = db
    .prepare<[], number | null>(
      `SELECT min(id) FROM (SELECT min(id) AS id FROM events UNION ALL SELECT min(id) FROM requests
         UNION ALL SELECT min(id) FROM logs)`,
    )
    .pluck()
    .get();
  const oldestMs = oldest === null || oldest === undefined ? Number.MAX_SAFE_INTEGER : receivedAtMsOf(oldest);
  for (;;) {
    const deleted = committer.transact(() => tables.contents.deleteUnusedSince(oldestMs, PRUNE_STEP_ROWS));
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
  // What arrives while this runs came after the clearing was asked for, and stays.
  const beforeId = tables.nextId();
  for (;;) {
    const deleted = committer.transact(() =>
      subtract(
        tables,
        {
          events: tables.events.deleteProject(projectId, beforeId, PRUNE_STEP_ROWS),
          requests: tables.requests.deleteProject(projectId, beforeId, PRUNE_STEP_ROWS),
        },
        Date.now(),
      ),
    );
    if (deleted === 0) break;
    yield deleted;
  }
  yield* clearProjectLogs(run, projectName);
  // Texts still in use by what has arrived meanwhile were used after `beforeId`; the retention job takes the rest.
  yield* deleteProjectContents(run, projectId, beforeId);
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

function* deleteProjectContents({ db, committer, tables }: DeletionRun, projectId: number, beforeId: number): Steps {
  const newer = db
    .prepare<{ projectId: number; beforeId: number }, number>(
      `SELECT (SELECT count(*) FROM (SELECT 1 FROM events WHERE project_id = :projectId AND id >= :beforeId LIMIT 1))
            + (SELECT count(*) FROM (SELECT 1 FROM requests WHERE project_id = :projectId AND id >= :beforeId LIMIT 1))
            + (SELECT count(*) FROM (SELECT 1 FROM logs WHERE project_id = :projectId AND id >= :beforeId LIMIT 1))`,
    )
    .pluck();
  for (;;) {
    const deleted = committer.transact(() =>
      newer.get({ projectId, beforeId }) === 0 ? tables.contents.deleteProject(projectId, PRUNE_STEP_ROWS) : 0,
    );
    if (deleted === 0) return;
    tables.contents.reload();
    yield deleted;
  }
}

/** Gives free pages back to the file system. */
function* vacuum(db: WritableDb): Steps {
  for (;;) {
    const free = Number(db.pragma('freelist_count', { simple: true }));
    if (free === 0) return;
    db.pragma(`incremental_vacuum(${VACUUM_STEP_PAGES})`);
    // The disk may be too full to move a page; the next run tries again.
    if (Number(db.pragma('freelist_count', { simple: true })) >= free) return;
    yield 0;
  }
}
