import { lazy, Suspense } from 'react';
import type { Stats } from '../../../schemas/stats.ts';
import { useTimeStats } from '../api/queries.ts';
import { toSpanText } from '../filters/time-choice.tsx';
import { useReleaseMarks } from '../releases/use-release-marks.ts';
import { type ChosenTime, chooseSpan, spanOf } from '../router/time-range.ts';
import { toAmount } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Skeleton } from '../ui/states.tsx';
import './errors-over-time.css';

const TimeChart = lazy(async () => ({ default: (await import('../charts/time-chart.tsx')).TimeChart }));

const HEIGHT = 184;

interface ErrorsOverTimeProps {
  readonly projectId: string | null;
  readonly time: ChosenTime;
}

/** The errors of the chosen time as bars. Dragging over some chooses their time for the whole page. */
export function ErrorsOverTime({ projectId, time }: ErrorsOverTimeProps) {
  const { span } = time;
  const marks = useReleaseMarks(projectId);
  const { data } = useTimeStats(projectId, time);
  const { buckets, bucketMs } = toBuckets(data, time);
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
            <TimeChart
              buckets={buckets}
              bucketMs={bucketMs}
              height={HEIGHT}
              word="error"
              onNarrow={chooseSpan}
              marks={marks}
            />
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

/** A time that is shorter than two of the daemon's buckets is one bar. */
function toBuckets(stats: Stats | undefined, time: ChosenTime) {
  const buckets = (stats?.errorsOverTime ?? []).map(({ timestamp, count }) => ({
    startMs: Date.parse(timestamp),
    count,
  }));
  const [first, second] = buckets;
  const { fromMs, toMs } = spanOf(time);
  const bucketMs = first === undefined || second === undefined ? toMs - fromMs : second.startMs - first.startMs;
  return { bucketMs, buckets };
}
