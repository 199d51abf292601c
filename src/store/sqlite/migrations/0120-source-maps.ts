import type { Migration } from './migration.js';

/** Where a project has source maps looked for: JSON of an array of texts, null for nowhere. */
export const sourceMaps: Migration = {
  version: 120,
  up(db) {
    db.exec('ALTER TABLE project_settings ADD COLUMN source_maps TEXT');
  },
};
