// The settings of a project as answers show them, and the windows of time that its limits hold for.

import { ProjectSettings } from '../../schemas/project-settings.js';
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

export const stringifyProjectSettings = compileStringify(ProjectSettings);

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
