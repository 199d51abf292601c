import { stringifyProjectSettings, toUsage } from '../../../answers/project-settings.js';
import type { ReadableDb } from '../connection.js';
import { openProjectSettingsQueries } from '../tables/project-settings.js';

export interface ProjectSettingsReads {
  /** Also of a project that nobody has named: it may be given settings before its first record. */
  read(name: string, nowMs: number): string;
  /** Names of the projects that have any, as the field of an answer. */
  names(name: string | undefined): { withSettings?: string[] };
}

export function openProjectSettingsReads(db: ReadableDb): ProjectSettingsReads {
  const settings = openProjectSettingsQueries(db);
  return {
    names(name) {
      const withSettings = settings.names(name);
      return withSettings.length === 0 ? {} : { withSettings };
    },
    read(name, nowMs) {
      const row = settings.read(name);
      const { eventsPerMinute = null, bytesPerDay = null, retentionDays = null } = row ?? {};
      const isCounted = eventsPerMinute !== null || bytesPerDay !== null;
      return stringifyProjectSettings({
        projectId: name,
        eventsPerMinute,
        bytesPerDay,
        retentionDays,
        usage: row !== undefined && isCounted ? toUsage(row, nowMs) : null,
      });
    },
  };
}
