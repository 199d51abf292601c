// When a channel may be spoken to.

import type { QuietHours } from '../../schemas/alerts.js';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** When the quiet hours that it is now are over; null outside of them. Where they end with a change of clocks, an hour off. */
export function quietUntilMs(hours: QuietHours | undefined, nowMs: number): number | null {
  if (hours === undefined) return null;
  const [from, to, now] = [toMinutes(hours.from), toMinutes(hours.to), minuteOfDay(nowMs, hours.timeZone)];
  const length = (to - from + DAY_MINUTES) % DAY_MINUTES;
  const passed = (now - from + DAY_MINUTES) % DAY_MINUTES;
  if (passed >= length) return null;
  return nowMs - (nowMs % MINUTE_MS) + (length - passed) * MINUTE_MS;
}

/** Whether the machine knows a time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    // A RangeError is how it says no.
    return false;
  }
}

/** Messages of one digest go out at the same time: the end of the span of this length that it is now. */
export function digestAtMs(minutes: number, nowMs: number): number {
  const spanMs = minutes * MINUTE_MS;
  return spanMs === 0 ? nowMs : nowMs - (nowMs % spanMs) + spanMs;
}

function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function minuteOfDay(atMs: number, timeZone: string | undefined): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(timeZone !== undefined && { timeZone }),
  });
  return toMinutes(format.format(atMs));
}
