import { useCallback, useEffect, useState } from 'react';
import type { RequestFilters } from './filters.ts';
import type { useRequestList } from './request-list.ts';

/** More rows than a screen shows. */
const SCREENFUL = 60;
/** Requests looked through before somebody has to ask for more. */
export const SCAN_STEP = 10_000;

export interface Scan {
  /** Reads the next page, if the list may go on by itself. */
  readonly readMore: () => void;
  /** Looks further where the list stopped by itself; null while it has not. */
  readonly goOn: (() => void) | null;
  /** It stopped because the next page could not be read. */
  readonly hasFailed: boolean;
}

/**
 * Reads on as the end of the list comes near, and, with filters that the daemon does not know, until a screen is full: up
 * to a bound, so that a filter that nothing passes does not read the whole database.
 */
export function useScan(filters: RequestFilters, list: ReturnType<typeof useRequestList>): Scan {
  const { requests, loaded, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const [allowed, setAllowed] = useState({ filters, count: SCAN_STEP });
  const count = allowed.filters === filters ? allowed.count : SCAN_STEP;
  const isAtBound = filters.isNarrowedHere && loaded.length >= count;
  const mayRead = hasNextPage && !isFetching && !isFetchNextPageError && !isAtBound;
  const readMore = useCallback(() => {
    if (mayRead) void fetchNextPage();
  }, [mayRead, fetchNextPage]);
  const isWanted = filters.isNarrowedHere && requests.length < SCREENFUL;
  useEffect(() => {
    if (isWanted) readMore();
  }, [isWanted, readMore]);
  const goOn = (): void => {
    setAllowed({ filters, count: loaded.length + SCAN_STEP });
    void fetchNextPage();
  };
  const hasStopped = hasNextPage && !isFetching && (isAtBound || isFetchNextPageError);
  return { readMore, goOn: hasStopped ? goOn : null, hasFailed: isFetchNextPageError };
}
