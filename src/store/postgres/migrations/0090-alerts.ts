import type { Migration } from './migration.js';

/** Alerts, and what people do with a group besides its status; README.md says what each table is for. */
export const alerts: Migration = {
  version: 90,
  statements: [
    `CREATE TABLE alert_settings (
      kind text NOT NULL,
      name text NOT NULL,
      body text NOT NULL,
      PRIMARY KEY (kind, name)
    )`,
    `CREATE TABLE alert_activity (
      minute_ms bigint NOT NULL,
      group_id bigint NOT NULL,
      count bigint NOT NULL,
      writes bigint NOT NULL,
      project_id integer NOT NULL,
      shard smallint NOT NULL,
      change smallint NOT NULL,
      is_due smallint NOT NULL,
      PRIMARY KEY (project_id, group_id, minute_ms, shard)
    ) WITH (fillfactor = 50)`,
    'CREATE INDEX alert_activity_due ON alert_activity (minute_ms) WHERE is_due = 1',
    'CREATE INDEX alert_activity_minute ON alert_activity (minute_ms)',
    `CREATE TABLE alert_messages (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      due_at_ms bigint NOT NULL,
      held_until_ms bigint NOT NULL,
      project_id integer NOT NULL,
      tries integer NOT NULL,
      channel text NOT NULL,
      body text NOT NULL
    )`,
    'CREATE INDEX alert_messages_due ON alert_messages (due_at_ms)',
    `CREATE TABLE alert_marks (
      at_ms bigint NOT NULL,
      group_id bigint NOT NULL,
      project_id integer NOT NULL,
      channel text NOT NULL,
      PRIMARY KEY (project_id, group_id, channel)
    )`,
    'CREATE INDEX alert_marks_at ON alert_marks (at_ms)',
    `CREATE TABLE group_triage (
      group_id bigint NOT NULL,
      snooze_until_ms bigint,
      snooze_at_count bigint,
      project_id integer NOT NULL,
      assignee text,
      PRIMARY KEY (project_id, group_id)
    )`,
    'CREATE INDEX group_triage_until ON group_triage (snooze_until_ms) WHERE snooze_until_ms IS NOT NULL',
    'CREATE INDEX group_triage_count ON group_triage (group_id) WHERE snooze_at_count IS NOT NULL',
    `CREATE TABLE group_history (
      group_id bigint NOT NULL,
      number bigint NOT NULL,
      at_ms bigint NOT NULL,
      project_id integer NOT NULL,
      kind text NOT NULL,
      actor text,
      text text NOT NULL,
      PRIMARY KEY (project_id, group_id, number)
    )`,
  ],
};
