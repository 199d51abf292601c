// Requests that the application serves, on any framework that stands on `node:http`.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { METHOD_CHARS_MAX, URL_CHARS_MAX } from '../../../schemas/limits.js';
import { CORRELATION_HEADER, parseCorrelation } from '../../core/correlation.js';
import type { RequestRecord } from '../../core/types.js';
import { type BodyCopy, copyRequestBody, copyResponseBody, isReadableBody } from './bodies.js';
import { CorrelationIds } from './correlation-ids.js';
import { HeaderTexts, parseHead } from './header-texts.js';
import { toHint } from './hint.js';
import { type Host, quietly, type Unhook } from './host.js';
import { IsoTimes } from './iso-times.js';
import { ANSWER_GRACE_MS } from './limits.js';
import { type ServedRecord, toRecordJson } from './record-json.js';
import { enterContext, RequestContext, runInContext } from './request-context.js';
import { UrlTexts } from './url-texts.js';
import { WallClock } from './wall-clock.js';

const CHANNEL = 'http.server.request.start';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Gives each request a context of its own, and records it when it has ended, whoever ended it. */
export function hookIncoming(host: Host): Unhook {
  const onStart = (message: unknown): void => {
    quietly(host, () => {
      start(host, message as Exchange);
    });
  };
  subscribe(CHANNEL, onStart);
  return () => {
    unsubscribe(CHANNEL, onStart);
  };
}

/** A context as a request's two headers ask for. */
export function openContext(
  request: RequestContext['request'],
  correlation: unknown,
  traceparent: unknown,
): RequestContext {
  return new RequestContext(request, parseCorrelation(correlation, traceparent) ?? ids.next());
}

function start(host: Host, { request, response }: Exchange): void {
  const { settings } = host;
  // Frameworks change the URL on its way through their routers.
  const { method = 'GET', url = '/', headers } = request;
  const facts = { method: method.slice(0, METHOD_CHARS_MAX), url: url.slice(0, URL_CHARS_MAX), headers };
  const context = openContext(facts, headers[CORRELATION_HEADER], headers.traceparent);
  enterContext(context, request);
  if (isIgnored(url, settings.ignoreRequests)) return;
  const serving: Serving = {
    context,
    request,
    response,
    requestBody: settings.captureBodies ? copyRequestBody(request) : undefined,
    responseBody: settings.captureBodies && method !== 'HEAD' ? copyResponseBody(response) : undefined,
  };
  context.recordBy(() => {
    end(host, serving);
  });
  // Not `once`, which makes two functions more: a second time does nothing.
  response.on('close', () => {
    quietly(host, () => {
      context.record();
    });
  });
}

