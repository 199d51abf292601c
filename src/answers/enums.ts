// Enumerations are stored as positions in the lists of schemas/words.ts.

import {
  LOG_LEVELS,
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

export const rowToSource = (row: number): Source => SOURCES[row] ?? 'backend';
export const rowToSeverity = (row: number): Severity => SEVERITIES[row] ?? 'error';
export const rowToStatus = (row: number): Status => STATUSES[row] ?? 'unresolved';
export const rowToLevel = (row: number): LogLevel => LOG_LEVELS[row] ?? 'log';
