import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { ErrorGroup, ErrorGroupDetail } from '../../../schemas/error-group.ts';
import { callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import { toTrend } from '../trends/to-trend.ts';
import { toAmount, toCount } from '../ui/format.ts';
import { Skeleton } from '../ui/states.tsx';

const TimeChart = lazy(async () => ({ default: (await import('../charts/time-chart.tsx')).TimeChart }));

const HEIGHT = 132;
const BUCKET_COUNT = 28;
/** Events whose times are read. */
const SAMPLE_SIZE = 200;
/** A group of this minute still gets a chart that one can read. */
const SPAN_MS_MIN = 5 * 60_000;

/** When it happened: as far back as the newest events reach. */
export function Occurrences({ id, group }: { readonly id: string; readonly group: ErrorGroup }) {
  const { data } = useQuery({
    queryKey: queryKeys.eventTimes(id),
    queryFn: ({ signal }) => readTimes(id, signal),
    placeholderData: (previous, query) => (query?.queryKey[1] === id ? previous : undefined),
  });
  const isPart = data !== undefined && data.timesMs.length < group.count;
  return (
    <section className="card occurrences" aria-labelledby="occurrences-title">
      <header className="card-head">
        <h2 id="occurrences-title">Occurrences</h2>
        <span className="card-note num">
          {isPart ? `last ${toCount(data.timesMs.length)}` : toAmount(group.count, 'event')}
        </span>
      </header>
      <div className="occurrences-chart" style={{ height: HEIGHT }}>
        {data === undefined ? (
          <Skeleton height="6rem" />
        ) : (
          <Suspense fallback={<Skeleton height="6rem" />}>
            <TimeChart {...toBuckets(data)} height={HEIGHT} word="event" onNarrow={null} />
          </Suspense>
        )}
      </div>
    </section>
  );
}

interface Times {
  readonly timesMs: readonly number[];
  readonly readAtMs: number;
}

async function readTimes(id: string, signal: AbortSignal): Promise<Times> {
  const parameters = { pageSize: SAMPLE_SIZE };
  const { events } = await callApi<ErrorGroupDetail>(`/api/errors/${encodeURIComponent(id)}`, { parameters, signal });
  return { timesMs: events.map(({ timestamp }) => Date.parse(timestamp)), readAtMs: Date.now() };
}

function toBuckets({ timesMs, readAtMs }: Times) {
  const fromMs = Math.min(...timesMs, readAtMs - SPAN_MS_MIN);
  const bucketMs = (readAtMs - fromMs) / BUCKET_COUNT;
  const counts = toTrend({ timesMs, totalCount: timesMs.length }, { fromMs, toMs: readAtMs }, BUCKET_COUNT);
  return {
    bucketMs,
    buckets: counts.map((count, index) => ({ startMs: fromMs + index * bucketMs, count: count ?? 0 })),
  };
}
