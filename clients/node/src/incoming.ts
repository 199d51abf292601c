// Requests that the application serves, on any framework that stands on `node:http`.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { METHOD_CHARS_MAX, URL_CHARS_MAX } from '../../../schemas/limits.js';
import { CORRELATION_HEADER, newId, parseCorrelation } from '../../core/correlation.js';
import { redactUrl } from '../../core/redact.js';
import type { RequestRecord } from '../../core/types.js';
import { type BodyCopy, copyRequestBody, copyResponseBody, isReadableBody } from './bodies.js';
import { HeaderTexts, parseHead } from './header-texts.js';
import { toHint } from './hint.js';
import { type Host, quietly, type Unhook } from './host.js';
import { ANSWER_GRACE_MS } from './limits.js';
import { enterContext, RequestContext, runInContext } from './request-context.js';

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

/** A context as a request's headers ask for. */
export function openContext(request: RequestContext['request'], header: (name: string) => unknown): RequestContext {
  const correlationId = parseCorrelation(header(CORRELATION_HEADER), header('traceparent')) ?? newId();
  return new RequestContext(request, correlationId);
}

function start(host: Host, { request, response }: Exchange): void {
  const { settings } = host;
  // Frameworks change the URL on its way through their routers.
  const { method = 'GET', url = '/' } = request;
  const facts = {
    method: method.slice(0, METHOD_CHARS_MAX),
    url: url.slice(0, URL_CHARS_MAX),
    headers: () => request.headers,
  };
  const context = openContext(facts, (name) => request.headers[name]);
  enterContext(context, request);
  if (isIgnored(url, settings.ignoreRequests)) return;
  const served: Served = {
    context,
    request,
    response,
    requestBody: settings.captureBodies ? copyRequestBody(request) : undefined,
    responseBody: settings.captureBodies && method !== 'HEAD' ? copyResponseBody(response) : undefined,
  };
  context.recordBy(() => {
    const record = toRecord(context);
    // This turn may have other requests to answer: what is left to do for the record waits for a later one.
    host.later.add(() => {
      quietly(host, () => {
        finish(host, served, record);
      });
    }, 0);
  });
  response.once('close', () => {
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

interface Served extends Exchange {
  readonly context: RequestContext;
  readonly requestBody: BodyCopy | undefined;
  readonly responseBody: BodyCopy | undefined;
}

/** `record` is as of the end of the answer. */
function finish(host: Host, { context, request, response, ...bodies }: Served, record: RequestRecord): void {
  const requestBody = bodies.requestBody?.toText();
  if (requestBody !== undefined) record.requestBody = requestBody;
  // A client that went away before the first byte got no answer, and none comes from a process that ends.
  const head = response.headersSent ? toHead(response) : undefined;
  if (head !== undefined) {
    record.statusCode = response.statusCode;
    const responseBody = bodies.responseBody && toBodyText(head, bodies.responseBody);
    if (responseBody !== undefined) record.responseBody = responseBody;
  }
  report(host, { context, record, route: toRoute(request), responseHeaders: head });
}

function toBodyText(head: string | OutgoingHttpHeaders, body: BodyCopy): string | undefined {
  const headers = typeof head === 'string' ? parseHead(head) : head;
  return isReadableBody(headers['content-type'], headers['content-encoding']) ? body.toText() : undefined;
}

/** The record of what is known before the answer; its duration ends now. */
export function toRecord({ request, correlationId, startedAtMs, durationMs }: RequestContext): RequestRecord {
  return {
    method: request.method,
    url: request.url,
    duration: durationMs,
    timestamp: new Date(startedAtMs).toISOString(),
    correlationId,
  };
}

interface Ended {
  readonly context: RequestContext;
  readonly record: RequestRecord;
  /** The path that the application knows the request by. */
  readonly route?: string | undefined;
  /** Of the answer: by name, or the text that was sent. */
  readonly responseHeaders?: string | Readonly<Record<string, unknown>> | undefined;
}

const texts = new HeaderTexts();

/** The record without its headers is so small that nothing of it has to be remembered. */
function toJson(record: RequestRecord, { context, responseHeaders }: Ended): string {
  const json = JSON.stringify({ ...record, url: redactUrl(record.url) });
  const answered =
    responseHeaders === undefined
      ? ''
      : `,"responseHeaders":${typeof responseHeaders === 'string' ? texts.toJsonOfHead(responseHeaders) : texts.toJson(responseHeaders)}`;
  return `${json.slice(0, -1)},"headers":${texts.toJson(context.request.headers())}${answered}}`;
}

/** Adds the record and, where the request failed and nothing said why, an event. */
export function report(host: Host, ended: Ended): void {
  const { context, record, route } = ended;
  const push = (): void => {
    if (context.errorEventId !== undefined) record.errorEventId = context.errorEventId;
    host.client.captureRequest(record, (numbered) => toJson(numbered, ended));
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

/**
 * The headers as they were sent. `getHeaders` does not know those that were given to `writeHead`; the text that went out
 * does.
 */
function toHead(response: ServerResponse): string | OutgoingHttpHeaders {
  const { _header: text } = response as unknown as { _header?: unknown };
  return typeof text === 'string' ? text : response.getHeaders();
}
