// Spans inside of requests: those of clients and of work, which belong to the server's span that they lie below.

import { SPAN_PARENTS_MAX, SPANS_READ_MAX } from '../../limits.js';
import { type Fields, findText, toAttributes, toHexId, toNanos, toText } from './otlp-values.js';

/** The span of a server, and the request record that it has become, which takes the spans below it. */
export interface ServerSpan {
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
  readonly parentSpanId: string | undefined;
  readonly startNanos: number;
  readonly request: { spans?: Fields[] };
}

export interface InnerSpans {
  addServer(server: ServerSpan): void;
  /** A span that is none of a server. */
  add(span: Fields): void;
  /** Gives each span to its request. Answers how many belong to none that this call tells of. */
  assign(): number;
}

interface Inner {
  readonly span: Fields;
  readonly traceId: string;
  readonly parentSpanId: string | undefined;
}

/** By trace and id. */
interface Known {
  readonly servers: ReadonlyMap<string, ServerSpan>;
  readonly inner: ReadonlyMap<string, Inner>;
}

/**
 * For one call. A span is that of the server's span that it lies below; where a span above it came in another call, that of the only
 * server's span of its trace. What a server's span lies below itself is the caller's, who may have sent it in the same call.
 */
export function openInnerSpans(): InnerSpans {
  const servers = new Map<string, ServerSpan>();
  const ofTraces = new Map<string, ServerSpan[]>();
  const inner = new Map<string, Inner>();
  let left = 0;
  return {
    addServer(server) {
      const { traceId, spanId } = server;
      if (traceId === undefined || spanId === undefined) return;
      servers.set(toKey(traceId, spanId), server);
      const others = ofTraces.get(traceId);
      if (others === undefined) ofTraces.set(traceId, [server]);
      else others.push(server);
    },
    add(span) {
      const traceId = toHexId(span.traceId, 16);
      const spanId = toHexId(span.spanId, 8);
      const key = toKey(traceId ?? '', spanId ?? '');
      if (traceId === undefined || spanId === undefined || inner.size >= SPANS_READ_MAX || inner.has(key)) left += 1;
      else inner.set(key, { span, traceId, parentSpanId: toHexId(span.parentSpanId, 8) });
    },
    assign() {
      const known = { servers, inner };
      const callers = new Set([...servers.values()].flatMap((server) => toAbove(server, known).keys));
      for (const [key, one] of inner) {
        const { server, isTorn } = toAbove(one, known);
        const only = isTorn && !callers.has(key) ? toOnly(ofTraces.get(one.traceId)) : undefined;
        const owner = server ?? only;
        if (owner === undefined) left += 1;
        else (owner.request.spans ??= []).push(toSpan(one, owner.startNanos));
      }
      return left;
    },
  };
}

function toKey(traceId: string, spanId: string): string {
  return `${traceId}/${spanId}`;
}

interface Above {
  /** Of the spans up to a server's. */
  readonly keys: readonly string[];
  readonly server: ServerSpan | undefined;
  /** Whether the way up ends at a span that this call does not have. */
  readonly isTorn: boolean;
}

/** Ids are the sender's, who may have made a circle of them. */
function toAbove({ traceId = '', parentSpanId }: Pick<ServerSpan, 'traceId' | 'parentSpanId'>, known: Known): Above {
  const keys: string[] = [];
  let parent = parentSpanId;
  while (parent !== undefined && keys.length < SPAN_PARENTS_MAX) {
    const key = toKey(traceId, parent);
    const server = known.servers.get(key);
    if (server !== undefined) return { keys, server, isTorn: false };
    const next = known.inner.get(key);
    if (next === undefined) return { keys, server: undefined, isTorn: true };
    keys.push(key);
    parent = next.parentSpanId;
  }
  return { keys, server: undefined, isTorn: false };
}

function toOnly(servers: readonly ServerSpan[] | undefined): ServerSpan | undefined {
  return servers?.length === 1 ? servers[0] : undefined;
}

/** As request records tell it; `toRequestSpans` leaves out what has no times. */
function toSpan({ span, parentSpanId }: Inner, requestNanos: number): Fields {
  const attributes = toAttributes(span.attributes);
  const startNanos = toNanos(span.startTimeUnixNano);
  return {
    name: toName(span, attributes),
    op: toOp(attributes),
    spanId: toHexId(span.spanId, 8),
    parentSpanId,
    offset: startNanos > 0 && requestNanos > 0 ? (startNanos - requestNanos) / 1e6 : undefined,
    duration: (toNanos(span.endTimeUnixNano) - startNanos) / 1e6,
    failed: hasFailed(span.status),
  };
}

/** What was asked says more than the name, which is kept the same for all that ask alike. */
function toName(span: Fields, attributes: Fields): string {
  const url = findText(attributes, 'url.full', 'http.url');
  const called = url && `${findText(attributes, 'http.request.method', 'http.method') ?? 'GET'} ${url}`;
  return findText(attributes, 'db.query.text', 'db.statement') ?? called ?? toText(span.name) ?? 'span';
}

/** By what a span of its kind must have; https://opentelemetry.io/docs/specs/semconv/general/trace/ */
const OPS = [
  ['db', ['db.system.name', 'db.system']],
  ['http', ['http.request.method', 'http.method']],
  ['rpc', ['rpc.system.name', 'rpc.system']],
  ['messaging', ['messaging.system']],
] as const;

function toOp(attributes: Fields): string | undefined {
  return OPS.find(([, names]) => names.some((name) => Object.hasOwn(attributes, name)))?.[0];
}

function hasFailed(status: unknown): boolean {
  if (typeof status !== 'object' || status === null) return false;
  const { code } = status as Fields;
  return code === 2 || code === 'STATUS_CODE_ERROR';
}
