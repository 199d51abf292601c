import type { LogHistogram } from '../../../schemas/log.ts';
import { LOG_LEVELS_UPWARDS, type LogLevel } from '../../../schemas/words.ts';
import type { Span } from '../router/time-range.ts';
import { toClock, toCount, toDay, toPreciseClock, toSecondsClock } from '../ui/format.ts';

/** The loudest first: it stands at the bottom, where heights can be compared. */
export const LEVELS_DOWNWARDS: readonly LogLevel[] = LOG_LEVELS_UPWARDS.toReversed();

export interface LevelCount {
  readonly level: LogLevel;
  readonly count: number;
}

export interface LogBar {
  readonly startMs: number;
  readonly total: number;
  /** Those that have some, the loudest first. */
  readonly levels: readonly LevelCount[];
  /** False for a slot that was not looked at, or not whole. */
  readonly isWhole: boolean;
}

/** A bar for each slot, the oldest first. */
export function toBars({ from, slotMs, counts, searchedFrom }: LogHistogram): readonly LogBar[] {
  const fromMs = Date.parse(from);
  const searchedFromMs = searchedFrom === undefined ? Number.NEGATIVE_INFINITY : Date.parse(searchedFrom);
  return counts.warn.map((_, index) => {
    const levels = LEVELS_DOWNWARDS.map((level) => ({ level, count: counts[level][index] ?? 0 })).filter(
      ({ count }) => count > 0,
    );
    const startMs = fromMs + index * slotMs;
    return { startMs, total: toTotal(levels), levels, isWhole: startMs > searchedFromMs };
  });
}

/** Of all bars together, the loudest first. */
export function toLevelTotals({ counts }: LogHistogram): readonly LevelCount[] {
  const sum = (level: LogLevel): number => counts[level].reduce((total, count) => total + count, 0);
  return LEVELS_DOWNWARDS.map((level) => ({ level, count: sum(level) })).filter(({ count }) => count > 0);
}

export function toTotal(levels: readonly LevelCount[]): number {
  return levels.reduce((total, { count }) => total + count, 0);
}

/** "3 warn, 12 info". */
export function toLevelText(levels: readonly LevelCount[]): string {
  return levels.map(({ level, count }) => `${toCount(count)} ${level}`).join(', ') || 'nothing';
}

/** When a time was, as exactly as slots of this length need. */
export function toSlotClock(timeMs: number, slotMs: number): string {
  if (slotMs < 1000) return toPreciseClock(timeMs).slice(0, -2);
  return slotMs < 60_000 ? toSecondsClock(timeMs) : toClock(timeMs);
}

/** "Fri, 20 Nov, 14:05 – 14:10". */
export function toSpanText({ fromMs, toMs }: Span, slotMs: number): string {
  const isOneDay = toDay(fromMs) === toDay(toMs - 1);
  const end = toSlotClock(toMs, slotMs);
  return `${toDay(fromMs)}, ${toSlotClock(fromMs, slotMs)} – ${isOneDay ? end : `${toDay(toMs)}, ${end}`}`;
}
