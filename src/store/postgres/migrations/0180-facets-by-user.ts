import type { Migration } from './migration.js';

/** The groups of a user, without a look into each: with 10,000 groups that took 110 ms, and a word may be four users. Commits write
 * nothing of it; the counting of facets beside them waits while it is made, that of older daemons too, and is tried again. */
export const facetsByUser: Migration = {
  version: 180,
  statements: ['CREATE INDEX facet_users_user ON facet_users (project_id, user_number, group_id)'],
};
