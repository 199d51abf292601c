import type { Migration } from './migration.js';

/**
 * Facets: what the events of a group, of a project and of all of them (`scope_id`: the id of a group or a project, 0 for no
 * project, -1 for all) say of themselves, counted by value. Names stand once in `facet_names`; the id of a facet is that
 * of its name without a value, and what is counted under it are the values beyond those that are kept. `facet_users` has
 * the users of a scope: those whose number ends in as many zero bits as `user_shift` of its head says.
 *
 * `facet_marks` tells which events are counted: those up to `counted_to`, but for the gap, which holds what was stored
 * before facets were counted and is worked through in steps.
 */
export const facets: Migration = {
  version: 90,
  up(db) {
    db.exec(`
      CREATE TABLE facet_names (
        id INTEGER PRIMARY KEY,
        facet TEXT NOT NULL,
        value TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX facet_names_name ON facet_names (facet, value);
      CREATE TABLE facet_counts (
        scope_id INTEGER NOT NULL,
        facet_id INTEGER NOT NULL,
        value_id INTEGER NOT NULL,
        count INTEGER NOT NULL,
        first_seen_at_ms INTEGER NOT NULL,
        last_seen_at_ms INTEGER NOT NULL,
        PRIMARY KEY (scope_id, facet_id, value_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX facet_counts_value ON facet_counts (value_id, scope_id);
      CREATE TABLE facet_users (
        scope_id INTEGER NOT NULL,
        user INTEGER NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (scope_id, user)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE facet_heads (
        scope_id INTEGER PRIMARY KEY,
        user_rows INTEGER NOT NULL,
        user_shift INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE facet_marks (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        counted_to INTEGER NOT NULL,
        gap_from INTEGER NOT NULL,
        gap_to INTEGER NOT NULL
      ) STRICT;
      INSERT INTO facet_marks (id, counted_to, gap_from, gap_to)
        SELECT 1, coalesce(max(id), 0), 0, coalesce(max(id), 0) FROM events;
    `);
  },
};
