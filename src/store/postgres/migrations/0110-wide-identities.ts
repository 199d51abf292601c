import type { Migration } from './migration.js';

/**
 * Numbers of projects and keys come from sequences of bigint, as the tables must have that Citus puts on each of its servers.
 * What names a project by its number stays an integer: there are `PROJECTS_MAX` of them.
 */
export const wideIdentities: Migration = {
  version: 110,
  statements: ['ALTER TABLE projects ALTER COLUMN id TYPE bigint', 'ALTER TABLE keys ALTER COLUMN id TYPE bigint'],
};
