import type { Migration } from './migration.js';

/**
 * What commits have changed of the rows that count: of groups, and of statistics. A row for each commit of which it is not
 * written to those rows yet; see tables/gathered-counts.ts. `changes` is the JSON text of a `GatheredChange`.
 */
export const gatheredCounts: Migration = {
  version: 250,
  up(db) {
    db.exec('CREATE TABLE gathered_counts (id INTEGER PRIMARY KEY, changes TEXT NOT NULL) STRICT');
  },
};
