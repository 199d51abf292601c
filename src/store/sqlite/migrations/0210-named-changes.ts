import type { Migration } from './migration.js';

/** What a change by hand is called, and what it put aside of the group, so that it can be taken back. */
export const namedChanges: Migration = {
  version: 210,
  up(db) {
    db.exec(`
      ALTER TABLE group_history ADD COLUMN change_name TEXT;
      ALTER TABLE group_history ADD COLUMN before TEXT;
    `);
  },
};
