import { useQuery } from '@tanstack/react-query';
import type { ErrorGroupDetail } from '../../../schemas/error-group.ts';
import { callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';

/** Events whose times are read. */
const SAMPLE_SIZE = 200;

/** When the newest events of a group happened. */
export interface RecentEvents {
  readonly timesMs: readonly number[];
  readonly readAtMs: number;
}

/** The times of the newest events of a group; undefined until they have been read. */
export function useRecentEvents(id: string): RecentEvents | undefined {
  return useQuery({
    queryKey: queryKeys.recentEvents(id),
    queryFn: ({ signal }) => readRecentEvents(id, signal),
  }).data;
}

async function readRecentEvents(id: string, signal: AbortSignal): Promise<RecentEvents> {
  const parameters = { pageSize: SAMPLE_SIZE };
  const { events } = await callApi<ErrorGroupDetail>(`/api/errors/${encodeURIComponent(id)}`, { parameters, signal });
  return { timesMs: events.map(({ timestamp }) => Date.parse(timestamp)), readAtMs: Date.now() };
}
