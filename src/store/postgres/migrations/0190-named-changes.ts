import type { Migration } from './migration.js';

/**
 * What a change by hand is called, and what it put aside of the group, so that it can be taken back. Changes of a daemon that does
 * not know of it have no name: what they changed is left alone.
 */
export const namedChanges: Migration = {
  version: 190,
  statements: [
    'ALTER TABLE group_history ADD COLUMN change_name text',
    'ALTER TABLE group_history ADD COLUMN before text',
  ],
};
