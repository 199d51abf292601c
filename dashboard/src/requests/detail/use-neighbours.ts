import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toRequestQuery } from '../../api/queries.ts';
import { useRequestFilters } from '../filters.ts';
import { useRequestList } from '../request-list.ts';

/** How far down the list is read on: for a next one, and to find a request that was opened by its address. */
const NEXT_LOADED_MAX = 20_000;
const FOUND_LOADED_MAX = 5000;

/** The requests before and after one in the list that it was opened from; null where there is none. */
export interface Neighbours {
  readonly newerId: string | null;
  readonly olderId: string | null;
}

/**
 * The neighbours of a request in the list that the address describes. They are read ahead, so that going on takes no
 * time. A request that is further down than the list is read has none.
 */
export function useNeighbours(id: string): Neighbours {
  const list = useRequestList(useRequestFilters());
  const { requests, loaded, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const index = requests.findIndex((request) => request.id === id);
  const isUnknown = index === -1 && !loaded.some((request) => request.id === id);
  const isLast = index !== -1 && index === requests.length - 1;
  const isWanted = isUnknown ? loaded.length < FOUND_LOADED_MAX : isLast && loaded.length < NEXT_LOADED_MAX;
  const mayRead = isWanted && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (mayRead) void fetchNextPage();
  }, [mayRead, fetchNextPage]);
  const newerId = requests[index - 1]?.id ?? null;
  const olderId = index === -1 ? null : (requests[index + 1]?.id ?? null);
  useQueries({ queries: [newerId, olderId].flatMap((next) => (next === null ? [] : [toRequestQuery(next)])) });
  return { newerId, olderId };
}
