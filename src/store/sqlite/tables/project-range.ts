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
