// Row ids grow with the time of receipt, so the primary key is also the receipt order: retention deletes a prefix of it,
// and no index on a receipt time is needed. 41 bits of milliseconds and 12 bits of sequence stay exact in a JavaScript
// number until 2089.

import type { Clock } from '../../clock.js';

const EPOCH_MS = Date.UTC(2020, 0, 1);
const SEQ_PER_MS = 4096;

/** Past this, times no longer fit; ids only count up, and 2 to the 40 of them are left. */
const ROW_ID_TIME_MAX = Number.MAX_SAFE_INTEGER - 2 ** 40;

/** Makes ids that never repeat and never fall, even when the clock steps back. */
export interface RowIdSource {
  next(): number;
  /** An id that parts the past from the future, to the millisecond: every earlier id is of an earlier one. */
  nextBoundary(): number;
}

export function openRowIds(lastId: number, clock: Clock): RowIdSource {
  let last = lastId;
  return {
    next() {
      last = Math.max(last + 1, rowIdAt(clock()));
      return last;
    },
    nextBoundary() {
      last = Math.max(rowIdAt(receivedAtMsOf(last) + 1), rowIdAt(clock()));
      return last;
    },
  };
}

/** The smallest id that a row received at this time can have. */
export function rowIdAt(receivedAtMs: number): number {
  return Math.min(Math.max(0, Math.floor(receivedAtMs) - EPOCH_MS) * SEQ_PER_MS, ROW_ID_TIME_MAX);
}

/** When the row was received, in milliseconds since the epoch. */
export function receivedAtMsOf(rowId: number): number {
  return Math.floor(rowId / SEQ_PER_MS) + EPOCH_MS;
}

/** The id as the API shows it: an opaque short text. */
export function toPublicId(rowId: number): string {
  return rowId.toString(36);
}

/** Null when the text cannot be an id of this store. */
export function parsePublicId(text: string): number | null {
  if (!/^[0-9a-z]{1,11}$/.test(text)) return null;
  const rowId = Number.parseInt(text, 36);
  return Number.isSafeInteger(rowId) && rowId.toString(36) === text ? rowId : null;
}
