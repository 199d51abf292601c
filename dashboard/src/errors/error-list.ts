import type { ErrorGroup, ErrorGroupList } from '../../../schemas/error-group.ts';
import type { FeedMessage } from '../../../schemas/feed.ts';
import { queryKeys } from '../api/keys.ts';
import { queryClient } from '../api/query-client.ts';
import { type ListSource, type PagedList, usePagedList } from '../lists/paged-list.ts';
import { type ErrorFilters, isKnownToBeListed } from './filters.ts';

const ERRORS: ListSource<ErrorGroup, ErrorGroupList> = {
  name: 'errors',
  path: '/api/errors',
  rowsOf: ({ errors }) => errors,
};

export type ErrorList = PagedList<ErrorGroup, ErrorGroupList>;

/** The groups that the filters leave. */
export function useErrorList(filters: ErrorFilters): ErrorList {
  return usePagedList(ERRORS, filters);
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

/** Groups of a batch that the list has no row for: new ones, and those that came back, where that can be known. */
export function toAdded(batch: readonly FeedMessage[], filters: ErrorFilters, list: ErrorList): readonly string[] {
  const isWhole = list.loaded.length >= list.total;
  const groups = new Map<string, ErrorGroup>();
  for (const { type, payload } of batch) {
    if (type === 'new_error') groups.set(payload.id, payload);
    else if (type === 'new_event' && isWhole) groups.set(payload.errorGroup.id, payload.errorGroup);
  }
  return [...groups.values()]
    .filter((group) => isKnownToBeListed(group, filters) && list.indexOf(group.id) === -1)
    .map(({ id }) => id);
}