export function isIgnored(url: string, ignored: readonly (string | RegExp)[]): boolean {
  if (ignored.length === 0) return false;
  const path = url.replace(/[?#].*$/s, '');
  return ignored.some((entry) => (typeof entry === 'string' ? entry === path : path.search(entry) !== -1));
}

interface Serving extends Exchange {
  readonly context: RequestContext;
  readonly requestBody: BodyCopy | undefined;
  readonly responseBody: BodyCopy | undefined;
}

/** An answer that was begun. */
interface Answer {
  readonly statusCode: number;
  /** As they were sent, by name or as the text that went out. */
  readonly headers: string | OutgoingHttpHeaders;
}

/** What the record is made of later, without the request and the response: a collector would move them about meanwhile. */
interface Served {
  readonly context: RequestContext;
  readonly durationMs: number;
  readonly answer: Answer | undefined;
  readonly route: string | undefined;
  readonly requestBody: BodyCopy | undefined;
  readonly responseBody: BodyCopy | undefined;
}

/** The answer is over. */
function end(host: Host, { context, request, response, requestBody, responseBody }: Serving): void {
  const answer = toAnswer(response);
  gather(host, {
    context,
    durationMs: context.durationMs,
    answer,
    route: answer !== undefined && answer.statusCode >= 500 ? toRoute(request) : undefined,
    requestBody,
    responseBody,
  });
}

/** This turn may have other requests to answer, and many records in a row cost less than each on its own. */
function gather(host: Host, served: Served): void {
  host.later.gather(() => {
    quietly(host, () => {
      finish(host, served);
    });
  });
}

function finish(host: Host, served: Served): void {
  const { context, durationMs, answer, route, requestBody, responseBody } = served;
  const record = toRecord(context, durationMs);
  record.requestBody = requestBody?.toText();
  if (answer !== undefined) {
    record.statusCode = answer.statusCode;
    record.responseBody = responseBody && toBodyText(answer.headers, responseBody);
  }
  report(host, { context, record, route, responseHeaders: answer?.headers });
}

function toBodyText(head: string | OutgoingHttpHeaders, body: BodyCopy): string | undefined {
  const headers = typeof head === 'string' ? parseHead(head) : head;
  return isReadableBody(headers['content-type'], headers['content-encoding']) ? body.toText() : undefined;
}

/** The record of what is known before the answer. With all its fields from the start, so that V8 makes them all alike. */
export function toRecord({ request, correlationId, startedAtMs }: RequestContext, durationMs: number): ServedRecord {
  return {
    method: request.method,
    url: request.url,
    duration: durationMs,
    timestamp: times.toIso(wall.at(startedAtMs)),
    correlationId,
    requestBody: undefined,
    statusCode: undefined,
    responseBody: undefined,
    errorEventId: undefined,
    recordId: undefined,
    projectId: undefined,
    source: undefined,
  };
}

interface Ended {
  readonly context: RequestContext;
  readonly record: ServedRecord;
  /** The path that the application knows the request by. */
  readonly route?: string | undefined;
  /** Of the answer: by name, or the text that was sent. */
  readonly responseHeaders?: string | Readonly<Record<string, unknown>> | undefined;
}

const texts = new HeaderTexts();
const urls = new UrlTexts();
const times = new IsoTimes();
const wall = new WallClock();
const ids = new CorrelationIds();

function toJson({ record, context, responseHeaders }: Ended): string {
  record.url = urls.redact(record.url);
  return toRecordJson(record, {
    headers: texts.toJson(context.request.headers),
    responseHeaders:
      typeof responseHeaders === 'string'
        ? texts.toJsonOfHead(responseHeaders)
        : responseHeaders && texts.toJson(responseHeaders),
  });
}

/** Adds the record and, where the request failed and nothing said why, an event. */
export function report(host: Host, ended: Ended): void {
  const { context, record, route } = ended;
  const push = (): void => {
    if (context.errorEventId !== undefined) record.errorEventId = context.errorEventId;
    host.client.captureRequest(record as RequestRecord, () => toJson(ended));
  };
  const { statusCode = 0 } = record;
  if (statusCode < 500 || context.isExplained) {
    push();
    return;
  }
  const what = `HTTP ${statusCode}: ${record.method} ${route ?? toPathPattern(record.url)}`;
  host.later.add(() => {
    quietly(host, () => {
      if (!context.isExplained) {
        runInContext(context, () => host.client.capture(what, { type: 'http_error', extra: { hint: toHint() } }));
      }
      push();
    });
  }, ANSWER_GRACE_MS);
}

/** Express keeps the matched route at the request. */
function toRoute(request: IncomingMessage): string | undefined {
  const { baseUrl, route } = request as { baseUrl?: unknown; route?: { readonly path?: unknown } };
  if (typeof route?.path !== 'string') return undefined;
  return `${typeof baseUrl === 'string' ? baseUrl : ''}${route.path}`;
}

/** The path with what looks like an id replaced, so that failures of one route are one error. */
function toPathPattern(url: string): string {
  const segments = url.replace(/[?#].*$/s, '').split('/');
  return segments.map((segment) => (isId(segment) ? ':id' : segment)).join('/');
}

/** A number, or a long word with a digit in it, such as a UUID. */
function isId(segment: string): boolean {
  return /^\d+$/.test(segment) || (segment.length >= 16 && /\d/.test(segment) && /^[\w-]+$/.test(segment));
}

/** Where the status stands in `HTTP/1.1 200 OK`. */
const STATUS_AT = { start: 'HTTP/1.1 '.length, end: 'HTTP/1.1 200'.length } as const;

/**
 * The answer as it was sent: `getHeaders` does not know the headers that were given to `writeHead`; the text that went out
 * does, and the status too. Nothing else is read of the response: Express gives each a class of its own, so V8 finds each of its
 * fields the slow way. Undefined where none was begun: a client that went away before the first byte got no answer, and none
 * comes from a process that ends.
 */
function toAnswer(response: ServerResponse): Answer | undefined {
  const { _header: text } = response as unknown as { _header?: unknown };
  if (typeof text === 'string')
    return { statusCode: Number(text.slice(STATUS_AT.start, STATUS_AT.end)), headers: text };
  return response.headersSent ? { statusCode: response.statusCode, headers: response.getHeaders() } : undefined;
}
