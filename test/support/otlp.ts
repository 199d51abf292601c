// Requests of OTLP, in both forms, from one value: that of the JSON form.

import { PbfReader, PbfWriter } from 'pbf';
import { loadCompiled } from '../../src/compiled.js';
import type { BodyFormat, IngestForm } from '../../src/messages.js';
import type { CallFacts, Contents, Dialect } from '../../src/workers/dialects/dialect.js';
import { OTLP_LOGS, OTLP_METRICS, OTLP_TRACES } from '../../src/workers/dialects/otlp.js';
import type { RequestMessage } from '../../src/workers/dialects/otlp-protobuf.js';

export type Signal = 'logs' | 'traces' | 'metrics';

export const FORMATS = ['json', 'protobuf'] as const satisfies BodyFormat[];
export const CONTENT_TYPES: Readonly<Record<BodyFormat, string>> = {
  json: 'application/json',
  protobuf: 'application/x-protobuf',
};
export const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
export const SPAN_ID = 'b7ad6b7169203331';
/** 2026-01-31T12:00:00.250Z */
export const NANOS = '1769860800250000000';

export interface AnyValue {
  readonly [kind: string]: unknown;
}

export interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A plain value as OTLP wraps it. */
export function toAnyValue(value: Json): AnyValue {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: value } : { doubleValue: value };
  if (value === null) return {};
  if (Array.isArray(value)) return { arrayValue: { values: (value as readonly Json[]).map(toAnyValue) } };
  return { kvlistValue: { values: toKeyValues(value as Readonly<Record<string, Json>>) } };
}

export function toKeyValues(attributes: Readonly<Record<string, Json>>): KeyValue[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toAnyValue(value) }));
}

export interface ResourceOptions {
  readonly resource?: Readonly<Record<string, Json>>;
  readonly scope?: string;
}

const LEVELS = {
  logs: ['resourceLogs', 'scopeLogs', 'logRecords'],
  traces: ['resourceSpans', 'scopeSpans', 'spans'],
  metrics: ['resourceMetrics', 'scopeMetrics', 'metrics'],
} as const;

export function toRequest(signal: Signal, records: readonly unknown[], options: ResourceOptions = {}): object {
  const [resources, scopes, list] = LEVELS[signal];
  const { resource = { 'service.name': 'shop' }, scope = 'shop.orders' } = options;
  const inner = { scope: { name: scope }, [list]: records };
  return { [resources]: [{ resource: { attributes: toKeyValues(resource) }, [scopes]: [inner] }] };
}

const MESSAGES: Readonly<Record<Signal, RequestMessage>> = {
  logs: 'ExportLogsServiceRequest',
  traces: 'ExportTraceServiceRequest',
  metrics: 'ExportMetricsServiceRequest',
};

/** The bytes of a request. */
export function encode(signal: Signal, request: object, format: BodyFormat): Buffer {
  if (format === 'json') return Buffer.from(JSON.stringify(request));
  return writeMessage(MESSAGES[signal], request);
}

type Writers = Readonly<Record<string, (message: unknown, writer: PbfWriter) => void>>;
type Readers = Readonly<Record<string, (reader: unknown, end: number) => unknown>>;

export function writeMessage(name: string, message: object): Buffer {
  const writer = new PbfWriter();
  (loadCompiled('protobuf', 'otlp') as Writers)[`write${name}`]?.(toBinary(message), writer);
  return Buffer.from(writer.finish());
}

function readMessage(name: string, bytes: Buffer): unknown {
  return (loadCompiled('protobuf', 'otlp') as Readers)[`read${name}`]?.(new Int64Reader(bytes), bytes.length);
}

/** The build's readers ask for this one. */
class Int64Reader extends PbfReader {
  readInt64(): number {
    return this.readVarint(true);
  }
}

/** The body of an answer with success. */
export function readSuccess(
  body: Buffer,
  format: BodyFormat,
): { readonly partialSuccess?: { readonly errorMessage?: string; readonly rejectedLogRecords?: string } } {
  if (format === 'json') return JSON.parse(body.toString()) as object;
  const { partialSuccess } = readMessage('ExportServiceResponse', body) as {
    partialSuccess?: { rejected: number; errorMessage: string };
  };
  if (partialSuccess === undefined) return {};
  const { rejected, errorMessage } = partialSuccess;
  return { partialSuccess: { rejectedLogRecords: String(rejected), errorMessage } };
}

/** The body of an answer with an error. */
export function readStatus(body: Buffer, format: BodyFormat): { readonly code: number; readonly message: string } {
  const status = format === 'json' ? (JSON.parse(body.toString()) as unknown) : readMessage('Status', body);
  return status as { code: number; message: string };
}

/** Ids are bytes there, and times numbers. */
function toBinary(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => toBinary(item));
  if (typeof value === 'string') {
    if (key === 'traceId' || key === 'spanId' || key === 'parentSpanId') return Buffer.from(value, 'hex');
    if (key === 'bytesValue') return Buffer.from(value, 'base64');
    return key.endsWith('UnixNano') || key === 'intValue' ? Number(value) : value;
  }
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toBinary(inner, name)]));
}

const DIALECTS: Readonly<Record<Signal, Dialect>> = { logs: OTLP_LOGS, traces: OTLP_TRACES, metrics: OTLP_METRICS };

export const OTLP_FORM: IngestForm = { dialect: 'otlpLogs', kind: null, isBatch: true };

/** What the dialect makes of bytes; a refusal is an object with a `reason`. */
export function contentsOf(
  signal: Signal,
  bytes: Uint8Array,
  facts: Partial<CallFacts> = {},
): Contents | { readonly reason: string } {
  const call: CallFacts = {
    ticket: 1,
    form: OTLP_FORM,
    pathIds: {},
    format: 'protobuf',
    receivedAtMs: 0,
    projectName: null,
    keyProject: null,
    correlationId: null,
    ...facts,
  };
  const contents = DIALECTS[signal].toContents(bytes, call);
  return contents;
}

/** The items of a request that is taken, without the fields that are undefined. */
export function itemsOf(
  signal: Signal,
  request: object,
  facts: Partial<CallFacts> = {},
): { readonly kind: string; readonly payload: Record<string, unknown> }[] {
  const format = facts.format ?? 'protobuf';
  const contents = contentsOf(signal, encode(signal, request, format), { ...facts, format });
  if ('reason' in contents) throw new Error(`refused: ${contents.reason}`);
  return contents.items.map((item) => {
    if ('reason' in item) throw new Error(`refused: ${item.reason}`);
    return { kind: item.kind, payload: JSON.parse(JSON.stringify(item.payload)) as Record<string, unknown> };
  });
}
