import type { HistoryFacts, HistoryRow, TriageFacts } from '../../../answers/triage.js';
import { type NewestChange, STATUS_KINDS } from '../../../answers/undo.js';
import { HISTORY_ROWS_MAX } from '../../../limits.js';
import type { ReadableDb, WritableDb } from '../connection.js';

/** Where the rows of a group are. */
export interface GroupPlace {
  readonly projectId: number;
  readonly groupId: number;
}

/** Run inside a transaction. */
export interface TriageCommands {
  find(place: GroupPlace): TriageFacts | undefined;
  write(place: GroupPlace, facts: TriageFacts): void;
  /** Groups that wait for so many more events or users. */
  countSnoozed(): number;
  /** Those whose time has come, or that have had their events or users; `limit` of each. */
  due(nowMs: number, limit: number): GroupPlace[];
  /** A snooze that somebody ended by a status. */
  endSnooze(place: GroupPlace): void;
  /** Past `HISTORY_ROWS_MAX` the oldest go. */
  note(place: GroupPlace, entry: HistoryRow): void;
  newestChange(place: GroupPlace): NewestChange | undefined;
  /** The line of this number is of a change that is taken back. */
  setTakenBack(place: GroupPlace, number: number): void;
  /** Events of the group are gone: it needs as many fewer. */
  subtract(groupId: number, count: number): void;
  /** Of one project, or of all. */
  delete(projectId: number | null): void;
  /** What is left of groups that are gone and lead nowhere. */
  deleteGone(limit: number): void;
}

const COLUMNS = `assignee, snooze_until_ms AS snoozeUntilMs, snooze_at_count AS snoozeAtCount,
  snooze_at_users AS snoozeAtUsers, resolved_in AS resolvedIn, reopened_in AS reopenedIn`;
const PLACE = 'project_id = :projectId AND group_id = :groupId';

export function openTriageCommands(db: WritableDb): TriageCommands {
  const find = db.prepare<GroupPlace, TriageFacts>(`SELECT ${COLUMNS} FROM group_triage WHERE ${PLACE}`);
  const write = db.prepare<GroupPlace & TriageFacts>(
    `INSERT INTO group_triage (project_id, group_id, assignee, snooze_until_ms, snooze_at_count, snooze_at_users,
       resolved_in, reopened_in)
     VALUES (:projectId, :groupId, :assignee, :snoozeUntilMs, :snoozeAtCount, :snoozeAtUsers, :resolvedIn, :reopenedIn)
     ON CONFLICT DO UPDATE SET assignee = :assignee, snooze_until_ms = :snoozeUntilMs, snooze_at_count = :snoozeAtCount,
       snooze_at_users = :snoozeAtUsers, resolved_in = :resolvedIn, reopened_in = :reopenedIn`,
  );
  const countSnoozed = [
    'SELECT count(*) FROM group_triage WHERE snooze_at_count IS NOT NULL',
    'SELECT count(*) FROM group_triage WHERE snooze_at_users IS NOT NULL',
  ].map((sql) => db.prepare<[], number>(sql).pluck());
  const timeOver = db.prepare<{ nowMs: number; limit: number }, GroupPlace>(
    `SELECT project_id AS projectId, group_id AS groupId FROM group_triage
     WHERE snooze_until_ms <= :nowMs ORDER BY snooze_until_ms LIMIT :limit`,
  );
  const countReached = db.prepare<{ limit: number }, GroupPlace>(
    `SELECT t.project_id AS projectId, t.group_id AS groupId
     FROM group_triage t INDEXED BY group_triage_count CROSS JOIN error_groups g ON g.id = t.group_id
     WHERE t.snooze_at_count IS NOT NULL AND g.event_count >= t.snooze_at_count LIMIT :limit`,
  );
  const usersReached = db.prepare<{ limit: number }, GroupPlace>(
    `SELECT t.project_id AS projectId, t.group_id AS groupId
     FROM group_triage t INDEXED BY group_triage_users CROSS JOIN facet_heads h ON h.scope_id = t.group_id
     WHERE t.snooze_at_users IS NOT NULL AND (h.user_rows << h.user_shift) >= t.snooze_at_users LIMIT :limit`,
  );
  const endSnooze = db.prepare<GroupPlace>(
    `UPDATE group_triage SET snooze_until_ms = NULL, snooze_at_count = NULL, snooze_at_users = NULL WHERE ${PLACE}`,
  );
  const subtract = db.prepare<{ groupId: number; count: number }>(
    `UPDATE group_triage INDEXED BY group_triage_count SET snooze_at_count = snooze_at_count - :count
     WHERE group_id = :groupId AND snooze_at_count IS NOT NULL`,
  );
  return {
    find: (place) => find.get(place),
    write: (place, facts) => void write.run({ ...place, ...facts }),
    // One that waits for both counts twice: what is looked at each round is bounded.
    countSnoozed: () => countSnoozed.reduce((sum, statement) => sum + (statement.get() ?? 0), 0),
    due: (nowMs, limit) => [
      ...timeOver.all({ nowMs, limit }),
      ...countReached.all({ limit }),
      ...usersReached.all({ limit }),
    ],
    endSnooze: (place) => void endSnooze.run(place),
    subtract: (groupId, count) => void subtract.run({ groupId, count }),
    ...openHistory(db),
    ...openDeletes(db),
  };
}

