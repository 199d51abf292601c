// The settings of a project as answers show them, and the windows of time that its limits hold for.

import { type GroupingRule, ProjectSettings, type RegroupProgress } from '../../schemas/project-settings.js';
import { toRule } from '../grouping-versions.js';
import { compileStringify } from '../stringify.js';
import { toIsoText } from '../timestamp.js';
import { startOf } from './spans.js';

/** Limits of items are of a minute of the clock. */
export const LIMIT_MINUTE_MS = 60_000;
/** Limits of bytes are of a day of UTC. */
export const LIMIT_DAY_MS = 86_400_000;

/** What a project has used, as it was counted last. */
export interface CountedUsage {
  readonly minuteStartMs: number;
  readonly minuteItems: number;
  readonly dayStartMs: number;
  readonly dayBytes: number;
}

const stringifyProjectSettings = compileStringify(ProjectSettings);

/** The settings that a project has; null where the daemon's own rule holds. */
export interface SettingsFacts extends CountedUsage {
  readonly eventsPerMinute: number | null;
  readonly bytesPerDay: number | null;
  readonly retentionDays: number | null;
  readonly grouping: number | null;
  /** JSON of an array of texts. */
  readonly sourceMaps: string | null;
  /** JSON of an array of `GroupingRule`. */
  readonly groupingRules: string | null;
}

/** How a project that has had an event is grouped. */
export interface GroupingFacts {
  readonly version: number;
  /** Null where its events were never grouped anew. */
  readonly startedAtMs: number | null;
  readonly finishedAtMs: number | null;
  readonly groupCount: number;
  readonly movedEventCount: number;
  /** Groups that wait to be grouped; looked at while that is not over. */
  readonly waitingGroups: number;
}

export interface ProjectFacts {
  readonly name: string;
  readonly settings: SettingsFacts | undefined;
  readonly grouping: GroupingFacts | undefined;
  /** Of new projects. */
  readonly defaultVersion: number;
}

/** The answer `ProjectSettings`. */
export function projectSettingsJson({ name, settings, grouping, defaultVersion }: ProjectFacts, nowMs: number): string {
  const { eventsPerMinute = null, bytesPerDay = null, retentionDays = null } = settings ?? {};
  const isCounted = eventsPerMinute !== null || bytesPerDay !== null;
  return stringifyProjectSettings({
    projectId: name,
    eventsPerMinute,
    bytesPerDay,
    retentionDays,
    grouping: toRule(grouping?.version ?? settings?.grouping ?? defaultVersion),
    sourceMaps: toPlaceList(settings?.sourceMaps),
    groupingRules: toRuleList(settings?.groupingRules),
    regroup: grouping === undefined ? null : toProgress(grouping),
    usage: settings !== undefined && isCounted ? toUsage(settings, nowMs) : null,
  });
}

/** As it is stored. */
export function toPlaceList(sourceMaps: string | null | undefined): string[] {
  return sourceMaps == null ? [] : (JSON.parse(sourceMaps) as string[]);
}

/** As they are stored. */
export function toRuleList(groupingRules: string | null | undefined): GroupingRule[] {
  return groupingRules == null ? [] : (JSON.parse(groupingRules) as GroupingRule[]);
}

/** How far the events of a project have been grouped anew; null where that was never asked for. */
function toProgress(facts: GroupingFacts): RegroupProgress | null {
  const { startedAtMs, finishedAtMs, groupCount, movedEventCount, waitingGroups } = facts;
  if (startedAtMs === null) return null;
  const isOver = finishedAtMs !== null;
  return {
    startedAt: toIsoText(startedAtMs),
    groups: groupCount,
    movedEvents: movedEventCount,
    waitingGroups: isOver ? 0 : waitingGroups,
    ...(isOver && { finishedAt: toIsoText(finishedAtMs) }),
  };
}

/** What of it is of the minute and the day that it is now. */
export function toUsage(counted: CountedUsage, nowMs: number): NonNullable<ProjectSettings['usage']> {
  const minuteMs = startOf(nowMs, LIMIT_MINUTE_MS);
  const dayMs = startOf(nowMs, LIMIT_DAY_MS);
  return {
    minute: {
      items: counted.minuteStartMs === minuteMs ? counted.minuteItems : 0,
      resetsAt: toIsoText(minuteMs + LIMIT_MINUTE_MS),
    },
    day: {
      bytes: counted.dayStartMs === dayMs ? counted.dayBytes : 0,
      resetsAt: toIsoText(dayMs + LIMIT_DAY_MS),
    },
  };
}
