import type { Migration } from './migration.js';

/**
 * Groups that people made of some events of others. The events of `from_id` that meet the conditions are those of `id`; where
 * retention has deleted the group that they were taken out of, its fingerprint finds them. A row whose `state` is not 0 has stored
 * events on their way. `groupings` tells of which projects there are any, so that commits of the others need not look.
 */
export const groupSplits: Migration = {
  version: 210,
  statements: [
    'ALTER TABLE groupings ADD COLUMN split_count integer NOT NULL DEFAULT 0',
    'ALTER TABLE groupings ADD COLUMN splits_due smallint NOT NULL DEFAULT 0',
    `CREATE TABLE group_splits (
      id bigint NOT NULL,
      from_id bigint NOT NULL,
      split_at_ms bigint NOT NULL,
      boundary_id bigint NOT NULL DEFAULT 0,
      after_ms bigint NOT NULL DEFAULT 0,
      after_id bigint NOT NULL DEFAULT 0,
      project_id integer NOT NULL,
      fingerprint_version smallint NOT NULL,
      state smallint NOT NULL DEFAULT 0,
      fingerprint bytea NOT NULL,
      own_fingerprint bytea NOT NULL,
      conditions text NOT NULL,
      split_by text,
      PRIMARY KEY (project_id, id)
    )`,
    'CREATE INDEX group_splits_from ON group_splits (project_id, from_id)',
  ],
};
