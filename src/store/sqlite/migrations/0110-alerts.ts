import type { Migration } from './migration.js';

/**
 * Alerts, and what people do with a group besides its status. `alert_settings` has channels and rules as JSON.
 * `alert_activity` is what commits did to groups, by minute, while a rule asks for it; `is_due` until somebody has looked.
 * `alert_messages` wait to be sent; `alert_marks` tell which group was the matter of which channel, and when.
 */
export const alerts: Migration = {
  version: 110,
  up(db) {
    db.exec(`
      CREATE TABLE alert_settings (
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (kind, name)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE alert_activity (
        project_id INTEGER NOT NULL,
        group_id INTEGER NOT NULL,
        minute_ms INTEGER NOT NULL,
        shard INTEGER NOT NULL,
        count INTEGER NOT NULL,
        change INTEGER NOT NULL,
        writes INTEGER NOT NULL,
        is_due INTEGER NOT NULL,
        PRIMARY KEY (project_id, group_id, minute_ms, shard)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX alert_activity_due ON alert_activity (minute_ms) WHERE is_due = 1;
      CREATE INDEX alert_activity_minute ON alert_activity (minute_ms);
      CREATE TABLE alert_messages (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        project_id INTEGER NOT NULL,
        channel TEXT NOT NULL,
        due_at_ms INTEGER NOT NULL,
        held_until_ms INTEGER NOT NULL,
        tries INTEGER NOT NULL,
        body TEXT NOT NULL
      ) STRICT;
      CREATE INDEX alert_messages_due ON alert_messages (due_at_ms);
      CREATE TABLE alert_marks (
        project_id INTEGER NOT NULL,
        group_id INTEGER NOT NULL,
        channel TEXT NOT NULL,
        at_ms INTEGER NOT NULL,
        PRIMARY KEY (project_id, group_id, channel)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX alert_marks_at ON alert_marks (at_ms);
      CREATE TABLE group_triage (
        project_id INTEGER NOT NULL,
        group_id INTEGER NOT NULL,
        assignee TEXT,
        snooze_until_ms INTEGER,
        snooze_at_count INTEGER,
        PRIMARY KEY (project_id, group_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX group_triage_until ON group_triage (snooze_until_ms) WHERE snooze_until_ms IS NOT NULL;
      CREATE INDEX group_triage_count ON group_triage (group_id) WHERE snooze_at_count IS NOT NULL;
      CREATE TABLE group_history (
        project_id INTEGER NOT NULL,
        group_id INTEGER NOT NULL,
        number INTEGER NOT NULL,
        at_ms INTEGER NOT NULL,
        kind TEXT NOT NULL,
        actor TEXT,
        text TEXT NOT NULL,
        PRIMARY KEY (project_id, group_id, number)
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
