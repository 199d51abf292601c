import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { callApi, type Parameters } from '../api/client.ts';
import { isListPage, queryKeys } from '../api/keys.ts';
import { queryClient } from '../api/query-client.ts';
import { readAgain } from '../feed/apply.ts';
import { PAGE_SIZE, pagesOf, type Rows, toRows } from './to-rows.ts';

/** Pages out of view that are kept for the way back. */
const PAGES_KEPT = 12;
/** Rows are read once scrolling has slowed down: what only flies past is not asked for. */
const SETTLE_MS = 60;

/** What the API says with each page of a list. */
export interface ListPage {
  readonly total: number;
  readonly page: number;
  /** Where the list goes on, however it moves meanwhile. */
  readonly next?: string;
}

/** A list of the API that is read page by page. */
export interface ListSource<Row, Page extends ListPage> {
  readonly name: 'errors' | 'requests';
  readonly path: string;
  readonly rowsOf: (page: Page) => readonly Row[];
}

/** What the list is narrowed by, in the words of the API. The same list is the same object. */
export type ListFilters = Parameters;

export interface PagedList<Row, Page> extends Rows<Row> {
  /** The first page as it was read; undefined before that. */
  readonly first: Page | undefined;
  /** Whether what is shown is of the filters before. */
  readonly isOutdated: boolean;
  readonly error: Error | null;
  /** Tells which rows are in view. */
  readonly show: (first: number, last: number) => void;
  readonly retry: () => void;
  /** The rows from one place to another, `ROWS_BETWEEN_MAX` at most; rejects where they cannot be read. */
  readonly readBetween: (first: number, last: number) => Promise<readonly Row[]>;
}

/** The rows that the filters leave: only the pages in view are read and followed, so that any row is one call away. */
export function usePagedList<Row extends { readonly id: string }, Page extends ListPage>(
  source: ListSource<Row, Page>,
  filters: ListFilters,
): PagedList<Row, Page> {
  const {
    data: first,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery({ ...toPageQuery(source, filters, 1), placeholderData: keepPreviousData });
  const [view, show] = useView(filters);
  const others = useQueries({
    queries: view.map((page) => toPageQuery(source, filters, page)),
    combine: (results) => results.flatMap((result) => (result.data === undefined ? [] : [result.data])),
  });
  const { rowsOf, name } = source;
  const rows = useMemo(() => toRows(first === undefined ? [] : [first, ...others], rowsOf), [first, others, rowsOf]);
  const known = useRef(rows);
  useEffect(() => {
    known.current = rows;
    forgetFarPages(name);
  }, [rows, name]);
  return {
    ...rows,
    first,
    isOutdated: isPlaceholderData,
    error,
    show: useCallback((from, to) => show(pagesOf(known.current, from, to)), [show]),
    retry: () => void refetch(),
    readBetween: (from, to) => readBetween({ source, filters, rows }, from, to),
  };
}

/** More rows than anybody means to choose with one click: each hundred is a call. */
export const ROWS_BETWEEN_MAX = 1000;

interface ReadList<Row, Page extends ListPage> {
  readonly source: ListSource<Row, Page>;
  readonly filters: ListFilters;
  readonly rows: Rows<Row>;
}

async function readBetween<Row extends { readonly id: string }, Page extends ListPage>(
  { source, filters, rows }: ReadList<Row, Page>,
  from: number,
  to: number,
): Promise<readonly Row[]> {
  const last = Math.min(to, from + ROWS_BETWEEN_MAX - 1);
  const pages: Page[] = [];
  // One after the other: each begins where the one before it ends.
  for (const page of [1, ...pagesOf(rows, from, last)]) {
    pages.push(await queryClient.query(toPageQuery(source, filters, page)));
  }
  const read = toRows(pages, source.rowsOf);
  return Array.from({ length: last - from + 1 }, (_, index) => read.at(from + index)).filter(
    (row) => row !== undefined,
  );
}

/** What reads one page of a list. */
export function toPageQuery<Row, Page extends ListPage>(
  { name, path }: ListSource<Row, Page>,
  filters: ListFilters,
  page: number,
) {
  const queryKey = queryKeys.listPage(name, filters, page);
  return {
    queryKey,
    async queryFn({ signal }: { readonly signal: AbortSignal }): Promise<Page> {
      const place = toPlace(name, filters, page);
      const parameters = { ...filters, ...place, pageSize: PAGE_SIZE };
      return { ...(await callApi<Page>(path, { parameters, signal })), page };
    },
    // It is kept right by the feed, and must not move while it is being read.
    staleTime: Number.POSITIVE_INFINITY,
  };
}

/**
 * Where a page begins: behind the page before it, if that is there, so that nothing is passed over or comes twice however
 * rows have moved meanwhile. What is read again is read together with the page before it, and so by its number.
 */
function toPlace(name: ListSource<unknown, ListPage>['name'], filters: ListFilters, page: number): Parameters {
  const isReadAgain = queryClient.getQueryData(queryKeys.listPage(name, filters, page)) !== undefined;
  const before = queryClient.getQueryData<ListPage>(queryKeys.listPage(name, filters, page - 1))?.next;
  return isReadAgain || before === undefined ? { page } : { before };
}

const NONE: readonly number[] = [];

/** The pages in view beside the first one, and the way to name them, which waits until scrolling has slowed down. */
function useView(filters: ListFilters): [readonly number[], (pages: readonly number[]) => void] {
  const [view, setView] = useState<{ readonly filters: ListFilters; readonly pages: readonly number[] } | null>(null);
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

function forgetFarPages(name: ListSource<unknown, ListPage>['name']): void {
  const idle = queryClient
    .getQueryCache()
    .findAll({ queryKey: [name], type: 'inactive', predicate: isListPage })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const { queryKey } of idle.slice(PAGES_KEPT)) queryClient.removeQueries({ queryKey, exact: true });
}

/** Reads the rows in view again. Tells whether some are still being read and were left. */
export function restartList(name: ListSource<unknown, ListPage>['name'], filters: ListFilters): boolean {
  return readAgain({ queryKey: [name, filters], predicate: isListPage });
}
