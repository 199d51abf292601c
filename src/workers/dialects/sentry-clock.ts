import { SENTRY_DRIFT_MS_MIN } from '../../limits.js';
import { readNumber } from './sentry-values.js';

/** Reads the times of one call. The answer is RFC 3339 text, `undefined` for what is no time that this can hold. */
export type Clock = (value: unknown) => string | undefined;

/**
 * A sender says with `sent_at` what its clock showed when it sent; one that is far off has its times moved by the
 * difference, which says when things happened. A small difference is the way of the message.
 */
export function openClock(sentAt: unknown, receivedAtMs: number): Clock {
  const sentAtMs = readTimeMs(sentAt);
  const driftMs = sentAtMs === undefined || toTimeText(sentAtMs) === undefined ? 0 : receivedAtMs - sentAtMs;
  const shiftMs = Math.abs(driftMs) >= SENTRY_DRIFT_MS_MIN ? driftMs : 0;
  return (value) => {
    const ms = readTimeMs(value);
    return ms === undefined ? undefined : toTimeText(ms + shiftMs);
  };
}

/** Milliseconds of a time that is written as seconds, or as a date and time, which is one of UTC when it names no zone. */
export function readTimeMs(value: unknown): number | undefined {
  const seconds = readNumber(value);
  if (seconds !== undefined) return seconds * 1000;
  if (typeof value !== 'string' || value.length > TIME_CHARS_MAX) return undefined;
  const ms = Date.parse(WITHOUT_ZONE.test(value) ? `${value.trim()}Z` : value);
  return Number.isNaN(ms) ? undefined : ms;
}

/** Nanoseconds and a zone are within it. */
const TIME_CHARS_MAX = 64;
const WITHOUT_ZONE = /^\s{0,4}\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?\s{0,4}$/;
/** The years that RFC 3339 can write. */
const MS_MIN = Date.parse('0001-01-01T00:00:00Z');
const MS_MAX = Date.parse('9999-12-31T23:59:59.999Z');

function toTimeText(ms: number): string | undefined {
  return ms >= MS_MIN && ms <= MS_MAX ? new Date(ms).toISOString() : undefined;
}
