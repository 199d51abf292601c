import { useQueries } from '@tanstack/react-query';
import { queryKeys } from '../api/keys.ts';
import { queryClient } from '../api/query-client.ts';
import { type ListFilters, type ListPage, type ListSource, toPageQuery } from './paged-list.ts';
import { toPage, toRows } from './to-rows.ts';

/** The records before and after one in a list; null where there is none. */
export interface Neighbours {
  readonly newerId: string | null;
  readonly olderId: string | null;
}

interface Spot {
  readonly id: string;
  /** Where it is in the list, or near it; null while that is not known. */
  readonly place: number | null;
}

/** The neighbours of a record in a list, which is read around it. */
export function useNeighbours<Row extends { readonly id: string }, Page extends ListPage>(
  source: ListSource<Row, Page>,
  filters: ListFilters,
  { id, place }: Spot,
): Neighbours {
  const pages = place === null ? [] : [toPage(Math.max(0, place - 1)), toPage(place + 1)];
  const rows = useQueries({
    queries: [...new Set(pages)].map((page) => toPageQuery(source, filters, page)),
    combine: (results) =>
      toRows(
        results.flatMap(({ data }) => (data === undefined ? [] : [data])),
        source.rowsOf,
      ),
  });
  const index = rows.indexOf(id);
  return {
    newerId: index === -1 ? null : (rows.at(index - 1)?.id ?? null),
    olderId: index === -1 ? null : (rows.at(index + 1)?.id ?? null),
  };
}

/** Where a record is in a list, among the pages of it that have been read; null when it is on none of them. */
export function findPlace<Row extends { readonly id: string }, Page extends ListPage>(
  { name, rowsOf }: ListSource<Row, Page>,
  filters: ListFilters,
  id: string,
): number | null {
  const pages = queryClient.getQueriesData<Page>({ queryKey: [...queryKeys.listPage(name, filters, 1)].slice(0, 2) });
  const index = toRows(
    // Short lists under the same name are no pages.
    pages.flatMap(([key, page]) => (page === undefined || key.length < 3 ? [] : [page])),
    rowsOf,
  ).indexOf(id);
  return index === -1 ? null : index;
}
