import { useQueries } from '@tanstack/react-query';
import type { RequestRecord, RequestSummary } from '../../../schemas/request.ts';
import { toRequestQuery } from '../api/queries.ts';

/** Requests whose spans are read; of the others the bar alone is drawn. */
const REQUESTS_READ_MAX = 8;

const NONE: readonly RequestRecord[] = [];

/** The requests that have spans, with them; undefined while they are being read. One that cannot be read has none. */
export function useCorrelatedSpans(
  requests: readonly RequestSummary[] | undefined,
): readonly RequestRecord[] | undefined {
  const withSpans = (requests ?? NONE).filter(({ spanCount }) => spanCount !== undefined);
  const records = useQueries({
    queries: withSpans.slice(0, REQUESTS_READ_MAX).map(({ id }) => toRequestQuery(id)),
  });
  if (records.some(({ isPending }) => isPending)) return undefined;
  return records.flatMap(({ data }) => data ?? []);
}
