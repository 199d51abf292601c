import type { Migration } from './migration.js';

/**
 * Keys by hash, the sessions that pages opened with them, and who changed what. A session without a key was opened with
 * the configured token.
 */
export const keys: Migration = {
  version: 40,
  up(db) {
    db.exec(`
      CREATE TABLE keys (
        id INTEGER PRIMARY KEY,
        hash TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        role TEXT NOT NULL,
        project TEXT,
        created_at_ms INTEGER NOT NULL,
        last_used_at_ms INTEGER,
        revoked_at_ms INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX keys_live_name ON keys (name) WHERE revoked_at_ms IS NULL;
      CREATE TABLE sessions (
        id INTEGER PRIMARY KEY,
        hash TEXT NOT NULL UNIQUE,
        key_id INTEGER,
        expires_at_ms INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE audit (
        id INTEGER PRIMARY KEY,
        at_ms INTEGER NOT NULL,
        action TEXT NOT NULL,
        actor TEXT,
        address TEXT,
        project TEXT,
        detail TEXT NOT NULL
      ) STRICT;
      CREATE INDEX audit_refused ON audit (id) WHERE action = 'login_refused';
    `);
  },
};
