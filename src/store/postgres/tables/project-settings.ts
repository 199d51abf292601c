import type { ProjectSettingsChange } from '../../../../schemas/project-settings.js';
import { PROJECT_SETTINGS_MAX } from '../../../limits.js';
import { mergeSettings, type SettingValues, UNSET_SETTINGS } from '../../sqlite/tables/project-settings.js';
import type { Queries } from '../connection.js';

/**
 * Changes settings of a project; what is absent of the change stays, and a project of which all are null has none any more.
 * False when as many other projects as may have settings.
 */
export async function changeProjectSettings(
  transaction: Queries,
  name: string,
  change: ProjectSettingsChange,
): Promise<boolean> {
  // One daemon at a time: together they must not make more than may be.
  await transaction.exec('/* reference */ LOCK TABLE project_settings IN SHARE ROW EXCLUSIVE MODE');
  const [known] = await transaction.query<SettingValues>(
    `/* reference */ SELECT events_per_minute, bytes_per_day, retention_days, grouping, source_maps, grouping_rules
     FROM project_settings WHERE name = $1`,
    [name],
  );
  const values = mergeSettings(known ?? UNSET_SETTINGS, change);
  if (Object.values(values).every((value) => value === null)) {
    await deleteProjectSettings(transaction, name);
    return true;
  }
  if (known === undefined && (await count(transaction)) >= PROJECT_SETTINGS_MAX) return false;
  await transaction.change(
    `/* reference */ INSERT INTO project_settings (name, events_per_minute, bytes_per_day, retention_days, grouping,
       source_maps, grouping_rules)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (name) DO UPDATE SET events_per_minute = excluded.events_per_minute,
       bytes_per_day = excluded.bytes_per_day, retention_days = excluded.retention_days, grouping = excluded.grouping,
       source_maps = excluded.source_maps, grouping_rules = excluded.grouping_rules`,
    [
      name,
      values.eventsPerMinute,
      values.bytesPerDay,
      values.retentionDays,
      values.grouping,
      values.sourceMaps,
      values.groupingRules,
    ],
  );
  return true;
}

/** False when it had none. */
export async function deleteProjectSettings(transaction: Queries, name: string): Promise<boolean> {
  return (await transaction.change('/* reference */ DELETE FROM project_settings WHERE name = $1', [name])) > 0;
}

async function count(transaction: Queries): Promise<number> {
  const [row] = await transaction.query<{ count: number }>(
    '/* reference */ SELECT count(*) AS count FROM project_settings',
  );
  return row?.count ?? 0;
}
