const whole = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });
const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const preciseClock = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});
const secondsClock = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23' });
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short' });
const day = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short' });

/** 12,345 */
export function toCount(count: number): string {
  return whole.format(count);
}

/** 12.3K: for places with little room; show `toCount` on hover. */
export function toShortCount(count: number): string {
  return count < 10_000 ? whole.format(count) : compact.format(count);
}

/** "1 event", "2 events". */
export function toAmount(count: number, word: string): string {
  return `${toCount(count)} ${word}${count === 1 ? '' : 's'}`;
}

/** A word as it begins a label: "Resolved". */
export function toTitle(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The moment in full, in the person's own time zone. */
export function toExactTime(timeMs: number): string {
  return exact.format(timeMs);
}

/** 14:05 */
export function toClock(timeMs: number): string {
  return clock.format(timeMs);
}

/** 14:05:09 */
export function toSecondsClock(timeMs: number): string {
  return secondsClock.format(timeMs);
}

/** 14:05:09.123 */
export function toPreciseClock(timeMs: number): string {
  return preciseClock.format(timeMs);
}

/** Fri, 20 Nov */
export function toDay(timeMs: number): string {
  return day.format(timeMs);
}

/** Fri 20, where there is little room. */
export function toShortDay(timeMs: number): string {
  return `${weekday.format(timeMs)} ${new Date(timeMs).getDate()}`;
}

/** A span in its largest unit: 12s, 5m, 3h, 2d. */
export function toSpan(spanMs: number): string {
  const seconds = Math.max(0, Math.round(spanMs / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h`;
  if (seconds < 86_400 * 365) return `${Math.floor(seconds / 86_400)}d`;
  return `${Math.floor(seconds / (86_400 * 365))}y`;
}

/** Each with how many of it make the next one. */
const DURATION_UNITS = [
  ['ms', 1000],
  ['s', 60],
  ['min', 60],
  ['h', 24],
  ['days', Number.POSITIVE_INFINITY],
] as const;

/** Milliseconds as people say them: 4 ms, 1.2 s, 45 s, 3.5 min. */
export function toDuration(durationMs: number): string {
  let amount = Math.round(durationMs);
  for (const [unit, size] of DURATION_UNITS) {
    if (amount < size)
      return `${unit === 'ms' || amount >= 10 ? toCount(Math.floor(amount)) : amount.toFixed(1)} ${unit}`;
    amount /= size;
  }
  return '';
}

/** 12.3 MB */
export function toByteSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const power = bytes === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  const value = bytes / 1024 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power] ?? 'B'}`;
}
