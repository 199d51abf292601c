import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ErrorGroup, ErrorGroupList } from '../../../schemas/error-group.ts';
import { callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import { queryClient } from '../api/query-client.ts';
import type { ErrorFilters } from './filters.ts';

const PAGE_SIZE = 100;

type Pages = InfiniteData<ErrorGroupList, number>;

/** The key of the list with these filters. */
function toKey(filters: ErrorFilters) {
  return queryKeys.errors({ ...filters, isEndless: true });
}

/** The groups that the filters leave, read page by page as they come near. */
export function useErrorList(filters: ErrorFilters) {
  const query = useInfiniteQuery({
    queryKey: toKey(filters),
    queryFn: ({ pageParam, signal }) => {
      const parameters = { ...filters, page: pageParam, pageSize: PAGE_SIZE };
      return callApi<ErrorGroupList>('/api/errors', { parameters, signal });
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, pageSize, total }) => (page * pageSize < total ? page + 1 : null),
    placeholderData: keepPreviousData,
    // It is kept right by the feed, and must not move while it is being read.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = query;
  const groups = useMemo(() => toGroups(data), [data]);
  return { ...query, groups, total: data?.pages.at(-1)?.total ?? 0 };
}

/** Pages shift while groups come in, so that one may come twice; it is shown once. */
function toGroups(data: { readonly pages: readonly ErrorGroupList[] } | undefined): readonly ErrorGroup[] {
  const groups = new Map<string, ErrorGroup>();
  for (const page of data?.pages ?? []) for (const group of page.errors) groups.set(group.id, group);
  return [...groups.values()];
}

/** Puts groups in front of the list. */
export function insertGroups(filters: ErrorFilters, added: readonly ErrorGroup[]): void {
  change(filters, ([first, ...rest]) => {
    if (first === undefined) return [];
    return [{ ...first, errors: [...added, ...first.errors], total: first.total + added.length }, ...rest];
  });
}

/** Takes groups out of the list, because they do not pass its filters any more. */
export function removeGroups(filters: ErrorFilters, ids: ReadonlySet<string>): void {
  change(filters, (pages) =>
    pages.map((page) => ({
      ...page,
      errors: page.errors.filter(({ id }) => !ids.has(id)),
      total: Math.max(0, page.total - ids.size),
    })),
  );
}

/** Reads the list again from its beginning. */
export async function restartList(filters: ErrorFilters): Promise<void> {
  queryClient.setQueryData<Pages>(toKey(filters), (data) =>
    data === undefined ? undefined : { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
  await queryClient.invalidateQueries({ queryKey: toKey(filters) });
}

function change(filters: ErrorFilters, toPages: (pages: readonly ErrorGroupList[]) => ErrorGroupList[]): void {
  queryClient.setQueryData<Pages>(toKey(filters), (data) =>
    data === undefined ? undefined : { ...data, pages: toPages(data.pages) },
  );
}
