import { lazy, Suspense } from 'react';
import type { ErrorGroup } from '../../../schemas/error-group.ts';
import { STATS_BACK_MS } from '../../../schemas/limits.ts';
import { TREND_RANGES, type TrendRange } from '../../../schemas/words.ts';
import type { Mark } from '../charts/time-chart.tsx';
import { TimeChoice, toSpanText } from '../filters/time-choice.tsx';
import { useReleaseMarks } from '../releases/use-release-marks.ts';
import { type ChosenTime, type Span, spanOf, toTimeWords } from '../router/time-range.ts';
import { sum } from '../trends/sum.ts';
import { useTrend, useTrendBetween } from '../trends/use-trend.ts';
import { toAmount, toCount } from '../ui/format.ts';
import { Skeleton } from '../ui/states.tsx';
import { type Counted, toExact, toRecent, toSeries } from './to-occurrences.ts';
import {
  CHART_PRESETS,
  type ChartPreset,
  type ChartTime,
  chooseChartPreset,
  chooseChartSpan,
  useChartTime,
} from './use-chart-time.ts';
import { type RecentEvents, useRecentEvents } from './use-recent-events.ts';
import './occurrences.css';

const TimeChart = lazy(async () => ({ default: (await import('../charts/time-chart.tsx')).TimeChart }));

const HEIGHT = 132;
const HOUR_MS = 3_600_000;

/** When it happened: the newest events one by one, or a time as the daemon counted it. */
export function Occurrences({ group }: { readonly group: ErrorGroup }) {
  const time = useChartTime();
  return (
    <section className="card occurrences" aria-labelledby="occurrences-title">
      <header className="card-head">
        <h2 id="occurrences-title">Occurrences</h2>
        <TimeChoice
          label="Span of the occurrences"
          presets={CHART_PRESETS}
          preset={toPreset(time)}
          toSpan={() => spanOf(time === 'recent' ? DAY : time)}
          onPreset={chooseChartPreset}
          onSpan={chooseChartSpan}
        />
      </header>
      <ChartOf group={group} time={time} />
    </section>
  );
}

const DAY: ChosenTime = { preset: '24h', span: null };

function toPreset(time: ChartTime): ChartPreset | null {
  if (time === 'recent') return time;
  return time.span === null ? time.preset : null;
}

function ChartOf({ group, time }: { readonly group: ErrorGroup; readonly time: ChartTime }) {
  if (time === 'recent') return <RecentChart group={group} />;
  const range = time.span === null ? TREND_RANGES.find((known) => known === time.preset) : undefined;
  if (range !== undefined) return <TrendChart group={group} range={range} />;
  return <SpanChart group={group} time={time} />;
}

function TrendChart({ group, range }: { readonly group: ErrorGroup; readonly range: TrendRange }) {
  const trend = useTrend(group.id, range);
  const marks = useReleaseMarks(group.projectId ?? null);
  const note =
    trend !== undefined &&
    `${toAmount(sum(trend.counts), 'event')} in ${range === '24h' ? '24 hours, by the hour' : '7 days, by six hours'}`;
  return <Chart counted={trend === undefined ? null : toSeries(trend)} note={note || ''} marks={marks} />;
}

/** To the minute where the newest events reach back so far, and otherwise in the hours that the daemon has counted. */
function SpanChart({ group, time }: { readonly group: ErrorGroup; readonly time: ChosenTime }) {
  const { id, projectId } = group;
  const toChart = (recent: RecentEvents) => toExact(recent, spanOf(time, recent.readAtMs));
  const recent = useRecentEvents(id, (known) => toChart(known) !== null);
  const exact = recent === undefined ? null : toChart(recent);
  const isCounted = recent !== undefined && exact === null;
  const key = time.span === null ? time.preset : `${time.span.fromMs}/${time.span.toMs}`;
  const trend = useTrendBetween(id, isCounted ? { key, toSpan: () => spanOf(time) } : null);
  const marks = useReleaseMarks(projectId ?? null);
  const counted = exact ?? (isCounted && trend !== undefined ? toSeries(trend) : null);
  return <Chart counted={counted} note={toNote(counted, { time, isCounted })} marks={marks} />;
}

function toNote(counted: Counted | null, { time, isCounted }: { time: ChosenTime; isCounted: boolean }): string {
  if (counted === null) return '';
  const where = time.span === null ? ` in ${toTimeWords(time)}` : `: ${toSpanText(time.span)}`;
  const how = counted.bucketMs > HOUR_MS ? 'by six hours' : 'by the hour';
  const amount = toAmount(sum(counted.buckets.map(({ count }) => count)), 'event');
  return `${amount}${where}${isCounted ? `, ${how}` : ''}`;
}

/** A group of thousands is drawn from its newest events, and says so. */
function RecentChart({ group: { id, count } }: { readonly group: ErrorGroup }) {
  const recent = useRecentEvents(id);
  if (recent === undefined) return <Chart counted={null} note="" />;
  const known = recent.timesMs.length;
  const note = known < count ? `the newest ${toCount(known)} of ${toAmount(count, 'event')}` : toAmount(count, 'event');
  return <Chart counted={toRecent(recent)} note={note} />;
}

interface ChartProps {
  readonly counted: Counted | null;
  readonly note: string;
  readonly marks?: readonly Mark[];
}

const NO_MARKS: readonly Mark[] = [];

function Chart({ counted, note, marks = NO_MARKS }: ChartProps) {
  return (
    <>
      <div className="occurrences-chart" style={{ height: HEIGHT }}>
        {counted === null ? (
          <Skeleton height="6rem" />
        ) : (
          <Suspense fallback={<Skeleton height="6rem" />}>
            <TimeChart {...counted} height={HEIGHT} word="event" onNarrow={toNarrowing(counted)} marks={marks} />
          </Suspense>
        )}
      </div>
      <p className="occurrences-note num">{note}</p>
    </>
  );
}

/** A part can be chosen of what is not too long ago for the daemon. */
function toNarrowing({ buckets: [first] }: Counted): ((span: Span) => void) | null {
  return first !== undefined && first.startMs > Date.now() - STATS_BACK_MS ? chooseChartSpan : null;
}
