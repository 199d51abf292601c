import type { Migration } from './migration.js';

/** By which rules of its own a project is grouped: JSON of an array of `GroupingRule`, null for none. */
export const groupingRules: Migration = {
  version: 170,
  up(db) {
    db.exec('ALTER TABLE project_settings ADD COLUMN grouping_rules TEXT');
  },
};
