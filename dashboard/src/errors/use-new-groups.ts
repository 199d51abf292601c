import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ErrorGroup } from '../../../schemas/error-group.ts';
import type { FeedMessage } from '../../../schemas/feed.ts';
import { onFeedMessages } from '../feed/feed.ts';
import { insertGroups, restartList } from './error-list.ts';
import { type ErrorFilters, isListed } from './filters.ts';

interface ListState {
  readonly filters: ErrorFilters;
  readonly groups: readonly ErrorGroup[];
  /** Whether somebody reads the list: then nothing in it may move. */
  readonly isBeingRead: () => boolean;
}

export interface NewGroups {
  /** How many groups would be listed that are not. */
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
  useEffect(() => {
    const take = (batch: readonly FeedMessage[]): void => {
      const { filters, groups, isBeingRead } = latest.current;
      const listed = new Set(groups.map(({ id }) => id));
      const added = toGroups(batch).filter((group) => !listed.has(group.id) && isListed(group, filters));
      if (added.length === 0) return;
      const ids = added.map(({ id }) => id);
      if (isBeingRead()) setWaitingIds((waiting) => new Set([...waiting, ...ids]));
      else {
        insertGroups(filters, added);
        setFreshIds(new Set(ids));
      }
    };
    return onFeedMessages(take);
  }, [latest]);
  const { filters } = state;
  useEffect(() => {
    setWaitingIds(NONE);
    setFreshIds(NONE);
  }, [filters]);
  return {
    waitingCount: waitingIds.size,
    freshIds,
    show: () => {
      setFreshIds(waitingIds);
      setWaitingIds(NONE);
      void restartList(filters);
    },
  };
}

/** Newest first, each once, as it was last told. */
function toGroups(batch: readonly FeedMessage[]): readonly ErrorGroup[] {
  const groups = new Map<string, ErrorGroup>();
  for (const { type, payload } of batch) {
    const group = type === 'new_error' ? payload : type === 'new_event' ? payload.errorGroup : null;
    if (group !== null) groups.set(group.id, group);
  }
  return [...groups.values()].reverse();
}

function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value);
  useEffect(() => {
    ref.current = value;
  });
  return ref;
}
