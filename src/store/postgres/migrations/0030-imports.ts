import type { Migration } from './migration.js';

/** Files that were moved into the database; `state` says how far one has come, and is null when it is through. */
export const imports: Migration = {
  version: 30,
  statements: [
    `CREATE TABLE imports (
      source text PRIMARY KEY,
      started_at_ms bigint NOT NULL,
      finished_at_ms bigint,
      state text
    )`,
  ],
};
