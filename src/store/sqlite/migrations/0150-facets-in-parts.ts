import type { Migration } from './migration.js';

/**
 * Facets are written a few scopes at a time: of the events up to `merging_to`, those beyond `counted_to` are counted in the
 * scopes up to `merged_scope`, and not yet in the others. 0: nothing is under way.
 */
export const facetsInParts: Migration = {
  version: 150,
  up(db) {
    db.exec(`
      ALTER TABLE facet_marks ADD COLUMN merging_to INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE facet_marks ADD COLUMN merged_scope INTEGER NOT NULL DEFAULT 0;
    `);
  },
};
