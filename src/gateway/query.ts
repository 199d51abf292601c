import {
  ErrorDetailQuery,
  ErrorListQuery,
  LogListQuery,
  ProjectQuery,
  RequestListQuery,
  StatsQuery,
  TrendsQuery,
} from '../../schemas/query.js';
import type { Clock } from '../clock.js';
import { assertNever, type ErrorCode } from '../errors.js';
import type { ReaderRequest } from '../messages.js';
import type { Store } from '../store/store.js';
import { compileQuery, type Validation } from '../validate.js';
import type { Exchange } from './exchange.js';
import { parseNoParameters, parseQueryString, type QueryParameters, toQueryObject } from './query-string.js';
import type { QueryKind } from './routes.js';
import { checkStatsSpan } from './stats-span.js';

export interface QueryOptions {
  readonly store: Pick<Store, 'query'>;
  readonly clock: Clock;
}

/** A query as the URL has it. `id` is null when the path has none, or none that could be known. */
export interface QueryCall {
  readonly kind: QueryKind;
  readonly id: string | null;
}

const parseErrorList = compileQuery(ErrorListQuery);
const parseErrorDetail = compileQuery(ErrorDetailQuery);
const parseRequestList = compileQuery(RequestListQuery);
const parseLogList = compileQuery(LogListQuery);
const parseStats = compileQuery(StatsQuery);
const parseTrends = compileQuery(TrendsQuery);
const parseProject = compileQuery(ProjectQuery);

/** Answers a query with the store's finished JSON. Rejects when the store does. */
export async function answerQuery(exchange: Exchange, call: QueryCall, options: QueryOptions): Promise<void> {
  const { reply, facts } = exchange;
  const parameters = parseQueryString(facts.query);
  const request = parameters.ok ? toReaderRequest(call, parameters.value, options.clock()) : parameters;
  if (!request.ok) {
    reply.error('invalid_query', { details: request.details });
    return;
  }
  const notFound = toNotFoundCode(call.kind);
  const json = notFound !== null && call.id === null ? null : await options.store.query(request.value);
  if (json === null) reply.error(notFound ?? 'internal');
  else reply.json(200, json);
}

/** The code for an unknown id; null for queries without one. */
function toNotFoundCode(kind: QueryKind): ErrorCode | null {
  switch (kind) {
    case 'readErrorGroup':
      return 'error_group_not_found';
    case 'readEvent':
      return 'event_not_found';
    case 'readRequest':
      return 'request_not_found';
    default:
      return null;
  }
}

function toReaderRequest(call: QueryCall, parameters: QueryParameters, nowMs: number): Validation<ReaderRequest> {
  const { kind } = call;
  const id = call.id ?? '';
  const input = toQueryObject(parameters);
  switch (kind) {
    case 'listErrorGroups':
      return mapValid(parseErrorList(input), (valid) => ({ kind, in: valid }));
    case 'readErrorGroup':
      return mapValid(parseErrorDetail(input), (valid) => ({ kind, in: { ...valid, groupId: id } }));
    case 'readEvent':
      return mapValid(parseProject(input), (valid) => ({ kind, in: { ...valid, eventId: id } }));
    case 'listRequests':
      return mapValid(parseRequestList(input), (valid) => ({ kind, in: valid }));
    case 'readRequest':
      return mapValid(parseNoParameters(parameters), () => ({ kind, in: { requestId: id } }));
    case 'listLogs':
      return mapValid(parseLogList(input), (valid) => ({ kind, in: valid }));
    case 'readStats':
      return mapValid(parseStatsSpan(input, nowMs), (valid) => ({ kind, in: { ...valid, nowMs } }));
    case 'readTrends':
      return mapValid(parseTrends(input), (valid) => ({ kind, in: { ...valid, nowMs } }));
    case 'listProjects':
      return mapValid(parseProject(input), (valid) => ({ kind, in: valid }));
    default:
      return assertNever(kind);
  }
}

function parseStatsSpan(input: unknown, nowMs: number): Validation<StatsQuery> {
  const query = parseStats(input);
  return query.ok ? checkStatsSpan(query.value, nowMs) : query;
}

function mapValid<T>(validation: Validation<T>, map: (value: T) => ReaderRequest): Validation<ReaderRequest> {
  return validation.ok ? { ok: true, value: map(validation.value) } : validation;
}
