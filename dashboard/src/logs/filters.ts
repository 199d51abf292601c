import { useMemo } from 'react';
import type { LogLevel, Source } from '../../../schemas/common.ts';
import type { LogRecord } from '../../../schemas/log.ts';
import type { TimeRange } from '../../../schemas/query.ts';
import { SEARCH_CHARS_MAX } from '../api/limits.ts';
import { usePlace } from '../router/location.ts';
import { useProject } from '../router/project.ts';
import { RANGE_MS } from '../router/time-range.ts';

export const LEVELS = ['debug', 'log', 'info', 'warn'] as const satisfies readonly LogLevel[];
export const SOURCES = ['backend', 'frontend'] as const satisfies readonly Source[];
export const RANGES = ['1h', '6h', '24h', '7d'] as const satisfies readonly TimeRange[];

/** What the filters are called in the address, the project apart. */
export const FILTER_NAMES = ['level', 'source', 'range', 'from', 'to', 'correlationId', 'q'] as const;

/** Which entries are listed; null stands for any. The names are those of the API. */
export interface LogFilters {
  readonly projectId: string | null;
  readonly level: LogLevel | null;
  readonly source: Source | null;
  readonly correlationId: string | null;
  readonly search: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** What the page is asked to show: the filters, and the moment to open at, or null for the newest. */
export interface LogView {
  readonly filters: LogFilters;
  readonly atMs: number | null;
}

/** The view as the address has it; what it has and we do not know is as if it were not there. */
export function useLogView(): LogView {
  const { search: address } = usePlace();
  const projectId = useProject();
  const text = address.toString();
  return useMemo(() => {
    const search = new URLSearchParams(text);
    const range = pick(RANGES, search.get('range'));
    const since = range === null ? null : new Date(Date.now() - RANGE_MS[range]).toISOString();
    const atMs = Date.parse(search.get('at') ?? '');
    return {
      filters: {
        projectId,
        level: pick(LEVELS, search.get('level')),
        source: pick(SOURCES, search.get('source')),
        correlationId: search.get('correlationId') || null,
        search: search.get('q')?.slice(0, SEARCH_CHARS_MAX) || null,
        from: toMoment(search.get('from')) ?? since,
        to: toMoment(search.get('to')),
      },
      atMs: Number.isNaN(atMs) ? null : atMs,
    };
  }, [text, projectId]);
}

/** Whether an entry is one of those listed, decided here for what the feed brings. */
export function isListed(log: LogRecord, filters: LogFilters): boolean {
  const { projectId, level, source, correlationId, search, from, to } = filters;
  const atMs = Date.parse(log.timestamp);
  return (
    (projectId === null || log.projectId === projectId) &&
    (level === null || log.level === level) &&
    (source === null || log.source === source) &&
    (correlationId === null || log.correlationId === correlationId) &&
    (search === null || log.message.toLowerCase().includes(search.toLowerCase())) &&
    (from === null || atMs >= Date.parse(from)) &&
    (to === null || atMs <= Date.parse(to))
  );
}

function pick<T extends string>(known: readonly T[], value: string | null): T | null {
  return known.find((other) => other === value) ?? null;
}

/** As the API wants it, whatever form of a time the address has. */
function toMoment(text: string | null): string | null {
  const timeMs = Date.parse(text ?? '');
  return Number.isNaN(timeMs) ? null : new Date(timeMs).toISOString();
}
