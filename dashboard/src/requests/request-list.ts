import type { FeedMessage } from '../../../schemas/feed.ts';
import type { RequestList as Page, RequestSummary } from '../../../schemas/request.ts';
import { callApi } from '../api/client.ts';
import { type ListSource, type PagedList, usePagedList } from '../lists/paged-list.ts';
import { PAGE_SIZE } from '../lists/to-rows.ts';
import { isListed, type RequestFilters } from './filters.ts';

/** The list of requests, as it is read from the API. */
export const REQUESTS: ListSource<RequestSummary, Page> = {
  name: 'requests',
  path: '/api/requests',
  rowsOf: ({ requests }) => requests,
};

export type RequestList = PagedList<RequestSummary, Page>;

/** The requests that the filters leave. */
export function useRequestList(filters: RequestFilters): RequestList {
  return usePagedList(REQUESTS, filters);
}

/** What has come since the list was read; nothing when it is only being read now. */
export async function readMissed(filters: RequestFilters, list: RequestList): Promise<readonly string[]> {
  if (list.first === undefined || list.isOutdated) return [];
  const parameters = { ...filters, page: 1, pageSize: PAGE_SIZE };
  const { requests } = await callApi<Page>(REQUESTS.path, { parameters });
  return requests.filter(({ id }) => list.indexOf(id) === -1).map(({ id }) => id);
}

/** Requests of a batch that the list has no row for. */
export function toAdded(batch: readonly FeedMessage[], filters: RequestFilters, list: RequestList): readonly string[] {
  return batch.flatMap(({ type, payload }) =>
    type === 'new_request' && isListed(payload, filters) && list.indexOf(payload.id) === -1 ? [payload.id] : [],
  );
}
