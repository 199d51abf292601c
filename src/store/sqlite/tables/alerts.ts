import {
  type Activity,
  type AlertWatch,
  CHANGE_BACK,
  MESSAGE_GAP_MS,
  MINUTE_MS,
  RECENT_MS,
  toWatch,
} from '../../../answers/alerts.js';
import { HOUR_MS, startOf } from '../../../answers/spans.js';
import { ALERT_MESSAGES_MAX } from '../../../limits.js';
import type { AlertDone, AlertMessage, AlertSetting, AlertSettingKind, AlertTurn, SeenActivity } from '../../alerts.js';
import type { WritableDb } from '../connection.js';
import type { GroupPlace } from './triage.js';

/** One minute of one group. */
export interface ActivityRow extends SeenActivity {
  readonly count: number;
  readonly change: number;
  readonly isDue: number;
}

/** Run inside a transaction. */
export interface AlertCommands {
  /** What of commits is to be noted; as the rules were when it was last asked for or they were changed. */
  readonly watch: AlertWatch;
  settings(): AlertSetting[];
  put(setting: AlertSetting, max: number): boolean;
  remove(kind: AlertSettingKind, name: string): boolean;
  note(place: GroupPlace, activity: Activity, nowMs: number): void;
  /** Groups that something happened to since it was looked, the oldest first. */
  due(limit: number): GroupPlace[];
  /** The recent minutes of a group, and those that nobody has looked at. */
  activity(place: GroupPlace, nowMs: number): ActivityRow[];
  /** Of the whole hours of the last day. */
  earlierCount(groupId: number, nowMs: number): number;
  takeMessages(turn: AlertTurn): AlertMessage[];
  /** Answers how many messages were left out. */
  finish(done: AlertDone): number;
  waiting(): number;
  /** Of one project, or of all. */
  delete(projectId: number | null): void;
  reload(): void;
}

/** One daemon has the file. */
const SHARD = 0;
/** Of a step that lets go of what is over. */
const OLD_ROWS = 1000;

export function openAlertCommands(db: WritableDb): AlertCommands {
  const settings = db.prepare<[], AlertSetting>('SELECT kind, name, body FROM alert_settings ORDER BY kind, name');
  const put = db.prepare<AlertSetting>(
    'INSERT INTO alert_settings (kind, name, body) VALUES (:kind, :name, :body) ON CONFLICT DO UPDATE SET body = :body',
  );
  const others = db
    .prepare<{ kind: string; name: string }, number>(
      'SELECT count(*) FROM alert_settings WHERE kind = :kind AND name <> :name',
    )
    .pluck();
  const remove = db.prepare<{ kind: string; name: string }>(
    'DELETE FROM alert_settings WHERE kind = :kind AND name = :name',
  );
  const removeMessages = db.prepare<{ name: string }>('DELETE FROM alert_messages WHERE channel = :name');
  let watch: AlertWatch | null = null;
  const readWatch = (): AlertWatch =>
    toWatch(
      settings
        .all()
        .filter(({ kind }) => kind === 'rule')
        .map(({ body }) => body),
    );
  return {
    get watch() {
      watch ??= readWatch();
      return watch;
    },
    settings: () => settings.all(),
    put(setting, max) {
      if ((others.get({ kind: setting.kind, name: setting.name }) ?? 0) >= max) return false;
      put.run(setting);
      watch = null;
      return true;
    },
    remove(kind, name) {
      watch = null;
      if (kind === 'channel') removeMessages.run({ name });
      return remove.run({ kind, name }).changes > 0;
    },
    ...openActivity(db),
    ...openMessages(db),
    reload() {
      watch = null;
    },
    delete: openDelete(db),
  };
}

/**
 * SQLite (3.53, as measured) plans by the value of a bound `LIMIT`, so it prepares the statement anew each time that one is bound; by
 * a sum it does not plan. These statements run every two seconds, also when there is nothing to do.
 */
const LIMITED = 'LIMIT :limit + 0';

type Act = Pick<AlertCommands, 'note' | 'due' | 'activity' | 'earlierCount'>;

function openActivity(db: WritableDb): Act {
  const note = db.prepare<GroupPlace & Activity & { minuteMs: number }>(
    `INSERT INTO alert_activity (project_id, group_id, minute_ms, shard, count, change, writes, is_due)
     VALUES (:projectId, :groupId, :minuteMs, ${SHARD}, :count, :change, 1, 1)
     ON CONFLICT DO UPDATE SET count = count + :count, change = change | :change, writes = writes + 1, is_due = 1`,
  );
  const due = db.prepare<{ limit: number }, GroupPlace>(
    `SELECT DISTINCT project_id AS projectId, group_id AS groupId FROM (
       SELECT project_id, group_id FROM alert_activity INDEXED BY alert_activity_due WHERE is_due = 1
       ORDER BY minute_ms ${LIMITED})`,
  );
  const ofGroup = db.prepare<GroupPlace & { sinceMs: number }, ActivityRow>(
    `SELECT project_id AS projectKey, group_id AS groupKey, minute_ms AS minuteMs, shard, writes, count, change,
       is_due AS isDue FROM alert_activity
     WHERE project_id = :projectId AND group_id = :groupId AND (minute_ms > :sinceMs OR is_due = 1)`,
  );
  const earlier = db
    .prepare<{ groupId: number; spanMs: number; fromMs: number; toMs: number }, number | null>(
      `SELECT sum(count) FROM group_counts
       WHERE group_id = :groupId AND span_ms = :spanMs AND start_ms >= :fromMs AND start_ms < :toMs`,
    )
    .pluck();
  return {
    note(place, { count, change }, nowMs) {
      note.run({ ...place, count, change, minuteMs: startOf(nowMs, MINUTE_MS) });
    },
    due: (limit) => due.all({ limit }),
    activity: (place, nowMs) => ofGroup.all({ ...place, sinceMs: nowMs - RECENT_MS }),
    earlierCount(groupId, nowMs) {
      const toMs = startOf(nowMs, HOUR_MS);
      return earlier.get({ groupId, spanMs: HOUR_MS, fromMs: toMs - 24 * HOUR_MS, toMs }) ?? 0;
    },
  };
}

