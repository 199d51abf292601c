// Which projects a query reads: one, or all of them. The text of each statement says so.

import { type Condition, type Used, when } from '../../../answers/condition.js';
import type { Queries } from '../connection.js';
import { findProject } from './projects.js';

/** The project that a query names; undefined where it names none. */
export type ProjectScope = number | undefined;

/** That of a query that names a project, or none. */
export async function readScope(db: Queries, name: string | undefined): Promise<ProjectScope> {
  return name === undefined ? undefined : findProject(db, name);
}

/** A statement that reads the rows of one project, or looks at those of all. */
export function scoped(scope: ProjectScope, sql: string): string {
  return `/* ${scope === undefined ? 'fan-out' : 'project'} */ ${sql}`;
}

/** Rows of the project, where there is one. */
export function ofProject(alias: string, scope: ProjectScope): Condition {
  return when(`${alias}.project_id = :projectId`, 'projectId', scope);
}

/** The same where rows are found by their key: of all projects, a look into the key for each. */
export function ofEachProject(alias: string, scope: ProjectScope): Used {
  const each = { sql: `${alias}.project_id = ANY(ARRAY(SELECT id FROM projects))`, values: {} };
  return ofProject(alias, scope) ?? each;
}
