import type { ErrorGroup, ErrorGroupList } from '../../../schemas/error-group.ts';
import type { FeedMessage } from '../../../schemas/feed.ts';
import { queryKeys } from '../api/keys.ts';
import { queryClient } from '../api/query-client.ts';
import { isNewError } from '../feed/is-new-error.ts';
import { type ListSource, type PagedList, usePagedList } from '../lists/paged-list.ts';
import { currentPlace, toHref } from '../router/location.ts';
import { type ErrorFilters, isKnownToBeListed } from './filters.ts';

/** The list of error groups, as it is read from the API. */
export const ERRORS: ListSource<ErrorGroup, ErrorGroupList> = {
  name: 'errors',
  path: '/api/errors',
  rowsOf: ({ errors }) => errors,
};

export type ErrorList = PagedList<ErrorGroup, ErrorGroupList>;

/** The groups that the filters leave. */
export function useErrorList(filters: ErrorFilters): ErrorList {
  return usePagedList(ERRORS, filters);
}

/** Takes groups out of the list, because they do not pass its filters any more; returns the way to put them back. */
export function removeGroups(filters: ErrorFilters, ids: ReadonlySet<string>): () => void {
  const queryKey = queryKeys.errors(filters);
  const before = queryClient.getQueriesData<ErrorGroupList>({ queryKey });
  queryClient.setQueriesData<ErrorGroupList>({ queryKey }, (page) =>
    page === undefined
      ? undefined
      : {
          ...page,
          errors: page.errors.filter(({ id }) => !ids.has(id)),
          total: Math.max(0, page.total - ids.size),
        },
  );
  return () => {
    for (const [key, page] of before) queryClient.setQueryData(key, page);
  };
}

/** What the page of an error adds to the address of its list: the event, which events are looked at, and the time of the chart. */
export const EVENT = 'event';
export const EVENTS = 'events';
const CHART = 'chart';

/** The address of an error, with the filters of the list that it is read from. Events belong to one error. */
export function toErrorHref(id: string): string {
  return toHref(`/errors/${encodeURIComponent(id)}`, without(EVENT, EVENTS));
}

/** The list that the error was opened from. */
export function toErrorListHref(): string {
  return toHref('/errors', without(EVENT, EVENTS, CHART));
}

function without(...names: readonly string[]): URLSearchParams {
  const search = new URLSearchParams(currentPlace().search);
  for (const name of names) search.delete(name);
  return search;
}

/** Groups of a batch that the list has no row for: new ones, and those that came back, where that can be known. */
export function toAdded(batch: readonly FeedMessage[], filters: ErrorFilters, list: ErrorList): readonly string[] {
  const isWhole = list.loaded.length >= list.total;
  const groups = new Map<string, ErrorGroup>();
  for (const message of batch) {
    if (isNewError(message)) groups.set(message.payload.id, message.payload);
    else if (message.type === 'new_event' && isWhole) {
      const { errorGroup } = message.payload;
      groups.set(errorGroup.id, errorGroup);
    }
  }
  return [...groups.values()]
    .filter((group) => isKnownToBeListed(group, filters) && list.indexOf(group.id) === -1)
    .map(({ id }) => id);
}
