/** Names of what is cached. The first word says which feed messages make an entry stale; see feed/apply.ts. */
export const queryKeys = {
  errors: (filters: object) => ['errors', filters] as const,
  allErrors: ['errors'] as const,
  error: (id: string) => ['error', id] as const,
  errorPage: (id: string, page: number) => ['error', id, page] as const,
  trend: (id: string) => ['trend', id] as const,
  eventTimes: (id: string) => ['trend', id, 'times'] as const,
  stats: (filters: object) => ['stats', filters] as const,
  allStats: ['stats'] as const,
  requests: (filters: object) => ['requests', filters] as const,
  allRequests: ['requests'] as const,
  logs: (filters: object) => ['logs', filters] as const,
  allLogs: ['logs'] as const,
  projects: ['projects'] as const,
  project: (name: string) => ['project', name] as const,
  projectCounts: (name: string) => ['project', name, 'counts'] as const,
  status: ['status'] as const,
};
