import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ErrorGroup } from '../../../schemas/error-group.ts';
import type { FeedMessage } from '../../../schemas/feed.ts';
import { onFeedMessages } from '../feed/feed.ts';
import { openThrottle } from '../feed/throttle.ts';
import { type ErrorList, restartList } from './error-list.ts';
import { type ErrorFilters, isListed } from './filters.ts';

/** While groups pour in, the list moves this often at most. */
const MOVE_MS = 1000;
/** Past it the number says no more than "very many". */
export const WAITING_MAX = 1000;
/** Rows that slide in by themselves; more at once are a new list. */
const FRESH_MAX = 20;

interface ListState {
  readonly filters: ErrorFilters;
  readonly list: ErrorList;
  /** Whether somebody reads the list: then nothing in it may move. */
  readonly isBeingRead: () => boolean;
}

export interface NewGroups {
  /** How many groups would be listed that are not; no more than `WAITING_MAX` are counted. */
  readonly waitingCount: number;
  /** Groups that have just slid in. */
  readonly freshIds: ReadonlySet<string>;
  /** Lists the waiting ones. */
  readonly show: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** Groups that the feed brings: they slide in while nobody reads, and wait to be asked for otherwise. */
export function useNewGroups(state: ListState): NewGroups {
  const [waitingIds, setWaitingIds] = useState(NONE);
  const [freshIds, setFreshIds] = useState(NONE);
  const latest = useLatest(state);
  const { filters } = state;
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
      if (!restartList(filters)) return;
      added = ids;
      move();
    });
    const stopFollowing = onFeedMessages((batch) => {
      for (const id of toAdded(batch, latest.current)) if (added.size < WAITING_MAX) added.add(id);
      if (added.size > 0) move();
    });
    return () => {
      isOver = true;
      stopFollowing();
      setWaitingIds(NONE);
      setFreshIds(NONE);
    };
  }, [latest, filters]);
  return {
    waitingCount: waitingIds.size,
    freshIds,
    show: () => {
      setFreshIds(waitingIds.size > FRESH_MAX ? NONE : waitingIds);
      setWaitingIds(NONE);
      restartList(filters);
    },
  };
}

/** Groups of a batch that the list has no row for: new ones, and those that came back, where that can be known. */
function toAdded(batch: readonly FeedMessage[], { filters, list }: ListState): readonly string[] {
  const isWhole = list.loaded.length >= list.total;
  const groups = new Map<string, ErrorGroup>();
  for (const { type, payload } of batch) {
    if (type === 'new_error') groups.set(payload.id, payload);
    else if (type === 'new_event' && isWhole) groups.set(payload.errorGroup.id, payload.errorGroup);
  }
  return [...groups.values()]
    .filter((group) => isListed(group, filters) && list.indexOf(group.id) === -1)
    .map(({ id }) => id);
}

function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value);
  useEffect(() => {
    ref.current = value;
  });
  return ref;
}
