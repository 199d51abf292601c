import { type Static, Type } from 'typebox';
import { CHANGE_NAME_CHARS_MAX, ID_CHARS_MAX, PROJECT_NAME_CHARS_MAX } from './limits.js';
import { LOG_LEVELS, SEVERITIES, SOURCES, STATUSES } from './words.js';

export const Source = Type.Enum([...SOURCES]);
export const Severity = Type.Enum([...SEVERITIES]);
export const Status = Type.Enum([...STATUSES]);
export const LogLevel = Type.Enum([...LOG_LEVELS]);

/** RFC 3339 date and time with a zone. */
export const Timestamp = Type.String({ format: 'date-time' });

/**
 * A project name is free text without control characters, without `..`, and without space at either end: it appears in
 * URLs, log lines and terminals.
 */
export const ProjectName = Type.String({
  minLength: 1,
  maxLength: PROJECT_NAME_CHARS_MAX,
  pattern: '^(?!\\s)(?!.*\\.\\.)[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+(?<!\\s)$',
});

export const ClientId = Type.String({ minLength: 1, maxLength: ID_CHARS_MAX });

/** What a caller calls a change, to take it back by (`POST /api/errors/undo`): made up at random, so that nobody else does. */
export const ChangeName = Type.String({ minLength: 1, maxLength: CHANGE_NAME_CHARS_MAX, pattern: '^[A-Za-z0-9_-]+$' });

/** The same rules for the two headers that stand for these fields. */
export const ProjectHeader = Type.String({ ...ProjectName, $id: 'ProjectHeader' });
export const CorrelationHeader = Type.String({ ...ClientId, $id: 'CorrelationHeader' });

/** Free-form context. Bounded and redacted before it is stored; see docs/limits. */
export const JsonObject = Type.Record(Type.String(), Type.Unknown());
export type JsonObject = Static<typeof JsonObject>;
