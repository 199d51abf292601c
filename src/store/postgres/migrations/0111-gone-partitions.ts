import type { Migration } from './migration.js';

/**
 * Days that retention has taken out of the tables, and how far what is counted of their records has been taken off: up to this
 * row of this project.
 */
export const gonePartitions: Migration = {
  version: 111,
  statements: [
    `CREATE TABLE gone_partitions (
      name text PRIMARY KEY,
      kind text NOT NULL,
      project_id integer NOT NULL DEFAULT -1,
      last_id bigint NOT NULL DEFAULT 0
    )`,
  ],
};
