// Which grouping each project uses, and how far what is stored has been grouped anew. Whoever changes a row holds the
// project alone.

import { toPlaceList, toRuleList } from '../../../answers/project-settings.js';
import type { GroupingVersions, ProjectGroupingRules, ProjectSourceMaps } from '../../../messages.js';
import type { GroupingRow } from '../../sqlite/tables/groupings.js';
import type { Queries } from '../connection.js';
import { findDueParts } from './group-parts.js';
import { findDueSplits } from './group-splits.js';
import { EVERY_PROJECT_ID, NO_PROJECT_ID, NO_PROJECT_NAME } from './projects.js';

const COLUMNS = `project_id, version, is_due, started_at_ms, finished_at_ms, group_count, moved_event_count, current`;

/** The version of a project that has its first event, unless it has one. */
export async function openGrouping(transaction: Queries, projectId: number, version: number): Promise<void> {
  await transaction.change(
    '/* reference */ INSERT INTO groupings (project_id, version) VALUES ($1, $2) ON CONFLICT (project_id) DO NOTHING',
    [projectId, version],
  );
}

export async function findGrouping(transaction: Queries, projectId: number): Promise<GroupingRow | null> {
  const [row] = await transaction.query<GroupingRow>(
    `/* reference */ SELECT ${COLUMNS} FROM groupings WHERE project_id = $1`,
    [projectId],
  );
  return row ?? null;
}

/** One whose stored events wait; the one that was begun first. */
export async function findDueGrouping(db: Queries): Promise<GroupingRow | null> {
  const [row] = await db.query<GroupingRow>(
    `/* reference */ SELECT ${COLUMNS} FROM groupings WHERE is_due = 1 ORDER BY project_id LIMIT 1`,
  );
  return row ?? null;
}

export async function writeGrouping(transaction: Queries, row: GroupingRow): Promise<void> {
  await transaction.change(
    `/* reference */ UPDATE groupings SET version = $2, is_due = $3, started_at_ms = $4, finished_at_ms = $5,
       group_count = $6, moved_event_count = $7, current = $8 WHERE project_id = $1`,
    [
      row.projectId,
      row.version,
      row.isDue,
      row.startedAtMs,
      row.finishedAtMs,
      row.groupCount,
      row.movedEventCount,
      row.current,
    ],
  );
}

/** Has the stored events of the project looked at again. */
export async function setGroupingDue(transaction: Queries, projectId: number): Promise<void> {
  await transaction.change('/* reference */ UPDATE groupings SET is_due = 1 WHERE project_id = $1 AND is_due = 0', [
    projectId,
  ]);
}

export async function readDefaultVersion(db: Queries): Promise<number> {
  const [row] = await db.query<{ version: number }>(
    `/* reference */ SELECT version FROM groupings WHERE project_id = ${EVERY_PROJECT_ID}`,
  );
  return row?.version ?? 1;
}

/** Says how new projects are grouped. */
export async function writeDefaultVersion(db: Queries, version: number): Promise<void> {
  await db.change(
    `/* reference */ INSERT INTO groupings (project_id, version) VALUES (${EVERY_PROJECT_ID}, $1)
     ON CONFLICT (project_id) DO UPDATE SET version = excluded.version WHERE groupings.version <> excluded.version`,
    [version],
  );
}

/** What threads that digest need to know: names of the projects that have another version than new ones. */
export async function readVersions(db: Queries): Promise<{ versions: GroupingVersions; isDue: boolean }> {
  const newProjects = await readDefaultVersion(db);
  const others = await db.query<{ name: string }>(
    `/* reference */ SELECT p.name FROM groupings g JOIN projects p ON p.id = g.project_id
       WHERE g.project_id >= ${NO_PROJECT_ID} AND (g.version - 1) % 2 + 1 <> $1
     UNION SELECT s.name FROM project_settings s WHERE s.grouping <> $1
       AND NOT EXISTS (SELECT FROM projects q JOIN groupings g ON g.project_id = q.id WHERE q.name = s.name)
     ORDER BY name`,
    [newProjects],
  );
  const due = [await findDueGrouping(db), await findDueParts(db), await findDueSplits(db)];
  const isDue = due.some((found) => found !== null);
  const sourceMaps = await readSourceMaps(db);
  const rules = await readGroupingRules(db);
  const versions = {
    newProjects,
    others: others.map(({ name }) => name),
    ...(sourceMaps.length > 0 && { sourceMaps }),
    ...(rules.length > 0 && { rules }),
  };
  return { versions, isDue };
}

/** Where projects have source maps looked for. */
async function readSourceMaps(db: Queries): Promise<ProjectSourceMaps[]> {
  const rows = await db.query<{ name: string; sourceMaps: string }>(
    '/* reference */ SELECT name, source_maps FROM project_settings WHERE source_maps IS NOT NULL ORDER BY name',
  );
  return rows.map(({ name, sourceMaps }) => ({ projectName: name, places: toPlaceList(sourceMaps) }));
}

/** By which rules of their own projects are grouped. */
async function readGroupingRules(db: Queries): Promise<ProjectGroupingRules[]> {
  const rows = await db.query<{ name: string; groupingRules: string }>(
    '/* reference */ SELECT name, grouping_rules FROM project_settings WHERE grouping_rules IS NOT NULL ORDER BY name',
  );
  return rows.map(({ name, groupingRules }) => ({ projectName: name, rules: toRuleList(groupingRules) }));
}

/** Where one has. */
export async function readPlaces(db: Queries, projectName: string | null): Promise<readonly string[]> {
  const [row] = await db.query<{ sourceMaps: string | null }>(
    '/* reference */ SELECT source_maps FROM project_settings WHERE name = $1',
    [projectName ?? NO_PROJECT_NAME],
  );
  return toPlaceList(row?.sourceMaps);
}
