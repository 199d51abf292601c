// Row ids grow with the time of receipt, so the primary key is also the receipt order: retention deletes a prefix of it,
// and no index on a receipt time is needed. 41 bits of milliseconds and 12 bits of sequence stay exact in a JavaScript
// number until 2089.

import type { Clock } from '../../clock.js';
import { ROW_ID_AHEAD_MS } from './limits.js';

const EPOCH_MS = Date.UTC(2020, 0, 1);
const SEQ_PER_MS = 4096;

/** Past this, times no longer fit; ids only count up, and 2 to the 40 of them are left. */
const ROW_ID_TIME_MAX = Number.MAX_SAFE_INTEGER - 2 ** 40;

/**
 * Ids never fall, so after a clock that was ahead they stay ahead. From `fromId` on they run beside the clock: the row
 * with that id was received at `atMs`, and earlier rows that say a later time were received by then.
 */
export interface RowIdCorrection {
  readonly fromId: number;
  readonly atMs: number;
}

/** Makes ids that never repeat and never fall, even when the clock steps back. */
export interface RowIdSource {
  next(): number;
  /** An id that parts the past from the future, to the millisecond: every earlier id is of an earlier one. */
  nextBoundary(): number;
  /** The correction that is due because ids are ahead of the clock by more than `ROW_ID_AHEAD_MS`; null when none is. */
  dueCorrection(): RowIdCorrection | null;
  /** Lets ids run on by a correction that has been stored. */
  correct(correction: RowIdCorrection): void;
}

export function openRowIds(lastId: number, clock: Clock, latest: RowIdCorrection | null = null): RowIdSource {
  let last = lastId;
  let aheadMs = latest === null ? 0 : toAheadMs(latest);
  const byClock = (): number => rowIdAt(clock() + aheadMs);
  return {
    next() {
      last = Math.max(last + 1, byClock());
      return last;
    },
    nextBoundary() {
      last = Math.max(rowIdAt(receivedAtMsOf(last) + 1), byClock());
      return last;
    },
    dueCorrection() {
      const fromId = rowIdAt(receivedAtMsOf(last) + 1);
      // Ids at the end of their time only count up: no correction could keep their pace.
      if (fromId >= ROW_ID_TIME_MAX) return null;
      return receivedAtMsOf(fromId) - aheadMs - clock() > ROW_ID_AHEAD_MS ? { fromId, atMs: clock() } : null;
    },
    correct(correction) {
      aheadMs = toAheadMs(correction);
    },
  };
}

function toAheadMs({ fromId, atMs }: RowIdCorrection): number {
  return receivedAtMsOf(fromId) - atMs;
}

/** When the row was received, given all corrections, in the order of their ids. */
export function correctedReceivedAtMs(rowId: number, corrections: readonly RowIdCorrection[]): number {
  const latest = corrections.findLast(({ fromId }) => fromId <= rowId);
  const next = corrections.find(({ fromId }) => fromId > rowId);
  const atMs = receivedAtMsOf(rowId) - (latest === undefined ? 0 : toAheadMs(latest));
  return next === undefined ? atMs : Math.min(atMs, next.atMs);
}

/** The smallest id of a row received at this time or later: the inverse of `correctedReceivedAtMs`. */
export function correctedRowIdAt(atMs: number, corrections: readonly RowIdCorrection[]): number {
  let aheadMs = 0;
  let firstId = 0;
  for (const correction of corrections) {
    if (atMs <= correction.atMs) return clamp(rowIdAt(atMs + aheadMs), firstId, correction.fromId);
    aheadMs = toAheadMs(correction);
    firstId = correction.fromId;
  }
  return Math.max(firstId, rowIdAt(atMs + aheadMs));
}

function clamp(id: number, least: number, most: number): number {
  return Math.min(Math.max(id, least), most);
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
