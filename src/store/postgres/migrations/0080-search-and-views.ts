import type { Migration } from './migration.js';

/**
 * Where the latest event of each group comes from: file, line and function, each on a line (see src/culprit.ts); groups that
 * are there get it with their next event. `saved_views` are queries with a name; `project` is that of a view, null for one of
 * all projects. The index finds the counts of the last hours for lists that are sorted by them.
 */
export const searchAndViews: Migration = {
  version: 80,
  statements: [
    'ALTER TABLE error_groups ADD COLUMN culprit text',
    'ALTER TABLE shelved_groups ADD COLUMN culprit text',
    `CREATE TABLE saved_views (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      project text,
      name text NOT NULL,
      query text NOT NULL,
      sort text NOT NULL,
      direction text NOT NULL
    )`,
    "CREATE UNIQUE INDEX saved_views_name ON saved_views (coalesce(project, ''), name)",
    'CREATE INDEX group_counts_start ON group_counts (project_id, span_ms, start_ms)',
  ],
};
