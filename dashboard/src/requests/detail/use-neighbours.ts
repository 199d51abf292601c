import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toRequestQuery } from '../../api/queries.ts';
import { useRequestFilters } from '../filters.ts';
import { useRequestList } from '../request-list.ts';

/** How far down the list is read on for a next one. */
const LOADED_MAX = 20_000;

/** The requests before and after one in the list that it was opened from; null where there is none. */
export interface Neighbours {
  readonly newerId: string | null;
  readonly olderId: string | null;
}

/**
 * The neighbours of a request in the list that the address describes. They are read ahead, so that going on takes no
 * time. A request that is further down than the list has been read has none.
 */
export function useNeighbours(id: string): Neighbours {
  const list = useRequestList(useRequestFilters());
  const { requests, loaded, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const index = requests.findIndex((request) => request.id === id);
  const isLast = index !== -1 && index === requests.length - 1;
  const mayRead = hasNextPage && !isFetching && !isFetchNextPageError && loaded.length < LOADED_MAX;
  useEffect(() => {
    if (isLast && mayRead) void fetchNextPage();
  }, [isLast, mayRead, fetchNextPage]);
  const newerId = requests[index - 1]?.id ?? null;
  const olderId = index === -1 ? null : (requests[index + 1]?.id ?? null);
  useQueries({ queries: [newerId, olderId].flatMap((next) => (next === null ? [] : [toRequestQuery(next)])) });
  return { newerId, olderId };
}
