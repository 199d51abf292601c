import { useMemo } from 'react';
import { SEARCH_CHARS_MAX } from '../../../schemas/limits.ts';
import { TIME_RANGES, type TimeRange } from '../../../schemas/words.ts';
import { withoutTerminalCodes } from '../../../src/terminal-codes.ts';
import { usePlace } from '../router/location.ts';
import { useProject } from '../router/project.ts';
import { RANGE_MS } from '../router/time-range.ts';

/** A time that a list is narrowed to, as the API wants it; null for an open end. */
export type Time = {
  readonly from: string | null;
  readonly to: string | null;
};

/** What `parse` makes of the address and the chosen project: the same object until one of the two changes. */
export function useAddress<T>(parse: (search: URLSearchParams, projectId: string | null) => T): T {
  const text = usePlace().search.toString();
  const projectId = useProject();
  return useMemo(() => parse(new URLSearchParams(text), projectId), [parse, text, projectId]);
}

/** One of the known words; what the address has and we do not know is as if it were not there. */
export function pick<T extends string>(known: readonly T[], value: string | null): T | null {
  return known.find((other) => other === value) ?? null;
}

/** What is searched for, never longer than the API takes; null for nothing. */
export function readSearch(search: URLSearchParams, name = 'q'): string | null {
  return withoutTerminalCodes(search.get(name) ?? '').slice(0, SEARCH_CHARS_MAX) || null;
}

/** The time of the address: `from` and `to`, or the `range` up to now. */
export function readTime(search: URLSearchParams): Time {
  const range = pick(TIME_RANGES, search.get('range'));
  return {
    from: toMoment(search.get('from')) ?? (range === null ? null : toRangeStart(range)),
    to: toMoment(search.get('to')),
  };
}

/** A minute stays what it is, so that one address means one list: also on the way to a record and back. */
/** Of a range up to now, to the minute: within it a list is asked for once. */
export function toRangeStart(range: TimeRange): string {
  const minuteMs = 60_000;
  return new Date(Math.floor((Date.now() - RANGE_MS[range]) / minuteMs) * minuteMs).toISOString();
}

/** As the API wants it, whatever form of a time the address has. */
export function toMoment(text: string | null): string | null {
  const timeMs = Date.parse(text ?? '');
  return Number.isNaN(timeMs) ? null : new Date(timeMs).toISOString();
}
