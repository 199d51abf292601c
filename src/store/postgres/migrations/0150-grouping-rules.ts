import type { Migration } from './migration.js';

/** By which rules of its own a project is grouped: JSON of an array of `GroupingRule`, null for none. */
export const groupingRules: Migration = {
  version: 150,
  statements: ['ALTER TABLE project_settings ADD COLUMN grouping_rules text'],
  // Older daemons would group new events as if there were no rules.
  isBreaking: true,
};
