import { skipToken, useQueries, useQuery } from '@tanstack/react-query';
import type { ErrorGroup } from '../../../schemas/error-group.ts';
import type { TrendRange } from '../../../schemas/words.ts';
import { queryKeys } from '../api/keys.ts';
import type { Span } from '../router/time-range.ts';
import { readTrend, readTrendBetween, type Trend } from './read-trend.ts';

const FRESH_MS = 60_000;
/** Rows that were scrolled past are soon forgotten, so that a long list does not fill the memory. */
const KEPT_MS = 60_000;

export interface Trends {
  /** By the id of the group; those that have been read. */
  readonly trends: ReadonlyMap<string, Trend>;
  /** Whether every one of them has been read, or could not be. */
  readonly isSettled: boolean;
}

/** The trend of one group; undefined until it has been read. */
export function useTrend(id: string, range: TrendRange = '24h'): Trend | undefined {
  return useQuery(toQuery(id, range)).data;
}

/** The trend of one group in a time that is no range of trends; undefined until it has been read. */
export function useTrendBetween(id: string, time: { readonly key: string; readonly toSpan: () => Span } | null) {
  return useQuery({
    queryKey: queryKeys.trend(id, time?.key ?? ''),
    queryFn: time === null ? skipToken : ({ signal }) => readTrendBetween(id, time.toSpan(), signal),
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
  }).data;
}

/** The trends of groups over the last day. */
export function useTrends(groups: readonly ErrorGroup[]): Trends {
  return useQueries({
    queries: groups.map(({ id }) => toQuery(id, '24h')),
    combine: (results) => ({
      isSettled: results.every(({ isPending }) => !isPending),
      trends: new Map(
        results.flatMap(({ data }, index) => (data === undefined ? [] : [[groups[index]?.id ?? '', data]])),
      ),
    }),
  });
}

function toQuery(id: string, range: TrendRange) {
  return {
    queryKey: queryKeys.trend(id, range),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => readTrend(id, range, signal),
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
  };
}
