import type { Migration } from './migration.js';

/**
 * Facets: what the events of a group, and of a project (group 0), say of themselves, counted by value; the value '' stands for
 * those that are not counted by name. `facet_pending` has what commits have stored and nobody has counted yet, so that no
 * commit waits for a counter. `facet_gaps` tells which events were stored before: they are counted in steps.
 * Breaking: a daemon that does not know them would store events that nobody counts.
 */
export const facets: Migration = {
  version: 70,
  isBreaking: true,
  statements: [
    `CREATE TABLE facet_pending (
      id bigint NOT NULL,
      group_id bigint NOT NULL,
      first_seen_at_ms bigint NOT NULL,
      last_seen_at_ms bigint NOT NULL,
      user_number bigint,
      project_id integer NOT NULL,
      count integer NOT NULL,
      context_hash uuid,
      own text NOT NULL,
      PRIMARY KEY (project_id, id)
    ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000)`,
    `CREATE TABLE facet_counts (
      group_id bigint NOT NULL,
      count bigint NOT NULL,
      first_seen_at_ms bigint NOT NULL,
      last_seen_at_ms bigint NOT NULL,
      project_id integer NOT NULL,
      facet text NOT NULL,
      value text NOT NULL,
      PRIMARY KEY (project_id, group_id, facet, value)
    ) WITH (fillfactor = 70)`,
    'CREATE INDEX facet_counts_value ON facet_counts (project_id, facet, value, group_id)',
    `CREATE TABLE facet_users (
      group_id bigint NOT NULL,
      user_number bigint NOT NULL,
      count bigint NOT NULL,
      project_id integer NOT NULL,
      PRIMARY KEY (project_id, group_id, user_number)
    ) WITH (fillfactor = 80)`,
    `CREATE TABLE facet_heads (
      group_id bigint NOT NULL,
      user_rows bigint NOT NULL,
      project_id integer NOT NULL,
      user_shift integer NOT NULL,
      PRIMARY KEY (project_id, group_id)
    ) WITH (fillfactor = 70)`,
    'CREATE TABLE facet_gaps (gap_from bigint NOT NULL, gap_to bigint NOT NULL, project_id integer PRIMARY KEY)',
    `INSERT INTO facet_gaps (project_id, gap_from, gap_to) SELECT project_id, 0, max(id) FROM events GROUP BY project_id`,
  ],
};
