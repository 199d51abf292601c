// What people do with a group besides its status. To be called by whoever holds its project.

import type { HistoryFacts, HistoryRow, TriageFacts } from '../../../answers/triage.js';
import { type NewestChange, STATUS_KINDS } from '../../../answers/undo.js';
import { HISTORY_ROWS_MAX } from '../../../limits.js';
import type { GroupPlace } from '../../sqlite/tables/triage.js';
import { byProject, openProjectBulk, toInsert } from '../bulk.js';
import type { Queries } from '../connection.js';

export async function findTriage(
  transaction: Queries,
  { projectId, groupId }: GroupPlace,
): Promise<TriageFacts | undefined> {
  const [row] = await transaction.query<TriageFacts>(
    `/* project */ SELECT assignee, snooze_until_ms, snooze_at_count, snooze_at_users, resolved_in, reopened_in FROM group_triage
     WHERE project_id = $1 AND group_id = $2`,
    [projectId, groupId],
  );
  return row;
}

export async function writeTriage(
  transaction: Queries,
  { projectId, groupId }: GroupPlace,
  { assignee, snoozeUntilMs, snoozeAtCount, snoozeAtUsers, resolvedIn, reopenedIn }: TriageFacts,
): Promise<void> {
  await transaction.change(
    `/* project */ INSERT INTO group_triage (project_id, group_id, assignee, snooze_until_ms, snooze_at_count, snooze_at_users,
       resolved_in, reopened_in)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (project_id, group_id) DO UPDATE SET assignee = excluded.assignee,
       snooze_until_ms = excluded.snooze_until_ms, snooze_at_count = excluded.snooze_at_count,
       snooze_at_users = excluded.snooze_at_users, resolved_in = excluded.resolved_in, reopened_in = excluded.reopened_in`,
    [projectId, groupId, assignee, snoozeUntilMs, snoozeAtCount, snoozeAtUsers, resolvedIn, reopenedIn],
  );
}

/** Groups that wait for so many more events or users. */
export async function countSnoozed(transaction: Queries): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    '/* fan-out */ SELECT count(snooze_at_count) + count(snooze_at_users) AS count FROM group_triage WHERE snooze_at_count IS NOT NULL OR snooze_at_users IS NOT NULL',
  );
  return row?.count ?? 0;
}

export interface DueSnooze extends GroupPlace {
  readonly projectName: string;
}

/** Those whose time has come, or that have had their events or users; `limit` of each. */
export async function readDueSnoozes(transaction: Queries, nowMs: number, limit: number): Promise<DueSnooze[]> {
  const timeOver = await transaction.query<DueSnooze>(
    `/* fan-out */ SELECT t.project_id, t.group_id, p.name AS project_name
     FROM group_triage t JOIN projects p ON p.id = t.project_id
     WHERE t.snooze_until_ms <= $1 ORDER BY t.snooze_until_ms LIMIT $2`,
    [nowMs, limit],
  );
  const countReached = await transaction.query<DueSnooze>(
    `/* fan-out */ SELECT t.project_id, t.group_id, p.name AS project_name
     FROM group_triage t JOIN error_groups g ON g.project_id = t.project_id AND g.id = t.group_id
       JOIN projects p ON p.id = t.project_id
     WHERE t.snooze_at_count IS NOT NULL AND g.event_count >= t.snooze_at_count LIMIT $1`,
    [limit],
  );
  const usersReached = await transaction.query<DueSnooze>(
    `/* fan-out */ SELECT t.project_id, t.group_id, p.name AS project_name
     FROM group_triage t JOIN facet_heads h ON h.project_id = t.project_id AND h.group_id = t.group_id
       JOIN projects p ON p.id = t.project_id
     WHERE t.snooze_at_users IS NOT NULL AND (h.user_rows << h.user_shift) >= t.snooze_at_users LIMIT $1`,
    [limit],
  );
  return [...timeOver, ...countReached, ...usersReached];
}

/** A snooze that somebody ended by a status, or that is over. False when there is none (any more). */
export async function endSnooze(transaction: Queries, { projectId, groupId }: GroupPlace): Promise<boolean> {
  const count = await transaction.change(
    `/* project */ UPDATE group_triage SET snooze_until_ms = NULL, snooze_at_count = NULL, snooze_at_users = NULL
     WHERE project_id = $1 AND group_id = $2
       AND (snooze_until_ms IS NOT NULL OR snooze_at_count IS NOT NULL OR snooze_at_users IS NOT NULL)`,
    [projectId, groupId],
  );
  return count > 0;
}

