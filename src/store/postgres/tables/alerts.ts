// Channels and rules, what commits did to groups while a rule asks for it, and the messages that wait. Each daemon has rows of
// its own for what it counts, its shard, so that none waits for another.

import {
  type Activity,
  type AlertWatch,
  MESSAGE_GAP_MS,
  MINUTE_MS,
  RECENT_MS,
  toWatch,
} from '../../../answers/alerts.js';
import { HOUR_MS, startOf } from '../../../answers/spans.js';
import { ALERT_MESSAGES_MAX } from '../../../limits.js';
import type { AlertDone, AlertMessage, AlertSetting, AlertSettingKind, AlertTurn, SeenActivity } from '../../alerts.js';
import type { ActivityRow } from '../../sqlite/tables/alerts.js';
import type { GroupPlace } from '../../sqlite/tables/triage.js';
import { byProject, openProjectBulk, toInsert } from '../bulk.js';
import type { Queries } from '../connection.js';

export function readSettings(db: Queries): Promise<AlertSetting[]> {
  return db.query<AlertSetting>('/* reference */ SELECT kind, name, body FROM alert_settings ORDER BY kind, name');
}

/** What of commits is to be noted. */
export function watchOf(settings: readonly AlertSetting[]): AlertWatch {
  return toWatch(settings.filter(({ kind }) => kind === 'rule').map(({ body }) => body));
}

/** False when as many others of the kind are there. */
export async function putSetting(
  transaction: Queries,
  { kind, name, body }: AlertSetting,
  max: number,
): Promise<boolean> {
  // One daemon at a time: together they must not make more than may be.
  await transaction.exec('/* reference */ LOCK TABLE alert_settings IN SHARE ROW EXCLUSIVE MODE');
  const [others] = await transaction.query<{ count: number }>(
    '/* reference */ SELECT count(*) AS count FROM alert_settings WHERE kind = $1 AND name <> $2',
    [kind, name],
  );
  if ((others?.count ?? 0) >= max) return false;
  await transaction.change(
    `/* reference */ INSERT INTO alert_settings (kind, name, body) VALUES ($1, $2, $3)
     ON CONFLICT (kind, name) DO UPDATE SET body = excluded.body`,
    [kind, name, body],
  );
  return true;
}

export async function removeSetting(transaction: Queries, kind: AlertSettingKind, name: string): Promise<boolean> {
  if (kind === 'channel')
    await transaction.change('/* reference */ DELETE FROM alert_messages WHERE channel = $1', [name]);
  const count = await transaction.change('/* reference */ DELETE FROM alert_settings WHERE kind = $1 AND name = $2', [
    kind,
    name,
  ]);
  return count > 0;
}

interface NotedRow extends GroupPlace, Activity {
  readonly minuteMs: number;
  readonly shard: number;
  readonly writes: number;
  readonly isDue: number;
}

const noted = openProjectBulk<NotedRow>({
  group_id: 'bigint',
  minute_ms: 'bigint',
  shard: 'smallint',
  count: 'bigint',
  change: 'smallint',
  writes: 'bigint',
  is_due: 'smallint',
});
const NOTE = toInsert(
  'alert_activity',
  noted,
  `ON CONFLICT (project_id, group_id, minute_ms, shard) DO UPDATE SET count = alert_activity.count + excluded.count,
     change = alert_activity.change | excluded.change, writes = alert_activity.writes + 1, is_due = 1`,
);

/** Each place once. */
export async function noteActivities(
  transaction: Queries,
  activities: readonly (GroupPlace & Activity)[],
  { nowMs, shard }: { readonly nowMs: number; readonly shard: number },
): Promise<void> {
  if (activities.length === 0) return;
  const facts = { minuteMs: startOf(nowMs, MINUTE_MS), shard, writes: 1, isDue: 1 };
  // In one order, so that two transactions never wait for each other.
  const rows = activities.map((activity) => ({ ...activity, ...facts })).sort(byPlace);
  await byProject(rows, (projectId, own) => transaction.change(NOTE, noted.parameters(projectId, own)));
}

const byPlace = (one: GroupPlace, other: GroupPlace): number =>
  one.projectId - other.projectId || one.groupId - other.groupId;

export interface DueGroup extends GroupPlace {
  readonly projectName: string;
}

/** Groups that something happened to since it was looked, the oldest first. */
export function readDue(transaction: Queries, limit: number): Promise<DueGroup[]> {
  return transaction.query<DueGroup>(
    `/* fan-out */ SELECT DISTINCT a.project_id, a.group_id, p.name AS project_name
     FROM (SELECT project_id, group_id FROM alert_activity WHERE is_due = 1 ORDER BY minute_ms LIMIT $1) a
       JOIN projects p ON p.id = a.project_id`,
    [limit],
  );
}

/** The recent minutes of groups, and those that nobody has looked at. */
export function readActivity(
  transaction: Queries,
  projectId: number,
  { groupIds, nowMs }: { readonly groupIds: readonly number[]; readonly nowMs: number },
): Promise<ActivityRow[]> {
  return transaction.query<ActivityRow>(
    `/* project */ SELECT project_id AS project_key, group_id AS group_key, minute_ms, shard, writes, count, change, is_due
     FROM alert_activity WHERE project_id = $1 AND group_id = ANY($2::bigint[]) AND (minute_ms > $3 OR is_due = 1)`,
    [projectId, groupIds, nowMs - RECENT_MS],
  );
}

