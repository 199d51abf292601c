import { useMemo } from 'react';
import type { RequestSummary } from '../../../schemas/request.ts';
import { pick, readSearch, readTime, type Time } from '../filters/address.ts';
import { hasText, isWanted, isWithin } from '../filters/matches.ts';
import { usePlace } from '../router/location.ts';
import { useProject } from '../router/project.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;

/** Every parameter of the address that narrows the list; the project has its own place. */
export const FILTER_NAMES = ['q', 'method', 'status', 'failing', 'range', 'from', 'to', 'correlationId'] as const;

export type StatusClass = (typeof STATUS_CLASSES)[number];

/** What the daemon filters by; null stands for any. The names are those of the API. */
export interface ServerFilters extends Time {
  readonly projectId: string | null;
  readonly correlationId: string | null;
}

/** Which requests are listed. What the daemon does not filter by is looked for in what has been read from it. */
export interface RequestFilters {
  readonly server: ServerFilters;
  readonly search: string | null;
  readonly method: string | null;
  readonly statusClass: StatusClass | null;
  readonly isFailingOnly: boolean;
  /** Whether any filter but those of the daemon is set. */
  readonly isNarrowedHere: boolean;
}

/** The filters as the address has them; what it has and we do not know is as if it were not there. */
export function useRequestFilters(): RequestFilters {
  const { search: address } = usePlace();
  const server = useServerFilters(address);
  const text = address.toString();
  return useMemo(() => toFilters(new URLSearchParams(text), server), [text, server]);
}

/** The same object until one of them changes. */
function useServerFilters(address: URLSearchParams): ServerFilters {
  const projectId = useProject();
  const correlationId = address.get('correlationId') || null;
  const { from, to } = readTime(address);
  return useMemo(() => ({ projectId, correlationId, from, to }), [projectId, correlationId, from, to]);
}

function toFilters(address: URLSearchParams, server: ServerFilters): RequestFilters {
  const local = {
    search: readSearch(address),
    method: address.get('method'),
    statusClass: pick(STATUS_CLASSES, address.get('status')),
    isFailingOnly: address.get('failing') === '1',
  };
  return {
    server,
    ...local,
    isNarrowedHere: local.isFailingOnly || [local.search, local.method, local.statusClass].some((one) => one !== null),
  };
}

/** Whether the daemon would list the request, decided here for what the feed brings. */
export function isServed(request: RequestSummary, filters: ServerFilters): boolean {
  return (
    isWanted(request.projectId, filters.projectId) &&
    isWanted(request.correlationId, filters.correlationId) &&
    isWithin(request.timestamp, filters)
  );
}

/** Whether a request that the daemon lists passes the filters that it does not know. */
export function isListed(request: RequestSummary, filters: RequestFilters): boolean {
  const { search, method, statusClass, isFailingOnly } = filters;
  return (
    hasText(request.url, search) &&
    isWanted(request.method, method) &&
    isWanted<string>(toStatusClass(request.statusCode), statusClass) &&
    (!isFailingOnly || isFailing(request))
  );
}

/** What the daemon counts as a failing request. */
export function isFailing({ statusCode }: RequestSummary): boolean {
  return statusCode !== undefined && statusCode >= 400;
}

function toStatusClass(statusCode: number | undefined): string {
  return statusCode === undefined ? 'none' : `${Math.floor(statusCode / 100)}xx`;
}
