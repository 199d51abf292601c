import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ErrorGroup, ErrorGroupDetail } from '../../../schemas/error-group.ts';
import { callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import { type Trend, toTrend } from './to-trend.ts';

/** The last day, hour by hour. */
const BUCKET_COUNT = 24;
const HOUR_MS = 3_600_000;
/** Events read of one group: a group with more in a day gets an honest gap in its sparkline. */
const SAMPLE_SIZE = 50;
const FRESH_MS = 60_000;

export interface Trends {
  /** By the id of the group. */
  readonly trends: ReadonlyMap<string, Trend>;
  /** Whether every one of them has been read, or could not be. */
  readonly isSettled: boolean;
}

/** The trends of groups over the last day. */
export function useTrends(groups: readonly ErrorGroup[]): Trends {
  return useQueries({
    queries: groups.map(({ id }) => ({
      queryKey: queryKeys.trend(id),
      queryFn: ({ signal }: { signal: AbortSignal }) => readTrend(id, signal),
      staleTime: FRESH_MS,
    })),
    combine: (results) => ({
      isSettled: results.every(({ isPending }) => !isPending),
      trends: new Map(
        results.flatMap(({ data }, index) => (data === undefined ? [] : [[groups[index]?.id ?? '', data]])),
      ),
    }),
  });
}

/** A row that is scrolled past asks for nothing. */
const SETTLE_MS = 150;

/** The trend of one group, asked for once its row has been in view for a moment. */
export function useTrend({ id }: ErrorGroup): Trend | undefined {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setIsSettled(true), SETTLE_MS);
    return () => window.clearTimeout(timer);
  }, []);
  const { data } = useQuery({
    queryKey: queryKeys.trend(id),
    queryFn: ({ signal }) => readTrend(id, signal),
    staleTime: FRESH_MS,
    enabled: isSettled,
  });
  return data;
}

async function readTrend(id: string, signal: AbortSignal): Promise<Trend> {
  const parameters = { pageSize: SAMPLE_SIZE };
  const { events, total } = await callApi<ErrorGroupDetail>(`/api/errors/${encodeURIComponent(id)}`, {
    parameters,
    signal,
  });
  // Whole hours, so that bars do not change their height while the clock moves on.
  const toMs = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  const timesMs = events.map(({ timestamp, receivedAt }) => Math.min(Date.parse(timestamp), Date.parse(receivedAt)));
  return toTrend({ timesMs, totalCount: total }, { fromMs: toMs - BUCKET_COUNT * HOUR_MS, toMs }, BUCKET_COUNT);
}
