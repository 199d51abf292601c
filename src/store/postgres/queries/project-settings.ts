import { join, when } from '../../../answers/condition.js';
import {
  type GroupingFacts,
  type ProjectFacts,
  projectSettingsJson,
  type SettingsFacts,
} from '../../../answers/project-settings.js';
import { BY_HAND_VERSION } from '../../../grouping-versions.js';
import type { Queries } from '../connection.js';
import { EVERY_PROJECT_ID } from '../tables/projects.js';
import { findProject } from './projects.js';
import { ask } from './statement.js';

/** The answer `ProjectSettings`. Also of a project that nobody has named: it may have settings before its first record. */
export async function readProjectSettings(db: Queries, name: string, nowMs: number): Promise<string> {
  const projectId = await findProject(db, name);
  const [settings, grouping, defaultVersion] = await Promise.all([
    readSettings(db, name),
    readGrouping(db, projectId),
    readDefaultVersion(db),
  ]);
  return projectSettingsJson({ name, settings, grouping, defaultVersion }, nowMs);
}

/** Names of the projects that have any, as the field of an answer. */
export async function readNamesWithSettings(
  db: Queries,
  name: string | undefined,
): Promise<{ withSettings?: string[] }> {
  const { where, values } = join([when('name = :name', 'name', name)]);
  const rows = await ask<{ name: string }>(
    db,
    `/* reference */ SELECT name FROM project_settings ${where} ORDER BY name COLLATE "C"`,
    values,
  );
  return rows.length === 0 ? {} : { withSettings: rows.map((row) => row.name) };
}

/** Whether the project has any: it is known then, also before its first record. */
export async function hasSettings(db: Queries, name: string): Promise<boolean> {
  return (await readSettings(db, name)) !== undefined;
}

async function readSettings(db: Queries, name: string): Promise<ProjectFacts['settings']> {
  const [row] = await ask<SettingsFacts>(
    db,
    `/* reference */ SELECT events_per_minute, bytes_per_day, retention_days, grouping, source_maps, grouping_rules, minute_start_ms,
       minute_items, day_start_ms, day_bytes FROM project_settings WHERE name = :name`,
    { name },
  );
  return row;
}

async function readGrouping(db: Queries, projectId: number): Promise<GroupingFacts | undefined> {
  const [row] = await ask<Omit<GroupingFacts, 'waitingGroups'>>(
    db,
    `/* reference */ SELECT version, started_at_ms, finished_at_ms, group_count, moved_event_count
     FROM groupings WHERE project_id = :projectId`,
    { projectId },
  );
  if (row === undefined) return undefined;
  const isRunning = row.startedAtMs !== null && row.finishedAtMs === null;
  return { ...row, waitingGroups: isRunning ? await countWaiting(db, projectId, row.version) : 0 };
}

/** Groups that wait to be grouped by this version. */
async function countWaiting(db: Queries, projectId: number, version: number): Promise<number> {
  const [row] = await ask<{ count: number }>(
    db,
    `/* project */ SELECT count(*) AS count FROM error_groups
     WHERE project_id = :projectId AND fingerprint_version NOT IN (:version, ${BY_HAND_VERSION})`,
    { projectId, version },
  );
  return row?.count ?? 0;
}

async function readDefaultVersion(db: Queries): Promise<number> {
  const [row] = await ask<{ version: number }>(
    db,
    `/* reference */ SELECT version FROM groupings WHERE project_id = ${EVERY_PROJECT_ID}`,
  );
  return row?.version ?? 1;
}
