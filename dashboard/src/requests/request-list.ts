import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RequestList, RequestSummary } from '../../../schemas/request.ts';
import { callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import { queryClient } from '../api/query-client.ts';
import { isListed, type RequestFilters, type ServerFilters } from './filters.ts';

export const PAGE_SIZE = 500;
/** What slid in on top of the first page before the list is cut back to it. */
const FIRST_PAGE_SIZE_MAX = 4 * PAGE_SIZE;

type Pages = InfiniteData<RequestList, number>;

function toKey(filters: ServerFilters) {
  return queryKeys.requests({ ...filters, isEndless: true });
}

/** The requests that the daemon lists, read page by page, and those of them that pass the other filters. */
export function useRequestList(filters: RequestFilters) {
  const query = useInfiniteQuery({
    queryKey: toKey(filters.server),
    queryFn: ({ pageParam, signal }) => readPage(filters.server, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : null),
    placeholderData: keepPreviousData,
    // It is kept right by the feed, and must not move while it is being read.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = query;
  const loaded = useMemo(() => toRequests(data), [data]);
  const requests = useMemo(
    () => (filters.isNarrowedHere ? loaded.filter((request) => isListed(request, filters)) : loaded),
    [loaded, filters],
  );
  return { ...query, loaded, requests, total: data?.pages.at(-1)?.total ?? 0 };
}

function readPage(filters: ServerFilters, page: number, signal?: AbortSignal): Promise<RequestList> {
  const parameters = { ...filters, page, pageSize: PAGE_SIZE };
  return callApi<RequestList>('/api/requests', { parameters, ...(signal !== undefined && { signal }) });
}

/** Pages shift while requests come in, so that one may come twice; it is shown once. */
function toRequests(data: { readonly pages: readonly RequestList[] } | undefined): readonly RequestSummary[] {
  const requests = new Map<string, RequestSummary>();
  for (const page of data?.pages ?? []) for (const request of page.requests) requests.set(request.id, request);
  return [...requests.values()];
}

/** What the list would begin with now; null while it has not been read at all. */
export async function readNewest(filters: ServerFilters): Promise<readonly RequestSummary[] | null> {
  if (queryClient.getQueryData(toKey(filters)) === undefined) return null;
  return (await readPage(filters, 1)).requests;
}

/** Puts requests into the beginning of the list, where their time has them. More than a page of them is read instead. */
export function insertRequests(filters: ServerFilters, added: readonly RequestSummary[]): void {
  if (added.length >= PAGE_SIZE) {
    void restartList(filters);
    return;
  }
  queryClient.setQueryData<Pages>(toKey(filters), (data) => {
    const [first, ...rest] = data?.pages ?? [];
    if (data === undefined || first === undefined) return data;
    const requests = [...added, ...first.requests].sort(byNewest);
    const total = first.total + added.length;
    // A page left open all day must not grow all day; what is below is read again when somebody goes there.
    if (requests.length > FIRST_PAGE_SIZE_MAX) {
      return { pages: [{ ...first, requests: requests.slice(0, PAGE_SIZE), total }], pageParams: [1] };
    }
    return { ...data, pages: [{ ...first, requests, total }, ...rest.map((page) => ({ ...page, total }))] };
  });
}

function byNewest(a: RequestSummary, b: RequestSummary): number {
  return Date.parse(b.timestamp) - Date.parse(a.timestamp);
}

/** Reads the list again from its beginning. */
async function restartList(filters: ServerFilters): Promise<void> {
  queryClient.setQueryData<Pages>(toKey(filters), (data) =>
    data === undefined ? undefined : { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
  // Requests may come faster than a page of them is read: the reading that is under way is not begun anew each time.
  await queryClient.invalidateQueries({ queryKey: toKey(filters) }, { cancelRefetch: false });
}
