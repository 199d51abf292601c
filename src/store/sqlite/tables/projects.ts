import type { Project } from '../../../../schemas/stats.js';
import { PROJECTS_MAX } from '../../../limits.js';
import type { ReadableDb, WritableDb } from '../connection.js';
import { toPublicId } from '../row-id.js';

/** Records that name no project belong to this one, which is not listed. */
const NO_PROJECT_ID = 0;
/** In counters: every project together. */
export const EVERY_PROJECT_ID = -1;
/** Has no rows and no counters: stands for a project that nobody has named. */
export const UNKNOWN_PROJECT_ID = -2;

interface ProjectRow {
  readonly id: number;
  readonly name: string;
  readonly createdAtMs: number;
}

export interface ProjectCommands {
  /** Registers the project when it is new; null when the table is full. */
  register(name: string | null, nextId: () => number, nowMs: number): number | null;
  find(name: string): number | null;
  /** Forgets what a rolled-back transaction registered. */
  reload(): void;
}

export function openProjectCommands(db: WritableDb): ProjectCommands {
  const insert = db.prepare<{ id: number; name: string; createdAtMs: number }>(
    'INSERT INTO projects (id, name, created_at_ms) VALUES (:id, :name, :createdAtMs)',
  );
  // Read at the next use, so that forgetting cannot fail.
  let remembered: Map<string, number> | null = null;
  const readIds = (): Map<string, number> => {
    remembered ??= readProjectIds(db);
    return remembered;
  };
  return {
    register(name, nextId, nowMs) {
      if (name === null) return NO_PROJECT_ID;
      const ids = readIds();
      const known = ids.get(name);
      if (known !== undefined) return known;
      if (ids.size >= PROJECTS_MAX) return null;
      const id = nextId();
      insert.run({ id, name, createdAtMs: nowMs });
      ids.set(name, id);
      return id;
    },
    find: (name) => readIds().get(name) ?? null,
    reload() {
      remembered = null;
    },
  };
}

function readProjectIds(db: ReadableDb): Map<string, number> {
  const rows = db.prepare<[], ProjectRow>('SELECT id, name, created_at_ms AS createdAtMs FROM projects').all();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

export interface ProjectQueries {
  list(name: string | undefined): Project[];
  /** Undefined when no record has ever named the project. */
  find(name: string): number | undefined;
  /** Null for the project without a name. */
  nameOf(id: number): string | null;
}

export function openProjectQueries(db: ReadableDb): ProjectQueries {
  const all = db.prepare<[], ProjectRow>('SELECT id, name, created_at_ms AS createdAtMs FROM projects ORDER BY name');
  const byName = db.prepare<{ name: string }, number>('SELECT id FROM projects WHERE name = :name').pluck();
  // Names never change and ids never repeat, so what was read once stays true.
  const names = new Map<number, string>();
  return {
    list: (name) =>
      all
        .all()
        .filter((row) => name === undefined || row.name === name)
        .map(rowToProject),
    find: (name) => byName.get({ name }),
    nameOf(id) {
      if (id === NO_PROJECT_ID) return null;
      if (!names.has(id)) for (const row of all.all()) names.set(row.id, row.name);
      return names.get(id) ?? null;
    },
  };
}

function rowToProject({ id, name, createdAtMs }: ProjectRow): Project {
  return { id: toPublicId(id), name, createdAt: new Date(createdAtMs).toISOString() };
}
