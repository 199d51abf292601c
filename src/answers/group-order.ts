// The orders of the list of error groups, and what its query asks, for any store.

import { type GroupTerm, parseGroupQuery } from '../../schemas/group-query.js';
import { SEARCH_TOTAL_MAX } from '../../schemas/limits.js';
import type { ErrorListQuery } from '../../schemas/query.js';
import type { GroupSort } from '../../schemas/words.js';
import { HOUR_MS } from './spans.js';

export interface GroupOrder {
  readonly sort: GroupSort;
  readonly isAscending: boolean;
}

export function toGroupOrder({ sort = 'lastSeen', direction = 'desc' }: ErrorListQuery): GroupOrder {
  return { sort, isAscending: direction === 'asc' };
}

/** The terms of a query that the gateway has let pass. */
export function toGroupTerms(query = ''): readonly GroupTerm[] {
  const parsed = parseGroupQuery(query);
  if (!parsed.ok) throw new Error(`a query came through that is none: ${parsed.fault.sentence}`);
  return parsed.terms;
}

/** Whether the list is another than that of the newest groups, so that a store looks at each group for it. */
export function isLookedThrough(list: ErrorListQuery): boolean {
  const { query = '', sort = 'lastSeen', direction = 'desc', changedSince } = list;
  return query.trim() !== '' || sort !== 'lastSeen' || direction !== 'desc' || changedSince !== undefined;
}

/** What an answer says of values that are not counted by name. */
export function toUncounted(uncounted: readonly string[]): { readonly uncounted?: string[] } {
  return uncounted.length === 0 ? {} : { uncounted: [...uncounted] };
}

/** Up to where the list is counted; undefined for to its end. */
export function toTotalMax({ search = '', query }: ErrorListQuery): number | undefined {
  const isSearch = search !== '' || toGroupTerms(query).some(({ key }) => key === 'message');
  return isSearch ? SEARCH_TOTAL_MAX : undefined;
}

/** Hours of counters that are "now" to a trend: the one that is running, and the one before it. */
const TREND_HOURS = 2;
const TREND_MS = TREND_HOURS * HOUR_MS;

/** From when on events count as those of now. */
export function trendFromMs(nowMs: number): number {
  return (Math.floor(nowMs / HOUR_MS) - (TREND_HOURS - 1)) * HOUR_MS;
}

/**
 * How many more events than usual a group has had since `:trendFromMs`, as SQL: what it had before, spread over its life
 * before, is taken off. `recent` is the expression of the events since then; the other columns are those of groups.
 */
export function toTrendSql(recent: string): string {
  // Some drivers bind every number as a floating one: then nothing would be whole.
  const lifeMs = `CAST(:trendFromMs AS bigint) - g.first_seen_at_ms`;
  return `(${recent} - (g.event_count - ${recent}) * ${TREND_MS}
    / (CASE WHEN ${lifeMs} > ${TREND_MS} THEN ${lifeMs} ELSE ${TREND_MS} END))`;
}

/** The same of one group, whose events since then are known. */
export function toTrend(
  recent: number,
  group: { readonly eventCount: number; readonly firstSeenAtMs: number },
  nowMs: number,
): number {
  const lifeMs = Math.max(TREND_MS, trendFromMs(nowMs) - group.firstSeenAtMs);
  return recent - Math.trunc(((group.eventCount - recent) * TREND_MS) / lifeMs);
}
