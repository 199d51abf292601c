import { useMemo } from 'react';
import type { TimeRange } from '../../../schemas/query.ts';
import type { RequestSummary } from '../../../schemas/request.ts';
import { usePlace } from '../router/location.ts';
import { useProject } from '../router/project.ts';
import { RANGE_MS } from '../router/time-range.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;
export const RANGES = ['1h', '6h', '24h', '7d'] as const satisfies readonly TimeRange[];

/** Every parameter of the address that narrows the list; the project has its own place. */
export const FILTER_NAMES = ['q', 'method', 'status', 'failing', 'range', 'from', 'to', 'correlationId'] as const;

export type StatusClass = (typeof STATUS_CLASSES)[number];

/** What the daemon filters by; null stands for any. The names are those of the API. */
export interface ServerFilters {
  readonly projectId: string | null;
  readonly correlationId: string | null;
  readonly from: string | null;
  readonly to: string | null;
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
  const [correlationId, range] = [address.get('correlationId'), pick(RANGES, address.get('range'))];
  const [from, to] = [toMoment(address.get('from')), toMoment(address.get('to'))];
  return useMemo(
    () => ({ projectId, correlationId, from: from ?? (range === null ? null : toRangeStart(range)), to }),
    [projectId, correlationId, range, from, to],
  );
}

function toFilters(address: URLSearchParams, server: ServerFilters): RequestFilters {
  const local = {
    search: address.get('q'),
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

/** A minute stays what it is, so that one address means one list: also on the way to a request and back. */
function toRangeStart(range: TimeRange): string {
  const minuteMs = 60_000;
  return new Date(Math.floor((Date.now() - RANGE_MS[range]) / minuteMs) * minuteMs).toISOString();
}

/** Whether the daemon would list the request, decided here for what the feed brings. */
export function isServed(request: RequestSummary, { projectId, correlationId, from, to }: ServerFilters): boolean {
  const atMs = Date.parse(request.timestamp);
  return (
    (projectId === null || request.projectId === projectId) &&
    (correlationId === null || request.correlationId === correlationId) &&
    (from === null || atMs >= Date.parse(from)) &&
    (to === null || atMs <= Date.parse(to))
  );
}

/** Whether a request that the daemon lists passes the filters that it does not know. */
export function isListed(request: RequestSummary, filters: RequestFilters): boolean {
  const { search, method, statusClass, isFailingOnly } = filters;
  return (
    (search === null || request.url.toLowerCase().includes(search.toLowerCase())) &&
    (method === null || request.method.toUpperCase() === method.toUpperCase()) &&
    (statusClass === null || toStatusClass(request.statusCode) === statusClass) &&
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

function pick<T extends string>(known: readonly T[], value: string | null): T | null {
  return known.find((other) => other === value) ?? null;
}

function toMoment(text: string | null): string | null {
  return text === null || Number.isNaN(Date.parse(text)) ? null : text;
}
