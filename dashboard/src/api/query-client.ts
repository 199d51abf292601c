import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './client.ts';

const RETRIES_MAX = 2;

/** The one cache of server state. The feed says when something changes, so nothing is fetched again by time alone. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      // The daemon is on this machine or beside it: what the browser thinks of the Internet does not matter.
      networkMode: 'always',
      retry: (failureCount, error) => failureCount < RETRIES_MAX && isWorthRetrying(error),
      retryDelay: (attempt) => 300 * 2 ** attempt,
    },
    mutations: { networkMode: 'always' },
  },
});

function isWorthRetrying(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
