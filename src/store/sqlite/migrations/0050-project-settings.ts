import type { Migration } from './migration.js';

/**
 * Settings of projects, null where the daemon's own rule holds, and what each project has used of its limits in the minute
 * and the UTC day that it last sent in. By name, because they outlive the project's row, which goes with its last record.
 */
export const projectSettings: Migration = {
  version: 50,
  up(db) {
    db.exec(`
      CREATE TABLE project_settings (
        name TEXT PRIMARY KEY,
        events_per_minute INTEGER,
        bytes_per_day INTEGER,
        retention_days INTEGER,
        minute_start_ms INTEGER NOT NULL DEFAULT 0,
        minute_items INTEGER NOT NULL DEFAULT 0,
        day_start_ms INTEGER NOT NULL DEFAULT 0,
        day_bytes INTEGER NOT NULL DEFAULT 0
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
