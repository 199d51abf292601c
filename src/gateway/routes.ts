// The one table of routes. Dispatch, 404, 405 with Allow, preflights, HEAD and the API document all come from it.

import {
  ErrorGroupDetail,
  ErrorGroupList,
  EventDetail,
  StatusChange,
  StatusChanges,
  StatusesChanged,
} from '../../schemas/error-group.js';
import { EventAccepted, EventBatchPayload, EventPayload } from '../../schemas/event.js';
import { LogBatchPayload, LogList, LogPayload } from '../../schemas/log.js';
import type { QueryName } from '../../schemas/queries.js';
import {
  ClearCommand,
  ErrorDetailQuery,
  ErrorListQuery,
  FeedQuery,
  LogListQuery,
  ProjectQuery,
  RequestListQuery,
  StatsQuery,
  TrendsQuery,
} from '../../schemas/query.js';
import {
  RecordAccepted,
  RequestBatchPayload,
  RequestList,
  RequestPayload,
  RequestRecord,
} from '../../schemas/request.js';
import { DaemonStatus, Health, Outcomes, ProjectList, Stats, Trends } from '../../schemas/stats.js';
import {
  ERRORS_ENDPOINT,
  EVENTS_ENDPOINT,
  FEED_ENDPOINT,
  HEALTH_ENDPOINT,
  LOGS_ENDPOINT,
  METRICS_ENDPOINT,
  REQUESTS_ENDPOINT,
  STATS_ENDPOINT,
} from '../constants.js';
import type { ErrorCode } from '../errors.js';
import type { IngestForm, RecordKind } from '../messages.js';

export type CommandKind = 'setStatus' | 'setStatuses' | 'clear' | 'clearLogs';
export type OwnKind = 'health' | 'outcomes' | 'status' | 'metrics' | 'openapi';

/** What a route does; the server has one function per kind. */
export type Action =
  | { readonly kind: 'ingest'; readonly form: IngestForm }
  | { readonly kind: 'query'; readonly query: QueryName; readonly unknownId: ErrorCode | null }
  | { readonly kind: 'command'; readonly command: CommandKind }
  | { readonly kind: 'own'; readonly own: OwnKind }
  | { readonly kind: 'feed' };

/** A schema as a value: plain JSON Schema, with `$id` when it is one of the named ones. */
export type WireSchema = object;

/** How a success looks: one value of the schema, an array of them, an array of texts, `{ "success": true }`, or plain text. */
export type AnswerShape =
  | { readonly shape: 'one' | 'array'; readonly schema: WireSchema }
  | { readonly shape: 'ids' | 'success' | 'openapi' | 'text' | 'switching' };

/** `item` is the schema of the elements of an array whose own schema leaves them open. */
export interface RouteBody {
  readonly schema: WireSchema;
  readonly item?: WireSchema;
  readonly required: boolean;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly action: Action;
  /** What it is for, in one line. */
  readonly summary: string;
  /** Answers without a token, so that a monitor needs none. */
  readonly isOpen?: boolean;
  /** Query parameters; null when it takes none. */
  readonly query: WireSchema | null;
  readonly body: RouteBody | null;
  readonly success: { readonly status: number } & AnswerShape;
  /** Codes of its own, besides those every route of its kind can answer. */
  readonly errors: readonly ErrorCode[];
}

const STORE_CODES = ['queue_full', 'storage_unavailable', 'worker_lost', 'internal'] as const satisfies ErrorCode[];
const BODY_CODES = [
  'invalid_json',
  'validation_failed',
  'origin_forbidden',
  'body_too_large',
  'unsupported_encoding',
] as const satisfies ErrorCode[];
const one = (schema: WireSchema): AnswerShape => ({ shape: 'one', schema });

