import { useEffect } from 'react';
import type { EventRecord } from '../../../schemas/event.ts';
import { EVENT_PAGE_SIZE, useErrorDetail } from '../api/queries.ts';
import { patchSearch, usePlace } from '../router/location.ts';

const PARAMETER = 'event';

/** The event that is looked at, and the way to its neighbours. */
export interface EventPlace {
  /** Null while it is being read. */
  readonly event: EventRecord | null;
  /** Counted from the oldest, so that it stays when new ones come. */
  readonly seq: number;
  readonly total: number;
  readonly older: (() => void) | null;
  readonly newer: (() => void) | null;
  readonly newest: (() => void) | null;
}

/**
 * The event in the address, or the newest there was when the page was opened: an event that arrives later must not take
 * the place of what is being read.
 */
export function useEvent(id: string, total: number | null): EventPlace {
  const wanted = Number(usePlace().search.get(PARAMETER) ?? Number.NaN);
  const known = total ?? 0;
  const isThere = Number.isInteger(wanted) && wanted >= 1 && wanted <= known;
  useEffect(() => {
    if (total !== null && total > 0 && !isThere) patchSearch({ [PARAMETER]: String(total) }, { replace: true });
  }, [total, isThere]);
  const seq = isThere ? wanted : known;
  const index = Math.max(0, known - seq);
  const page = Math.floor(index / EVENT_PAGE_SIZE) + 1;
  const { data } = useErrorDetail(id, page);
  const go = (next: number) => () => patchSearch({ [PARAMETER]: String(next) }, { replace: true });
  // Pages of one group are read at different moments; each is counted by its own total.
  const event = data?.page === page ? data.events[data.total - seq - (page - 1) * EVENT_PAGE_SIZE] : undefined;
  return {
    event: event ?? null,
    seq,
    total: known,
    older: seq > 1 ? go(seq - 1) : null,
    newer: seq < known ? go(seq + 1) : null,
    newest: seq < known ? go(known) : null,
  };
}
