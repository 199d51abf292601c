import type { Project } from '../../../../schemas/stats.js';
import { join, when } from '../../../answers/condition.js';
import { toPublicId } from '../../sqlite/row-id.js';
import type { Queries } from '../connection.js';
import { NO_PROJECT_ID } from '../tables/projects.js';
import { ask } from './statement.js';

/** Has no rows and no counters: stands for a project that nobody has named. */
export const UNKNOWN_PROJECT_ID = -2;

/** Every project by name, or the one with a name. */
export async function readProjects(db: Queries, name: string | undefined): Promise<Project[]> {
  const { where, values } = join([{ sql: `id > ${NO_PROJECT_ID}`, values: {} }, when('name = :name', 'name', name)]);
  const rows = await ask<{ id: number; name: string; createdAtMs: number }>(
    db,
    `/* reference */ SELECT id, name, created_at_ms FROM projects ${where} ORDER BY name COLLATE "C"`,
    values,
  );
  return rows.map(({ id, name, createdAtMs }) => ({
    id: toPublicId(id),
    name,
    createdAt: new Date(createdAtMs).toISOString(),
  }));
}

/** The id of a project that a query names; of one that no record has ever named, `UNKNOWN_PROJECT_ID`. */
export async function findProject(db: Queries, name: string): Promise<number> {
  const [row] = await ask<{ id: number }>(
    db,
    `/* reference */ SELECT id FROM projects WHERE name = :name AND id > ${NO_PROJECT_ID}`,
    { name },
  );
  return row?.id ?? UNKNOWN_PROJECT_ID;
}
