import type { ProjectQuery } from '../../../../schemas/query.js';
import { join } from '../../../answers/condition.js';
import { type FacetRow, type Surroundings, stringifyFacets, toFacets } from '../../../answers/facets.js';
import { parsePublicId } from '../../sqlite/row-id.js';
import { NO_USERS, toUserCount, type UserHead } from '../../sqlite/tables/facet-users.js';
import type { Queries } from '../connection.js';
import { PROJECT_SCOPE } from '../tables/facet-counts.js';
import { EVERY_PROJECT_ID } from '../tables/projects.js';
import { readUsers } from './affected.js';
import { findShownGroup } from './error-groups.js';
import { ofEachProject, type ProjectScope, readScope, scoped } from './scope.js';
import { ask } from './statement.js';

/** The answer `Facets` of a group; null when the id is unknown. */
export async function readErrorFacets(db: Queries, groupId: string, query: ProjectQuery): Promise<string | null> {
  const id = parsePublicId(groupId);
  if (id === null) return null;
  const group = await findShownGroup(db, await readScope(db, query.projectId), id);
  if (group === undefined) return null;
  const rows = await readRows(db, group.projectId, group.id);
  const [around, users] = await Promise.all([
    readSurroundings(db, group.projectId, rows),
    readUsers(db, group.projectId, [group.id]),
  ]);
  const { rows: sample, shift } = users.get(group.id) ?? NO_USERS;
  const facts = { users: toUserCount({ rows: sample, shift }), isApproximate: shift > 0 };
  return stringifyFacets(toFacets({ eventCount: group.eventCount, rows, around, ...facts }));
}

/** The answer `Facets` of a project, or of all of them. */
export async function readFacets(db: Queries, query: ProjectQuery): Promise<string> {
  const scope = await readScope(db, query.projectId);
  const [rows, users, eventCount] = await Promise.all([
    readRows(db, scope, PROJECT_SCOPE),
    readScopeUsers(db, scope),
    readEventCount(db, scope),
  ]);
  return stringifyFacets(toFacets({ eventCount, rows, users: toUserCount(users), isApproximate: users.shift > 0 }));
}

function readRows(db: Queries, scope: ProjectScope, groupId: number): Promise<FacetRow[]> {
  const { where, values } = join([ofEachProject('c', scope), { sql: 'c.group_id = :groupId', values: { groupId } }]);
  return ask<FacetRow>(
    db,
    scoped(
      scope,
      `SELECT c.facet, c.value, sum(c.count) AS count, min(c.first_seen_at_ms) AS first_ms,
         max(c.last_seen_at_ms) AS last_ms FROM facet_counts AS c ${where} GROUP BY c.facet, c.value`,
    ),
    values,
  );
}

/** Of several projects, each user once: in the sample that all of them have. */
async function readScopeUsers(db: Queries, scope: ProjectScope): Promise<UserHead> {
  const { sql, values } = ofEachProject('h', scope);
  const heads = await ask<UserHead>(
    db,
    scoped(
      scope,
      `SELECT h.user_rows AS rows, h.user_shift AS shift FROM facet_heads AS h
       WHERE ${sql} AND h.group_id = ${PROJECT_SCOPE}`,
    ),
    values,
  );
  const [only] = heads;
  if (only === undefined || heads.length === 1) return only ?? NO_USERS;
  const shift = Math.max(...heads.map((head) => head.shift));
  const [row] = await ask<{ rows: number }>(
    db,
    scoped(
      scope,
      `SELECT count(DISTINCT u.user_number) AS rows FROM facet_users AS u
       WHERE u.project_id = ANY(ARRAY(SELECT id FROM projects)) AND u.group_id = ${PROJECT_SCOPE}
         AND u.user_number % :modulus::bigint = 0`,
    ),
    { modulus: 2 ** shift },
  );
  return { rows: row?.rows ?? 0, shift };
}

async function readEventCount(db: Queries, scope: ProjectScope): Promise<number> {
  const project = scope ?? EVERY_PROJECT_ID;
  const [row] = await ask<{ count: number }>(
    db,
    scoped(
      project,
      'SELECT coalesce(sum(c.count), 0) AS count FROM event_counts AS c WHERE c.project_id = :project AND c.span_ms = 0',
    ),
    { project },
  );
  return row?.count ?? 0;
}

async function readSurroundings(db: Queries, projectId: number, rows: readonly FacetRow[]): Promise<Surroundings> {
  const [totals, counts] = await Promise.all([
    ask<{ facet: string; count: number }>(
      db,
      scoped(
        projectId,
        `SELECT facet, sum(count) AS count FROM facet_counts WHERE project_id = :projectId
           AND group_id = ${PROJECT_SCOPE} GROUP BY facet`,
      ),
      { projectId },
    ),
    ask<{ facet: string; value: string; count: number }>(
      db,
      scoped(
        projectId,
        `SELECT c.facet, c.value, c.count FROM unnest(:facets::text[], :names::text[]) AS n (facet, value)
         JOIN facet_counts AS c ON c.project_id = :projectId AND c.group_id = ${PROJECT_SCOPE}
           AND c.facet = n.facet AND c.value = n.value`,
      ),
      { projectId, facets: rows.map(({ facet }) => facet), names: rows.map(({ value }) => value) },
    ),
  ]);
  const byFacet = new Map(totals.map(({ facet, count }) => [facet, count]));
  const byValue = new Map(counts.map(({ facet, value, count }) => [`${facet}\n${value}`, count]));
  return {
    total: (facet) => byFacet.get(facet) ?? 0,
    count: (facet, value) => byValue.get(`${facet}\n${value}`) ?? null,
  };
}
