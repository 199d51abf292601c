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
import { readEvent } from './read-event.ts';

/** A row that is scrolled past asks for nothing. */
const SETTLE_MS = 150;

/** An error may come after its request; the rows in view are asked for again this often at most. */
const REFRESH_MS = 2000;

export interface RequestErrors {
  readonly latest: ErrorGroup;
  readonly count: number;
}

/** The errors that happened together with a request that failed, or the one that it names; null when none is known. */
export function useRequestErrors(request: RequestSummary): RequestErrors | null {
  const lookup = toLookup(request);
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setIsSettled(true), SETTLE_MS);
    return () => window.clearTimeout(timer);
  }, []);
  const { data } = useQuery({
    queryKey: queryKeys.requestErrors(lookup?.key ?? ''),
    queryFn: ({ signal }) => lookup?.read(signal) ?? null,
    enabled: isSettled && lookup !== null,
  });
  // Another request with this id may have asked; that is no reason to show it here.
  return lookup === null ? null : (data ?? null);
}

interface Lookup {
  readonly key: string;
  readonly read: (signal: AbortSignal) => Promise<RequestErrors | null>;
}

function toLookup(request: RequestSummary): Lookup | null {
  const { correlationId, errorEventId, projectId } = request;
  if (correlationId !== undefined && (errorEventId !== undefined || isFailing(request))) {
    return { key: correlationId, read: (signal) => readCorrelated(correlationId, signal) };
  }
  if (errorEventId === undefined) return null;
  const read = async (signal: AbortSignal): Promise<RequestErrors | null> => {
    const found = await readEvent({ eventId: errorEventId, projectId, signal });
    return found === null ? null : { latest: found.error, count: 1 };
  };
  return { key: `${projectId ?? ''} ${errorEventId}`, read };
}

async function readCorrelated(correlationId: string, signal: AbortSignal): Promise<RequestErrors | null> {
  const parameters = { correlationId, pageSize: 1 };
  const { errors, total } = await callApi<ErrorGroupList>('/api/errors', { parameters, signal });
  const [latest] = errors;
  return latest === undefined ? null : { latest, count: total };
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
