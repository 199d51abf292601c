import { useEffect, useRef, useState } from 'react';
import type { RequestSummary } from '../../../schemas/request.ts';
import type { RequestFilters } from './filters.ts';

export interface Cursor {
  /** The row that the keys are about; null before the first of them. */
  readonly id: string | null;
  /** Moves the cursor and gives the index it is at now; null in an empty list. */
  readonly move: (step: number) => number | null;
  readonly point: (id: string | null) => void;
}

let readId: string | null = null;

/** Notes which request is being read, so that the list comes back to it; another page in between forgets it. */
export function useReading(id: string): void {
  useEffect(() => {
    readId = id;
    return () => {
      readId = null;
    };
  }, [id]);
}

/** Where the keys are in the list. It begins at the request that was just read. */
export function useCursor(requests: readonly RequestSummary[], filters: RequestFilters): Cursor {
  const [id, setId] = useState(() => readId);
  const first = useRef(filters);
  useEffect(() => {
    if (first.current !== filters) setId(null);
    first.current = filters;
  }, [filters]);
  return {
    id,
    move(step) {
      const at = requests.findIndex((request) => request.id === id);
      const index = Math.max(0, Math.min(requests.length - 1, at === -1 ? 0 : at + step));
      const request = requests[index];
      if (request === undefined) return null;
      setId(request.id);
      return index;
    },
    point: setId,
  };
}
