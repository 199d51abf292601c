import type { Migration } from './migration.js';

/**
 * Texts are deleted project by project, because the size cap takes the records of one project and leaves older ones of
 * another. `row_id_corrections` tells from which row id on ids run ahead of the time of receipt, and by how much.
 */
export const fairRetention: Migration = {
  version: 30,
  up(db) {
    db.exec(`
      DROP INDEX contents_last_used;
      CREATE INDEX contents_project_last_used ON contents (project_id, last_used_at_ms);
      CREATE TABLE row_id_corrections (
        from_id INTEGER PRIMARY KEY,
        at_ms INTEGER NOT NULL
      ) STRICT;
    `);
  },
};
