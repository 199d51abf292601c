import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ErrorChanges } from '../../../schemas/error-group.ts';
import type { FeedMessage } from '../../../schemas/feed.ts';
import { callApi, type Parameters } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import type { ErrorList } from '../error-list/error-list.ts';
import type { ErrorFilters } from '../error-list/filters.ts';
import { readAgain } from '../feed/apply.ts';
import { onFeedMessages } from '../feed/feed.ts';

/** The daemon is asked at most so often, and so long after the feed told of something: rows may slide in meanwhile. */
const ASK_MS = 1000;

export interface News {
  /** Since when; null before that is known. */
  readonly since: string | null;
  readonly changes: ErrorChanges | undefined;
  readonly hasRow: (id: string) => boolean;
  /** From now on. */
  readonly reset: () => void;
}

/** What happened since the list was first shown to groups that it may have no row for. The feed says when to ask the daemon. */
export function useNews(filters: ErrorFilters, list: ErrorList): News {
  const [start, setStart] = useState<{ readonly filters: ErrorFilters; readonly at: string } | null>(null);
  const [resets, setResets] = useState(0);
  const since = start?.filters === filters ? start.at : null;
  useEffect(() => {
    const aborter = new AbortController();
    readChanges({ projectId: filters.projectId }, aborter.signal).then(
      ({ at }) => setStart({ filters, at }),
      () => {
        // Without a beginning nothing is told; the list itself says that the daemon does not answer.
      },
    );
    return () => aborter.abort();
  }, [filters, resets]);
  const { data: changes } = useQuery({
    queryKey: queryKeys.news(filters, since),
    queryFn: ({ signal }) => readChanges({ ...filters, sort: null, direction: null, since }, signal),
    enabled: since !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const hasRow = (id: string): boolean => list.indexOf(id) !== -1;
  useAsking({ filters, since, hasRow });
  return { since, changes, hasRow, reset: () => setResets((count) => count + 1) };
}

interface Asking {
  readonly filters: ErrorFilters;
  readonly since: string | null;
  readonly hasRow: (id: string) => boolean;
}

/** Asks again when the feed tells of a group without a row: only the daemon knows whether that is news. */
function useAsking({ filters, since, hasRow }: Asking): void {
  const latest = useRef(hasRow);
  useEffect(() => {
    latest.current = hasRow;
  });
  useEffect(() => {
    if (since === null) return undefined;
    let timer: number | undefined;
    const ask = (): void => {
      timer = undefined;
      // What is being read at the moment may be of before.
      if (readAgain({ queryKey: queryKeys.news(filters, since) })) timer = window.setTimeout(ask, ASK_MS);
    };
    const stop = onFeedMessages((batch) => {
      if (timer !== undefined || batch.every((message) => !mayBeNews(message, latest.current))) return;
      timer = window.setTimeout(ask, ASK_MS);
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, [filters, since]);
}

function mayBeNews({ type, payload }: FeedMessage, hasRow: (id: string) => boolean): boolean {
  if (type === 'new_event') return !hasRow(payload.errorGroup.id);
  return (type === 'new_error' || type === 'status_change') && !hasRow(payload.id);
}

function readChanges(parameters: Parameters, signal: AbortSignal): Promise<ErrorChanges> {
  return callApi<ErrorChanges>('/api/errors/changes', { parameters, signal });
}
