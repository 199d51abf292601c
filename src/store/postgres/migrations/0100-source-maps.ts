import type { Migration } from './migration.js';

/** Where a project has source maps looked for: JSON of an array of texts, null for nowhere. */
export const sourceMaps: Migration = {
  version: 100,
  statements: ['ALTER TABLE project_settings ADD COLUMN source_maps text'],
  // Older daemons would group by frames as they were sent what is grouped by mapped ones.
  isBreaking: true,
};
