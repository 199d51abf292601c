import type { ErrorGroup } from '../../../schemas/error-group.ts';
import { FACET_FILTER_CHARS_MAX, GROUP_QUERY_CHARS_MAX } from '../../../schemas/limits.ts';
import {
  DIRECTIONS,
  type Direction,
  GROUP_SORTS,
  type GroupSort,
  SEVERITIES,
  type Severity,
  SOURCES,
  type Source,
  STATUSES,
  type Status,
} from '../../../schemas/words.ts';
import { withoutTerminalCodes } from '../../../src/terminal-codes.ts';
import { pick, readTime, type Time, toMoment, useAddress } from '../filters/address.ts';
import { isWanted } from '../filters/matches.ts';
import { currentPlace } from '../router/location.ts';
import { holds, toTerms } from './query-terms.ts';

/** In the address, for all of them; an absent status is the one that somebody has to look at. */
export const ANY_STATUS = 'all';

/** What the filters are called in the address. The project has its own place, and a status is always chosen. */
export const FILTER_NAMES = ['severity', 'source', 'type', 'facet', 'range', 'from', 'to', 'changed', 'q'] as const;

/** Which groups are listed; null stands for any. The names are those of the API. */
export type ErrorFilters = Time & {
  readonly projectId: string | null;
  readonly status: Status | null;
  readonly severity: Severity | null;
  readonly source: Source | null;
  readonly type: string | null;
  readonly query: string | null;
  /** Null for the daemon's own order: the latest seen first. */
  readonly sort: GroupSort | null;
  readonly direction: Direction | null;
  /** `browser=Safari`: groups with events that have it. */
  readonly facet: string | null;
  /** Groups that are new, came back or became louder after it. */
  readonly changedSince: string | null;
};

/** The filters as the address has them. */
export function useErrorFilters(): ErrorFilters {
  return useAddress(toFilters);
}

/** The same outside of React. */
export function currentErrorFilters(): ErrorFilters {
  const { search } = currentPlace();
  return toFilters(search, search.get('project'));
}

/** What is typed, as the address has it. */
export function readQuery(search: URLSearchParams): string {
  return withoutTerminalCodes(search.get('q') ?? '').slice(0, GROUP_QUERY_CHARS_MAX);
}

function toFilters(search: URLSearchParams, projectId: string | null): ErrorFilters {
  const terms = toTerms(readQuery(search));
  // A query that says which states it wants must not meet another choice.
  const byDefault = terms.some(({ key }) => key === 'is') ? null : 'unresolved';
  const status = search.get('status');
  return {
    projectId,
    status: status === ANY_STATUS ? null : (pick(STATUSES, status) ?? byDefault),
    severity: pick(SEVERITIES, search.get('severity')),
    source: pick(SOURCES, search.get('source')),
    type: search.get('type') || null,
    facet: toFacet(search.get('facet')),
    changedSince: toMoment(search.get('changed')),
    query: terms.length === 0 ? null : readQuery(search),
    sort: pick(GROUP_SORTS, search.get('sort')),
    direction: pick(DIRECTIONS, search.get('direction')),
    ...readTime(search),
  };
}

/** As the API takes it; anything else is as if it were not there. */
function toFacet(text: string | null): string | null {
  return text !== null && /^[^=]+=./.test(text) && text.length <= FACET_FILTER_CHARS_MAX ? text : null;
}

/** Whether that can be told of a group that the list has no row for. */
export function isKnownToBeListed(group: ErrorGroup, filters: ErrorFilters): boolean {
  // Its events are counted in the daemon: what is new comes with the next reading.
  return (
    filters.facet === null &&
    filters.changedSince === null &&
    isListed(group, filters) &&
    toTerms(filters.query).every((term) => holds(group, term) === true)
  );
}

/** Whether a group belongs to the list as far as the page can tell, decided here for what the feed brings. */
export function isListed(group: ErrorGroup, filters: ErrorFilters): boolean {
  const { projectId, status, severity, source, type, query, from, to } = filters;
  return (
    isWanted(group.projectId, projectId) &&
    isWanted(group.status, status) &&
    isWanted(group.severity, severity) &&
    isWanted(group.source, source) &&
    isWanted(group.type, type) &&
    toTerms(query).every((term) => holds(group, term) !== false) &&
    (from === null || Date.parse(group.lastSeen) >= Date.parse(from)) &&
    (to === null || Date.parse(group.firstSeen) <= Date.parse(to))
  );
}
