import type { WritableDb } from '../connection.js';

/** Some projects, or all but these. */
export interface Owners {
  readonly projectIds: readonly number[];
  /** 0 for all others. */
  readonly isAmong: 0 | 1;
}

/** The rows of some projects above one row id, up to and with another; as `isOwned` takes it. */
export interface ProjectRange {
  /** A JSON array of the ids of `Owners`. */
  readonly projectIds: string;
  readonly isAmong: 0 | 1;
  readonly afterId: number;
  readonly toId: number;
}

/** SQL for a row of these projects. Compared as a value, which keeps SQLite from the index of the project. */
export function isOwned(column: string): string {
  return `(${column} IN (SELECT value FROM json_each(:projectIds))) = :isAmong`;
}

/** The parameters that `isOwned` takes. */
export function toOwnerParameters({ projectIds, isAmong }: Owners): Pick<ProjectRange, 'projectIds' | 'isAmong'> {
  return { projectIds: JSON.stringify(projectIds), isAmong };
}

/** Row ids of what projects own. */
export interface OwnedIds {
  /** Up to `limit` of a project that were received before `beforeId`. */
  idsOfProject(projectId: number, beforeId: number, limit: number): number[];
  /** All of some projects in a range of row ids. */
  idsInRange(range: ProjectRange): number[];
}

/** Of tables in which they are read in any order. */
export function openOwnedIds(db: WritableDb, table: 'requests' | 'logs'): OwnedIds {
  const ofProject = db
    .prepare<{ projectId: number; beforeId: number; limit: number }, number>(
      `SELECT id FROM ${table} WHERE project_id = :projectId AND id < :beforeId LIMIT :limit`,
    )
    .pluck();
  const inRange = db
    .prepare<ProjectRange, number>(
      `SELECT id FROM ${table} WHERE id > :afterId AND id <= :toId AND ${isOwned('project_id')} ORDER BY id`,
    )
    .pluck();
  return {
    idsOfProject: (projectId, beforeId, limit) => ofProject.all({ projectId, beforeId, limit }),
    idsInRange: (range) => inRange.all(range),
  };
}
