import type { Migration } from './migration.js';

/**
 * Groups that people made of others. `group_parts` keeps each part as it was, the group whose id the whole has included, so that
 * it can be taken apart; its fingerprint leads new events to `into_id`. `events.part_id` tells which part an event belongs to;
 * null for the part that the whole has its id of. A part whose `state` is not 0 has events on their way, from `after_ms` and
 * `after_id` on.
 */
export const groupParts: Migration = {
  version: 160,
  up(db) {
    db.exec(`
      ALTER TABLE events ADD COLUMN part_id INTEGER;
      CREATE TABLE group_parts (
        id INTEGER PRIMARY KEY,
        project_id INTEGER NOT NULL,
        into_id INTEGER NOT NULL,
        fingerprint BLOB NOT NULL,
        fingerprint_version INTEGER NOT NULL,
        type TEXT NOT NULL,
        message TEXT NOT NULL,
        source INTEGER NOT NULL,
        severity INTEGER NOT NULL,
        status INTEGER NOT NULL,
        first_seen_at_ms INTEGER NOT NULL,
        last_seen_at_ms INTEGER NOT NULL,
        event_count INTEGER NOT NULL,
        reopened_at_ms INTEGER,
        culprit TEXT,
        explanation TEXT,
        explanation_title TEXT,
        suggestion TEXT,
        explanation_evidence TEXT,
        grouping TEXT NOT NULL,
        merged_at_ms INTEGER NOT NULL,
        merged_by TEXT,
        state INTEGER NOT NULL DEFAULT 0,
        boundary_id INTEGER NOT NULL DEFAULT 0,
        after_ms INTEGER NOT NULL DEFAULT 0,
        after_id INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX group_parts_into ON group_parts (into_id);
    `);
  },
};
