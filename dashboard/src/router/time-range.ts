import { STATS_BACK_MS } from '../../../schemas/limits.ts';
import { TIME_RANGES, type TimeRange } from '../../../schemas/words.ts';
import { patchSearch, usePlace } from './location.ts';

const HOUR_MS = 3_600_000;

/** Every preset of the API, with its length. */
export const RANGE_MS: Record<TimeRange, number> = {
  '1h': HOUR_MS,
  '6h': 6 * HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
};

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface ChosenTime {
  readonly preset: TimeRange;
  /** A part that was chosen on a chart; null for the whole preset. */
  readonly span: Span | null;
}

/** The time that is looked at, from the address: `range=7d`, and `from` and `to` for a part of it. */
export function useTime(): ChosenTime {
  const { search } = usePlace();
  const preset = TIME_RANGES.find((range) => range === search.get('range')) ?? '24h';
  return { preset, span: toKnownSpan(search.get('from') ?? '', search.get('to') ?? '') };
}

/** The span of two times of an address; null where it is none, or one that nothing can be said about any more. */
export function toKnownSpan(from: string, to: string): Span | null {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  // Comparisons with no number are false.
  return fromMs < toMs && fromMs > Date.now() - STATS_BACK_MS ? { fromMs, toMs } : null;
}

/** The time as a span; of a preset, up to now. */
export function spanOf({ preset, span }: ChosenTime, nowMs = Date.now()): Span {
  return span ?? { fromMs: nowMs - RANGE_MS[preset], toMs: nowMs };
}

/** Looks at the last hour, day or week. */
export function choosePreset(preset: TimeRange): void {
  patchSearch({ range: preset === '24h' ? null : preset, from: null, to: null });
}

/** Looks at a part; null for the whole preset again. */
export function chooseSpan(span: Span | null): void {
  patchSearch({
    from: span === null ? null : new Date(span.fromMs).toISOString(),
    to: span === null ? null : new Date(span.toMs).toISOString(),
  });
}

/** The time as links carry it. */
export function toTimeParameters({ preset, span }: ChosenTime): Readonly<Record<string, string>> {
  if (span === null) return { range: preset };
  return { from: new Date(span.fromMs).toISOString(), to: new Date(span.toMs).toISOString() };
}

/** The time in a few words, after "in": "the last 24 hours", "this time". */
export function toTimeWords({ preset, span }: ChosenTime): string {
  return span === null ? PRESET_WORDS[preset] : 'this time';
}

const PRESET_WORDS: Record<TimeRange, string> = {
  '1h': 'the last hour',
  '6h': 'the last 6 hours',
  '24h': 'the last 24 hours',
  '7d': 'the last 7 days',
};

/** What the daemon counts in where the last 24 hours hold all of it; past them by the hour. */
const SLOT_MS = 5 * 60_000;

/** The time before, of the same length; null where the daemon does not know all of it. */
export function toTimeBefore({ preset, span }: ChosenTime, nowMs: number): Span | null {
  const lengthMs = span === null ? RANGE_MS[preset] : span.toMs - span.fromMs;
  const toMs = span?.fromMs ?? Math.floor(nowMs / SLOT_MS) * SLOT_MS - lengthMs;
  const isRecent = toMs - lengthMs >= nowMs - RANGE_MS['24h'];
  // Whole hours count where it is longer ago: as many as there are in the time itself.
  const endMs = isRecent ? toMs : Math.floor(toMs / HOUR_MS) * HOUR_MS;
  const fromMs = endMs - lengthMs;
  return fromMs > nowMs - STATS_BACK_MS + HOUR_MS ? { fromMs, toMs: endMs } : null;
}
