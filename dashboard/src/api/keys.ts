import type { Query } from '@tanstack/react-query';

/** Names of what is cached. The first word says which feed messages make an entry stale; see feed/apply.ts. */
export const queryKeys = {
  errors: (filters: object) => ['errors', filters] as const,
  allErrors: ['errors'] as const,
  /** What happened to groups since a moment. */
  news: (filters: object, since: string | null) => ['news', filters, since] as const,
  allDetails: ['error'] as const,
  errorPage: (id: string, page: number) => ['error', id, page] as const,
  /** One page of those of its events that a query leaves. */
  errorEvents: (id: string, query: string, page: number) => ['error-events', id, query, page] as const,
  allErrorEvents: ['error-events'] as const,
  /** One page of a long list; the third part tells it from the short lists. */
  listPage: (name: 'errors' | 'requests', filters: object, page: number) => [name, filters, page] as const,
  errorFacets: (id: string) => ['error-facets', id] as const,
  facets: (projectId: string | null) => ['stats', 'facets', projectId] as const,
  allErrorFacets: ['error-facets'] as const,
  releases: (projectId: string | null) => ['stats', 'releases', projectId] as const,
  release: (name: string, projectId: string | null) => ['stats', 'release', name, projectId] as const,
  recentEvents: (id: string) => ['recent', id] as const,
  allRecentEvents: ['recent'] as const,
  trend: (id: string, range: string) => ['trend', id, range] as const,
  allTrends: ['trend'] as const,
  stats: (filters: object) => ['stats', filters] as const,
  allStats: ['stats'] as const,
  requests: (filters: object) => ['requests', filters] as const,
  allRequests: ['requests'] as const,
  request: (id: string) => ['request', id] as const,
  requestPlace: (filters: object, id: string) => ['request-place', filters, id] as const,
  requestErrors: (correlationId: string) => ['request-errors', correlationId] as const,
  namedEvent: (projectId: string, eventId: string) => ['request-errors', 'event', projectId, eventId] as const,
  allRequestErrors: ['request-errors'] as const,
  logs: (filters: object) => ['logs', filters] as const,
  allLogs: ['logs'] as const,
  logHistogram: (filters: object) => ['log-histogram', filters] as const,
  allLogHistograms: ['log-histogram'] as const,
  projects: ['projects'] as const,
  allSummaries: ['project'] as const,
  project: (name: string) => ['project', name] as const,
  projectCounts: (name: string) => ['project', name, 'counts'] as const,
  projectLimits: (name: string) => ['project-limits', name] as const,
  projectGrouping: (name: string) => ['project-grouping', name] as const,
  groupingPreview: (name: string, version: number, errorId: string) =>
    ['project-grouping', name, 'preview', version, errorId] as const,
  status: ['status'] as const,
  suggestions: (parameters: object) => ['suggestions', parameters] as const,
  allViews: ['views'] as const,
  views: (projectId: string | null) => ['views', projectId] as const,
  session: ['session'] as const,
  keys: ['keys'] as const,
  audit: ['audit'] as const,
  alerts: ['alerts'] as const,
  /** With the status: what changes it changes the history too. */
  triage: (id: string, status: string) => ['triage', id, status] as const,
  allTriage: ['triage'] as const,
  mergePreview: (ids: readonly string[]) => ['merge-preview', ids] as const,
  unmergePreview: (id: string, parts: readonly string[]) => ['unmerge-preview', id, parts] as const,
  splitPreview: (id: string, conditions: object) => ['split-preview', id, conditions] as const,
};

/** Whether a query is a page of a long list: such a list decides for itself when it may move. */
export function isListPage({ queryKey }: Pick<Query, 'queryKey'>): boolean {
  return (queryKey[0] === queryKeys.allErrors[0] || queryKey[0] === queryKeys.allRequests[0]) && queryKey.length > 2;
}
