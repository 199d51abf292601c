import type { Migration } from './migration.js';

/**
 * Two groupings side by side. `groupings` has the version of each project (0 is that of no project), and how far what is
 * stored has been grouped anew. `shelved_groups` keeps the groups of version 1 of a project that uses version 2, as they
 * would be had it stayed, so that the choice can be taken back; `event_homes` tells in which of them an event is, where
 * that has another id than the group that shows it. `group_redirects` leads from the id of a group that is gone to the
 * group that has its events. Groups of version 0 wait to be grouped.
 */
export const groupings: Migration = {
  version: 80,
  up(db) {
    db.exec(`
      ALTER TABLE project_settings ADD COLUMN grouping INTEGER;
      CREATE TABLE groupings (
        project_id INTEGER PRIMARY KEY,
        version INTEGER NOT NULL,
        is_due INTEGER NOT NULL DEFAULT 0,
        started_at_ms INTEGER,
        finished_at_ms INTEGER,
        group_count INTEGER NOT NULL DEFAULT 0,
        moved_event_count INTEGER NOT NULL DEFAULT 0,
        current TEXT
      ) STRICT;
      INSERT INTO groupings (project_id, version) SELECT id, 1 FROM projects;
      INSERT INTO groupings (project_id, version)
        SELECT 0, 1 WHERE EXISTS (SELECT 1 FROM error_groups WHERE project_id = 0);
      CREATE TABLE shelved_groups (
        id INTEGER PRIMARY KEY,
        project_id INTEGER NOT NULL,
        fingerprint BLOB NOT NULL,
        type TEXT NOT NULL,
        message TEXT NOT NULL,
        source INTEGER NOT NULL,
        severity INTEGER NOT NULL,
        status INTEGER NOT NULL,
        first_seen_at_ms INTEGER NOT NULL,
        last_seen_at_ms INTEGER NOT NULL,
        event_count INTEGER NOT NULL,
        reopened_at_ms INTEGER,
        explanation TEXT,
        explanation_title TEXT,
        suggestion TEXT,
        explanation_evidence TEXT,
        grouping TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX shelved_groups_fingerprint ON shelved_groups (project_id, fingerprint);
      CREATE TABLE event_homes (
        id INTEGER PRIMARY KEY,
        group_id INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX event_homes_group ON event_homes (group_id);
      CREATE TABLE group_redirects (
        id INTEGER PRIMARY KEY,
        group_id INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX group_redirects_group ON group_redirects (group_id);
      DROP INDEX error_groups_fingerprint;
      CREATE UNIQUE INDEX error_groups_fingerprint ON error_groups (project_id, fingerprint_version, fingerprint);
    `);
  },
};
