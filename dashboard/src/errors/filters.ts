import type { ErrorGroup } from '../../../schemas/error-group.ts';
import { FACET_FILTER_CHARS_MAX } from '../../../schemas/limits.ts';
import { SEVERITIES, type Severity, SOURCES, type Source, STATUSES, type Status } from '../../../schemas/words.ts';
import { pick, readSearch, readTime, type Time, useAddress } from '../filters/address.ts';
import { hasText, isWanted } from '../filters/matches.ts';

/** In the address, for all of them; an absent status is the one that somebody has to look at. */
export const ANY_STATUS = 'all';

/** What the filters are called in the address. The project has its own place, and a status is always chosen. */
export const FILTER_NAMES = ['severity', 'source', 'type', 'facet', 'range', 'from', 'to', 'q'] as const;

/** Which groups are listed; null stands for any. The names are those of the API. */
export type ErrorFilters = Time & {
  readonly projectId: string | null;
  readonly status: Status | null;
  readonly severity: Severity | null;
  readonly source: Source | null;
  readonly type: string | null;
  /** `browser=Safari`: groups with events that have it. */
  readonly facet: string | null;
  readonly search: string | null;
};

/** The filters as the address has them. */
export function useErrorFilters(): ErrorFilters {
  return useAddress(toFilters);
}

function toFilters(search: URLSearchParams, projectId: string | null): ErrorFilters {
  const status = search.get('status');
  return {
    projectId,
    status: status === ANY_STATUS ? null : (pick(STATUSES, status) ?? 'unresolved'),
    severity: pick(SEVERITIES, search.get('severity')),
    source: pick(SOURCES, search.get('source')),
    type: search.get('type') || null,
    facet: toFacet(search.get('facet')),
    search: readSearch(search),
    ...readTime(search),
  };
}

/** As the API takes it; anything else is as if it were not there. */
function toFacet(text: string | null): string | null {
  return text !== null && /^[^=]+=./.test(text) && text.length <= FACET_FILTER_CHARS_MAX ? text : null;
}

/** Whether a group belongs to the list, decided here for what the feed brings. */
export function isListed(group: ErrorGroup, filters: ErrorFilters): boolean {
  const { projectId, status, severity, source, type, facet, search, from, to } = filters;
  return (
    isWanted(group.projectId, projectId) &&
    isWanted(group.status, status) &&
    isWanted(group.severity, severity) &&
    isWanted(group.source, source) &&
    isWanted(group.type, type) &&
    // Its events are counted in the daemon: what is new comes with the next reading.
    facet === null &&
    hasText(group.message, search) &&
    (from === null || Date.parse(group.lastSeen) >= Date.parse(from)) &&
    (to === null || Date.parse(group.firstSeen) <= Date.parse(to))
  );
}