/** Of the whole hours of the last day, by group. */
export async function readEarlierCounts(
  transaction: Queries,
  projectId: number,
  { groupIds, nowMs }: { readonly groupIds: readonly number[]; readonly nowMs: number },
): Promise<Map<number, number>> {
  const toMs = startOf(nowMs, HOUR_MS);
  const rows = await transaction.query<{ groupId: number; count: number }>(
    `/* project */ SELECT group_id, sum(count) AS count FROM group_counts
     WHERE project_id = $1 AND group_id = ANY($2::bigint[]) AND span_ms = $3 AND start_ms >= $4 AND start_ms < $5
     GROUP BY group_id`,
    [projectId, groupIds, HOUR_MS, toMs - 24 * HOUR_MS, toMs],
  );
  return new Map(rows.map(({ groupId, count }) => [groupId, count]));
}

/** Of several daemons each gets other messages. */
export async function takeMessages(transaction: Queries, { nowMs, holdMs, limit }: AlertTurn): Promise<AlertMessage[]> {
  if (limit <= 0) return [];
  const rows = await transaction.query<Omit<AlertMessage, 'id'> & { readonly id: number }>(
    `/* reference */ UPDATE alert_messages SET held_until_ms = $2 WHERE id IN (
       SELECT id FROM alert_messages WHERE due_at_ms <= $1 AND held_until_ms <= $1
       ORDER BY due_at_ms LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING id, channel, body, tries`,
    [nowMs, nowMs + holdMs, limit],
  );
  return rows.map((row) => ({ ...row, id: String(row.id) }));
}

export async function countWaiting(db: Queries): Promise<number> {
  const [row] = await db.query<{ count: number }>('/* reference */ SELECT count(*) AS count FROM alert_messages');
  return row?.count ?? 0;
}

const seenBulk = openProjectBulk<SeenActivity>({
  group_key: 'bigint',
  minute_ms: 'bigint',
  shard: 'smallint',
  writes: 'bigint',
});
const FINISH_SEEN = `/* project */ UPDATE alert_activity a SET is_due = 0, change = 0
  FROM unnest(${seenBulk.arrays}) AS s (${seenBulk.names}) WHERE a.project_id = $1
    AND a.group_id = s.group_key AND a.minute_ms = s.minute_ms AND a.shard = s.shard AND a.writes = s.writes`;

/** What happened to groups was looked at, unless more has happened since. */
export async function finishSeen(transaction: Queries, seen: readonly SeenActivity[]): Promise<void> {
  const rows = seen.map((row) => ({ ...row, projectId: row.projectKey }));
  await byProject(rows, (projectId, own) => transaction.change(FINISH_SEEN, seenBulk.parameters(projectId, own)));
}

/** Answers how many messages were left out. */
export async function finishAlerts(transaction: Queries, done: AlertDone): Promise<number> {
  const { nowMs, seen, messages, settled } = done;
  await finishSeen(transaction, seen);
  for (const { id, retryAtMs, isFailure } of settled) {
    if (retryAtMs === null)
      await transaction.change('/* reference */ DELETE FROM alert_messages WHERE id = $1', [Number(id)]);
    else
      await transaction.change(
        '/* reference */ UPDATE alert_messages SET due_at_ms = $2, held_until_ms = 0, tries = tries + $3 WHERE id = $1',
        [Number(id), retryAtMs, isFailure ? 1 : 0],
      );
  }
  await deleteOld(transaction, nowMs);
  let room = messages.length === 0 ? 0 : ALERT_MESSAGES_MAX - (await countWaiting(transaction));
  let leftOut = 0;
  for (const message of messages) {
    if (room <= 0) leftOut += 1;
    else if (await queue(transaction, message, nowMs)) room -= 1;
  }
  return leftOut;
}

async function deleteOld(transaction: Queries, nowMs: number): Promise<void> {
  await transaction.change('/* fan-out */ DELETE FROM alert_activity WHERE minute_ms < $1 AND is_due = 0', [
    nowMs - 2 * RECENT_MS,
  ]);
  await transaction.change('/* reference */ DELETE FROM alert_marks WHERE at_ms < $1', [nowMs - MESSAGE_GAP_MS]);
}

/** False where the channel was told of the group within the hour, by whichever daemon. */
async function queue(transaction: Queries, message: AlertDone['messages'][number], nowMs: number): Promise<boolean> {
  const { projectKey, groupKey, channel, dueAtMs, body } = message;
  const marked = await transaction.change(
    `/* reference */ INSERT INTO alert_marks AS m (project_id, group_id, channel, at_ms) VALUES ($1, $2, $3, $4)
     ON CONFLICT (project_id, group_id, channel) DO UPDATE SET at_ms = excluded.at_ms WHERE m.at_ms <= $5`,
    [projectKey, groupKey, channel, nowMs, nowMs - MESSAGE_GAP_MS],
  );
  if (marked === 0) return false;
  await transaction.change(
    `/* reference */ INSERT INTO alert_messages (project_id, channel, due_at_ms, held_until_ms, tries, body)
     VALUES ($1, $2, $3, 0, 0, $4)`,
    [projectKey, channel, dueAtMs, body],
  );
  return true;
}
