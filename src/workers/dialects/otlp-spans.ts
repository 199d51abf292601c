// Spans of OTLP: exceptions in them become error events, and those of a server request records.

import { hash } from 'node:crypto';
import { METHOD_CHARS_MAX } from '../../../schemas/limits.js';
import { OTLP_ITEMS_MAX, SPAN_ATTRIBUTES_TOLD_MAX } from '../../limits.js';
import { cutUrl } from './cut-url.js';
import type { Item } from './dialect.js';
import { isException, toEvent } from './otlp-exception.js';
import type { InnerSpans } from './otlp-inner-spans.js';
import { type ResourceFacts, toFilled } from './otlp-resource.js';
import {
  type Fields,
  findText,
  isFields,
  toAttributes,
  toHexId,
  toNanos,
  toNumber,
  toText,
  toTimestamp,
} from './otlp-values.js';

/** What is around a span. */
export interface SpanPlace {
  readonly facts: ResourceFacts;
  readonly scope: string;
  /** Of the call: past `SPAN_ATTRIBUTES_TOLD_MAX` exceptions go without the attributes of their spans. */
  readonly room: { told: number };
  /** Of the call. */
  readonly inner: InnerSpans;
}

/**
 * The exceptions of a span, and the request that it is the span of. That of a client, of work inside, or of a server that speaks no
 * known protocol goes to those inside of requests. Of what is no span, an item that its schema refuses.
 */
export function toSpanItems(span: unknown, place: SpanPlace): readonly Item[] {
  if (!isFields(span)) return [{ kind: 'request', payload: span }];
  const facts = toSpanFacts(span);
  const events = toEvents(facts, place);
  const { call } = facts;
  if (call === undefined) {
    place.inner.add(span);
    return events;
  }
  const [first] = events;
  const errorEventId = isFields(first?.payload) ? first.payload.eventId : undefined;
  return [...events, toRequest(facts, { ...call, errorEventId }, place)];
}

interface SpanFacts {
  readonly span: Fields;
  readonly attributes: Fields;
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  readonly startNanos: number;
  /** What was asked of a server; absent for other spans. */
  readonly call: ServerCall | undefined;
}

interface ServerCall {
  readonly method: string;
  readonly url: string;
  readonly statusCode: number | undefined;
  readonly route?: string | undefined;
}

function toSpanFacts(span: Fields): SpanFacts {
  const attributes = toAttributes(span.attributes);
  return {
    span,
    attributes,
    traceId: toHexId(span.traceId, 16),
    spanId: toHexId(span.spanId, 8),
    startNanos: toNanos(span.startTimeUnixNano),
    call: SERVER_KINDS.has(span.kind) ? (toHttpCall(attributes) ?? toRpcCall(attributes)) : undefined,
  };
}

/** Old senders of JSON have the names of enums. */
const SERVER_KINDS: ReadonlySet<unknown> = new Set([2, 'SPAN_KIND_SERVER']);

/** https://opentelemetry.io/docs/specs/semconv/http/http-spans/, and the names it had before they were stable. */
function toHttpCall(attributes: Fields): ServerCall | undefined {
  const method = findText(attributes, 'http.request.method', 'http.method');
  if (method === undefined) return undefined;
  return {
    method: method.slice(0, METHOD_CHARS_MAX),
    url: cutUrl(toUrl(attributes)),
    statusCode: toStatusCode(attributes['http.response.status_code'] ?? attributes['http.status_code']),
    route: findText(attributes, 'http.route'),
  };
}

function toUrl(attributes: Fields): string {
  const path = findText(attributes, 'url.path');
  if (path !== undefined) {
    const query = findText(attributes, 'url.query');
    return query === undefined ? path : `${path}?${query.replace(/^\?/, '')}`;
  }
  return findText(attributes, 'http.target', 'url.full', 'http.url', 'http.route') ?? '/';
}

function toStatusCode(value: unknown): number | undefined {
  const code = toNumber(value);
  return code !== undefined && Number.isInteger(code) && code >= 0 && code <= 999 ? code : undefined;
}

/** https://opentelemetry.io/docs/specs/semconv/rpc/rpc-spans/ */
function toRpcCall(attributes: Fields): ServerCall | undefined {
  const system = findText(attributes, 'rpc.system.name', 'rpc.system');
  const method = findText(attributes, 'rpc.method');
  if (system === undefined || method === undefined) return undefined;
  const service = findText(attributes, 'rpc.service');
  const grpcCode = toNumber(attributes['rpc.grpc.status_code']);
  return {
    method: system.toUpperCase().slice(0, METHOD_CHARS_MAX),
    url: cutUrl(`/${service === undefined ? method : `${service}/${method}`}`),
    statusCode: grpcCode === undefined ? undefined : HTTP_OF_GRPC[grpcCode],
  };
}

