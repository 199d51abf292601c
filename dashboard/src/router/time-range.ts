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
  const [fromMs, toMs] = [Date.parse(search.get('from') ?? ''), Date.parse(search.get('to') ?? '')];
  const preset = TIME_RANGES.find((range) => range === search.get('range')) ?? '24h';
  // An old address names what nothing can be said about any more; comparisons with no number are false.
  const isKnown = fromMs < toMs && fromMs > Date.now() - STATS_BACK_MS;
  return { preset, span: isKnown ? { fromMs, toMs } : null };
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

/** The preset with the finest buckets that still reaches back to a moment. */
export function toFinestPreset(fromMs: number, nowMs: number): TimeRange {
  return TIME_RANGES.find((range) => nowMs - fromMs <= RANGE_MS[range]) ?? '7d';
}
