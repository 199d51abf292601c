import type { Migration } from './migration.js';

/** The template of the path that answered a request, such as `/orders/:id`; null where nobody said it. */
export const requestRoute: Migration = {
  version: 60,
  up(db) {
    db.exec('ALTER TABLE requests ADD COLUMN route TEXT');
  },
};
