import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FeedMessage } from '../../../schemas/feed.ts';
import { onFeedMessages } from '../feed/feed.ts';
import { openThrottle } from '../feed/throttle.ts';
import { type ListFilters, type ListPage, type ListSource, restartList } from './paged-list.ts';

/** While records pour in, the list moves this often at most. */
const MOVE_MS = 1000;
/** Past it the number says no more than "very many". */
export const WAITING_MAX = 1000;
/** Rows that slide in by themselves; more at once are a new list. */
const FRESH_MAX = 20;

export interface ListState {
  readonly name: ListSource<unknown, ListPage>['name'];
  readonly filters: ListFilters;
  /** The ids of what a batch brings that the list has no row for. */
  readonly toAdded: (batch: readonly FeedMessage[]) => readonly string[];
  /** The ids of what has come while another page was shown; for a list that tells them apart from what has moved. */
  readonly readMissed?: () => Promise<readonly string[]>;
  /** Whether the list has a row for it: one that was read again meanwhile may have those that wait. */
  readonly hasRow: (id: string) => boolean;
  /** Whether somebody reads the list: then nothing in it may move. */
  readonly isBeingRead: () => boolean;
}

export interface NewRows {
  /** Rows that would be listed and are not; no more than `WAITING_MAX`. */
  readonly waitingIds: readonly string[];
  /** Rows that have just slid in. */
  readonly freshIds: ReadonlySet<string>;
  /** Lists the waiting ones. */
  readonly show: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** Rows that the feed brings: they slide in while nobody reads, and wait to be asked for otherwise. */
export function useNewRows(state: ListState): NewRows {
  const [waitingIds, setWaitingIds] = useState(NONE);
  const [freshIds, setFreshIds] = useState(NONE);
  const latest = useLatest(state);
  const { name, filters } = state;
  useEffect(() => {
    let added = new Set<string>();
    let isOver = false;
    const move = openThrottle(MOVE_MS, () => {
      if (isOver || added.size === 0) return;
      const ids = added;
      added = new Set();
      if (latest.current.isBeingRead()) {
        setWaitingIds((waiting) => new Set([...waiting, ...ids].slice(0, WAITING_MAX)));
        return;
      }
      setFreshIds(ids.size > FRESH_MAX ? NONE : ids);
      if (!restartList(name, filters)) return;
      added = ids;
      move();
    });
    const take = (ids: readonly string[]): void => {
      for (const id of ids) if (added.size < WAITING_MAX) added.add(id);
      if (added.size > 0) move();
    };
    const stopFollowing = onFeedMessages((batch) => take(latest.current.toAdded(batch)));
    latest.current.readMissed?.().then(take, () => {
      // The list stays as it is; when the daemon is back, everything is read again.
    });
    return () => {
      isOver = true;
      stopFollowing();
      setWaitingIds(NONE);
      setFreshIds(NONE);
    };
  }, [latest, name, filters]);
  return {
    waitingIds: [...waitingIds].filter((id) => !state.hasRow(id)),
    freshIds,
    show: () => {
      setFreshIds(waitingIds.size > FRESH_MAX ? NONE : waitingIds);
      setWaitingIds(NONE);
      restartList(name, filters);
    },
  };
}

function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value);
  useEffect(() => {
    ref.current = value;
  });
  return ref;
}
