import { hashKey, keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ErrorGroupDetail, ErrorGroupList } from '../../../schemas/error-group.ts';
import type { Facets } from '../../../schemas/facets.ts';
import type { LogHistogram, LogList } from '../../../schemas/log.ts';
import type { ReleaseDetail, ReleaseList } from '../../../schemas/releases.ts';
import type { RequestList, RequestRecord } from '../../../schemas/request.ts';
import type { DaemonStatus, ProjectList, Stats } from '../../../schemas/stats.ts';
import type { TimeRange } from '../../../schemas/words.ts';
import type { ChosenTime, Span } from '../router/time-range.ts';
import { callApi, type Parameters } from './client.ts';
import { queryKeys } from './keys.ts';

/** Events in one call for a group's events; with stacks a page is some 100 KB. */
export const EVENT_PAGE_SIZE = 50;

/** Statistics of a project, or of all, over a time range. */
export function useStats(projectId: string | null, timeRange: TimeRange) {
  const parameters = { projectId, timeRange };
  return useQuery({
    queryKey: queryKeys.stats(parameters),
    queryFn: ({ signal }) => callApi<Stats>('/api/stats', { parameters, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Statistics of the chosen time, by five minutes or by whole hours: see docs/operating.md. */
export function useTimeStats(projectId: string | null, { preset, span }: ChosenTime) {
  return useStatsOf(span === null ? { projectId, timeRange: preset } : { projectId, ...toEnds(span) }, true);
}

/** Statistics of a span; null for none. */
export function useSpanStats(projectId: string | null, span: Span | null) {
  return useStatsOf({ projectId, ...(span === null ? {} : toEnds(span)) }, span !== null);
}

function useStatsOf(parameters: Parameters, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.stats(parameters),
    queryFn: ({ signal }) => callApi<Stats>('/api/stats', { parameters, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

function toEnds({ fromMs, toMs }: Span) {
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}

/** The registered projects. */
export function useProjects() {
  return useQuery({
    queryKey: queryKeys.projects,
    queryFn: ({ signal }) => callApi<ProjectList>('/api/projects', { signal }),
  });
}

/** One page of error groups, for short lists; the Errors page scrolls through all of them on its own. */
export function useErrorGroups(parameters: Parameters, options: { readonly enabled?: boolean } = {}) {
  return useQuery({
    queryKey: queryKeys.errors(parameters),
    queryFn: ({ signal }) => callApi<ErrorGroupList>('/api/errors', { parameters, signal }),
    placeholderData: keepPreviousData,
    ...options,
  });
}

/** What reads an error group and one page of its events, newest first. */
export function toErrorDetailQuery(id: string, page: number) {
  const parameters = { page, pageSize: EVENT_PAGE_SIZE };
  return {
    queryKey: queryKeys.errorPage(id, page),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      callApi<ErrorGroupDetail>(`/api/errors/${encodeURIComponent(id)}`, { parameters, signal }),
  };
}

/** An error group and one page of its events, newest first. */
export function useErrorDetail(id: string, page: number) {
  return useQuery({
    ...toErrorDetailQuery(id, page),
    // Another page of the same group; never another group.
    placeholderData: (previous) => (previous?.error.id === id ? previous : undefined),
  });
}

/** The same of those of its events that a query leaves; null for all of them. */
export function useErrorEvents(id: string, page: number, query: string | null) {
  const parameters = { query, page, pageSize: EVENT_PAGE_SIZE };
  const toKey = (of: number) => (query === null ? queryKeys.errorPage(id, of) : queryKeys.errorEvents(id, query, of));
  return useQuery<ErrorGroupDetail>({
    queryKey: toKey(page),
    queryFn: ({ signal }) => callApi<ErrorGroupDetail>(`/api/errors/${encodeURIComponent(id)}`, { parameters, signal }),
    // Another page of the same events; never other events.
    placeholderData: (previous, before) =>
      previous !== undefined && before?.queryHash === hashKey(toKey(previous.page)) ? previous : undefined,
  });
}

/** What the events of a group say of themselves, and their users. */
export function useErrorFacets(id: string) {
  return useQuery({
    queryKey: queryKeys.errorFacets(id),
    queryFn: ({ signal }) => callApi<Facets>(`/api/errors/${encodeURIComponent(id)}/facets`, { signal }),
  });
}

/** The same of a project, or of all. */
export function useFacets(projectId: string | null) {
  return useQuery({
    queryKey: queryKeys.facets(projectId),
    queryFn: ({ signal }) => callApi<Facets>('/api/facets', { parameters: { projectId }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The releases of a project, or of all, the newest first. */
export function useReleases(projectId: string | null) {
  return useQuery({
    queryKey: queryKeys.releases(projectId),
    queryFn: ({ signal }) => callApi<ReleaseList>('/api/releases', { parameters: { projectId }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** What a release has changed. */
export function useRelease(name: string, projectId: string | null) {
  return useQuery({
    queryKey: queryKeys.release(name, projectId),
    queryFn: ({ signal }) =>
      callApi<ReleaseDetail>(`/api/releases/${encodeURIComponent(name)}`, { parameters: { projectId }, signal }),
  });
}

/** One page of request records, newest first. */
export function useRequests(parameters: Parameters, options: { readonly enabled?: boolean } = {}) {
  return useQuery({
    queryKey: queryKeys.requests(parameters),
    queryFn: ({ signal }) => callApi<RequestList>('/api/requests', { parameters, signal }),
    placeholderData: keepPreviousData,
    ...options,
  });
}

/** What reads a whole request record; it never changes once it is stored. */
export function toRequestQuery(id: string) {
  return {
    queryKey: queryKeys.request(id),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      callApi<RequestRecord>(`/api/requests/${encodeURIComponent(id)}`, { signal }),
  };
}

/** One page of log entries, newest first. */
export function useLogs(parameters: Parameters, options: { readonly enabled?: boolean } = {}) {
  return useQuery({
    queryKey: queryKeys.logs(parameters),
    queryFn: ({ signal }) => callApi<LogList>('/api/logs', { parameters, signal }),
    placeholderData: keepPreviousData,
    ...options,
  });
}

/** The time goes on where nothing is logged too. */
const HISTOGRAM_PAUSE_MS = 60_000;

/** Log entries by level in slots of time; `isOpen` where the time goes on to now. */
export function useLogHistogram(parameters: Parameters, isOpen: boolean) {
  return useQuery({
    queryKey: queryKeys.logHistogram(parameters),
    queryFn: ({ signal }) => callApi<LogHistogram>('/api/logs/histogram', { parameters, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: isOpen && HISTOGRAM_PAUSE_MS,
  });
}

/** Records of each kind that the overview begins with. */
const LATEST_PAGE_SIZE = 8;

/** The latest error groups, requests and logs of a project, or of all. */
export function useLatest(projectId: string | null, options: { readonly enabled?: boolean } = {}) {
  const parameters = { projectId, pageSize: LATEST_PAGE_SIZE };
  return [useErrorGroups(parameters, options), useRequests(parameters, options), useLogs(parameters, options)] as const;
}

/** The state of the daemon. */
export function useDaemonStatus() {
  return useQuery({
    queryKey: queryKeys.status,
    queryFn: ({ signal }) => callApi<DaemonStatus>('/api/status', { signal }),
    staleTime: 5_000,
  });
}
