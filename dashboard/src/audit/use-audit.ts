import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditList } from '../../../schemas/audit.ts';
import { callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';

/** Some four screens. */
const PAGE_SIZE = 100;

/** The audit, newest first, a page at a time. */
export function useAudit() {
  return useInfiniteQuery({
    queryKey: queryKeys.audit,
    queryFn: ({ signal, pageParam }) =>
      callApi<AuditList>('/api/audit', { parameters: { limit: PAGE_SIZE, before: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? null,
    // Nobody tells when it grows.
    staleTime: 0,
  });
}