function openMessages(db: WritableDb): Pick<AlertCommands, 'takeMessages' | 'finish' | 'waiting'> {
  const take = db.prepare<AlertTurn, Omit<AlertMessage, 'id'> & { id: number }>(
    `UPDATE alert_messages SET held_until_ms = :nowMs + :holdMs WHERE id IN (
       SELECT id FROM alert_messages WHERE due_at_ms <= :nowMs AND held_until_ms <= :nowMs
       ORDER BY due_at_ms ${LIMITED})
     RETURNING id, channel, body, tries`,
  );
  const waiting = db.prepare<[], number>('SELECT count(*) FROM alert_messages').pluck();
  const settle = db.prepare<{ id: number }>('DELETE FROM alert_messages WHERE id = :id');
  const retry = db.prepare<{ id: number; dueAtMs: number; tries: number }>(
    `UPDATE alert_messages SET due_at_ms = :dueAtMs, held_until_ms = 0, tries = tries + :tries WHERE id = :id`,
  );
  const finishSeen = db.prepare<SeenActivity>(
    `UPDATE alert_activity SET is_due = 0, change = 0
     WHERE project_id = :projectKey AND group_id = :groupKey AND minute_ms = :minuteMs AND shard = :shard
       AND writes = :writes`,
  );
  const queue = openQueue(db);
  const deleteOldActivity = db.prepare<{ beforeMs: number; limit: number }>(
    `DELETE FROM alert_activity WHERE (project_id, group_id, minute_ms, shard) IN (
       SELECT project_id, group_id, minute_ms, shard FROM alert_activity
       WHERE minute_ms < :beforeMs AND is_due = 0 LIMIT :limit)`,
  );
  const deleteOldMarks = db.prepare<{ beforeMs: number; limit: number }>(
    `DELETE FROM alert_marks WHERE (project_id, group_id, channel) IN (
       SELECT project_id, group_id, channel FROM alert_marks WHERE at_ms < :beforeMs LIMIT :limit)`,
  );
  return {
    takeMessages: (turn) => take.all(turn).map((row) => ({ ...row, id: String(row.id) })),
    waiting: () => waiting.get() ?? 0,
    finish({ nowMs, seen, messages, settled }) {
      for (const row of seen) finishSeen.run(pickSeen(row));
      for (const { id, retryAtMs, isFailure } of settled) {
        if (retryAtMs === null) settle.run({ id: Number(id) });
        else retry.run({ id: Number(id), dueAtMs: retryAtMs, tries: isFailure ? 1 : 0 });
      }
      deleteOldActivity.run({ beforeMs: nowMs - 2 * RECENT_MS, limit: OLD_ROWS });
      deleteOldMarks.run({ beforeMs: nowMs - MESSAGE_GAP_MS, limit: OLD_ROWS });
      let room = messages.length === 0 ? 0 : ALERT_MESSAGES_MAX - (waiting.get() ?? 0);
      let leftOut = 0;
      for (const message of messages) {
        if (room <= 0) leftOut += 1;
        else if (queue(message, nowMs)) room -= 1;
      }
      return leftOut;
    },
  };
}

/** Its columns alone: a statement refuses names that it does not have. */
function pickSeen({ projectKey, groupKey, minuteMs, shard, writes }: SeenActivity): SeenActivity {
  return { projectKey, groupKey, minuteMs, shard, writes };
}

/** False where the channel was told of the group within the hour. */
function openQueue(db: WritableDb): (message: AlertDone['messages'][number], nowMs: number) => boolean {
  const mark = db.prepare<{ projectId: number; groupId: number; channel: string; nowMs: number; gapMs: number }>(
    `INSERT INTO alert_marks (project_id, group_id, channel, at_ms) VALUES (:projectId, :groupId, :channel, :nowMs)
     ON CONFLICT DO UPDATE SET at_ms = :nowMs WHERE at_ms <= :nowMs - :gapMs`,
  );
  const insert = db.prepare<{ projectId: number; channel: string; dueAtMs: number; body: string }>(
    `INSERT INTO alert_messages (project_id, channel, due_at_ms, held_until_ms, tries, body)
     VALUES (:projectId, :channel, :dueAtMs, 0, 0, :body)`,
  );
  return ({ projectKey: projectId, groupKey: groupId, channel, dueAtMs, body }, nowMs) => {
    if (mark.run({ projectId, groupId, channel, nowMs, gapMs: MESSAGE_GAP_MS }).changes === 0) return false;
    insert.run({ projectId, channel, dueAtMs, body });
    return true;
  };
}

function openDelete(db: WritableDb): (projectId: number | null) => void {
  const tables = ['alert_activity', 'alert_messages', 'alert_marks'];
  const all = tables.map((table) => db.prepare(`DELETE FROM ${table}`));
  const ofProject = tables.map((table) =>
    db.prepare<{ projectId: number }>(`DELETE FROM ${table} WHERE project_id = :projectId`),
  );
  return (projectId) => {
    if (projectId === null) for (const statement of all) statement.run();
    else for (const statement of ofProject) statement.run({ projectId });
  };
}

/** A group whose snooze is over is one that came back. */
export const WOKEN: Activity = { count: 0, change: CHANGE_BACK };
