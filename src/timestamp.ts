/**
 * Milliseconds since the epoch of a date-time that has passed its schema. RFC 3339 has two forms that `Date` cannot read:
 * a leap second, and (as ajv passes it) a zone without minutes.
 */
export function parseTimestampMs(text: string): number {
  const ms = Date.parse(text);
  if (!Number.isNaN(ms)) return ms;
  const isLeapSecond = /[T ]\d\d:\d\d:60/i.test(text);
  const readable = text.replace(/([T ]\d\d:\d\d):60/i, '$1:59').replace(/([+-]\d\d)$/, '$1:00');
  return Date.parse(readable) + (isLeapSecond ? 1000 : 0);
}
