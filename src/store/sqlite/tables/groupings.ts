// Which grouping each project uses, and how far what is stored has been grouped anew.

import { toPlaceList, toRuleList } from '../../../answers/project-settings.js';
import { FINGERPRINT_VERSIONS } from '../../../grouping-versions.js';
import type { GroupingVersions, ProjectGroupingRules, ProjectSourceMaps } from '../../../messages.js';
import type { ReadableDb, WritableDb } from '../connection.js';
import { EVERY_PROJECT_ID, NO_PROJECT_ID } from './projects.js';

export interface GroupingRow {
  readonly projectId: number;
  readonly version: number;
  /** 1 while stored events wait to be grouped. */
  readonly isDue: 0 | 1;
  readonly startedAtMs: number | null;
  readonly finishedAtMs: number | null;
  /** Groups that were looked at, and events that came into another one, since it was started. */
  readonly groupCount: number;
  readonly movedEventCount: number;
  /** What is being done; see `RegroupPlace`. */
  readonly current: string | null;
}

const COLUMNS = `project_id AS projectId, version, is_due AS isDue, started_at_ms AS startedAtMs,
  finished_at_ms AS finishedAtMs, group_count AS groupCount, moved_event_count AS movedEventCount, current`;

export interface GroupingCommands {
  /** Of a project that has an event. A new one gets the version that was chosen for it. */
  open(projectId: number, chosen: () => number): GroupingRow;
  find(projectId: number): GroupingRow | null;
  /** One whose stored events wait; the one that was begun first. */
  findDue(): GroupingRow | null;
  write(row: GroupingRow): void;
  /** Has the stored events of the project looked at again. */
  setDue(projectId: number): void;
  /** Says how new projects are grouped. Takes a transaction. */
  setDefault(version: number): void;
  readonly defaultVersion: number;
  /** What was chosen for a project without events has changed. */
  touch(): void;
  /** Forgets projects that are gone. */
  deleteGone(): void;
  deleteAll(): void;
  /** Where the project has source maps looked for. */
  placesOf(projectId: number): readonly string[];
  /** What threads that digest need to know. */
  toVersions(): GroupingVersions;
  /** Grows with each change that they, or who groups anew, should hear of. */
  readonly revision: number;
  reload(): void;
}

export function openGroupingCommands(db: WritableDb): GroupingCommands {
  const readAll = db.prepare<[], GroupingRow>(`SELECT ${COLUMNS} FROM groupings`);
  const write = db.prepare<GroupingRow>(
    `INSERT OR REPLACE INTO groupings
       (project_id, version, is_due, started_at_ms, finished_at_ms, group_count, moved_event_count, current)
     VALUES (:projectId, :version, :isDue, :startedAtMs, :finishedAtMs, :groupCount, :movedEventCount, :current)`,
  );
  const gone = db.prepare(
    `DELETE FROM groupings WHERE project_id > ${NO_PROJECT_ID} AND project_id NOT IN (SELECT id FROM projects)`,
  );
  const all = db.prepare(`DELETE FROM groupings WHERE project_id <> ${EVERY_PROJECT_ID}`);
  // Read at the next use, so that forgetting cannot fail.
  let remembered: Map<number, GroupingRow> | null = null;
  let revision = 0;
  const rows = (): Map<number, GroupingRow> => {
    remembered ??= new Map(readAll.all().map((row) => [row.projectId, row]));
    return remembered;
  };
  const forget = (): void => {
    remembered = null;
    revision += 1;
  };
  const put = (row: GroupingRow): GroupingRow => {
    write.run(row);
    const before = rows().get(row.projectId);
    rows().set(row.projectId, row);
    if (before?.version !== row.version || before.isDue !== row.isDue) revision += 1;
    return row;
  };
  const defaultVersion = (): number => rows().get(EVERY_PROJECT_ID)?.version ?? 1;
  return {
    open: (projectId, chosen) => rows().get(projectId) ?? put(toNew(projectId, chosen())),
    find: (projectId) => rows().get(projectId) ?? null,
    findDue: () => [...rows().values()].find(({ isDue }) => isDue === 1) ?? null,
    write: put,
    setDue(projectId) {
      const row = rows().get(projectId);
      if (row !== undefined && row.isDue === 0) put({ ...row, isDue: 1 });
    },
    setDefault(version) {
      if (defaultVersion() !== version) put(toNew(EVERY_PROJECT_ID, version));
    },
    get defaultVersion() {
      return defaultVersion();
    },
    touch() {
      revision += 1;
    },
    deleteGone() {
      if (gone.run().changes > 0) forget();
    },
    deleteAll() {
      all.run();
      forget();
    },
    placesOf: openPlaces(db),
    toVersions: openVersions(db, defaultVersion),
    get revision() {
      return revision;
    },
    reload: forget,
  };
}

