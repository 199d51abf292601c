// Row ids of many daemons: the milliseconds of receipt, then a sequence, then the daemon's number. They are numbers that
// JavaScript holds exactly, and `sqlite/row-id.ts` reads them.

import type { Clock } from '../../clock.js';
import { receivedAtMsOf, rowIdAt } from '../sqlite/row-id.js';
import { DAEMONS_MAX } from './limits.js';

/** Makes ids that no other daemon makes, and that never fall. */
export interface RowIds {
  next(): number;
  /** An id that parts the past from the future, by the clock of this daemon: it is that of no row. */
  nextBoundary(): number;
  readonly last: number;
}

/** `lastId` is the last one that was made with this number. */
export function openRowIds(daemonNumber: number, lastId: number, clock: Clock): RowIds {
  let last = lastId;
  return {
    next() {
      const following = Math.floor(last / DAEMONS_MAX) * DAEMONS_MAX + DAEMONS_MAX;
      last = Math.max(following, rowIdAt(clock())) + daemonNumber;
      return last;
    },
    nextBoundary() {
      return Math.max(rowIdAt(receivedAtMsOf(last) + 1), rowIdAt(clock()));
    },
    get last() {
      return last;
    },
  };
}
