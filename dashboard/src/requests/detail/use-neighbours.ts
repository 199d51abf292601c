import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RequestList, RequestSummary } from '../../../../schemas/request.ts';
import { callApi } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { toRequestQuery } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { toPageQuery } from '../../lists/paged-list.ts';
import { toPage, toRows } from '../../lists/to-rows.ts';
import { type RequestFilters, useRequestFilters } from '../filters.ts';
import { REQUESTS } from '../request-list.ts';

/** The requests before and after one in the list that it was opened from; null where there is none. */
export interface Neighbours {
  readonly newerId: string | null;
  readonly olderId: string | null;
}

/** The neighbours of a request in the list that the address describes, read ahead, so that going on takes no time. */
export function useNeighbours(id: string, request: RequestSummary | undefined): Neighbours {
  const filters = useRequestFilters();
  const place = usePlace(filters, id, request);
  const pages = place === null ? [] : [toPage(Math.max(0, place - 1)), toPage(place + 1)];
  const rows = useQueries({
    queries: [...new Set(pages)].map((page) => toPageQuery(REQUESTS, filters, page)),
    combine: (results) =>
      toRows(
        results.flatMap(({ data }) => (data === undefined ? [] : [data])),
        REQUESTS.rowsOf,
      ),
  });
  const index = rows.indexOf(id);
  const newerId = index === -1 ? null : (rows.at(index - 1)?.id ?? null);
  const olderId = index === -1 ? null : (rows.at(index + 1)?.id ?? null);
  useQueries({ queries: [newerId, olderId].flatMap((next) => (next === null ? [] : [toRequestQuery(next)])) });
  return { newerId, olderId };
}

/**
 * Where a request is in a list: where the list has it that it was opened from, or else behind as many as the daemon counts
 * since its moment. Null while that is not known, and near the place when several are of one moment.
 */
function usePlace(filters: RequestFilters, id: string, request: RequestSummary | undefined): number | null {
  const [known, setKnown] = useState<{ readonly id: string; readonly place: number | null } | null>(null);
  const isLookedUp = known?.id === id;
  if (!isLookedUp) setKnown({ id, place: findPlace(filters, id) });
  const place = isLookedUp ? known.place : null;
  const parameters = { ...filters, from: request?.timestamp ?? null, pageSize: 1 };
  const { data } = useQuery({
    queryKey: queryKeys.requestPlace(filters, id),
    queryFn: ({ signal }) => callApi<RequestList>('/api/requests', { parameters, signal }),
    enabled: isLookedUp && place === null && request !== undefined,
  });
  return place ?? (data === undefined ? null : Math.max(0, data.total - 1));
}

function findPlace(filters: RequestFilters, id: string): number | null {
  const pages = queryClient.getQueriesData<RequestList>({ queryKey: queryKeys.requests(filters) });
  const index = toRows(
    pages.flatMap(([key, page]) => (page === undefined || key.length < 3 ? [] : [page])),
    REQUESTS.rowsOf,
  ).indexOf(id);
  return index === -1 ? null : index;
}
