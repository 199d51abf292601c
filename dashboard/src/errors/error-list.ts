import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ErrorGroup, ErrorGroupList } from '../../../schemas/error-group.ts';
import { callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import { queryClient } from '../api/query-client.ts';
import { isLongListPage, readAgain } from '../feed/apply.ts';
import type { ErrorFilters } from './filters.ts';
import { PAGE_SIZE, pagesOf, toRows } from './to-rows.ts';

/** Pages out of view that are kept for the way back. */
const PAGES_KEPT = 12;
/** Rows are read once scrolling has slowed down: what only flies past is not asked for. */
const SETTLE_MS = 60;

export interface ErrorList {
  /** How many groups the filters leave, read or not. */
  readonly total: number;
  /** Whether anything has been read. */
  readonly isRead: boolean;
  /** Whether what is shown is of the filters before. */
  readonly isOutdated: boolean;
  readonly error: Error | null;
  /** The rows that are in memory, in order. */
  readonly loaded: readonly ErrorGroup[];
  /** The group of a row; undefined while it is being read. */
  at(index: number): ErrorGroup | undefined;
  /** The row of a group; -1 when it is not in memory. */
  indexOf(id: string): number;
  keyOf(index: number): string;
  /** Tells which rows are in view. */
  show(first: number, last: number): void;
  retry(): void;
}

/** The groups that the filters leave: only the pages in view are read and followed, so that any row is one call away. */
export function useErrorList(filters: ErrorFilters): ErrorList {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...toQuery(filters, 1),
    placeholderData: keepPreviousData,
  });
  const [view, show] = useView(filters);
  const others = useQueries({
    queries: view.map((page) => toQuery(filters, page)),
    combine: (results) => results.flatMap((result) => (result.data === undefined ? [] : [result.data])),
  });
  const rows = useMemo(() => toRows(data === undefined ? [] : [data, ...others]), [data, others]);
  const known = useRef(rows);
  useEffect(() => {
    known.current = rows;
    forgetFarPages();
  }, [rows]);
  return {
    ...rows,
    isRead: data !== undefined,
    isOutdated: isPlaceholderData,
    error,
    show: useCallback((first, last) => show(pagesOf(known.current, first, last)), [show]),
    retry: () => void refetch(),
  };
}

function toQuery(filters: ErrorFilters, page: number) {
  return {
    queryKey: queryKeys.errorListPage(filters, page),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      callApi<ErrorGroupList>('/api/errors', { parameters: { ...filters, page, pageSize: PAGE_SIZE }, signal }),
    // It is kept right by the feed, and must not move while it is being read.
    staleTime: Number.POSITIVE_INFINITY,
  };
}

const NONE: readonly number[] = [];

/** The pages in view beside the first one, and the way to name them, which waits until scrolling has slowed down. */
function useView(filters: ErrorFilters): [readonly number[], (pages: readonly number[]) => void] {
  const [view, setView] = useState<{ readonly filters: ErrorFilters; readonly pages: readonly number[] } | null>(null);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), [filters]);
  const show = useCallback(
    (pages: readonly number[]) => {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        setView((before) =>
          before?.filters === filters && before.pages.join() === pages.join() ? before : { filters, pages },
        );
      }, SETTLE_MS);
    },
    [filters],
  );
  return [view?.filters === filters ? view.pages : NONE, show];
}

function forgetFarPages(): void {
  const idle = queryClient
    .getQueryCache()
    .findAll({ queryKey: queryKeys.allErrors, type: 'inactive', predicate: isLongListPage })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const { queryKey } of idle.slice(PAGES_KEPT)) queryClient.removeQueries({ queryKey, exact: true });
}

/** Takes groups out of the list, because they do not pass its filters any more. */
export function removeGroups(filters: ErrorFilters, ids: ReadonlySet<string>): void {
  queryClient.setQueriesData<ErrorGroupList>({ queryKey: queryKeys.errors(filters) }, (page) =>
    page === undefined
      ? undefined
      : {
          ...page,
          errors: page.errors.filter(({ id }) => !ids.has(id)),
          total: Math.max(0, page.total - ids.size),
        },
  );
}

/** Reads the rows in view again. Tells whether some are still being read and were left. */
export function restartList(filters: ErrorFilters): boolean {
  return readAgain({ queryKey: queryKeys.errors(filters), predicate: isLongListPage });
}
