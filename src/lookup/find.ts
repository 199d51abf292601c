// What an id names, and what belongs to it.

import { ErrorGroupDetail, ErrorGroupList, EventDetail } from '../../schemas/error-group.js';
import type { EventRecord } from '../../schemas/event.js';
import { LogList, type LogRecord } from '../../schemas/log.js';
import { RequestList, RequestRecord, type RequestSummary } from '../../schemas/request.js';
import { ERRORS_ENDPOINT, EVENTS_ENDPOINT, LOGS_ENDPOINT, REQUESTS_ENDPOINT } from '../constants.js';
import { toQueryString } from '../query-text.js';
import { compileBody, type Validator } from '../validate.js';
import type { Reader } from './reader.js';

export interface FindOptions {
  /** Errors of others are not found; null for those of all. */
  readonly project: string | null;
  /** Of a group, the latest event that meets this is meant: one that `parseEventQuery` can read. Null for the latest of all. */
  readonly query?: string | null;
}

/** How many events of a group meet a query, in the words of the API. */
interface MetEvents {
  readonly total: number;
  readonly searchedFrom?: string;
}

/** A group comes with its latest event. */
export type FoundError =
  | ({
      readonly kind: 'error';
      readonly error: ErrorGroupDetail['error'];
      readonly event: EventRecord | null;
      // Where a query was asked with.
    } & Partial<MetEvents>)
  | { readonly kind: 'event'; readonly error: EventDetail['error']; readonly event: EventRecord };

export type Found = FoundError | { readonly kind: 'request'; readonly request: RequestRecord };

/** What has the same correlation id, newest first: as many of each as there is room for. */
export interface Related {
  readonly errors: ErrorGroupList['errors'];
  readonly requests: readonly RequestSummary[];
  readonly logs: readonly LogRecord[];
}

const validateGroup = compileBody(ErrorGroupDetail);
const validateEvent = compileBody(EventDetail);
const validateRequest = compileBody(RequestRecord);
const validateErrors = compileBody(ErrorGroupList);
const validateRequests = compileBody(RequestList);
const validateLogs = compileBody(LogList);

/**
 * A group has the id before an event, and an event before a request: ids of events are for their clients to choose. To events and
 * requests a query says nothing; they are found all the same.
 */
export async function find(reader: Reader, id: string, options: FindOptions): Promise<Found | null> {
  const error = await findError(reader, id, options);
  if (error !== null || isStep(id)) return error;
  const request = await reader.readById(toIdPath(REQUESTS_ENDPOINT, id), validateRequest);
  return request === null ? null : { kind: 'request', request };
}

/** The event that its client gave this id, in this project or (null) any; null when there is none. */
export function findEvent(reader: Reader, id: string, project: string | null): Promise<EventDetail | null> {
  if (isStep(id)) return Promise.resolve(null);
  const query = toQueryString(project === null ? {} : { projectId: project });
  return reader.readById(`${toIdPath(EVENTS_ENDPOINT, id)}?${query}`, validateEvent);
}

async function findError(reader: Reader, id: string, options: FindOptions): Promise<FoundError | null> {
  if (isStep(id)) return null;
  const { project, query = null } = options;
  const asked = { projectId: project ?? undefined, query: query ?? undefined, pageSize: 1 };
  const group = await reader.readById(`${toIdPath(ERRORS_ENDPOINT, id)}?${toQueryString(asked)}`, validateGroup);
  if (group !== null) {
    const { error, events } = group;
    return { kind: 'error', error, event: events[0] ?? null, ...(query !== null && toMetEvents(group)) };
  }
  const event = await findEvent(reader, id, project);
  return event === null ? null : { kind: 'event', ...event };
}

function toMetEvents({ total, searchedFrom }: ErrorGroupDetail): MetEvents {
  return { total, ...(searchedFrom !== undefined && { searchedFrom }) };
}

/** As many rows of each kind at most. Nothing where no correlation id is known. */
export async function findRelated(reader: Reader, found: Found, rowsMax: number): Promise<Related> {
  const { correlationId, projectId } = (found.kind === 'request' ? found.request : found.event) ?? {};
  if (correlationId === undefined) return { errors: [], requests: [], logs: [] };
  const query = toQueryString({ correlationId, pageSize: rowsMax, projectId });
  const list = <T>(path: string, validate: Validator<T>): Promise<T> => reader.read(`${path}?${query}`, validate);
  const [{ errors }, { requests }, { logs }] = await Promise.all([
    list(ERRORS_ENDPOINT, validateErrors),
    list(REQUESTS_ENDPOINT, validateRequests),
    list(LOGS_ENDPOINT, validateLogs),
  ]);
  const own = found.kind === 'request' ? found.request.id : found.error.id;
  return {
    errors: errors.filter(({ id }) => id !== own),
    requests: requests.filter(({ id }) => id !== own),
    logs,
  };
}

function toIdPath(endpoint: string, id: string): string {
  return `${endpoint}/${encodeURIComponent(id)}`;
}

/** In an address these are no ids but steps along the path. */
function isStep(id: string): boolean {
  return id === '.' || id === '..';
}
