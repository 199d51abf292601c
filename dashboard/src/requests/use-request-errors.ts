import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ErrorGroup, ErrorGroupList } from '../../../schemas/error-group.ts';
import type { RequestSummary } from '../../../schemas/request.ts';
import { callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import { queryClient } from '../api/query-client.ts';
import { onFeedMessages } from '../feed/feed.ts';
import { openThrottle } from '../feed/throttle.ts';
import { isFailing } from './filters.ts';

/** A row that is scrolled past asks for nothing. */
const SETTLE_MS = 150;

/** An error may come after its request; the rows in view are asked for again this often at most. */
const REFRESH_MS = 2000;

export interface RequestErrors {
  readonly latest: ErrorGroup;
  readonly count: number;
}

/**
 * The errors that happened together with a request that failed or that names one; null when there is none, or none is
 * known. The correlation id is what leads to them: the API has no way from an event to its group.
 */
export function useRequestErrors(request: RequestSummary): RequestErrors | null {
  const { correlationId, errorEventId } = request;
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setIsSettled(true), SETTLE_MS);
    return () => window.clearTimeout(timer);
  }, []);
  const isWanted = correlationId !== undefined && (errorEventId !== undefined || isFailing(request));
  const { data } = useQuery({
    queryKey: queryKeys.requestErrors(correlationId ?? ''),
    queryFn: ({ signal }) => {
      const parameters = { correlationId, pageSize: 1 };
      return callApi<ErrorGroupList>('/api/errors', { parameters, signal });
    },
    enabled: isSettled && isWanted,
  });
  const latest = data?.errors[0];
  // Another request with this id may have asked; that is no reason to show it here.
  return !isWanted || data === undefined || latest === undefined ? null : { latest, count: data.total };
}

/** Asks again for the errors of the rows in view when errors come in. */
export function useErrorRefresh(): void {
  useEffect(() => {
    const refresh = openThrottle(REFRESH_MS, () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.allRequestErrors });
    });
    return onFeedMessages((batch) => {
      if (batch.some(({ type }) => type === 'new_error' || type === 'new_event')) refresh();
    });
  }, []);
}
