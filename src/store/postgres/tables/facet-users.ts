// The users of the groups of one project, and of the project, as of the SQLite store (`tables/facet-users.ts` there).

import { FACET_USERS_EXACT_MAX } from '../../../limits.js';
import type { FacetDeltas } from '../../sqlite/tables/facet-deltas.js';
import { isInSample, NO_USERS, toUserCount } from '../../sqlite/tables/facet-users.js';
import type { Queries } from '../connection.js';

interface UserCount {
  readonly groupId: number;
  readonly user: number;
  readonly count: number;
}

interface Head {
  readonly groupId: number;
  rows: number;
  shift: number;
}

const ROWS = 'unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS n (group_id, user_number, count)';

function toParameters(projectId: number, rows: readonly UserCount[]) {
  return [projectId, rows.map(({ groupId }) => groupId), rows.map(({ user }) => user), rows.map(({ count }) => count)];
}

/** Adds the users of deltas (1), or takes them off (-1). */
export async function changeFacetUsers(
  transaction: Queries,
  projectId: number,
  { deltas, sign }: { readonly deltas: FacetDeltas; readonly sign: 1 | -1 },
): Promise<void> {
  const all = [...deltas.values()].flatMap(({ scope, users }) =>
    [...users].map(([user, count]): UserCount => ({ groupId: scope.id, user, count })),
  );
  if (all.length === 0) return;
  const heads = await readHeads(transaction, projectId, [...new Set(all.map(({ groupId }) => groupId))]);
  const rows = all.filter(({ groupId, user }) => isInSample(user, heads.get(groupId)?.shift ?? 0));
  const changed =
    sign === 1 ? await addRows(transaction, projectId, rows) : await subtractRows(transaction, projectId, rows);
  const touched = new Map<number, Head>();
  for (const groupId of changed) {
    const head = touched.get(groupId) ?? { ...NO_USERS, ...heads.get(groupId), groupId };
    head.rows += sign;
    touched.set(groupId, head);
  }
  for (const head of touched.values()) await thin(transaction, projectId, head);
  await writeHeads(transaction, projectId, [...touched.values()]);
}

async function readHeads(
  transaction: Queries,
  projectId: number,
  groupIds: readonly number[],
): Promise<Map<number, Head>> {
  const rows = await transaction.query<Head>(
    `/* project */ SELECT group_id, user_rows AS rows, user_shift AS shift FROM facet_heads
     WHERE project_id = $1 AND group_id = ANY($2::bigint[])`,
    [projectId, groupIds],
  );
  return new Map(rows.map((row) => [row.groupId, row]));
}

/** Answers the groups that have a user more, once for each. */
async function addRows(transaction: Queries, projectId: number, rows: readonly UserCount[]): Promise<number[]> {
  const stored = await transaction.query<{ groupId: number; isNew: boolean }>(
    `/* project */ INSERT INTO facet_users (project_id, group_id, user_number, count)
     SELECT $1, group_id, user_number, count FROM ${ROWS}
     ON CONFLICT (project_id, group_id, user_number) DO UPDATE SET count = facet_users.count + excluded.count
     RETURNING group_id, xmax = 0 AS is_new`,
    toParameters(projectId, rows),
  );
  return stored.filter(({ isNew }) => isNew).map(({ groupId }) => groupId);
}

/** Answers the groups that have a user less, once for each. */
async function subtractRows(transaction: Queries, projectId: number, rows: readonly UserCount[]): Promise<number[]> {
  const same = 'u.group_id = n.group_id AND u.user_number = n.user_number';
  await transaction.change(
    `/* project */ UPDATE facet_users u SET count = u.count - n.count FROM ${ROWS} WHERE u.project_id = $1 AND ${same}`,
    toParameters(projectId, rows),
  );
  const gone = await transaction.query<{ groupId: number }>(
    `/* project */ DELETE FROM facet_users u USING ${ROWS} WHERE u.project_id = $1 AND ${same} AND u.count <= 0 AND n.count > 0
     RETURNING u.group_id`,
    toParameters(projectId, rows),
  );
  return gone.map(({ groupId }) => groupId);
}

/** Halves the sample as long as it is too large. */
async function thin(transaction: Queries, projectId: number, head: Head): Promise<void> {
  while (head.rows > FACET_USERS_EXACT_MAX) {
    head.shift += 1;
    head.rows -= await transaction.change(
      '/* project */ DELETE FROM facet_users WHERE project_id = $1 AND group_id = $2 AND user_number % $3 <> 0',
      [projectId, head.groupId, 2 ** head.shift],
    );
  }
}

async function writeHeads(transaction: Queries, projectId: number, heads: readonly Head[]): Promise<void> {
  if (heads.length === 0) return;
  await transaction.change(
    `/* project */ INSERT INTO facet_heads (project_id, group_id, user_rows, user_shift)
     SELECT $1, group_id, user_rows, user_shift
     FROM unnest($2::bigint[], $3::bigint[], $4::int[]) AS n (group_id, user_rows, user_shift)
     ON CONFLICT (project_id, group_id) DO UPDATE SET user_rows = excluded.user_rows, user_shift = excluded.user_shift`,
    [projectId, heads.map((head) => head.groupId), heads.map((head) => head.rows), heads.map((head) => head.shift)],
  );
  await transaction.change('/* project */ DELETE FROM facet_heads WHERE project_id = $1 AND user_rows <= 0', [
    projectId,
  ]);
}

/** Users of a group; past `FACET_USERS_EXACT_MAX` an estimate. Whoever wants them all holds the facets. */
export async function countUsers(transaction: Queries, projectId: number, groupId: number): Promise<number> {
  return toUserCount((await readHeads(transaction, projectId, [groupId])).get(groupId) ?? NO_USERS);
}
