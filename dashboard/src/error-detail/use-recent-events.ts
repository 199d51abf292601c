import { useQuery } from '@tanstack/react-query';
import type { ErrorGroupDetail } from '../../../schemas/error-group.ts';
import { callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';

/** Events whose times are read. */
const SAMPLE_SIZE = 200;

/** When the newest events of a group happened. */
export interface RecentEvents {
  readonly timesMs: readonly number[];
  /** Whether the group has no others. */
  readonly isAll: boolean;
  readonly readAtMs: number;
}

/**
 * The times of the newest events of a group; undefined until they have been read. They are read again when others come, as
 * long as they are of use.
 */
export function useRecentEvents(
  id: string,
  isOfUse: (recent: RecentEvents) => boolean = () => true,
): RecentEvents | undefined {
  return useQuery<RecentEvents>({
    queryKey: queryKeys.recentEvents(id),
    enabled: ({ state: { data } }) => data === undefined || isOfUse(data),
    queryFn: ({ signal }) => readRecentEvents(id, signal),
  }).data;
}

async function readRecentEvents(id: string, signal: AbortSignal): Promise<RecentEvents> {
  const parameters = { pageSize: SAMPLE_SIZE };
  const { events, total } = await callApi<ErrorGroupDetail>(`/api/errors/${encodeURIComponent(id)}`, {
    parameters,
    signal,
  });
  const timesMs = events.map(({ timestamp }) => Date.parse(timestamp));
  return { timesMs, isAll: events.length >= total, readAtMs: Date.now() };
}
