import { METHOD_CHARS_MAX } from '../../../schemas/limits.ts';
import type { RequestSummary } from '../../../schemas/request.ts';
import { SOURCES, type Source, STATUS_CLASSES, type StatusClass } from '../../../schemas/words.ts';
import { pick, readSearch, readTime, type Time, useAddress } from '../filters/address.ts';
import { hasText, isWanted, isWithin } from '../filters/matches.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** What the filters are called in the address; the project has its own place. */
export const FILTER_NAMES = [
  'q',
  'method',
  'status',
  'source',
  'failing',
  'range',
  'from',
  'to',
  'correlationId',
] as const;

/** Which requests are listed; null stands for any. The names are those of the API. */
export type RequestFilters = Time & {
  readonly projectId: string | null;
  readonly failing: 'true' | null;
  readonly statusClass: StatusClass | null;
  readonly method: string | null;
  readonly source: Source | null;
  readonly search: string | null;
  readonly correlationId: string | null;
};

/** The filters as the address has them. */
export function useRequestFilters(): RequestFilters {
  return useAddress(toFilters);
}

function toFilters(search: URLSearchParams, projectId: string | null): RequestFilters {
  return {
    projectId,
    failing: search.get('failing') === '1' ? 'true' : null,
    statusClass: pick(STATUS_CLASSES, search.get('status')),
    method: search.get('method')?.slice(0, METHOD_CHARS_MAX) || null,
    source: pick(SOURCES, search.get('source')),
    search: readSearch(search),
    correlationId: search.get('correlationId') || null,
    ...readTime(search),
  };
}

/** Whether a request is one of those listed, decided here for what the feed brings. */
export function isListed(request: RequestSummary, filters: RequestFilters): boolean {
  const { projectId, failing, statusClass, method, source, search, correlationId } = filters;
  return (
    isWanted(request.projectId, projectId) &&
    (failing === null || isFailing(request)) &&
    isWanted<string>(toStatusClass(request.statusCode), statusClass) &&
    isWanted(request.method.toUpperCase(), method?.toUpperCase() ?? null) &&
    isWanted(request.source, source) &&
    hasText(request.url, search) &&
    isWanted(request.correlationId, correlationId) &&
    isWithin(request.timestamp, filters)
  );
}

/** What the daemon counts as a failing request. */
export function isFailing({ statusCode }: RequestSummary): boolean {
  return statusCode !== undefined && statusCode >= 400;
}

function toStatusClass(statusCode: number | undefined): string {
  return statusCode === undefined ? 'none' : `${Math.floor(statusCode / 100)}xx`;
}
