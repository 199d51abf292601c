import { lazy, Suspense, useState } from 'react';
import type { ErrorGroup } from '../../../schemas/error-group.ts';
import { TREND_RANGES, type TrendRange } from '../../../schemas/words.ts';
import type { Mark } from '../charts/time-chart.tsx';
import { useReleaseMarks } from '../releases/use-release-marks.ts';
import { sum } from '../trends/sum.ts';
import { useTrend } from '../trends/use-trend.ts';
import { toAmount, toCount } from '../ui/format.ts';
import { Segments } from '../ui/segments.tsx';
import { Skeleton } from '../ui/states.tsx';
import { type Counted, toRecent, toSeries } from './to-occurrences.ts';
import { useRecentEvents } from './use-recent-events.ts';
import './occurrences.css';

const TimeChart = lazy(async () => ({ default: (await import('../charts/time-chart.tsx')).TimeChart }));

const HEIGHT = 132;

type View = 'recent' | TrendRange;

const VIEWS: readonly { readonly value: View; readonly label: string }[] = [
  { value: 'recent', label: 'Recent' },
  ...TREND_RANGES.map((range) => ({ value: range, label: range })),
];

/** When it happened: the last day and week as the daemon counted them, and the newest events one by one. */
export function Occurrences({ group }: { readonly group: ErrorGroup }) {
  const [view, setView] = useState<View>('24h');
  return (
    <section className="card occurrences" aria-labelledby="occurrences-title">
      <header className="card-head">
        <h2 id="occurrences-title">Occurrences</h2>
        <Segments label="Span of the occurrences" value={view} options={VIEWS} onChange={setView} />
      </header>
      {view === 'recent' ? <RecentChart group={group} /> : <TrendChart group={group} view={view} />}
    </section>
  );
}

function TrendChart({ group, view }: { readonly group: ErrorGroup; readonly view: Exclude<View, 'recent'> }) {
  const trend = useTrend(group.id, view);
  const marks = useReleaseMarks(group.projectId ?? null);
  const note =
    trend !== undefined &&
    `${toAmount(sum(trend.counts), 'event')} in ${view === '24h' ? '24 hours, by the hour' : '7 days, by six hours'}`;
  return <Chart counted={trend === undefined ? null : toSeries(trend)} note={note || ''} marks={marks} />;
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
            <TimeChart {...counted} height={HEIGHT} word="event" onNarrow={null} marks={marks} />
          </Suspense>
        )}
      </div>
      <p className="occurrences-note num">{note}</p>
    </>
  );
}
