import type { Migration } from './migration.js';

/**
 * Groups that people made of some events of others. The events of `from_id` that meet the conditions are those of `id`; where
 * retention has deleted the group that they were taken out of, its fingerprint finds them. A row whose `state` is not 0 has stored
 * events on their way, from `after_ms` and `after_id` on.
 */
export const groupSplits: Migration = {
  version: 240,
  up(db) {
    db.exec(`
      CREATE TABLE group_splits (
        id INTEGER PRIMARY KEY,
        project_id INTEGER NOT NULL,
        from_id INTEGER NOT NULL,
        fingerprint BLOB NOT NULL,
        fingerprint_version INTEGER NOT NULL,
        own_fingerprint BLOB NOT NULL,
        conditions TEXT NOT NULL,
        split_at_ms INTEGER NOT NULL,
        split_by TEXT,
        state INTEGER NOT NULL DEFAULT 0,
        boundary_id INTEGER NOT NULL DEFAULT 0,
        after_ms INTEGER NOT NULL DEFAULT 0,
        after_id INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX group_splits_from ON group_splits (from_id);
    `);
  },
};