function ingest(
  path: string,
  kind: RecordKind,
  rest: Pick<Route, 'summary'> & { body: WireSchema; item?: WireSchema; answer: AnswerShape },
): Route {
  return {
    method: 'POST',
    path,
    action: { kind: 'ingest', form: { dialect: 'errord', kind, isBatch: rest.item !== undefined } },
    summary: rest.summary,
    query: null,
    body: { schema: rest.body, required: true, ...(rest.item !== undefined && { item: rest.item }) },
    success: { status: 201, ...rest.answer },
    errors: rest.item === undefined ? [] : ['batch_too_long'],
  };
}

function query(
  path: string,
  kind: QueryName,
  rest: Pick<Route, 'summary' | 'query'> & { answer: WireSchema; errors?: readonly ErrorCode[] },
): Route {
  return {
    method: 'GET',
    path,
    action: { kind: 'query', query: kind, unknownId: rest.errors?.[0] ?? null },
    summary: rest.summary,
    query: rest.query,
    body: null,
    success: { status: 200, ...one(rest.answer) },
    errors: rest.errors ?? [],
  };
}

function own(
  path: string,
  kind: OwnKind,
  rest: Pick<Route, 'summary' | 'query'> & { answer: AnswerShape; errors?: readonly ErrorCode[] },
): Route {
  return {
    method: 'GET',
    path,
    action: { kind: 'own', own: kind },
    summary: rest.summary,
    query: rest.query,
    body: null,
    success: { status: 200, ...rest.answer },
    errors: rest.errors ?? [],
  };
}

function clear(path: string, command: CommandKind, summary: string): Route {
  return {
    method: 'POST',
    path,
    action: { kind: 'command', command },
    summary,
    query: null,
    body: { schema: ClearCommand, required: false },
    success: { status: 200, shape: 'success' },
    errors: [],
  };
}

