import type { Migration } from './migration.js';

/**
 * Version 2 of the grouping has other rules: what is stored by it, by mapped frames or not, waits to be grouped anew. Of two
 * groups that wait with one fingerprint, one has it; each gets its own again when it is looked at.
 */
export const finerGrouping: Migration = {
  version: 180,
  up(db) {
    db.exec(`
      UPDATE OR IGNORE error_groups SET fingerprint_version = 0 WHERE fingerprint_version IN (2, 4);
      UPDATE error_groups SET fingerprint_version = 0, fingerprint = randomblob(32) WHERE fingerprint_version IN (2, 4);
      UPDATE groupings SET is_due = 1, started_at_ms = unixepoch() * 1000, finished_at_ms = NULL, group_count = 0,
          moved_event_count = 0
        WHERE version IN (2, 4) AND project_id >= 0;
    `);
  },
};
