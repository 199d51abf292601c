// Enumerations are stored as positions in the lists of schemas/words.ts.

import {
  LOG_LEVELS,
  LOG_LEVELS_UPWARDS,
  type LogLevel,
  SEVERITIES,
  type Severity,
  SOURCES,
  type Source,
  STATUSES,
  type Status,
} from '../../schemas/words.js';

export const toSourceRow = (source: Source): number => SOURCES.indexOf(source);
export const toSeverityRow = (severity: Severity): number => SEVERITIES.indexOf(severity);
export const toStatusRow = (status: Status): number => STATUSES.indexOf(status);
export const toLevelRow = (level: LogLevel): number => LOG_LEVELS.indexOf(level);

/** The levels that a filter leaves, as rows have them, the lowest first; undefined for all of them. */
export function toLevelRows({
  level,
  minLevel,
}: {
  readonly level?: LogLevel;
  readonly minLevel?: LogLevel;
}): readonly number[] | undefined {
  const above = LOG_LEVELS_UPWARDS.slice(minLevel === undefined ? 0 : LOG_LEVELS_UPWARDS.indexOf(minLevel));
  const left = above.filter((other) => level === undefined || other === level);
  return left.length === LOG_LEVELS.length ? undefined : left.map(toLevelRow);
}

export const rowToSource = (row: number): Source => SOURCES[row] ?? 'backend';
export const rowToSeverity = (row: number): Severity => SEVERITIES[row] ?? 'error';
export const rowToStatus = (row: number): Status => STATUSES[row] ?? 'unresolved';
export const rowToLevel = (row: number): LogLevel => LOG_LEVELS[row] ?? 'log';
