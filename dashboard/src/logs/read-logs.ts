import { SEARCH_TOTAL_MAX } from '../../../schemas/limits.ts';
import type { LogList, LogRecord } from '../../../schemas/log.ts';
import { callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import { queryClient } from '../api/query-client.ts';
import type { LogFilters } from './filters.ts';

/** Entries in one call: some three screens. */
export const PAGE_SIZE = 200;
/** Pages that are counted from one moment before the next one is begun: a page far from its moment costs more. */
const PAGES_MAX = 10;

/** Where reading backwards goes on: at a page of what is not newer than a moment. */
export interface Cursor {
  /** Null for now. */
  readonly toMs: number | null;
  readonly page: number;
}

export interface BackwardPage {
  /** Oldest first. */
  readonly logs: readonly LogRecord[];
  /** Null when there is nothing older. */
  readonly next: Cursor | null;
  /** Entries that are not newer than the moment of the cursor. */
  readonly total: number;
}

export const NEWEST: Cursor = { toMs: null, page: 1 };

/** Reads a page backwards. What was read before can be in it again, because many entries can be of one moment. */
export async function readBackward(filters: LogFilters, cursor: Cursor): Promise<BackwardPage> {
  const to = cursor.toMs === null ? filters.to : toTime(Math.min(cursor.toMs, toEndMs(filters) ?? cursor.toMs));
  const { logs, total } = await read({ ...filters, to }, cursor.page);
  return { logs: logs.toReversed(), next: toNext(cursor, { logs, total }), total };
}

function toNext(cursor: Cursor, { logs, total }: Pick<LogList, 'logs' | 'total'>): Cursor | null {
  if (logs.length === 0 || cursor.page * PAGE_SIZE >= total) return null;
  const oldestMs = toOldestMs(logs);
  const isNear = cursor.toMs !== null && cursor.page < PAGES_MAX;
  // Without an earlier moment only the next page leads on.
  if (isNear || (cursor.toMs !== null && oldestMs >= cursor.toMs)) return { ...cursor, page: cursor.page + 1 };
  return { toMs: oldestMs, page: 1 };
}

/**
 * A moment that none of the entries before these is newer than. The daemon lists an entry that its client dated in the
 * future at the time of receipt, so that only the smallest of the times is certain to be a place in the list.
 */
export function toOldestMs(logs: readonly LogRecord[]): number {
  return logs.reduce((oldestMs, { timestamp }) => Math.min(oldestMs, Date.parse(timestamp)), Number.POSITIVE_INFINITY);
}

export interface ForwardPage {
  /** Oldest first. */
  readonly logs: readonly LogRecord[];
  /** Whether there is nothing newer. */
  readonly isLast: boolean;
}

/** The first span that is looked at for newer entries, and how much longer the next one is while there are none. */
const SPAN_MS = 60_000;
const SPAN_GROWTH = 16;

/**
 * Reads what comes after a moment. The API lists the newest first, so that spans from the moment on are looked at, each
 * longer than the last, until one holds about a page; then its last pages are read. `knownCount` entries of the very moment
 * are known already.
 */
export async function readForward(filters: LogFilters, fromMs: number, knownCount: number): Promise<ForwardPage> {
  const endMs = toEndMs(filters) ?? Date.now();
  let startMs = Math.max(fromMs, filters.from === null ? fromMs : Date.parse(filters.from));
  let skippedCount = knownCount;
  let hasShrunk = false;
  for (let spanMs = SPAN_MS; ; ) {
    const isWhole = startMs + spanMs >= endMs;
    const to = isWhole ? filters.to : toTime(startMs + spanMs);
    const span = { ...filters, from: toTime(startMs), to };
    const first = await read(span, 1);
    const count = first.total - skippedCount;
    if (filters.search !== null && first.total >= SEARCH_TOTAL_MAX && spanMs > 1) {
      spanMs = Math.ceil(spanMs / SPAN_GROWTH ** 2);
      hasShrunk = true;
    } else if (!isWhole && (count <= 0 || (count < PAGE_SIZE / 2 && !hasShrunk))) {
      // Nothing is in an empty span, so that the next one need not begin before its end.
      if (count <= 0) [startMs, skippedCount, hasShrunk] = [startMs + spanMs, 0, false];
      spanMs *= SPAN_GROWTH;
    } else {
      const page = Math.max(1, Math.ceil(count / PAGE_SIZE));
      return { logs: await readEnd(span, first, page), isLast: isWhole && page <= 2 };
    }
  }
}

/** Reads the oldest entries there are. */
export async function readOldest(filters: LogFilters): Promise<ForwardPage> {
  const first = await read(filters, 1);
  const page = Math.max(1, Math.ceil(first.total / PAGE_SIZE));
  return { logs: await readEnd(filters, first, page), isLast: page <= 2 };
}

/** A page and the one before it, because the last one can hold as little as one entry. */
async function readEnd(filters: LogFilters, first: LogList, page: number): Promise<readonly LogRecord[]> {
  const pages = page === 1 ? [first] : await Promise.all([read(filters, page), read(filters, page - 1)]);
  return pages.flatMap(({ logs }) => logs.toReversed());
}

/** Through the cache for its retries and for what it says of a lock; nothing stays in it. */
function read(filters: LogFilters, page: number): Promise<LogList> {
  const parameters = { ...filters, page, pageSize: PAGE_SIZE };
  return queryClient.query({
    queryKey: queryKeys.logs({ ...parameters, isWindow: true }),
    queryFn: () => callApi<LogList>('/api/logs', { parameters }),
    staleTime: 0,
    gcTime: 0,
  });
}

function toEndMs({ to }: LogFilters): number | null {
  return to === null ? null : Date.parse(to);
}

/** The years that a time of the API can have. */
const TIME_MS_MIN = Date.parse('0001-01-01T00:00:00Z');
const TIME_MS_MAX = Date.parse('9999-12-31T00:00:00Z');

function toTime(timeMs: number): string {
  return new Date(Math.min(Math.max(timeMs, TIME_MS_MIN), TIME_MS_MAX)).toISOString();
}
