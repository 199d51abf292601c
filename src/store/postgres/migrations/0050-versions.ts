import type { Migration } from './migration.js';

/** From which schema on a daemon may use the database after each change, and which errord each daemon is. */
export const versions: Migration = {
  version: 50,
  statements: [
    'ALTER TABLE migrations ADD COLUMN usable_from integer NOT NULL DEFAULT 0',
    'ALTER TABLE daemons ADD COLUMN version text',
  ],
};
