import { useEffect, useMemo, useRef } from 'react';
import { useStore } from '../store.ts';
import type { LogView } from './filters.ts';
import { type LogTail, openLogTail, type TailState } from './log-tail.ts';
import { findSpot, type Spot } from './spots.ts';

export interface OpenTail {
  readonly tail: LogTail;
  readonly state: TailState;
  /** Where this log was left, and is opened at; null for anywhere else. */
  readonly spot: Spot | null;
  /** What is shown is that of other filters, until the first entries that pass these are there. */
  readonly isStale: boolean;
}

/** The log as these filters leave it, from now on. */
export function useLogTail(view: LogView): OpenTail {
  const [tail, spot] = useMemo(() => {
    // Who follows a link to a moment wants to see that.
    const left = view.atMs === null ? findSpot() : null;
    return [openLogTail(view, left), left] as const;
  }, [view]);
  useEffect(() => tail.start(), [tail]);
  const state = useStore(tail.state);
  const lastRead = useRef<TailState | null>(null);
  useEffect(() => {
    if (state.isRead) lastRead.current = state;
  }, [state]);
  const isStale = !state.isRead && state.error === null && lastRead.current !== null;
  return { tail, spot, state: isStale ? (lastRead.current ?? state) : state, isStale };
}
