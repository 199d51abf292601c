import type { LogRecord } from '../../../schemas/log.ts';
import { type BackwardPage, type Cursor, type ForwardPage, toOldestMs } from './read-logs.ts';

/** Entries in memory; some hundred screens. What is dropped at one end is read again when it comes near. */
export const ROWS_MAX = 5000;

/** A stretch of the log, oldest first and without gaps, that slides over all there is. */
export interface LogWindow {
  readonly logs: readonly LogRecord[];
  /** Where reading backwards goes on; null when the first entry is the oldest there is. */
  readonly older: Cursor | null;
  /** Whether there are entries after the last one that are not in here. */
  readonly hasNewer: boolean;
}

export const EMPTY_WINDOW: LogWindow = { logs: [], older: null, hasNewer: false };

/** Puts a page in front. At the other end the newest entries go when there are too many. */
export function addOlder(window: LogWindow, { logs, next }: BackwardPage): LogWindow {
  const all = [...withoutKnown(logs, window.logs), ...window.logs];
  const kept = all.slice(0, ROWS_MAX);
  return { logs: kept, older: next, hasNewer: window.hasNewer || kept.length < all.length };
}

/** Puts a page behind. The oldest entries go when there are too many. */
export function addNewer(window: LogWindow, { logs, isLast }: ForwardPage): LogWindow {
  const all = [...window.logs, ...withoutKnown(logs, window.logs)];
  return { ...dropOldest(all, window.older), hasNewer: !isLast };
}

/**
 * Puts what has just come where it belongs by its time: at the end, or a little before it when another client was faster.
 * What is older than everything in here is for whoever scrolls there.
 */
export function addArrivals(window: LogWindow, arrivals: readonly LogRecord[], nowMs: number): LogWindow {
  const all = [...window.logs];
  for (const log of withoutKnown(arrivals, window.logs)) {
    const placeMs = toPlaceMs(log, nowMs);
    let index = all.length;
    while (index > 0 && toPlaceMs(all[index - 1], nowMs) > placeMs) index -= 1;
    if (index > 0 || window.older === null) all.splice(index, 0, log);
  }
  return { ...dropOldest(all, window.older), hasNewer: window.hasNewer };
}

/** How many of the last entries are of the very moment of the last one, and that moment. */
export function toLastMoment({ logs }: LogWindow): { readonly atMs: number; readonly count: number } | null {
  const last = logs.at(-1);
  if (last === undefined) return null;
  const before = logs.findLastIndex(({ timestamp }) => timestamp !== last.timestamp);
  return { atMs: Date.parse(last.timestamp), count: logs.length - 1 - before };
}

function dropOldest(all: readonly LogRecord[], older: Cursor | null): Pick<LogWindow, 'logs' | 'older'> {
  if (all.length <= ROWS_MAX) return { logs: all, older };
  const logs = all.slice(-ROWS_MAX);
  return { logs, older: { toMs: toOldestMs(logs), page: 1 } };
}

function withoutKnown(added: readonly LogRecord[], known: readonly LogRecord[]): readonly LogRecord[] {
  const ids = new Set(known.map(({ id }) => id));
  return added.filter(({ id }) => !ids.has(id) && ids.add(id));
}

/** An entry that its client dated in the future is listed at the time it came. */
function toPlaceMs(log: LogRecord | undefined, nowMs: number): number {
  return log === undefined ? 0 : Math.min(Date.parse(log.timestamp), nowMs);
}
