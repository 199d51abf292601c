import type { Migration } from './migration.js';

/** What was done while a request was answered: the JSON list of the spans that are kept, and of how many the sender told. */
export const requestSpans: Migration = {
  version: 220,
  up(db) {
    db.exec('ALTER TABLE requests ADD COLUMN spans TEXT; ALTER TABLE requests ADD COLUMN span_count INTEGER;');
  },
};
