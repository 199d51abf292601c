// Projects as a transaction finds them: what it must know of each before it stores anything of it.

import { PROJECTS_MAX } from '../../../limits.js';
import type { Queries } from '../connection.js';
import { PROJECT_LOCK, REGISTRY_LOCK, toProjectSlot } from '../locks.js';

/** Records that name no project belong to this one, which is not listed. */
export const NO_PROJECT_ID = 0;
export const NO_PROJECT_NAME = '';
/** In counters: every project together. */
export const EVERY_PROJECT_ID = -1;

export interface ProjectRow {
  readonly name: string;
  /** Null when nobody has named it. */
  readonly id: number | null;
  /** Of what daemons remember of it; see README.md. */
  readonly epoch: number | null;
  /** Of its grouping; null when it has none. */
  readonly version: number | null;
  readonly isDue: number | null;
  /** Of groups that people made of others; null when it has no grouping. */
  readonly partCount: number | null;
  /** Of groups that people made of events of others; null likewise. */
  readonly splitCount: number | null;
  readonly eventsPerMinute: number | null;
  readonly bytesPerDay: number | null;
  /** Of a project that has its first event. */
  readonly chosenVersion: number;
}

export type KnownProject = ProjectRow & { readonly id: number; readonly epoch: number };

const READ = `/* reference */ SELECT n.name, p.id, p.epoch, g.version, g.is_due, g.part_count, g.split_count, s.events_per_minute,
    s.bytes_per_day,
    coalesce(s.grouping, (SELECT version FROM groupings WHERE project_id = ${EVERY_PROJECT_ID}), 1)
      + CASE WHEN s.source_maps IS NULL THEN 0 ELSE 2 END AS chosen_version
  FROM unnest($1::text[]) AS n (name) LEFT JOIN projects p ON p.name = n.name
    LEFT JOIN groupings g ON g.project_id = p.id LEFT JOIN project_settings s ON s.name = n.name`;

/** By name, `''` for no project. */
export async function readProjects(transaction: Queries, names: readonly string[]): Promise<Map<string, ProjectRow>> {
  const rows = await transaction.query<ProjectRow>(READ, [names]);
  return new Map(rows.map((row) => [row.name, row]));
}

/** Makes projects that are new, as many as may be; the first of the names first. */
export async function registerProjects(transaction: Queries, names: readonly string[], nowMs: number): Promise<void> {
  // One daemon at a time: together they must not make more than may be.
  await transaction.query(`/* reference */ SELECT pg_advisory_xact_lock(${REGISTRY_LOCK}, 0)`);
  const count = async (): Promise<number> => {
    const [row] = await transaction.query<{ count: number }>(
      `/* reference */ SELECT count(*) AS count FROM projects WHERE id > ${NO_PROJECT_ID}`,
    );
    return row?.count ?? 0;
  };
  let room = PROJECTS_MAX - (await count());
  if (room < names.length) {
    await deleteEmptyProjects(transaction);
    room = PROJECTS_MAX - (await count());
  }
  await transaction.query(
    `/* reference */ INSERT INTO projects (name, created_at_ms) SELECT name, $2 FROM unnest($1::text[]) AS n (name)
     WHERE NOT EXISTS (SELECT FROM projects p WHERE p.name = n.name)
     ON CONFLICT (name) DO NOTHING`,
    [names.slice(0, Math.max(0, room)), nowMs],
  );
}

const IS_EMPTY = `NOT EXISTS (SELECT FROM error_groups WHERE project_id = p.id)
  AND NOT EXISTS (SELECT FROM requests WHERE project_id = p.id)
  AND NOT EXISTS (SELECT FROM logs WHERE project_id = p.id)`;

/**
 * Deletes the projects that hold no record and on which nobody is at work; answers how many. In a transaction.
 */
export async function deleteEmptyProjects(transaction: Queries): Promise<number> {
  const found = await transaction.query<{ id: number; name: string }>(
    `/* fan-out */ SELECT id, name FROM projects p WHERE id > ${NO_PROJECT_ID} AND ${IS_EMPTY}`,
  );
  if (found.length === 0) return 0;
  const free = await tryHoldProjects(transaction, found);
  // Again, now that nobody can add to them.
  const gone = await transaction.query<{ id: number }>(
    `/* fan-out */ DELETE FROM projects p WHERE id = ANY($1::int[]) AND ${IS_EMPTY} RETURNING id`,
    [free],
  );
  if (gone.length > 0)
    await deleteOfProjects(
      transaction,
      gone.map(({ id }) => id),
    );
  return gone.length;
}

/** Those whose lock is free. It waits for none: a transaction that holds locks must not wait for more of them. */
async function tryHoldProjects(
  transaction: Queries,
  projects: readonly { readonly id: number; readonly name: string }[],
): Promise<number[]> {
  const rows = await transaction.query<{ id: number; isHeld: boolean }>(
    `/* reference */ SELECT id, pg_try_advisory_xact_lock(${PROJECT_LOCK}, slot) AS is_held
     FROM unnest($1::int[], $2::int[]) AS n (id, slot)`,
    [projects.map(({ id }) => id), projects.map(({ name }) => toProjectSlot(name))],
  );
  return rows.filter(({ isHeld }) => isHeld).map(({ id }) => id);
}

/** False from when it is cleared, or deleted for having nothing. */
export async function isProjectThere(transaction: Queries, projectId: number): Promise<boolean> {
  const rows = await transaction.query('/* reference */ SELECT FROM projects WHERE id = $1', [projectId]);
  return rows.length > 0;
}

/** What is left of projects that are gone besides their records. */
async function deleteOfProjects(transaction: Queries, ids: readonly number[]): Promise<void> {
  const tables = [
    'groupings',
    'group_parts',
    'group_splits',
    'project_sizes',
    'contents',
    'client_ids',
    'group_redirects',
    'shelved_groups',
    'facet_pending',
    'facet_gaps',
    'group_triage',
    'group_history',
  ];
  for (const table of tables)
    await transaction.query(`/* fan-out */ DELETE FROM ${table} WHERE project_id = ANY($1::int[])`, [ids]);
}

/** What daemons remember of the groups and texts of the projects is void. */
export function raiseEpochs(transaction: Queries, ids: readonly number[]): Promise<unknown> {
  return transaction.query('/* reference */ UPDATE projects SET epoch = epoch + 1 WHERE id = ANY($1::int[])', [ids]);
}
