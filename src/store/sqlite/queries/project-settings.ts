import { stringifyProjectSettings, toUsage } from '../../../answers/project-settings.js';
import type { ReadableDb } from '../connection.js';
import { openProjectSettingsQueries } from '../tables/project-settings.js';

export interface ProjectSettingsReads {
  /** Also of a project that nobody has named: it may be given settings before its first record. */
  read(name: string, nowMs: number): string;
}

export function openProjectSettingsReads(db: ReadableDb): ProjectSettingsReads {
  const settings = openProjectSettingsQueries(db);
  return {
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
