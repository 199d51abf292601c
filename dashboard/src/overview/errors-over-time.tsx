import { lazy, Suspense } from 'react';
import type { Stats } from '../../../schemas/stats.ts';
import type { TimeRange } from '../../../schemas/words.ts';
import { useStats } from '../api/queries.ts';
import { chooseSpan, type Span, toFinestPreset } from '../router/time-range.ts';
import { toAmount, toClock, toDay } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Skeleton } from '../ui/states.tsx';
import './errors-over-time.css';

const TimeChart = lazy(async () => ({ default: (await import('../charts/time-chart.tsx')).TimeChart }));

const HEIGHT = 184;

interface ErrorsOverTimeProps {
  readonly projectId: string | null;
  readonly preset: TimeRange;
  readonly span: Span | null;
}

/** The errors of the chosen time as bars. Dragging over some chooses their time for the whole page. */
export function ErrorsOverTime({ projectId, preset, span }: ErrorsOverTimeProps) {
  const shown = span === null ? preset : toFinestPreset(span.fromMs, Date.now());
  const { data } = useStats(projectId, shown);
  const { buckets, bucketMs } = toBuckets(data, span);
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className="card over-time" aria-labelledby="over-time-title">
      <header className="card-head">
        <h2 id="over-time-title">Errors over time</h2>
        {span === null && total > 0 && <span className="card-note">drag to narrow</span>}
        {span !== null && (
          <button type="button" className="span-chip num" title="Show the whole range" onClick={() => chooseSpan(null)}>
            {toSpanText(span)}
            <Icon name="close" />
          </button>
        )}
        {data !== undefined && <span className="card-figure num">{toAmount(total, 'error')}</span>}
      </header>
      <div className="over-time-chart" style={{ height: HEIGHT }}>
        {data === undefined ? (
          <ChartSkeleton />
        ) : (
          <Suspense fallback={<ChartSkeleton />}>
            <TimeChart buckets={buckets} bucketMs={bucketMs} height={HEIGHT} word="error" onNarrow={chooseSpan} />
          </Suspense>
        )}
        {data !== undefined && total === 0 && (
          <p className="over-time-none">
            <span>No errors in this time</span>
          </p>
        )}
      </div>
    </section>
  );
}

function ChartSkeleton() {
  return (
    <div className="over-time-skeleton">
      <Skeleton height="100%" />
    </div>
  );
}

function toBuckets(stats: Stats | undefined, span: Span | null) {
  const all = (stats?.errorsOverTime ?? []).map(({ timestamp, count }) => ({ startMs: Date.parse(timestamp), count }));
  const bucketMs = (all[1]?.startMs ?? 0) - (all[0]?.startMs ?? 0);
  const isInside = ({ startMs }: { startMs: number }): boolean =>
    span === null || (startMs + bucketMs > span.fromMs && startMs < span.toMs);
  return { bucketMs, buckets: all.filter(isInside) };
}

function toSpanText({ fromMs, toMs }: Span): string {
  const isOneDay = toDay(fromMs) === toDay(toMs);
  return `${toDay(fromMs)}, ${toClock(fromMs)} – ${isOneDay ? '' : `${toDay(toMs)}, `}${toClock(toMs)}`;
}
