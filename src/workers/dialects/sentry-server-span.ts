// What an HTTP server did for one request, as a transaction or as a span tells it: a request record.

import { METHOD_CHARS_MAX } from '../../../schemas/limits.js';
import { cutUrl } from './cut-url.js';
import { type Clock, readTimeMs } from './sentry-clock.js';
import { readId, toContentId } from './sentry-ids.js';
import { toHeaders, toUrl } from './sentry-request.js';
import { asList, asMap, asText, firstText, type JsonMap, mapValues, readNumber, toText } from './sentry-values.js';

/** What transactions and spans of every version have, under one set of names. */
interface SpanFacts {
  readonly id: string | undefined;
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  readonly op: string | undefined;
  readonly name: string | undefined;
  /** What kind of name it is: that of a `route`, or the `url` that was asked for. */
  readonly nameSource: string | undefined;
  readonly status: string | undefined;
  readonly start: unknown;
  readonly end: unknown;
  /** Attributes by name, without their types. */
  readonly attributes: JsonMap;
  readonly request: JsonMap;
  readonly response: JsonMap;
}

/** The request record of a transaction, with the spans in it; null when it is not that of an HTTP server. */
export function fromTransaction(event: JsonMap, eventId: string | undefined, clock: Clock): JsonMap | null {
  const contexts = asMap(event.contexts);
  const trace = asMap(contexts?.trace);
  const tags = asMap(event.tags);
  const request = toRequestPayload(
    {
      id: eventId ?? readId(event.event_id),
      traceId: readId(trace?.trace_id),
      spanId: asText(trace?.span_id),
      op: asText(trace?.op),
      name: asText(event.transaction),
      nameSource: asText(asMap(event.transaction_info)?.source),
      status: asText(trace?.status),
      start: event.start_timestamp,
      end: event.timestamp,
      attributes: { 'http.status_code': tags?.['http.status_code'], ...asMap(trace?.data) },
      request: asMap(event.request) ?? {},
      response: asMap(contexts?.response) ?? {},
    },
    clock,
  );
  const spans = asList(event.spans);
  if (request === null || spans.length === 0) return request;
  const startMs = readTimeMs(event.start_timestamp);
  return { ...request, spans: spans.map((span) => toInnerSpan(asMap(span) ?? {}, startMs)) };
}

/** As request records tell it; `toRequestSpans` leaves out what has no times. */
function toInnerSpan(span: JsonMap, requestMs: number | undefined): JsonMap {
  const startMs = readTimeMs(span.start_timestamp);
  const endMs = readTimeMs(span.timestamp);
  const op = asText(span.op);
  const status = asText(span.status) ?? 'ok';
  return {
    name: firstText(span.description, span.op) ?? 'span',
    op,
    spanId: asText(span.span_id),
    parentSpanId: asText(span.parent_span_id),
    offset: startMs === undefined || requestMs === undefined ? undefined : startMs - requestMs,
    duration: startMs === undefined || endMs === undefined ? undefined : Math.max(0, endMs - startMs),
    failed: !WENT_WELL.has(status),
  };
}

/** One that was cancelled, or of which nobody said how it went, is no failure. */
const WENT_WELL: ReadonlySet<string> = new Set(['ok', 'unset', 'cancelled', 'unknown']);

/** The request record of a span that was sent on its own; null when it is not that of an HTTP server. */
export function fromSpan(span: JsonMap, clock: Clock): JsonMap | null {
  const attributes = toPlainAttributes(asMap(span.attributes) ?? asMap(span.data));
  return toRequestPayload(
    {
      id: undefined,
      traceId: readId(span.trace_id),
      spanId: asText(span.span_id),
      op: firstText(span.op, attributes['sentry.op']),
      name: firstText(span.name, span.description, attributes['sentry.segment.name']),
      nameSource: firstText(attributes['sentry.source'], attributes['sentry.span.source']),
      status: asText(span.status),
      start: span.start_timestamp,
      end: span.end_timestamp ?? span.timestamp,
      attributes,
      request: {},
      response: {},
    },
    clock,
  );
}

/** Attributes come as `{"value": …, "type": …}` or as they are. */
export function toPlainAttributes(attributes: JsonMap | undefined): JsonMap {
  const plain = mapValues(attributes, (given) => {
    const typed = asMap(given);
    return typed !== undefined && Object.hasOwn(typed, 'value') ? typed.value : given;
  });
  return plain ?? {};
}

/** Those of Rails and Rack call it after themselves. */
const SERVER_OP = /^(?:http\.server|(?:rails|rack|sinatra)\.request)(?:$|\.)/;
const METHOD_AND_PATH = /^([A-Z]{3,16}) (\S{1,8192})/;

function toRequestPayload(span: SpanFacts, clock: Clock): JsonMap | null {
  if (span.op === undefined || !SERVER_OP.test(span.op)) return null;
  const { attributes, request } = span;
  const [, namedMethod, namedPath] = METHOD_AND_PATH.exec(span.name ?? '') ?? [];
  const method = firstText(attributes['http.request.method'], attributes['http.method'], request.method, namedMethod);
  const url = firstText(
    attributes['url.full'],
    attributes['http.url'],
    toUrl(request),
    attributes['http.target'],
    attributes['url.path'],
    namedPath,
    attributes['http.route'],
    span.name,
  );
  if (method === undefined || url === undefined) return null;
  const startMs = readTimeMs(span.start);
  const endMs = readTimeMs(span.end);
  const duration = startMs === undefined || endMs === undefined ? undefined : Math.max(0, endMs - startMs);
  return {
    recordId: span.id ?? toContentId(span.traceId ?? '', span.spanId ?? '', method, url, String(startMs)),
    method: toText(method, METHOD_CHARS_MAX),
    url: cutUrl(url),
    route: firstText(attributes['http.route'], span.nameSource === 'route' ? (namedPath ?? span.name) : undefined),
    statusCode: toStatusCode(span),
    duration: duration === undefined ? undefined : Math.round(duration * 1000) / 1000,
    timestamp: clock(span.start),
    correlationId: span.traceId,
    headers: toHeaders(request.headers),
    responseHeaders: toHeaders(span.response.headers),
    requestBody: toBody(request.data),
    source: 'backend',
  };
}

/** The codes that stand for the words of a failed span; of one that went well the word covers too many. */
const STATUS_CODES: ReadonlyMap<string, number> = new Map([
  ['invalid_argument', 400],
  ['failed_precondition', 400],
  ['out_of_range', 400],
  ['unauthenticated', 401],
  ['permission_denied', 403],
  ['not_found', 404],
  ['aborted', 409],
  ['already_exists', 409],
  ['resource_exhausted', 429],
  ['cancelled', 499],
  ['internal_error', 500],
  ['unknown_error', 500],
  ['data_loss', 500],
  ['error', 500],
  ['unimplemented', 501],
  ['unavailable', 503],
  ['deadline_exceeded', 504],
]);

function toStatusCode({ attributes, response, status = '' }: SpanFacts): number | undefined {
  const told = [
    response.status_code,
    attributes['http.response.status_code'],
    attributes['http.status_code'],
    STATUS_CODES.get(status),
  ];
  const codes = told.map(readNumber);
  return codes.find((code) => code !== undefined && Number.isInteger(code) && code >= 0 && code <= 999);
}

function toBody(data: unknown): unknown {
  return typeof data === 'string' || (typeof data === 'object' && data !== null) ? data : undefined;
}