export const ROUTES: readonly Route[] = [
  ingest(EVENTS_ENDPOINT, 'event', { summary: 'Store one event.', body: EventPayload, answer: one(EventAccepted) }),
  ingest(`${EVENTS_ENDPOINT}/batch`, 'event', {
    summary: 'Store events; the good ones are stored even when others are refused (207).',
    body: EventBatchPayload,
    item: EventPayload,
    answer: { shape: 'array', schema: EventAccepted },
  }),
  ingest(`${EVENTS_ENDPOINT}/request`, 'request', {
    summary: 'Store one HTTP request record.',
    body: RequestPayload,
    answer: one(RecordAccepted),
  }),
  ingest(`${EVENTS_ENDPOINT}/request/batch`, 'request', {
    summary: 'Store request records; the good ones are stored even when others are refused (207).',
    body: RequestBatchPayload,
    item: RequestPayload,
    answer: { shape: 'array', schema: RecordAccepted },
  }),
  ingest(LOGS_ENDPOINT, 'log', { summary: 'Store one log entry.', body: LogPayload, answer: one(RecordAccepted) }),
  ingest(`${LOGS_ENDPOINT}/batch`, 'log', {
    summary: 'Store log entries; the good ones are stored even when others are refused (207).',
    body: LogBatchPayload,
    item: LogPayload,
    answer: { shape: 'ids' },
  }),
  query(`${EVENTS_ENDPOINT}/{id}`, 'readEvent', {
    summary: 'Read an event by the id its client gave it, and its error group.',
    query: ProjectQuery,
    answer: EventDetail,
    errors: ['event_not_found'],
  }),
  query(ERRORS_ENDPOINT, 'listErrorGroups', {
    summary: 'List error groups, the latest seen first.',
    query: ErrorListQuery,
    answer: ErrorGroupList,
  }),
  {
    method: 'PATCH',
    path: ERRORS_ENDPOINT,
    action: { kind: 'command', command: 'setStatuses' },
    summary: 'Change the status of many error groups at once.',
    query: null,
    body: { schema: StatusChanges, required: true },
    success: { status: 200, ...one(StatusesChanged) },
    errors: [],
  },
  query(`${ERRORS_ENDPOINT}/{id}`, 'readErrorGroup', {
    summary: 'Read an error group and its events, newest first.',
    query: ErrorDetailQuery,
    answer: ErrorGroupDetail,
    errors: ['error_group_not_found'],
  }),
  {
    method: 'PATCH',
    path: `${ERRORS_ENDPOINT}/{id}`,
    action: { kind: 'command', command: 'setStatus' },
    summary: 'Change the status of an error group.',
    query: null,
    body: { schema: StatusChange, required: true },
    success: { status: 200, shape: 'success' },
    errors: ['error_group_not_found'],
  },
  query(REQUESTS_ENDPOINT, 'listRequests', {
    summary: 'List request records, newest first.',
    query: RequestListQuery,
    answer: RequestList,
  }),
  query(`${REQUESTS_ENDPOINT}/{id}`, 'readRequest', {
    summary: 'Read a whole request record.',
    query: null,
    answer: RequestRecord,
    errors: ['request_not_found'],
  }),
  query(LOGS_ENDPOINT, 'listLogs', {
    summary: 'List log entries, newest first.',
    query: LogListQuery,
    answer: LogList,
  }),
  query(STATS_ENDPOINT, 'readStats', { summary: 'Read the statistics.', query: StatsQuery, answer: Stats }),
  query('/api/trends', 'readTrends', {
    summary: 'Count requests and the events of error groups over the last day or week.',
    query: TrendsQuery,
    answer: Trends,
  }),
  query('/api/projects', 'listProjects', {
    summary: 'List the registered projects.',
    query: ProjectQuery,
    answer: ProjectList,
  }),
  clear(`${LOGS_ENDPOINT}/clear`, 'clearLogs', 'Delete all log entries, or those of one project.'),
  clear('/api/clear', 'clear', 'Delete all errors, events, requests and logs, or those of one project.'),
  {
    ...own(HEALTH_ENDPOINT, 'health', { summary: 'Tell that the daemon runs.', query: null, answer: one(Health) }),
    isOpen: true,
  },
  own('/api/outcomes', 'outcomes', {
    summary: 'Count what became of every received item since the start.',
    query: ProjectQuery,
    answer: one(Outcomes),
    errors: ['invalid_query'],
  }),
  own('/api/status', 'status', {
    summary: 'Read the state of the daemon.',
    query: null,
    answer: one(DaemonStatus),
    errors: ['invalid_query', ...STORE_CODES],
  }),
  own(METRICS_ENDPOINT, 'metrics', {
    summary: 'Read the metrics, in the text format of Prometheus.',
    query: null,
    answer: { shape: 'text' },
    errors: ['invalid_query', 'internal'],
  }),
  own('/api/openapi.json', 'openapi', { summary: 'Read this document.', query: null, answer: { shape: 'openapi' } }),
  {
    method: 'GET',
    path: FEED_ENDPOINT,
    action: { kind: 'feed' },
    summary: 'Follow what is stored, over a WebSocket.',
    query: FeedQuery,
    body: null,
    success: { status: 101, shape: 'switching' },
    errors: ['upgrade_required', 'invalid_query', 'origin_forbidden', 'queue_full'],
  },
];

/** Codes that every route of a kind can answer. */
const KIND_CODES = {
  ingest: [...BODY_CODES, 'invalid_encoding', 'project_limit', 'storage_full', ...STORE_CODES],
  query: ['invalid_query', ...STORE_CODES],
  command: ['invalid_query', ...BODY_CODES, 'storage_full', ...STORE_CODES],
  own: [],
  feed: [],
} as const satisfies Record<Action['kind'], readonly ErrorCode[]>;

/** Every code a route can answer, each once. */
export function toErrorCodes(route: Route): readonly ErrorCode[] {
  const token: readonly ErrorCode[] = route.isOpen === true ? [] : ['unauthorized'];
  return [...new Set<ErrorCode>([...KIND_CODES[route.action.kind], ...route.errors, ...token, 'shutting_down'])];
}