type FirstEntry = HistoryFacts & GroupPlace & { readonly number: number };
const firstEntries = openProjectBulk<FirstEntry>({
  group_id: 'bigint',
  number: 'bigint',
  at_ms: 'bigint',
  kind: 'text',
  actor: 'text',
  text: 'text',
});
const INSERT_FIRST = toInsert('group_history', firstEntries);

/** What the histories of new groups begin with. */
export async function noteFirst(transaction: Queries, entries: readonly (HistoryFacts & GroupPlace)[]): Promise<void> {
  const rows = entries.map((entry): FirstEntry => ({ ...entry, number: 1 }));
  await byProject(rows, (projectId, own) => transaction.change(INSERT_FIRST, firstEntries.parameters(projectId, own)));
}

/** Past `HISTORY_ROWS_MAX` the oldest go. */
export async function noteHistory(
  transaction: Queries,
  { projectId, groupId }: GroupPlace,
  { atMs, kind, actor, text, changeName, before }: HistoryRow,
): Promise<void> {
  await transaction.change(
    `/* project */ INSERT INTO group_history (project_id, group_id, number, at_ms, kind, actor, text, change_name, before)
     SELECT $1::int, $2::bigint, coalesce(max(number), 0) + 1, $3::bigint, $4::text, $5::text, $6::text, $7::text, $8::text
     FROM group_history WHERE project_id = $1::int AND group_id = $2::bigint`,
    [projectId, groupId, atMs, kind, actor, text, changeName ?? null, before ?? null],
  );
  await transaction.change(
    `/* project */ DELETE FROM group_history WHERE project_id = $1 AND group_id = $2
       AND number <= (SELECT max(number) FROM group_history WHERE project_id = $1 AND group_id = $2) - $3::bigint`,
    [projectId, groupId, HISTORY_ROWS_MAX],
  );
}

/** A line with a name and nothing put aside is of a change that is taken back, or tells of that. */
export async function findNewestChange(
  transaction: Queries,
  { projectId, groupId }: GroupPlace,
): Promise<NewestChange | undefined> {
  const [row] = await transaction.query<NewestChange>(
    `/* project */ SELECT number, change_name, before FROM group_history WHERE project_id = $1 AND group_id = $2
       AND kind = ANY($3::text[]) AND (change_name IS NULL OR before IS NOT NULL) ORDER BY number DESC LIMIT 1`,
    [projectId, groupId, STATUS_KINDS],
  );
  return row;
}

/** The line of this number is of a change that is taken back. */
export async function setTakenBack(
  transaction: Queries,
  { projectId, groupId }: GroupPlace,
  number: number,
): Promise<void> {
  await transaction.change(
    '/* project */ UPDATE group_history SET before = NULL WHERE project_id = $1 AND group_id = $2 AND number = $3',
    [projectId, groupId, number],
  );
}

/** Events of groups are gone: their snoozes need as many fewer, and what is told of groups that are gone goes too. */
export async function subtractFromTriage(
  transaction: Queries,
  projectId: number,
  counts: ReadonlyMap<number, number>,
): Promise<void> {
  if (counts.size === 0) return;
  const [ids, taken] = [[...counts.keys()], [...counts.values()]];
  await transaction.change(
    `/* project */ UPDATE group_triage t SET snooze_at_count = t.snooze_at_count - c.taken
     FROM unnest($2::bigint[], $3::bigint[]) AS c (id, taken)
     WHERE t.project_id = $1 AND t.group_id = c.id AND t.snooze_at_count IS NOT NULL`,
    [projectId, ids, taken],
  );
  const isGone = (
    table: string,
  ): string => `NOT EXISTS (SELECT FROM error_groups g WHERE g.project_id = $1 AND g.id = ${table}.group_id)
    AND NOT EXISTS (SELECT FROM group_redirects r WHERE r.project_id = $1 AND r.id = ${table}.group_id)
    AND NOT EXISTS (SELECT FROM shelved_groups s WHERE s.project_id = $1 AND s.id = ${table}.group_id)`;
  for (const table of ['group_triage', 'group_history'])
    await transaction.change(
      `/* project */ DELETE FROM ${table} WHERE project_id = $1 AND group_id = ANY($2::bigint[]) AND ${isGone(table)}`,
      [projectId, ids],
    );
}
