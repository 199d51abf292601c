import type { LogRecord } from '../../../schemas/log.ts';
import { type LogQueryFault, matchesLogQuery, parseLogQuery } from '../../../schemas/log-query.ts';
import { LOG_LEVELS, LOG_LEVELS_UPWARDS, type LogLevel, SOURCES, type Source } from '../../../schemas/words.ts';
import { pick, readSearch, readTime, type Time, useAddress } from '../filters/address.ts';
import { hasText, isWanted, isWithin } from '../filters/matches.ts';

/** What the filters are called in the address, the project apart. */
export const FILTER_NAMES = [
  'level',
  'minLevel',
  'source',
  'range',
  'from',
  'to',
  'correlationId',
  'q',
  'exclude',
  'query',
  'at',
] as const;

/** Which entries are listed; null stands for any. The names are those of the API. */
export interface LogFilters extends Time {
  readonly projectId: string | null;
  readonly level: LogLevel | null;
  /** This level and those above it. */
  readonly minLevel: LogLevel | null;
  readonly source: Source | null;
  readonly correlationId: string | null;
  readonly search: string | null;
  /** What an entry must not have in its message. */
  readonly exclude: string | null;
  /** An expression, as it was typed; null also for one that cannot be read. */
  readonly query: string | null;
}

/** What the page is asked to show: the filters, and the moment to open at, or null for the newest. */
export interface LogView {
  readonly filters: LogFilters;
  readonly atMs: number | null;
  /** What is wrong with the expression of the address. */
  readonly queryFault: LogQueryFault | null;
}

/** The view as the address has it. */
export function useLogView(): LogView {
  return useAddress(toView);
}

function toView(search: URLSearchParams, projectId: string | null): LogView {
  const atMs = Date.parse(search.get('at') ?? '');
  const query = search.get('query') ?? '';
  const parsed = parseLogQuery(query);
  return {
    filters: {
      projectId,
      level: pick(LOG_LEVELS, search.get('level')),
      minLevel: pick(LOG_LEVELS, search.get('minLevel')),
      source: pick(SOURCES, search.get('source')),
      correlationId: search.get('correlationId') || null,
      search: readSearch(search),
      exclude: readSearch(search, 'exclude'),
      query: parsed.ok && parsed.term !== null ? query : null,
      ...readTime(search),
    },
    atMs: Number.isNaN(atMs) ? null : atMs,
    queryFault: parsed.ok ? null : parsed.fault,
  };
}

/** Whether an entry is one of those listed, decided here for what the feed brings. */
export function isListed(log: LogRecord, filters: LogFilters): boolean {
  const { projectId, level, minLevel, source, correlationId, search, exclude, query } = filters;
  return (
    isWanted(log.projectId, projectId) &&
    isWanted(log.level, level) &&
    (minLevel === null || LOG_LEVELS_UPWARDS.indexOf(log.level) >= LOG_LEVELS_UPWARDS.indexOf(minLevel)) &&
    isWanted(log.source, source) &&
    isWanted(log.correlationId, correlationId) &&
    hasText(log.message, search) &&
    (exclude === null || !hasText(log.message, exclude)) &&
    passesQuery(log, query) &&
    isWithin(log.timestamp, filters)
  );
}

function passesQuery(log: LogRecord, query: string | null): boolean {
  const parsed = parseLogQuery(query ?? '');
  return !parsed.ok || parsed.term === null || matchesLogQuery(parsed.term, log);
}
