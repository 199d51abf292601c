import { useState } from 'react';
import type { Rows } from './to-rows.ts';

export interface Cursor {
  /** The row that the keys are about; null before the first of them. */
  readonly id: string | null;
  /** Where it is in the list; -1 when it is not in memory. */
  readonly index: number;
  /** Moves it, at first to the row given, and gives the index it is at now; null in an empty list. */
  readonly move: (step: number, first: number) => number | null;
  readonly point: (id: string | null) => void;
}

/** Where the keys are in a list. */
export function useCursor(list: Rows<{ readonly id: string }>, firstId: string | null = null): Cursor {
  const [id, setId] = useState(firstId);
  const index = id === null ? -1 : list.indexOf(id);
  return {
    id,
    index,
    move(step, first) {
      if (list.total === 0) return null;
      const next = index === -1 ? first : Math.max(0, Math.min(list.total - 1, index + step));
      const row = list.at(next);
      // A row that is not read yet is brought into view; the cursor follows once it is there.
      if (row !== undefined) setId(row.id);
      return next;
    },
    point: setId,
  };
}
