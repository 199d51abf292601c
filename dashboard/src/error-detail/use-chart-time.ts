import { TIME_RANGES } from '../../../schemas/words.ts';
import { patchSearch, usePlace } from '../router/location.ts';
import { type ChosenTime, type Span, toKnownSpan, useTime } from '../router/time-range.ts';

// Not `range`, `from` and `to`: on the page of an error these say which list it was opened from.
const PARAMETER = 'chart';
const RECENT = 'recent';
const MINUTE_MS = 60_000;

export const CHART_PRESETS = [RECENT, ...TIME_RANGES] as const;
export type ChartPreset = (typeof CHART_PRESETS)[number];

/** What the chart of an error shows: its newest events, or those of a time. */
export type ChartTime = typeof RECENT | ChosenTime;

/** What is chosen, from the address: `chart=recent`, `chart=7d` or `chart=FROM/TO`; without it, the time of the list. */
export function useChartTime(): ChartTime {
  const ofList = useTime();
  const text = usePlace().search.get(PARAMETER) ?? '';
  if (text === RECENT) return RECENT;
  const preset = TIME_RANGES.find((range) => range === text);
  if (preset !== undefined) return { preset, span: null };
  const [from = '', to = ''] = text.split('/');
  const span = toKnownSpan(from, to);
  return span === null ? ofList : { ...ofList, span };
}

/** Shows a preset. The way back stays the way back to the list. */
export function chooseChartPreset(preset: ChartPreset): void {
  patchSearch({ [PARAMETER]: preset }, { replace: true });
}

/** Shows a span: every minute that it touches. */
export function chooseChartSpan({ fromMs, toMs }: Span): void {
  const from = new Date(Math.floor(fromMs / MINUTE_MS) * MINUTE_MS);
  const to = new Date(Math.ceil(toMs / MINUTE_MS) * MINUTE_MS);
  patchSearch({ [PARAMETER]: `${from.toISOString()}/${to.toISOString()}` }, { replace: true });
}
