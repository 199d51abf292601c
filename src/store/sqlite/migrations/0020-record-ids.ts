import type { Migration } from './migration.js';

/**
 * The ids that clients give request records and log entries, to recognise a retry. Only records that have one are here.
 * `request_ids` and `log_ids` are indexes of the other two that are written in parts, as `event_ids` is of `events`.
 */
export const recordIds: Migration = {
  version: 20,
  up(db) {
    db.exec(toTables('request') + toTables('log'));
  },
};

const toTables = (kind: 'request' | 'log'): string => `
  CREATE TABLE identified_${kind}s (
    id INTEGER PRIMARY KEY,
    project_id INTEGER NOT NULL,
    record_id TEXT NOT NULL
  ) STRICT;
  CREATE TABLE ${kind}_ids (
    record_id TEXT NOT NULL,
    project_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    PRIMARY KEY (record_id, project_id)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO index_marks (name) VALUES ('${kind}_ids');
`;
