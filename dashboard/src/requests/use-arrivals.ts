import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { FeedMessage } from '../../../schemas/feed.ts';
import type { RequestSummary } from '../../../schemas/request.ts';
import { onFeedMessages } from '../feed/feed.ts';
import { openThrottle } from '../feed/throttle.ts';
import { isListed, isServed, type RequestFilters } from './filters.ts';
import { insertRequests, PAGE_SIZE, readNewest } from './request-list.ts';

interface ListState {
  readonly filters: RequestFilters;
  /** Everything that has been read of the list, shown or not. */
  readonly loaded: readonly RequestSummary[];
  /** Whether somebody reads the list: then nothing in it may move. */
  readonly isBeingRead: () => boolean;
}

export interface Arrivals {
  /** How many requests would be shown that are not, up to a page of them. */
  readonly waitingCount: number;
  /** Requests that have just slid in. */
  readonly freshIds: ReadonlySet<string>;
  /** Shows the waiting ones. */
  readonly show: () => void;
}

/** The list moves this often at most: rows that are replaced sooner cannot be read. */
const SHOW_MS = 300;
const NO_IDS: ReadonlySet<string> = new Set();
const NO_REQUESTS: readonly RequestSummary[] = [];

/**
 * Requests that the feed brings, and those that came while another page was shown: they slide in while nobody reads, and
 * wait to be asked for otherwise.
 */
export function useArrivals(state: ListState): Arrivals {
  const { filters, loaded } = state;
  const { server } = filters;
  const [waiting, setWaiting] = useState(NO_REQUESTS);
  const [freshIds, setFreshIds] = useState(NO_IDS);
  const loadedIds = useMemo(() => new Set(loaded.map(({ id }) => id)), [loaded]);
  const latest = useLatest({ ...state, loadedIds });
  useEffect(() => {
    setWaiting(NO_REQUESTS);
    setFreshIds(NO_IDS);
    let isOver = false;
    const take = (requests: readonly RequestSummary[]): void => {
      const known = latest.current.loadedIds;
      const added = requests.filter((request) => !known.has(request.id) && isServed(request, server));
      if (isOver || added.length === 0) return;
      if (latest.current.isBeingRead()) setWaiting((before) => merge(before, added));
      else {
        insertRequests(server, added);
        setFreshIds(toIds(added));
      }
    };
    let gathered: readonly RequestSummary[] = [];
    const takeGathered = openThrottle(SHOW_MS, () => {
      take(gathered);
      gathered = [];
    });
    const stopFollowing = onFeedMessages((batch) => {
      const requests = toRequests(batch);
      if (requests.length === 0) return;
      gathered = [...requests, ...gathered];
      takeGathered();
    });
    // A list that was read before is still there; the feed told another page what has come since.
    readNewest(server).then(
      (newest) => take(newest ?? []),
      () => undefined, // The list stays as it is; when the daemon is back, everything is read again.
    );
    return () => {
      isOver = true;
      stopFollowing();
    };
  }, [latest, server]);
  const shown = useMemo(() => waiting.filter((request) => isListed(request, filters)), [waiting, filters]);
  return {
    waitingCount: shown.length,
    freshIds,
    show: () => {
      setFreshIds(toIds(shown));
      setWaiting(NO_REQUESTS);
      insertRequests(server, waiting);
    },
  };
}

/** Each once, and no more than a page: past that, the list is read anew. */
function merge(before: readonly RequestSummary[], added: readonly RequestSummary[]): readonly RequestSummary[] {
  const requests = new Map([...before, ...added].map((request) => [request.id, request]));
  return [...requests.values()].slice(-PAGE_SIZE);
}

function toIds(requests: readonly RequestSummary[]): ReadonlySet<string> {
  return new Set(requests.map(({ id }) => id));
}

/** Newest first. */
function toRequests(batch: readonly FeedMessage[]): readonly RequestSummary[] {
  return batch.flatMap(({ type, payload }) => (type === 'new_request' ? [payload] : [])).reverse();
}

function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value);
  useEffect(() => {
    ref.current = value;
  });
  return ref;
}
