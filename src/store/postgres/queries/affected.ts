import { type Affected, toShownTriage } from '../../../answers/error-group.js';
import { type FacetRow, toReleases } from '../../../answers/facets.js';
import type { TriageFacts } from '../../../answers/triage.js';
import { RELEASE_FACET } from '../../../facets.js';
import { NO_USERS, toUserCount, type UserHead } from '../../sqlite/tables/facet-users.js';
import type { Queries } from '../connection.js';
import { ofEachProject, type ProjectScope, scoped } from './scope.js';
import { ask } from './statement.js';

/** Whom groups affect, since which release, and what was done with them. */
export async function readAffected(
  db: Queries,
  groups: readonly { readonly id: number; readonly projectId: number }[],
): Promise<(groupId: number) => Affected> {
  if (groups.length === 0) return () => ({});
  const ids = groups.map(({ id }) => id);
  const projects = new Set(groups.map(({ projectId }) => projectId));
  const scope = projects.size === 1 ? groups[0]?.projectId : undefined;
  const { sql, values } = ofEachProject('c', scope);
  const own = ofEachProject('t', scope);
  const [users, releases, triage] = await Promise.all([
    readUsers(db, scope, ids),
    ask<FacetRow & { groupId: number }>(
      db,
      scoped(
        scope,
        `SELECT c.group_id, c.facet, c.value, c.count, c.first_seen_at_ms AS first_ms, c.last_seen_at_ms AS last_ms
         FROM facet_counts AS c WHERE ${sql} AND c.group_id = ANY(:ids::bigint[]) AND c.facet = :facet`,
      ),
      { ...values, ids, facet: RELEASE_FACET },
    ),
    ask<Pick<TriageFacts, 'assignee' | 'resolvedIn' | 'reopenedIn'> & { groupId: number }>(
      db,
      scoped(
        scope,
        `SELECT t.group_id, t.assignee, t.resolved_in, t.reopened_in FROM group_triage AS t
         WHERE ${own.sql} AND t.group_id = ANY(:ids::bigint[])`,
      ),
      { ...own.values, ids },
    ),
  ]);
  const triageOf = new Map(triage.map((row) => [row.groupId, row]));
  const byGroup = new Map<number, FacetRow[]>();
  for (const { groupId, ...row } of releases) byGroup.set(groupId, [...(byGroup.get(groupId) ?? []), row]);
  return (groupId) => {
    const head = users.get(groupId) ?? NO_USERS;
    return {
      users: toUserCount(head),
      usersApproximate: head.shift > 0,
      ...toReleases(byGroup.get(groupId) ?? []),
      ...toShownTriage(triageOf.get(groupId) ?? {}),
    };
  };
}

/** The users of groups, by group. */
export async function readUsers(
  db: Queries,
  scope: ProjectScope,
  ids: readonly number[],
): Promise<Map<number, UserHead>> {
  const { sql, values } = ofEachProject('h', scope);
  const rows = await ask<UserHead & { groupId: number }>(
    db,
    scoped(
      scope,
      `SELECT h.group_id, h.user_rows AS rows, h.user_shift AS shift FROM facet_heads AS h
       WHERE ${sql} AND h.group_id = ANY(:ids::bigint[])`,
    ),
    { ...values, ids },
  );
  return new Map(rows.map(({ groupId, ...head }) => [groupId, head]));
}
