import { useEffect } from 'react';
import type { EventRecord } from '../../../schemas/event.ts';
import { EVENT_PAGE_SIZE, useErrorEvents } from '../api/queries.ts';
import { EVENT } from '../error-list/error-list.ts';
import { patchSearch, usePlace } from '../router/location.ts';

/** The event that is looked at, and the way to its neighbours. */
export interface EventPlace {
  /** Null while it is being read. */
  readonly event: EventRecord | null;
  /** Counted from the oldest, so that it stays when new ones come. */
  readonly seq: number;
  /** Null while it is being read. */
  readonly total: number | null;
  /** Only events since this time were looked at for the query; null where all were. */
  readonly searchedFrom: string | null;
  readonly older: (() => void) | null;
  readonly newer: (() => void) | null;
  readonly newest: (() => void) | null;
}

/**
 * Of the events that a query leaves (null for all of them), the event in the address, or the newest there was when the page was opened: an event that arrives later must not take
 * the place of what is being read.
 */
export function useEvent(id: string, query: string | null): EventPlace {
  const { data: first } = useErrorEvents(id, 1, query);
  const total = first?.total ?? null;
  const wanted = Number(usePlace().search.get(EVENT) ?? Number.NaN);
  const known = total ?? 0;
  const isThere = Number.isInteger(wanted) && wanted >= 1 && wanted <= known;
  useEffect(() => {
    if (total !== null && total > 0 && !isThere) patchSearch({ [EVENT]: String(total) }, { replace: true });
  }, [total, isThere]);
  const seq = isThere ? wanted : known;
  const index = Math.max(0, known - seq);
  const page = Math.floor(index / EVENT_PAGE_SIZE) + 1;
  const { data } = useErrorEvents(id, page, query);
  const go = (next: number) => () => patchSearch({ [EVENT]: String(next) }, { replace: true });
  // Pages of one group are read at different moments; each is counted by its own total.
  const event = data?.page === page ? data.events[data.total - seq - (page - 1) * EVENT_PAGE_SIZE] : undefined;
  return {
    event: event ?? null,
    seq,
    total,
    searchedFrom: first?.searchedFrom ?? null,
    older: seq > 1 ? go(seq - 1) : null,
    newer: seq < known ? go(seq + 1) : null,
    newest: seq < known ? go(known) : null,
  };
}
