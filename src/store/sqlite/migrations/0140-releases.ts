import type { Migration } from './migration.js';

/**
 * In which release a group was resolved (`=` from it on, `>` only after it, an event opens the group again), whose event opened
 * it, and how many users end its snooze.
 */
export const releases: Migration = {
  version: 140,
  up(db) {
    db.exec(`
      ALTER TABLE group_triage ADD COLUMN snooze_at_users INTEGER;
      ALTER TABLE group_triage ADD COLUMN resolved_in TEXT;
      ALTER TABLE group_triage ADD COLUMN reopened_in TEXT;
      CREATE INDEX group_triage_users ON group_triage (group_id) WHERE snooze_at_users IS NOT NULL;
      CREATE INDEX group_triage_reopened ON group_triage (reopened_in) WHERE reopened_in IS NOT NULL;
    `);
  },
};
