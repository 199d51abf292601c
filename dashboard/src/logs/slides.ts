import type { LogFilters } from './filters.ts';
import { addNewer, addOlder, EMPTY_WINDOW, type LogWindow, toLastMoment } from './log-window.ts';
import { NEWEST, readBackward, readForward, readOldest } from './read-logs.ts';

/** What a reading makes of the window, and how many entries there are if it was counted. */
export interface Slid {
  readonly window: LogWindow;
  readonly total?: number;
}

/** A way to move the window over the log. It asks for the window once it has read: feed and reading go on side by side. */
export type Slide = (filters: LogFilters, current: () => LogWindow) => Promise<Slid>;

/** Reads backwards until there is an entry that was not known. */
export const slideBack: Slide = async (filters, current) => {
  let { older } = current();
  while (older !== null) {
    const page = await readBackward(filters, older);
    const before = current();
    const window = addOlder(before, page);
    if (window.logs[0] !== before.logs[0]) return { window };
    older = page.next;
  }
  return { window: { ...current(), older } };
};

/** Reads forwards from the last entry. */
export const slideOn: Slide = async (filters, current) => {
  const last = toLastMoment(current());
  if (last === null) return slideToEnd(filters, current);
  const page = await readForward(filters, last.atMs, last.count);
  return { window: addNewer(current(), page) };
};

/** Reads the newest entries. What is there stays, if nothing is missing in between. */
export const slideToEnd: Slide = async (filters, current) => {
  const page = await readBackward(filters, NEWEST);
  const known = new Set(current().logs.map(({ id }) => id));
  const isJoined = page.logs.some(({ id }) => known.has(id));
  const window = isJoined ? addNewer(current(), { logs: page.logs, isLast: true }) : addOlder(EMPTY_WINDOW, page);
  return { window, total: page.total };
};

/** Reads the oldest entries. */
export const slideToStart: Slide = async (filters) => {
  const { logs, isLast } = await readOldest(filters);
  return { window: { logs, older: null, hasNewer: !isLast } };
};

/** Reads what came before a moment and what came after it. */
export function toSlideAround(atMs: number): Slide {
  return async (filters) => {
    const [before, after] = await Promise.all([
      readBackward(filters, { toMs: atMs, page: 1 }),
      readForward(filters, atMs, 0),
    ]);
    return { window: addNewer(addOlder(EMPTY_WINDOW, before), after) };
  };
}
