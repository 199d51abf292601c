import type { Migration } from './migration.js';

/** Who has the number: a daemon that comes back after a lost connection knows by it whether `last_id` is still its own. */
export const holders: Migration = {
  version: 60,
  statements: ['ALTER TABLE daemons ADD COLUMN holder text'],
};