/** https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto, by code. */
const HTTP_OF_GRPC = [200, 499, 500, 400, 504, 404, 409, 403, 429, 400, 409, 400, 501, 500, 503, 500, 401] as const;

function toRequest(
  { span, attributes, traceId, spanId, startNanos }: SpanFacts,
  call: ServerCall & { readonly errorEventId: unknown },
  { facts: { projectId, source }, inner }: SpanPlace,
): Item {
  const nanos = toNanos(span.endTimeUnixNano) - startNanos;
  const payload: Record<string, unknown> & { spans?: Fields[] } = {
    recordId: traceId === undefined || spanId === undefined ? undefined : `${traceId}-${spanId}`,
    ...call,
    // To the microsecond: a double holds nanoseconds of the epoch to a quarter of one.
    duration: startNanos > 0 && nanos >= 0 ? Math.round(nanos / 1e3) / 1e3 : undefined,
    timestamp: toTimestamp(startNanos),
    correlationId: traceId,
    source,
    projectId,
    headers: toHeaders(attributes, 'http.request.header.'),
    responseHeaders: toHeaders(attributes, 'http.response.header.'),
  };
  inner.addServer({ traceId, spanId, parentSpanId: toHexId(span.parentSpanId, 8), startNanos, request: payload });
  return { kind: 'request', payload };
}

/** Each is a list of values. */
function toHeaders(attributes: Fields, prefix: string): Fields | undefined {
  const headers = Object.entries(attributes)
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, value]): [string, unknown] => [
      key.slice(prefix.length),
      Array.isArray(value) ? value.join(', ') : value,
    ])
    .filter(([name]) => name !== '' && name !== '__proto__');
  return headers.length === 0 ? undefined : Object.fromEntries(headers);
}

/** The exceptions of a span, up to one more than a call may hold. */
function toEvents(facts: SpanFacts, place: SpanPlace): readonly Item[] {
  const { events } = facts.span;
  const items: Item[] = [];
  const attributeCount = Object.keys(facts.attributes).length;
  for (const [index, event] of (Array.isArray(events) ? (events as readonly unknown[]) : []).entries()) {
    if (items.length > OTLP_ITEMS_MAX) break;
    if (!isFields(event) || !isExceptionName(event.name)) continue;
    const attributes = toAttributes(event.attributes);
    if (!isException(attributes)) continue;
    place.room.told += attributeCount;
    const spanAttributes = place.room.told <= SPAN_ATTRIBUTES_TOLD_MAX ? facts.attributes : NO_ATTRIBUTES;
    items.push(toEventItem({ ...facts, attributes, event, index }, spanAttributes, place));
  }
  return items;
}

const NO_ATTRIBUTES: Fields = {};

function isExceptionName(name: unknown): boolean {
  return typeof name === 'string' && (name === 'exception' || name.endsWith('.exception'));
}

type EventFacts = SpanFacts & { readonly event: Fields; readonly index: number };

function toEventItem(facts: EventFacts, spanAttributes: Fields, { facts: resource, scope }: SpanPlace): Item {
  const { span, attributes, traceId, spanId, event, index, call, startNanos } = facts;
  const nanos = toNanos(event.timeUnixNano);
  const name = toText(span.name);
  const payload = toEvent(attributes, {
    facts: resource,
    scope,
    eventId: spanId === undefined ? undefined : toEventId(`${traceId ?? ''}/${spanId}/${nanos}/${index}`),
    severity: 'error',
    timestamp: toTimestamp(nanos === 0 ? startNanos : nanos),
    traceId,
    spanId,
    transaction: call === undefined ? name : toTransaction(call.method, findText(spanAttributes, 'http.route'), name),
    request: call && toFilled({ ...call, headers: toHeaders(spanAttributes, 'http.request.header.') }),
    spanAttributes: name === undefined ? spanAttributes : { 'span.name': name, ...spanAttributes },
  });
  return { kind: 'event', payload };
}

function toTransaction(method: string, route: string | undefined, name: string | undefined): string | undefined {
  return route === undefined ? name : `${method} ${route}`;
}

/** The same for a retry, another for everything else. */
function toEventId(key: string): string {
  return hash('sha256', key, 'hex').slice(0, 32);
}