function openHistory(db: WritableDb): Pick<TriageCommands, 'note' | 'newestChange' | 'setTakenBack'> {
  const insert = db.prepare<GroupPlace & HistoryFacts & { changeName: string | null; before: string | null }>(
    `INSERT INTO group_history (project_id, group_id, number, at_ms, kind, actor, text, change_name, before)
     SELECT :projectId, :groupId, coalesce(max(number), 0) + 1, :atMs, :kind, :actor, :text, :changeName, :before
     FROM group_history WHERE ${PLACE}`,
  );
  const removeOld = db.prepare<GroupPlace & { max: number }>(
    `DELETE FROM group_history WHERE ${PLACE}
       AND number <= (SELECT max(number) FROM group_history WHERE ${PLACE}) - :max`,
  );
  // A line with a name and nothing put aside is of a change that is taken back, or tells of that.
  const newestChange = db.prepare<GroupPlace, NewestChange>(
    `SELECT number, change_name AS changeName, before FROM group_history
     WHERE ${PLACE} AND kind IN (${STATUS_KINDS.map((kind) => `'${kind}'`).join(', ')})
       AND (change_name IS NULL OR before IS NOT NULL) ORDER BY number DESC LIMIT 1`,
  );
  const setTakenBack = db.prepare<GroupPlace & { number: number }>(
    `UPDATE group_history SET before = NULL WHERE ${PLACE} AND number = :number`,
  );
  return {
    note(place, entry) {
      insert.run({ ...place, changeName: null, before: null, ...entry });
      removeOld.run({ ...place, max: HISTORY_ROWS_MAX });
    },
    newestChange: (place) => newestChange.get(place),
    setTakenBack: (place, number) => void setTakenBack.run({ ...place, number }),
  };
}

const TABLES = ['group_triage', 'group_history'] as const;

function openDeletes(db: WritableDb): Pick<TriageCommands, 'delete' | 'deleteGone'> {
  const all = TABLES.map((table) => db.prepare(`DELETE FROM ${table}`));
  const ofProject = TABLES.map((table) =>
    db.prepare<{ projectId: number }>(`DELETE FROM ${table} WHERE project_id = :projectId`),
  );
  const gone = TABLES.map((table) =>
    db.prepare<{ limit: number }>(
      `DELETE FROM ${table} WHERE (project_id, group_id) IN (
         SELECT DISTINCT project_id, group_id FROM ${table} t
         WHERE NOT EXISTS (SELECT 1 FROM error_groups WHERE id = t.group_id)
           AND NOT EXISTS (SELECT 1 FROM group_redirects WHERE id = t.group_id)
           AND NOT EXISTS (SELECT 1 FROM shelved_groups WHERE id = t.group_id) LIMIT :limit)`,
    ),
  );
  return {
    delete(projectId) {
      if (projectId === null) for (const statement of all) statement.run();
      else for (const statement of ofProject) statement.run({ projectId });
    },
    deleteGone(limit) {
      for (const statement of gone) statement.run({ limit });
    },
  };
}

export interface TriageQueries {
  read(place: GroupPlace): TriageFacts | undefined;
  /** Newest first: that of the group, and of those that came into it. */
  history(place: GroupPlace): HistoryFacts[];
}

export function openTriageQueries(db: ReadableDb): TriageQueries {
  const read = db.prepare<GroupPlace, TriageFacts>(`SELECT ${COLUMNS} FROM group_triage WHERE ${PLACE}`);
  const history = db.prepare<GroupPlace & { limit: number }, HistoryFacts>(
    `SELECT at_ms AS atMs, kind, actor, text FROM group_history
     WHERE project_id = :projectId
       AND group_id IN (SELECT :groupId UNION ALL SELECT id FROM group_redirects WHERE group_id = :groupId)
     ORDER BY at_ms DESC, number DESC LIMIT :limit`,
  );
  return {
    read: (place) => read.get(place),
    history: (place) => history.all({ ...place, limit: HISTORY_ROWS_MAX }),
  };
}
