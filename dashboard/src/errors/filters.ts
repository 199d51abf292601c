import { useMemo } from 'react';
import type { Severity, Source, Status } from '../../../schemas/common.ts';
import type { ErrorGroup } from '../../../schemas/error-group.ts';
import type { TimeRange } from '../../../schemas/query.ts';
import { usePlace } from '../router/location.ts';
import { useProject } from '../router/project.ts';
import { RANGE_MS } from '../router/time-range.ts';

export const STATUSES = ['unresolved', 'acknowledged', 'resolved', 'ignored'] as const satisfies readonly Status[];
export const SEVERITIES = ['fatal', 'error', 'warning', 'info'] as const satisfies readonly Severity[];
export const SOURCES = ['backend', 'frontend'] as const satisfies readonly Source[];
export const RANGES = ['1h', '6h', '24h', '7d'] as const satisfies readonly TimeRange[];

/** In the address, for all of them; an absent status is the one that somebody has to look at. */
export const ANY_STATUS = 'all';

/** Which groups are listed; null stands for any. The names are those of the API. */
export interface ErrorFilters {
  readonly projectId: string | null;
  readonly status: Status | null;
  readonly severity: Severity | null;
  readonly source: Source | null;
  readonly type: string | null;
  readonly search: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** The filters as the address has them; what it has and we do not know is as if it were not there. */
export function useErrorFilters(): ErrorFilters {
  const { search: address } = usePlace();
  const projectId = useProject();
  const text = address.toString();
  return useMemo(() => {
    const search = new URLSearchParams(text);
    const range = pick(RANGES, search.get('range'));
    const status = search.get('status');
    return {
      projectId,
      status: status === ANY_STATUS ? null : (pick(STATUSES, status) ?? 'unresolved'),
      severity: pick(SEVERITIES, search.get('severity')),
      source: pick(SOURCES, search.get('source')),
      type: search.get('type'),
      search: search.get('q'),
      from:
        toMoment(search.get('from')) ?? (range === null ? null : new Date(Date.now() - RANGE_MS[range]).toISOString()),
      to: toMoment(search.get('to')),
    };
  }, [text, projectId]);
}

/** Whether a group belongs to the list, decided here for what the feed brings. */
export function isListed(group: ErrorGroup, filters: ErrorFilters): boolean {
  const { projectId, status, severity, source, type, search, from, to } = filters;
  return (
    (projectId === null || group.projectId === projectId) &&
    (status === null || group.status === status) &&
    (severity === null || group.severity === severity) &&
    (source === null || group.source === source) &&
    (type === null || group.type === type) &&
    (search === null || group.message.toLowerCase().includes(search.toLowerCase())) &&
    (from === null || Date.parse(group.lastSeen) >= Date.parse(from)) &&
    (to === null || Date.parse(group.firstSeen) <= Date.parse(to))
  );
}

function pick<T extends string>(known: readonly T[], value: string | null): T | null {
  return known.find((other) => other === value) ?? null;
}

function toMoment(text: string | null): string | null {
  return text === null || Number.isNaN(Date.parse(text)) ? null : text;
}
