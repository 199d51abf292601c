// Retention by whole days. A day of which every record is too old is taken out of the tables at once; then what is counted of
// its records is taken off in steps, and its table is dropped. No record is deleted, so nothing is left for a vacuum. Whoever is
// ended in between leaves the rest to the next one.

import { rowIdAt } from '../../sqlite/row-id.js';
import type { PrunePolicy } from '../../store.js';
import type { Queries } from '../connection.js';
import { PRUNE_STEP_ROWS } from '../limits.js';
import { holdProjects } from '../locks.js';
import { type Partition, readPartitions } from '../partitions.js';
import { isRetried } from '../postgres-error.js';
import { holdFacets } from '../tables/facets.js';
import {
  dropGone,
  findNextProject,
  type GonePartition,
  hasRecordsOf,
  lockGone,
  noteGone,
  readGone,
  readGonePartitions,
  takeOut,
} from '../tables/gone-partitions.js';
import { findDueGrouping } from '../tables/groupings.js';
import { deleteAllOf } from '../tables/project-deletes.js';
import { raiseEpochs } from '../tables/projects.js';
import { takeOff } from '../tables/record-deletes.js';
import type { Writing } from './connection.js';
import type { DeletionRun, HeldProject, Steps } from './deletion-run.js';

const DAY_MS = 86_400_000;

export interface AgedProject extends HeldProject {
  /** Of its own; null where the daemon's rule holds. */
  readonly retentionDays: number | null;
}

export function readAges(db: Queries): Promise<AgedProject[]> {
  return db.query<AgedProject>(
    `/* reference */ SELECT p.id, p.name, s.retention_days FROM projects p LEFT JOIN project_settings s USING (name)
     ORDER BY p.id`,
  );
}

/** Records of the project with a smaller id are too old; null keeps them all. */
export function toDueId(project: AgedProject, { nowMs, retentionDays }: PrunePolicy): number | null {
  const days = project.retentionDays ?? retentionDays;
  return days === 0 ? null : rowIdAt(nowMs - days * DAY_MS);
}

/** Takes out the days that are too old for every project that has something of them, and takes off what they counted. */
export async function* deleteDays(run: DeletionRun, policy: PrunePolicy): Steps {
  yield* takeOffGone(run);
  const [days, projects] = await run.connection.between(async (db) => [await readPartitions(db), await readAges(db)]);
  const dueIds = projects.map((project) => toDueId(project, policy)).filter((id) => id !== null);
  const latest = Math.max(0, ...dueIds);
  for (const day of days.filter(({ toId }) => toId <= latest)) {
    if (!(await run.connection.between((db) => isDue(db, day, policy)))) continue;
    if (await takeOutDay(run, day, policy)) yield* takeOffGone(run);
  }
}

/** False where it cannot be now: what is too old of it is deleted then, row by row. */
async function takeOutDay({ connection }: DeletionRun, day: Partition, policy: PrunePolicy): Promise<boolean> {
  try {
    return await connection.transact(async (transaction) => {
      await holdProjects(transaction, null);
      // Again, now that nobody can change it.
      if (!(await isDue(transaction, day, policy))) return false;
      await takeOut(transaction, day);
      return true;
    });
  } catch (error) {
    // Somebody reads the table for long, or another daemon does the same.
    if (isRetried(error)) return false;
    throw error;
  }
}

async function isDue(db: Queries, day: Partition, policy: PrunePolicy): Promise<boolean> {
  const there = await db.query('/* reference */ SELECT WHERE to_regclass($1::text) IS NOT NULL', [day.name]);
  // While events are being moved between groups, those that are taken out would stay behind.
  if (there.length === 0 || (await findDueGrouping(db)) !== null) return false;
  const keeping = (await readAges(db)).filter((project) => (toDueId(project, policy) ?? 0) < day.toId);
  return (
    keeping.length === 0 ||
    !(await hasRecordsOf(
      db,
      day,
      keeping.map(({ id }) => id),
    ))
  );
}

/** Goes on with the days that are out of the tables, whoever has taken them out. */
export async function* takeOffGone(run: DeletionRun): Steps {
  for (const { name } of await run.connection.between(readGonePartitions)) {
    for (;;) {
      const count = await takeOffStep(run, name);
      if (count === null) break;
      yield count;
    }
  }
}

/** Answers how many records it took off; null when there are no more of them, and the table is dropped. */
async function takeOffStep({ connection, clock }: DeletionRun, name: string): Promise<number | null> {
  const next = await connection.between((db) => findNext(db, name));
  return connection.transact(async (transaction, writing) => {
    if (next !== null) await holdProjects(transaction, next.name === null ? [] : [next.name]);
    const gone = await lockGone(transaction, name);
    if (gone === null) return null;
    if (next === null) {
      await dropGone(transaction, name);
      return null;
    }
    // Another daemon has gone on with it meanwhile.
    if (gone.projectId !== next.gone.projectId || gone.lastId !== next.gone.lastId) return 0;
    return takeOffRecords(transaction, writing, { gone, id: next.id, isKnown: next.name !== null, nowMs: clock() });
  });
}

interface Next {
  readonly gone: GonePartition;
  readonly id: number;
  /** Null when the project has been cleared. */
  readonly name: string | null;
}

async function findNext(db: Queries, name: string): Promise<Next | null> {
  const gone = (await readGonePartitions(db)).find((row) => row.name === name);
  const id = gone === undefined ? null : await findNextProject(db, gone);
  if (gone === undefined || id === null) return null;
  const [project] = await db.query<{ name: string }>('/* reference */ SELECT name FROM projects WHERE id = $1', [id]);
  return { gone, id, name: project?.name ?? null };
}

async function takeOffRecords(
  transaction: Queries,
  { shard }: Writing,
  {
    gone,
    id,
    isKnown,
    nowMs,
  }: { readonly gone: GonePartition; readonly id: number; readonly isKnown: boolean; readonly nowMs: number },
): Promise<number> {
  const afterId = gone.projectId === id ? gone.lastId : 0;
  const rows = await readGone(transaction, gone, { projectId: id, afterId, limit: PRUNE_STEP_ROWS });
  const ids = [...rows.events, ...rows.requests, ...rows.logs].map((row) => row.id);
  if (rows.events.length > 0) await holdFacets(transaction, id);
  const count = await takeOff(transaction, { projectId: id, ...rows }, { nowMs, shard });
  await noteGone(transaction, { name: gone.name, projectId: id, lastId: ids.at(-1) ?? gone.lastId });
  if (isKnown) await raiseEpochs(transaction, [id]);
  // Of a project that is cleared only what is counted of all projects is left to be told.
  else await deleteAllOf(transaction, id);
  return count;
}
