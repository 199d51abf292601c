import type { GroupingRule, ProjectSettingsChange } from '../../../../schemas/project-settings.js';
import { toFingerprintVersion } from '../../../grouping-versions.js';
import { PROJECT_SETTINGS_MAX } from '../../../limits.js';
import type { ReadableDb, WritableDb } from '../connection.js';

/** The settings of a project; null where the daemon's own rule holds. */
export interface SettingValues {
  readonly eventsPerMinute: number | null;
  readonly bytesPerDay: number | null;
  readonly retentionDays: number | null;
  readonly grouping: number | null;
  /** JSON of an array of texts. */
  readonly sourceMaps: string | null;
  /** JSON of an array of `GroupingRule`. */
  readonly groupingRules: string | null;
}

/** What a project has used of its limits, in the minute and the UTC day that begin at these times. */
export interface LimitUsage {
  minuteStartMs: number;
  minuteItems: number;
  dayStartMs: number;
  dayBytes: number;
}

export interface SettingsRow extends SettingValues, LimitUsage {
  readonly name: string;
}

const COLUMNS = `name, events_per_minute AS eventsPerMinute, bytes_per_day AS bytesPerDay,
  retention_days AS retentionDays, grouping, source_maps AS sourceMaps, grouping_rules AS groupingRules,
  minute_start_ms AS minuteStartMs, minute_items AS minuteItems, day_start_ms AS dayStartMs, day_bytes AS dayBytes`;

export interface ProjectSettingsCommands {
  /**
   * The row of a project, null for one without settings. The writer counts in it; `writeUsage` writes what it has counted.
   */
  find(name: string | null): SettingsRow | null;
  /** No project has settings. */
  isEmpty(): boolean;
  /** Of every project that has settings. */
  all(): Iterable<SettingsRow>;
  /** False when as many other projects as may have settings. A project of which all are null has none any more. */
  change(name: string, change: ProjectSettingsChange): boolean;
  /** False when it had none. */
  delete(name: string): boolean;
  writeUsage(row: SettingsRow): void;
  /** Grows with each change of settings. */
  readonly revision: number;
  /** Forgets what a rolled-back transaction counted or changed. */
  reload(): void;
}

export function openProjectSettingsCommands(db: WritableDb): ProjectSettingsCommands {
  const readAll = db.prepare<[], SettingsRow>(`SELECT ${COLUMNS} FROM project_settings`);
  const remove = db.prepare<{ name: string }>('DELETE FROM project_settings WHERE name = :name');
  const write = db.prepare<SettingValues & { readonly name: string }>(
    `INSERT INTO project_settings (name, events_per_minute, bytes_per_day, retention_days, grouping, source_maps,
       grouping_rules)
     VALUES (:name, :eventsPerMinute, :bytesPerDay, :retentionDays, :grouping, :sourceMaps, :groupingRules)
     ON CONFLICT DO UPDATE SET events_per_minute = :eventsPerMinute, bytes_per_day = :bytesPerDay,
       retention_days = :retentionDays, grouping = :grouping, source_maps = :sourceMaps,
       grouping_rules = :groupingRules`,
  );
  const writeUsage = db.prepare<SettingsRow>(
    `UPDATE project_settings SET minute_start_ms = :minuteStartMs, minute_items = :minuteItems,
       day_start_ms = :dayStartMs, day_bytes = :dayBytes WHERE name = :name`,
  );
  // Read at the next use, so that forgetting cannot fail.
  let remembered: Map<string, SettingsRow> | null = null;
  let revision = 0;
  const rows = (): Map<string, SettingsRow> => {
    remembered ??= new Map(readAll.all().map((row) => [row.name, row]));
    return remembered;
  };
  const forget = (): void => {
    remembered = null;
    revision += 1;
  };
  return {
    find: (name) => (name === null ? null : (rows().get(name) ?? null)),
    isEmpty: () => rows().size === 0,
    all: () => rows().values(),
    change(name, change) {
      const known = rows().get(name);
      const values = mergeSettings(known ?? UNSET_SETTINGS, change);
      if (Object.values(values).every((value) => value === null)) remove.run({ name });
      else if (known === undefined && rows().size >= PROJECT_SETTINGS_MAX) return false;
      else write.run({ name, ...values });
      forget();
      return true;
    },
    delete(name) {
      const { changes } = remove.run({ name });
      if (changes > 0) forget();
      return changes > 0;
    },
    writeUsage: (row) => void writeUsage.run(row),
    get revision() {
      return revision;
    },
    reload() {
      remembered = null;
    },
  };
}

export const UNSET_SETTINGS: SettingValues = {
  eventsPerMinute: null,
  bytesPerDay: null,
  retentionDays: null,
  grouping: null,
  sourceMaps: null,
  groupingRules: null,
};

/** What is absent of the change stays. */
export function mergeSettings(known: SettingValues, change: ProjectSettingsChange): SettingValues {
  const pick = (name: Exclude<keyof SettingValues, 'sourceMaps' | 'groupingRules'>): number | null => {
    const value = change[name];
    return value === undefined ? known[name] : value;
  };
  return {
    eventsPerMinute: pick('eventsPerMinute'),
    bytesPerDay: pick('bytesPerDay'),
    retentionDays: pick('retentionDays'),
    grouping: pick('grouping'),
    sourceMaps: change.sourceMaps === undefined ? known.sourceMaps : toListText(change.sourceMaps),
    groupingRules: change.groupingRules === undefined ? known.groupingRules : toRulesText(change.groupingRules),
  };
}

/** The version of fingerprints that the settings of a project ask for. */
export function toChosenVersion(
  settings: Pick<SettingValues, 'grouping' | 'sourceMaps'> | null,
  defaultVersion: number,
): number {
  return toFingerprintVersion(settings?.grouping ?? defaultVersion, settings?.sourceMaps != null);
}

function toListText(places: readonly string[] | null): string | null {
  return places === null || places.length === 0 ? null : JSON.stringify([...new Set(places)]);
}

function toRulesText(rules: readonly GroupingRule[] | null): string | null {
  return rules === null || rules.length === 0 ? null : JSON.stringify(rules);
}

export interface ProjectSettingsQueries {
  read(name: string): SettingsRow | undefined;
  /** Of the projects that have settings, in their order; of one, where a name is given. */
  names(name: string | undefined): string[];
}

export function openProjectSettingsQueries(db: ReadableDb): ProjectSettingsQueries {
  const read = db.prepare<{ name: string }, SettingsRow>(`SELECT ${COLUMNS} FROM project_settings WHERE name = :name`);
  const names = db.prepare<[], string>('SELECT name FROM project_settings ORDER BY name').pluck();
  return {
    read: (name) => read.get({ name }),
    names: (name) => names.all().filter((one) => name === undefined || one === name),
  };
}
