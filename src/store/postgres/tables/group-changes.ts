// What is done to one group, by whoever holds its project alone.

import type { Queries } from '../connection.js';
import { deleteGroupFacets } from './facets.js';

/** Has the events of a group wait to be grouped anew. */
export async function setGroupAside(transaction: Queries, projectId: number, id: number): Promise<void> {
  // Two groups that wait may have parts of a client's own, which have one fingerprint in both versions.
  await transaction.change(
    `/* project */ UPDATE error_groups g SET fingerprint_version = 0, fingerprint = CASE WHEN EXISTS (
         SELECT FROM error_groups o WHERE o.project_id = $1 AND o.fingerprint_version = 0
           AND o.fingerprint = g.fingerprint AND o.id <> g.id)
       THEN decode(md5(random()::text) || md5(random()::text), 'hex') ELSE g.fingerprint END
     WHERE g.project_id = $1 AND g.id = $2`,
    [projectId, id],
  );
}

/** The id of the group that has the events of one that is gone; of others, the id itself. */
export async function followRedirect(transaction: Queries, projectId: number, id: number): Promise<number> {
  const [row] = await transaction.query<{ groupId: number }>(
    '/* project */ SELECT group_id FROM group_redirects WHERE project_id = $1 AND id = $2',
    [projectId, id],
  );
  return row?.groupId ?? id;
}

/** From now on the id of a group that is gone leads to another, and so do those that led to it. */
export async function redirectGroup(
  transaction: Queries,
  projectId: number,
  { id, groupId }: { readonly id: number; readonly groupId: number },
): Promise<void> {
  await transaction.change(
    '/* project */ UPDATE group_redirects SET group_id = $3 WHERE project_id = $1 AND group_id = $2',
    [projectId, id, groupId],
  );
  await transaction.change(
    `/* project */ INSERT INTO group_redirects (project_id, id, group_id) VALUES ($1, $2, $3)
     ON CONFLICT (project_id, id) DO UPDATE SET group_id = excluded.group_id`,
    [projectId, id, groupId],
  );
}

/** The id is that of a group again. */
export async function deleteRedirect(transaction: Queries, projectId: number, id: number): Promise<void> {
  await transaction.change('/* project */ DELETE FROM group_redirects WHERE project_id = $1 AND id = $2', [
    projectId,
    id,
  ]);
}

/** Takes events off groups; those without events go, with all that is theirs. */
export async function subtractFromGroups(
  transaction: Queries,
  projectId: number,
  counts: ReadonlyMap<number, number>,
): Promise<void> {
  if (counts.size === 0) return;
  const [ids, taken] = [[...counts.keys()], [...counts.values()]];
  await transaction.change(
    `/* project */ UPDATE error_groups g SET event_count = g.event_count - c.taken
     FROM unnest($2::bigint[], $3::bigint[]) AS c (id, taken) WHERE g.project_id = $1 AND g.id = c.id`,
    [projectId, ids, taken],
  );
  const gone = await transaction.query<{ id: number }>(
    `/* project */ DELETE FROM error_groups WHERE project_id = $1 AND id = ANY($2::bigint[]) AND event_count <= 0
     RETURNING id`,
    [projectId, ids],
  );
  if (gone.length === 0) return;
  const goneIds = gone.map(({ id }) => id);
  await deleteGroupFacets(transaction, projectId, goneIds);
  const where = 'WHERE project_id = $1 AND';
  for (const text of [
    `/* project */ DELETE FROM error_group_texts ${where} id = ANY($2::bigint[])`,
    `/* project */ DELETE FROM group_redirects ${where} group_id = ANY($2::bigint[])`,
  ])
    await transaction.change(text, [projectId, goneIds]);
}

/** The same for groups on the shelf. */
export async function subtractFromShelf(
  transaction: Queries,
  projectId: number,
  counts: ReadonlyMap<number, number>,
): Promise<void> {
  if (counts.size === 0) return;
  const [ids, taken] = [[...counts.keys()], [...counts.values()]];
  await transaction.change(
    `/* project */ UPDATE shelved_groups g SET event_count = g.event_count - c.taken
     FROM unnest($2::bigint[], $3::bigint[]) AS c (id, taken) WHERE g.project_id = $1 AND g.id = c.id`,
    [projectId, ids, taken],
  );
  await transaction.change(
    '/* project */ DELETE FROM shelved_groups WHERE project_id = $1 AND id = ANY($2::bigint[]) AND event_count <= 0',
    [projectId, ids],
  );
}
