/** Names of what is cached. The first word says which feed messages make an entry stale; see feed/apply.ts. */
export const queryKeys = {
  errors: (filters: object) => ['errors', filters] as const,
  allErrors: ['errors'] as const,
  allDetails: ['error'] as const,
  errorPage: (id: string, page: number) => ['error', id, page] as const,
  /** One page of the long list of the Errors page; the third part tells it from the short lists. */
  errorListPage: (filters: object, page: number) => ['errors', filters, page] as const,
  recentEvents: (id: string) => ['recent', id] as const,
  allRecentEvents: ['recent'] as const,
  trend: (id: string, range: string) => ['trend', id, range] as const,
  allTrends: ['trend'] as const,
  stats: (filters: object) => ['stats', filters] as const,
  requestTrends: (parameters: object) => ['stats', 'requests', parameters] as const,
  allStats: ['stats'] as const,
  requests: (filters: object) => ['requests', filters] as const,
  allRequests: ['requests'] as const,
  logs: (filters: object) => ['logs', filters] as const,
  allLogs: ['logs'] as const,
  projects: ['projects'] as const,
  status: ['status'] as const,
};
