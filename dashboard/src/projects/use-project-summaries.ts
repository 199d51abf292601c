import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import type { ErrorGroupList } from '../../../schemas/error-group.ts';
import type { LogList } from '../../../schemas/log.ts';
import type { RequestList } from '../../../schemas/request.ts';
import type { Stats } from '../../../schemas/stats.ts';
import { callApi, type Parameters } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';

/** How a project is. */
export interface ProjectSummary {
  /** Of the last 24 hours. */
  readonly stats: Stats;
  /** Error groups that nobody has dealt with. */
  readonly openCount: number;
  readonly requestCount: number;
  readonly logCount: number;
  /** Of any record; null when none is left. */
  readonly lastSeen: string | null;
}

/** Null while it is being read. */
export type SummaryRead = ProjectSummary | 'failed' | null;

/** The summaries of projects, in their order. */
export function useProjectSummaries(names: readonly string[]): readonly SummaryRead[] {
  return useQueries({
    queries: names.map((name) => ({
      queryKey: queryKeys.project(name),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => readSummary(name, signal),
    })),
    combine: toSummaries,
  });
}

function toSummaries(results: readonly UseQueryResult<ProjectSummary>[]): readonly SummaryRead[] {
  return results.map(({ data, isError }) => data ?? (isError ? 'failed' : null));
}

async function readSummary(projectId: string, signal: AbortSignal): Promise<ProjectSummary> {
  const read = <T>(path: string, parameters: Parameters): Promise<T> =>
    callApi<T>(path, { parameters: { projectId, ...parameters }, signal });
  const [stats, open, errors, requests, logs] = await Promise.all([
    read<Stats>('/api/stats', { timeRange: '24h' }),
    read<ErrorGroupList>('/api/errors', { status: 'unresolved', pageSize: 1 }),
    read<ErrorGroupList>('/api/errors', { pageSize: 1 }),
    read<RequestList>('/api/requests', { pageSize: 1 }),
    read<LogList>('/api/logs', { pageSize: 1 }),
  ]);
  const seen = [errors.errors[0]?.lastSeen, requests.requests[0]?.timestamp, logs.logs[0]?.timestamp];
  return {
    stats,
    openCount: open.total,
    requestCount: requests.total,
    logCount: logs.total,
    // Times of the API are all in UTC, so that the later text is the later time.
    lastSeen: seen.reduce<string | null>(
      (last, at) => (at !== undefined && (last === null || at > last) ? at : last),
      null,
    ),
  };
}
