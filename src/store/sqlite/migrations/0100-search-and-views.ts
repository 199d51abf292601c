import type { Migration } from './migration.js';

/**
 * Where the latest event of each group comes from: file, line and function, each on a line (see src/culprit.ts); of groups
 * that an older build made, the first frame that they are grouped by. `saved_views` are queries with a name; `project` is
 * that of a view, null for one of all projects.
 */
export const searchAndViews: Migration = {
  version: 100,
  up(db) {
    db.exec(`
      ALTER TABLE error_groups ADD COLUMN culprit TEXT;
      ALTER TABLE shelved_groups ADD COLUMN culprit TEXT;
      UPDATE error_groups SET culprit = (SELECT ${FIRST_FRAME} FROM error_group_texts t WHERE t.id = error_groups.id);
      UPDATE shelved_groups SET culprit = ${FIRST_FRAME};
      CREATE TABLE saved_views (
        id INTEGER PRIMARY KEY,
        project TEXT,
        name TEXT NOT NULL,
        query TEXT NOT NULL,
        sort TEXT NOT NULL,
        direction TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX saved_views_name ON saved_views (coalesce(project, ''), name);
    `);
  },
};

const part = (name: string): string =>
  `replace(coalesce(json_extract(grouping, '$.frames[0].${name}'), ''), char(10), ' ')`;
const FIRST_FRAME = `CASE WHEN json_valid(grouping) AND json_array_length(grouping, '$.frames') > 0 THEN
  substr(${part('filename')}, -256) || char(10) || ${part('lineno')} || char(10) || substr(${part('function')}, 1, 128) END`;
