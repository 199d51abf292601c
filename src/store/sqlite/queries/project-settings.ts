import { type GroupingFacts, projectSettingsJson } from '../../../answers/project-settings.js';
import type { ReadableDb } from '../connection.js';
import { openGroupingQueries } from '../tables/groupings.js';
import { openProjectSettingsQueries } from '../tables/project-settings.js';
import { openProjectQueries } from '../tables/projects.js';

export interface ProjectSettingsReads {
  /** Also of a project that nobody has named: it may be given settings before its first record. */
  read(name: string, nowMs: number): string;
  /** Names of the projects that have any, as the field of an answer. */
  names(name: string | undefined): { withSettings?: string[] };
}

export function openProjectSettingsReads(db: ReadableDb): ProjectSettingsReads {
  const settings = openProjectSettingsQueries(db);
  const projects = openProjectQueries(db);
  const groupings = openGroupingQueries(db);
  const readGrouping = (name: string): GroupingFacts | undefined => {
    const row = groupings.read(projects.find(name));
    if (row === undefined) return undefined;
    const isRunning = row.startedAtMs !== null && row.finishedAtMs === null;
    return { ...row, waitingGroups: isRunning ? groupings.waiting(row.projectId, row.version) : 0 };
  };
  return {
    names(name) {
      const withSettings = settings.names(name);
      return withSettings.length === 0 ? {} : { withSettings };
    },
    read(name, nowMs) {
      const facts = { name, settings: settings.read(name), grouping: readGrouping(name) };
      return projectSettingsJson({ ...facts, defaultVersion: groupings.defaultVersion() }, nowMs);
    },
  };
}
