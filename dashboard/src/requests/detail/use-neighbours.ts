import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RequestList, RequestSummary } from '../../../../schemas/request.ts';
import { callApi } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { toRequestQuery } from '../../api/queries.ts';
import { findPlace, type Neighbours, useNeighbours } from '../../lists/neighbours.ts';
import { type RequestFilters, useRequestFilters } from '../filters.ts';
import { REQUESTS } from '../request-list.ts';

/** The neighbours of a request in the list that the address describes, read ahead, so that going on takes no time. */
export function useRequestNeighbours(id: string, request: RequestSummary | undefined): Neighbours {
  const filters = useRequestFilters();
  const neighbours = useNeighbours(REQUESTS, filters, { id, place: usePlace(filters, id, request) });
  const ids = [neighbours.newerId, neighbours.olderId].filter((next) => next !== null);
  useQueries({ queries: ids.map(toRequestQuery) });
  return neighbours;
}

/**
 * Where a request is in a list: where the list has it that it was opened from, or else behind as many as the daemon counts
 * since its moment. Null while that is not known, and near the place when several are of one moment.
 */
function usePlace(filters: RequestFilters, id: string, request: RequestSummary | undefined): number | null {
  const [known, setKnown] = useState<{ readonly id: string; readonly place: number | null } | null>(null);
  const isLookedUp = known?.id === id;
  if (!isLookedUp) setKnown({ id, place: findPlace(REQUESTS, filters, id) });
  const place = isLookedUp ? known.place : null;
  const parameters = { ...filters, from: request?.timestamp ?? null, pageSize: 1 };
  const { data } = useQuery({
    queryKey: queryKeys.requestPlace(filters, id),
    queryFn: ({ signal }) => callApi<RequestList>('/api/requests', { parameters, signal }),
    enabled: isLookedUp && place === null && request !== undefined,
  });
  return place ?? (data === undefined ? null : Math.max(0, data.total - 1));
}