function toNew(projectId: number, version: number): GroupingRow {
  return {
    projectId,
    version,
    isDue: 0,
    startedAtMs: null,
    finishedAtMs: null,
    groupCount: 0,
    movedEventCount: 0,
    current: null,
  };
}

/** Where one project has. */
function openPlaces(db: ReadableDb): GroupingCommands['placesOf'] {
  const read = db
    .prepare<{ projectId: number }, string | null>(
      'SELECT s.source_maps FROM project_settings s JOIN projects p ON p.name = s.name WHERE p.id = :projectId',
    )
    .pluck();
  return (projectId) => toPlaceList(read.get({ projectId }));
}

function openVersions(db: ReadableDb, defaultVersion: () => number): GroupingCommands['toVersions'] {
  const readOthers = openOthers(db);
  const readSourceMaps = openSourceMaps(db);
  const readRules = openGroupingRules(db);
  return () => {
    const [sourceMaps, rules] = [readSourceMaps(), readRules()];
    return {
      newProjects: defaultVersion(),
      others: readOthers(defaultVersion()),
      ...(sourceMaps.length > 0 && { sourceMaps }),
      ...(rules.length > 0 && { rules }),
    };
  };
}

/** Where projects have source maps looked for. */
function openSourceMaps(db: ReadableDb) {
  const read = db.prepare<[], { name: string; sourceMaps: string }>(
    'SELECT name, source_maps AS sourceMaps FROM project_settings WHERE source_maps IS NOT NULL ORDER BY name',
  );
  return (): ProjectSourceMaps[] =>
    read.all().map(({ name, sourceMaps }) => ({ projectName: name, places: toPlaceList(sourceMaps) }));
}

/** By which rules of their own projects are grouped. */
function openGroupingRules(db: ReadableDb) {
  const read = db.prepare<[], { name: string; groupingRules: string }>(
    'SELECT name, grouping_rules AS groupingRules FROM project_settings WHERE grouping_rules IS NOT NULL ORDER BY name',
  );
  return (): ProjectGroupingRules[] =>
    read.all().map(({ name, groupingRules }) => ({ projectName: name, rules: toRuleList(groupingRules) }));
}

/** Names of the projects that have another rule than new ones: what is grouped so, or else what was chosen. */
function openOthers(db: ReadableDb) {
  const names = db
    .prepare<{ version: number }, string>(
      `SELECT coalesce(p.name, '') FROM groupings g LEFT JOIN projects p ON p.id = g.project_id
         WHERE g.project_id >= ${NO_PROJECT_ID} AND (g.version - 1) % 2 + 1 <> :version
         AND (g.project_id = ${NO_PROJECT_ID} OR p.name IS NOT NULL)
       UNION SELECT p.name FROM project_settings p WHERE p.grouping <> :version
         AND NOT EXISTS (SELECT 1 FROM projects q JOIN groupings g ON g.project_id = q.id WHERE q.name = p.name)`,
    )
    .pluck();
  return (version: number): string[] => names.all({ version });
}

export interface GroupingQueries {
  /** Of a project, by its id; of one that nobody has named, undefined. */
  read(projectId: number | undefined): GroupingRow | undefined;
  defaultVersion(): number;
  /** Groups that wait to be grouped by this version. */
  waiting(projectId: number, version: number): number;
}

export function openGroupingQueries(db: ReadableDb): GroupingQueries {
  const read = db.prepare<{ projectId: number }, GroupingRow>(
    `SELECT ${COLUMNS} FROM groupings WHERE project_id = :projectId`,
  );
  const waiting = db
    .prepare<{ projectId: number; version: number }, number>(
      `SELECT count(*) FROM error_groups WHERE project_id = :projectId
         AND fingerprint_version IN (SELECT value FROM json_each('${JSON.stringify(FINGERPRINT_VERSIONS)}') WHERE value <> :version)`,
    )
    .pluck();
  return {
    read: (projectId) => (projectId === undefined ? undefined : read.get({ projectId })),
    defaultVersion: () => read.get({ projectId: EVERY_PROJECT_ID })?.version ?? 1,
    waiting: (projectId, version) => waiting.get({ projectId, version }) ?? 0,
  };
}
