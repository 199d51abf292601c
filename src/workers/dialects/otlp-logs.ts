// Log records of OTLP: those that tell of an exception become error events, the others log entries.

import type { LogLevel, Severity } from '../../../schemas/words.js';
import type { Item } from './dialect.js';
import { isException, toEvent } from './otlp-exception.js';
import type { ResourceFacts } from './otlp-resource.js';
import {
  type Fields,
  isFields,
  toAttributes,
  toHexId,
  toNanos,
  toNumber,
  toText,
  toTimestamp,
  toValue,
} from './otlp-values.js';

/** What is around a record. */
export interface LogPlace {
  readonly facts: ResourceFacts;
  readonly scope: string;
  /** Names the record where it is told when it was made. */
  readonly toId: () => string;
}

/** Of what is no record, an item that its schema refuses. */
export function toLogItem(record: unknown, place: LogPlace): Item {
  if (!isFields(record)) return { kind: 'log', payload: record };
  const nanos = toNanos(record.timeUnixNano) || toNanos(record.observedTimeUnixNano);
  const facts: RecordFacts = {
    attributes: toAttributes(record.attributes),
    severity: toSeverityNumber(record),
    // Nothing tells a record without a time from the next one that says the same.
    id: nanos === 0 ? undefined : place.toId(),
    timestamp: toTimestamp(nanos),
    traceId: toHexId(record.traceId, 16),
    spanId: toHexId(record.spanId, 8),
  };
  const { attributes, severity } = facts;
  // Something that is no trouble is a log entry, whatever it carries.
  const isEvent = isException(attributes) && (severity === 0 || severity >= WARN);
  return isEvent ? toEventItem(record, facts, place) : toEntryItem(record, facts, place);
}

interface RecordFacts {
  /** Made for this record, so that it may become a part of its payload. */
  readonly attributes: Record<string, unknown>;
  readonly severity: number;
  readonly id: string | undefined;
  /** When it happened, else when it was seen. */
  readonly timestamp: string | undefined;
  readonly traceId: string | undefined;
  readonly spanId: string | undefined;
}

function toEventItem(record: Fields, own: RecordFacts, { facts, scope }: LogPlace): Item {
  const { attributes, severity, id, timestamp, traceId, spanId } = own;
  const text = toMessage(record);
  const place = { facts, scope, eventId: id, severity: toSeverity(severity), timestamp, traceId, spanId, text };
  return { kind: 'event', payload: toEvent(attributes, place) };
}

function toEntryItem(record: Fields, own: RecordFacts, { facts, scope }: LogPlace): Item {
  const { attributes, severity, id, timestamp, traceId, spanId } = own;
  const eventName = toText(record.eventName);
  const payload = {
    recordId: id,
    level: toLevel(severity),
    message: toMessage(record) ?? eventName ?? '',
    source: facts.source,
    timestamp,
    projectId: facts.projectId,
    correlationId: traceId,
    environment: facts.environment,
    extra: attributes,
  };
  // An attribute of the same name says it better.
  if (!(severity === 0 || OWN_LEVELS.has(severity))) attributes.level ??= toText(record.severityText)?.toLowerCase();
  if (eventName !== undefined) attributes.eventName ??= eventName;
  if (scope !== '') attributes.logger ??= scope;
  if (spanId !== undefined) attributes.spanId ??= spanId;
  return { kind: 'log', payload };
}

/** A body that is no text is shown as JSON. */
function toMessage({ body }: Fields): string | undefined {
  const value = toValue(body);
  if (value === null || value === undefined || value === '') return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

// https://opentelemetry.io/docs/specs/otel/logs/data-model/#severity-fields
const DEBUG = 5;
const INFO = 9;
const WARN = 13;
const ERROR = 17;
const FATAL = 21;
/** Those that our own levels say as well. */
const OWN_LEVELS: ReadonlySet<number> = new Set([DEBUG, INFO, WARN]);

/** The number, or what the text means without one; 0 when nobody knows. */
function toSeverityNumber({ severityNumber, severityText }: Fields): number {
  const number = toNumber(severityNumber) ?? 0;
  if (number > 0) return number;
  const word = (toText(severityText) ?? '').toLowerCase().replace(/\d+$/, '');
  return SEVERITY_WORDS.get(word) ?? 0;
}

const SEVERITY_WORDS: ReadonlyMap<string, number> = new Map([
  ['trace', 1],
  ['debug', DEBUG],
  ['info', INFO],
  ['information', INFO],
  ['notice', INFO],
  ['warn', WARN],
  ['warning', WARN],
  ['error', ERROR],
  ['err', ERROR],
  ['critical', FATAL],
  ['fatal', FATAL],
  ['alert', FATAL],
  ['emergency', FATAL],
]);

function toSeverity(severity: number): Severity {
  if (severity >= FATAL) return 'fatal';
  return severity === 0 || severity >= ERROR ? 'error' : 'warning';
}

function toLevel(severity: number): LogLevel {
  if (severity === 0) return 'log';
  if (severity >= WARN) return 'warn';
  return severity >= INFO ? 'info' : 'debug';
}
