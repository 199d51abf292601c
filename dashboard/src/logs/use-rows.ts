import { useCallback, useEffect, useState } from 'react';
import type { LogRecord } from '../../../schemas/log.ts';

export interface Rows {
  /** The row that the keys are about; null for none. */
  readonly cursorId: string | null;
  readonly expandedIds: ReadonlySet<string>;
  readonly point: (id: string | null) => void;
  readonly toggle: (id: string) => void;
  /** Moves the cursor and gives the index it is at now; null in an empty list. */
  readonly move: (step: number) => number | null;
}

const NONE: ReadonlySet<string> = new Set();

/** Where the keys are in the list, and which rows are open. Another view is a new start. */
export function useRows(logs: readonly LogRecord[], view: object): Rows {
  const [cursorId, setCursorId] = useState<string | null>(null);
  const [expandedIds, setExpandedIds] = useState(NONE);
  useEffect(() => {
    setCursorId(null);
    setExpandedIds(NONE);
  }, [view]);
  const toggle = useCallback((id: string): void => {
    setExpandedIds((ids) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  return {
    cursorId,
    expandedIds,
    point: setCursorId,
    toggle,
    move(step) {
      const at = logs.findIndex(({ id }) => id === cursorId);
      // The newest entry is where a log is read from.
      const index = at === -1 ? logs.length - 1 : Math.max(0, Math.min(logs.length - 1, at + step));
      const log = logs[index];
      if (log === undefined) return null;
      setCursorId(log.id);
      return index;
    },
  };
}
