import type { Migration } from './migration.js';

/**
 * Groups that people made of others. `group_parts` keeps each part as it was, the group whose id the whole has included; its
 * fingerprint leads new events to `into_id`. `events.part_id` tells which part an event belongs to; null for the part that the
 * whole has its id of. A part whose `state` is not 0 has events on their way. `groupings` tells of which projects there are
 * parts, so that commits of the others need not look. Breaking: a daemon that does not know them would take wholes apart.
 */
export const groupParts: Migration = {
  version: 140,
  isBreaking: true,
  statements: [
    'ALTER TABLE events ADD COLUMN part_id bigint',
    'ALTER TABLE groupings ADD COLUMN part_count integer NOT NULL DEFAULT 0',
    'ALTER TABLE groupings ADD COLUMN parts_due smallint NOT NULL DEFAULT 0',
    `CREATE TABLE group_parts (
      id bigint NOT NULL,
      into_id bigint NOT NULL,
      first_seen_at_ms bigint NOT NULL,
      last_seen_at_ms bigint NOT NULL,
      event_count bigint NOT NULL,
      reopened_at_ms bigint,
      merged_at_ms bigint NOT NULL,
      boundary_id bigint NOT NULL DEFAULT 0,
      after_ms bigint NOT NULL DEFAULT 0,
      after_id bigint NOT NULL DEFAULT 0,
      project_id integer NOT NULL,
      fingerprint_version smallint NOT NULL,
      source smallint NOT NULL,
      severity smallint NOT NULL,
      status smallint NOT NULL,
      state smallint NOT NULL DEFAULT 0,
      fingerprint bytea NOT NULL,
      type text NOT NULL,
      message text NOT NULL,
      culprit text,
      explanation text,
      explanation_title text,
      suggestion text,
      explanation_evidence text,
      grouping text NOT NULL,
      searched text NOT NULL,
      merged_by text,
      PRIMARY KEY (project_id, id)
    )`,
    'CREATE INDEX group_parts_into ON group_parts (project_id, into_id)',
    'CREATE INDEX group_parts_fingerprint ON group_parts (project_id, fingerprint)',
  ],
};
