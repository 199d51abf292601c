import type { Migration } from './migration.js';

/**
 * In which release a group was resolved (`=` from it on, `>` only after it, an event opens the group again), whose event opened
 * it, and how many users end its snooze. A daemon that does not know them opens what is to stay resolved, as it always did.
 */
export const releases: Migration = {
  version: 130,
  statements: [
    'ALTER TABLE group_triage ADD COLUMN snooze_at_users bigint',
    'ALTER TABLE group_triage ADD COLUMN resolved_in text',
    'ALTER TABLE group_triage ADD COLUMN reopened_in text',
    'CREATE INDEX group_triage_users ON group_triage (project_id, group_id) WHERE snooze_at_users IS NOT NULL',
    'CREATE INDEX group_triage_reopened ON group_triage (project_id, reopened_in) WHERE reopened_in IS NOT NULL',
  ],
};
