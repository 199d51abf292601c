// Log entries counted by level in slots of time, for any store.

import { LOG_SLOTS_MAX } from '../../schemas/limits.js';
import { LogHistogram } from '../../schemas/log.js';
import type { LogHistogramQuery } from '../../schemas/query.js';
import { LOG_LEVELS, type LogLevel } from '../../schemas/words.js';
import { LOG_HISTOGRAM_ROWS_MAX, LOG_QUERY_ROWS_MAX } from '../limits.js';
import { compileStringify } from '../stringify.js';
import { toIsoText } from '../timestamp.js';
import { rowToLevel } from './enums.js';
import { optional } from './optional.js';
import { type MsRange, toRange } from './range-count.js';
import { DAY_MS, HOUR_MS, startOf } from './spans.js';

const stringify = compileStringify(LogHistogram);

/** Slots of time that follow each other. */
export interface LogSlots {
  readonly fromMs: number;
  readonly slotMs: number;
  readonly slotCount: number;
}

/** What a store counted: of one level, in one slot. */
export interface SlotCount {
  /** Counted from the first slot. */
  readonly slot: number;
  readonly level: number;
  readonly count: number;
}

export interface SlotCounts {
  readonly counts: readonly SlotCount[];
  /** The oldest entry that was looked at, where not all were. */
  readonly searchedFromMs?: number | undefined;
}

/** Lengths that a person counts in. Beyond the last, multiples of it. */
const SLOT_LENGTHS_MS: readonly number[] = [
  ...[100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * 1000),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * 60_000),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 7, 28].map((days) => days * DAY_MS),
];
const LONGEST_MS = 28 * DAY_MS;
/** The first year that a time of an answer can have. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');

interface Known {
  /** When the first hour with an entry starts; null without one. */
  readonly firstMs: number | null;
  readonly nowMs: number;
}

/** The slots that the time of a query touches, up to now, none shorter than that; none where it ends before it starts. */
export function toLogSlots(query: LogHistogramQuery, { firstMs, nowMs }: Known, shortestMs = 0): LogSlots {
  const range = toRange(query);
  const toMs = Math.min(range.toMs ?? nowMs, nowMs);
  const fromMs = range.fromMs ?? Math.min(firstMs ?? toMs, toMs);
  const countOf = (lengthMs: number): number => Math.floor(toMs / lengthMs) - Math.floor(fromMs / lengthMs) + 1;
  const slotMs =
    SLOT_LENGTHS_MS.find((lengthMs) => lengthMs >= shortestMs && countOf(lengthMs) <= LOG_SLOTS_MAX) ??
    Math.ceil((toMs - fromMs) / (LOG_SLOTS_MAX - 1) / LONGEST_MS) * LONGEST_MS;
  const startMs = Math.max(startOf(fromMs, slotMs), FIRST_MS);
  return { fromMs: startMs, slotMs, slotCount: fromMs > toMs ? 0 : Math.floor((toMs - startMs) / slotMs) + 1 };
}

/** All of the slots. */
export function rangeOfSlots({ fromMs, slotMs, slotCount }: LogSlots): MsRange {
  return { fromMs, toMs: fromMs + slotCount * slotMs - 1 };
}

/** Whether the counters, which are of hours, levels and sources, can tell the slots. */
export function isCounted(query: LogHistogramQuery): boolean {
  return !hasText(query) && query.correlationId === undefined;
}

function hasText({ search, exclude, query }: LogHistogramQuery): boolean {
  return [search, exclude, query].some((text) => (text ?? '').trim() !== '');
}

/** Fewer bars of an hour would say less than some entries by the minute. */
const HOURS_MIN = 4;

/**
 * The slots of whole hours that are told in place of shorter ones where those have more entries than are read; null where they
 * would be too few.
 */
export function toHourSlots(query: LogHistogramQuery, known: Known): LogSlots | null {
  const slots = toLogSlots(query, known, HOUR_MS);
  return slots.slotCount < HOURS_MIN ? null : slots;
}

/** How many entries are looked at one by one: with a text as many as in a list of logs. */
export function toLookedMax(query: LogHistogramQuery): number {
  return hasText(query) ? LOG_QUERY_ROWS_MAX : LOG_HISTOGRAM_ROWS_MAX;
}

/** What a statement gives that looks at one entry more than `toLookedMax`. */
export interface LookedRow extends SlotCount {
  /** Those that pass, and the others. */
  readonly looked: number;
  readonly firstMs: number;
}

/** What was counted, and how far was looked where there was more. */
export function toSlotCounts(rows: readonly LookedRow[], lookedMax: number): SlotCounts {
  const looked = rows.reduce((sum, row) => sum + row.looked, 0);
  const firstMs = rows.reduce((first, row) => Math.min(first, row.firstMs), Number.POSITIVE_INFINITY);
  return { counts: rows, searchedFromMs: looked > lookedMax ? firstMs : undefined };
}

/** The answer `LogHistogram`. */
export function logHistogramJson(
  { fromMs, slotMs, slotCount }: LogSlots,
  { counts, searchedFromMs }: SlotCounts,
): string {
  const byLevel = new Map<LogLevel, number[]>(LOG_LEVELS.map((level) => [level, new Array(slotCount).fill(0)]));
  for (const { slot, level, count } of counts) {
    const slots = byLevel.get(rowToLevel(level)) ?? [];
    slots[slot] = (slots[slot] ?? 0) + count;
  }
  const of = (level: LogLevel): number[] => byLevel.get(level) ?? [];
  return stringify({
    from: toIsoText(fromMs),
    slotMs,
    counts: { debug: of('debug'), log: of('log'), info: of('info'), warn: of('warn') },
    ...optional('searchedFrom', searchedFromMs === undefined ? null : toIsoText(searchedFromMs)),
  });
}
