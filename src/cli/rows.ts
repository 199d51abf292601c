// What one record looks like on one line. Texts are those of the record: they are made safe when a line is rendered.

import type { Culprit, ErrorGroup } from '../../schemas/error-group.js';
import type { LogRecord } from '../../schemas/log.js';
import type { RequestSummary } from '../../schemas/request.js';
import type { LogLevel, Severity } from '../../schemas/words.js';
import { toErrorText } from '../lookup/record-text.js';
import type { Line, Part, Style } from './styled-line.js';
import { toCount } from './words.js';

const SEVERITY_STYLES: Readonly<Record<Severity, Style>> = {
  fatal: 'red',
  error: 'red',
  warning: 'yellow',
  info: 'cyan',
};
const LEVEL_STYLES: Readonly<Record<LogLevel, Style>> = { log: 'plain', info: 'cyan', warn: 'yellow', debug: 'dim' };

const AGE_COLUMNS = 6;
const PROJECT_COLUMNS = 10;
const WORD_COLUMNS = 7;
const COUNT_COLUMNS = 6;

/** A group in a list: how long ago it was last seen, how often, where, its id, what it says and where it comes from. */
export function toErrorRow(
  { lastSeen, count, severity, status, reopenedAt, louder, projectId, id, type, message, culprit, ...who }: ErrorGroup,
  nowMs: number,
): Line {
  return [
    { text: toAge(lastSeen, nowMs).padStart(AGE_COLUMNS), style: 'dim' },
    { text: `${count}×`.padStart(COUNT_COLUMNS) },
    { text: severity, style: SEVERITY_STYLES[severity], width: WORD_COLUMNS },
    toProject(projectId),
    { text: id, style: 'dim' },
    // Most are unresolved, and a narrow terminal has little room.
    ...(status === 'unresolved' ? [] : [{ text: status, style: 'dim' } as const]),
    ...(status === 'unresolved' && reopenedAt !== undefined ? [{ text: 'regressed', style: 'bold' } as const] : []),
    ...(isOpen(status) && louder !== undefined && Date.parse(louder.until) > nowMs
      ? [{ text: `${louder.factor}× louder`, style: 'bold' } as const]
      : []),
    { text: toErrorText(type, message) },
    ...(culprit === undefined ? [] : [{ text: toCulpritText(culprit), style: 'dim' } as const]),
    ...toUsers(who),
  ];
}

/** One user is what most errors have. */
function toUsers({ users = 0, usersApproximate = false }: Pick<ErrorGroup, 'users' | 'usersApproximate'>): Line {
  if (users < 2) return [];
  return [{ text: `${usersApproximate ? 'about ' : ''}${toCount(users, 'user')}`, style: 'dim' }];
}

const isOpen = (status: ErrorGroup['status']): boolean => status === 'unresolved' || status === 'acknowledged';

/** `total (src/price.ts:42)`, as far as it is known. */
export function toCulpritText({ function: name, file, line }: Culprit): string {
  const place = [file, line].filter((part) => part !== undefined).join(':');
  return name === undefined ? place : `${name} (${place})`.replace(' ()', '');
}

export function toRequestRow(request: RequestSummary): Line {
  return [{ text: toLocalTime(request.timestamp), style: 'dim' }, ...toRequestParts(request)];
}

export function toLogRow(log: LogRecord): Line {
  return [{ text: toLocalTime(log.timestamp), style: 'dim' }, ...toLogParts(log)];
}

/** A line of `errord tail` about an event: `word` says what became of its group. */
export function toErrorParts({ severity, projectId, id, type, message }: ErrorGroup, word: string): Line {
  return [
    { text: severity, style: SEVERITY_STYLES[severity], width: WORD_COLUMNS },
    toProject(projectId),
    { text: id, style: 'dim' },
    { text: word, style: 'bold' },
    { text: toErrorText(type, message) },
  ];
}

export function toRequestParts({ method, url, statusCode, duration, projectId, id }: RequestSummary): Line {
  const status = statusCode === undefined ? '-' : String(statusCode);
  return [
    { text: status, style: toStatusStyle(statusCode), width: WORD_COLUMNS },
    toProject(projectId),
    { text: id, style: 'dim' },
    ...(duration === undefined ? [] : [{ text: toMilliseconds(duration), style: 'dim' } as const]),
    { text: `${method} ${url}` },
  ];
}

export function toLogParts({ level, projectId, message }: LogRecord): Line {
  return [{ text: level, style: LEVEL_STYLES[level], width: WORD_COLUMNS }, toProject(projectId), { text: message }];
}

/** `2026-01-31 08:00:00` in the time zone of this process; a text that is no time as it is. */
export function toLocalTime(timestamp: string): string {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return timestamp;
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(toTwoDigits).join('-');
  return `${day} ${toClockTime(timestamp)}`;
}

/** `08:00:00` in the time zone of this process. */
export function toClockTime(timestamp: string): string {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return timestamp;
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(toTwoDigits).join(':');
}

/** `5 s`, `3 min`, `2 h`, `40 d`: how long ago a time was; `0 s` for one to come. */
export function toAge(timestamp: string, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(timestamp)) / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

/** `0.4 ms`, `12 ms`, `1.5 s`. */
export function toMilliseconds(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${milliseconds >= 10 ? Math.round(milliseconds) : Number(milliseconds.toFixed(1))} ms`;
}

function toTwoDigits(count: number): string {
  return String(count).padStart(2, '0');
}

function toProject(projectId: string | undefined): Part {
  return { text: projectId ?? '-', width: PROJECT_COLUMNS };
}

function toStatusStyle(statusCode: number | undefined): Style {
  if (statusCode === undefined) return 'dim';
  if (statusCode >= 500) return 'red';
  return statusCode >= 400 ? 'yellow' : 'green';
}
