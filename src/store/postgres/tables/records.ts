// Events, requests and logs as rows, and their way into the tables. Rows are written out field by field: V8 makes an object that
// others are spread into, with more fields behind them, in its slow path, which was 6 µs an event.

import { toLevelRow, toSeverityRow, toSourceRow } from '../../../answers/enums.js';
import type { EventDigest, LogDigest, RequestDigest } from '../../../messages.js';
import { byProject, openProjectBulk, type ProjectRows, toInsert } from '../bulk.js';
import type { Queries } from '../connection.js';
import { toFolded } from '../folded.js';

/** What a row takes besides its texts, with its part of the indexes and counters, as measured. */
export const EVENT_ROW_BYTES = 420;
export const REQUEST_ROW_BYTES = 400;
export const LOG_ROW_BYTES = 300;

export interface EventRow {
  readonly id: number;
  readonly projectId: number;
  readonly groupId: number;
  /** The shelved group that it is in; null where it has the id of `groupId`. */
  readonly homeId: number | null;
  /** The part of the group that it belongs to; null for the one that the group has the id of. */
  readonly partId: number | null;
  readonly stackHash: string | null;
  readonly contextHash: string | null;
  /** Null when it is the group's type, or message. */
  readonly type: string | null;
  readonly message: string | null;
  readonly timestampMs: number;
  readonly sentTimestampMs: number | null;
  readonly bytes: number;
  readonly severity: number;
  readonly source: number;
  readonly eventId: string;
  readonly correlationId: string | null;
  readonly details: string | null;
}

type EventKeys = Pick<
  EventRow,
  'id' | 'projectId' | 'groupId' | 'homeId' | 'partId' | 'stackHash' | 'contextHash' | 'type' | 'message'
>;

export function toEventRow(digest: EventDigest, keys: EventKeys): EventRow {
  const { severity, source, eventId, correlationId, details } = digest;
  const { type, message } = keys;
  return {
    id: keys.id,
    projectId: keys.projectId,
    groupId: keys.groupId,
    homeId: keys.homeId,
    partId: keys.partId,
    stackHash: keys.stackHash,
    contextHash: keys.contextHash,
    type,
    message,
    timestampMs: toTimestampMs(digest),
    sentTimestampMs: toSentTimestampMs(digest),
    bytes: EVENT_ROW_BYTES + bytesOf(type) + bytesOf(message) + bytesOf(correlationId) + bytesOf(details),
    severity: toSeverityRow(severity),
    source: toSourceRow(source),
    eventId,
    correlationId,
    details,
  };
}

export interface RequestRow {
  readonly id: number;
  readonly projectId: number;
  readonly headersHash: string | null;
  readonly responseHeadersHash: string | null;
  readonly timestampMs: number;
  readonly sentTimestampMs: number | null;
  readonly bytes: number;
  readonly duration: number | null;
  readonly statusCode: number | null;
  readonly source: number | null;
  readonly requestBodyTruncated: number;
  readonly responseBodyTruncated: number;
  readonly method: string;
  readonly url: string;
  readonly route: string | null;
  readonly recordId: string | null;
  readonly correlationId: string | null;
  readonly errorEventId: string | null;
  readonly requestBody: string | null;
  readonly responseBody: string | null;
  readonly spanCount: number | null;
  readonly spans: string | null;
}

type RequestKeys = Pick<RequestRow, 'id' | 'projectId' | 'headersHash' | 'responseHeadersHash'>;

export function toRequestRow(digest: RequestDigest, keys: RequestKeys): RequestRow {
  const { method, url, route, statusCode, duration, source, recordId, correlationId, errorEventId, spanCount, spans } =
    digest;
  const requestBody = digest.requestBody?.text ?? null;
  const responseBody = digest.responseBody?.text ?? null;
  const idBytes = bytesOf(correlationId) + bytesOf(errorEventId);
  return {
    id: keys.id,
    projectId: keys.projectId,
    headersHash: keys.headersHash,
    responseHeadersHash: keys.responseHeadersHash,
    timestampMs: toTimestampMs(digest),
    sentTimestampMs: toSentTimestampMs(digest),
    bytes:
      REQUEST_ROW_BYTES +
      bytesOf(url) +
      bytesOf(route) +
      idBytes +
      bytesOf(requestBody) +
      bytesOf(responseBody) +
      bytesOf(spans),
    duration,
    statusCode,
    source: source === null ? null : toSourceRow(source),
    requestBodyTruncated: digest.requestBody?.truncated === true ? 1 : 0,
    responseBodyTruncated: digest.responseBody?.truncated === true ? 1 : 0,
    method,
    url,
    route,
    recordId,
    correlationId,
    errorEventId,
    requestBody,
    responseBody,
    spanCount,
    spans,
  };
}

export interface LogRow {
  readonly id: number;
  readonly projectId: number;
  readonly environmentHash: string | null;
  readonly timestampMs: number;
  readonly sentTimestampMs: number | null;
  readonly bytes: number;
  readonly level: number;
  readonly source: number | null;
  readonly message: string;
  readonly folded: string | null;
  readonly recordId: string | null;
  readonly correlationId: string | null;
  readonly extra: string | null;
}

/** The trigrams of a message take about twice its size. */
const SEARCHED = 3;

export function toLogRow(digest: LogDigest, keys: Pick<LogRow, 'id' | 'projectId' | 'environmentHash'>): LogRow {
  const { level, source, message, recordId, correlationId, extra } = digest;
  return {
    id: keys.id,
    projectId: keys.projectId,
    environmentHash: keys.environmentHash,
    timestampMs: toTimestampMs(digest),
    sentTimestampMs: toSentTimestampMs(digest),
    bytes: LOG_ROW_BYTES + SEARCHED * bytesOf(message) + bytesOf(correlationId) + bytesOf(extra),
    level: toLevelRow(level),
    source: source === null ? null : toSourceRow(source),
    message,
    folded: toFolded(message),
    recordId,
    correlationId,
    extra,
  };
}

interface Times {
  readonly timestampMs: number;
  readonly receivedAtMs: number;
}

/** A client's time counts up to the receipt; what it sent is kept where that is later. */
const toTimestampMs = ({ timestampMs, receivedAtMs }: Times): number => Math.min(timestampMs, receivedAtMs);
const toSentTimestampMs = ({ timestampMs, receivedAtMs }: Times): number | null =>
  timestampMs > receivedAtMs ? timestampMs : null;

const bytesOf = (text: string | null): number => (text === null ? 0 : Buffer.byteLength(text));

interface Table<Row> {
  readonly bulk: ProjectRows<Row>;
  readonly insert: string;
}

function openTable<Row extends object>(name: string, columns: Readonly<Record<string, string>>): Table<Row> {
  const bulk = openProjectBulk<Row>(columns);
  return { bulk, insert: toInsert(name, bulk) };
}

const TIMES = { timestamp_ms: 'bigint', sent_timestamp_ms: 'bigint' };
const KEYS = { id: 'bigint', ...TIMES, bytes: 'integer' };

const EVENTS = openTable<EventRow>('events', {
  ...KEYS,
  group_id: 'bigint',
  home_id: 'bigint',
  part_id: 'bigint',
  severity: 'smallint',
  source: 'smallint',
  stack_hash: 'uuid',
  context_hash: 'uuid',
  event_id: 'text',
  type: 'text',
  message: 'text',
  correlation_id: 'text',
  details: 'text',
});
const REQUESTS = openTable<RequestRow>('requests', {
  ...KEYS,
  duration: 'double precision',
  status_code: 'integer',
  source: 'smallint',
  request_body_truncated: 'smallint',
  response_body_truncated: 'smallint',
  headers_hash: 'uuid',
  response_headers_hash: 'uuid',
  method: 'text',
  url: 'text',
  route: 'text',
  record_id: 'text',
  correlation_id: 'text',
  error_event_id: 'text',
  request_body: 'text',
  response_body: 'text',
  span_count: 'integer',
  spans: 'text',
});
const LOGS = openTable<LogRow>('logs', {
  ...KEYS,
  level: 'smallint',
  source: 'smallint',
  environment_hash: 'uuid',
  message: 'text',
  folded: 'text',
  record_id: 'text',
  correlation_id: 'text',
  extra: 'text',
});

export interface NewRecords {
  readonly events: readonly EventRow[];
  readonly requests: readonly RequestRow[];
  readonly logs: readonly LogRow[];
}

/** Stores them all. Sent at once. */
export function insertRecords(transaction: Queries, { events, requests, logs }: NewRecords): Promise<unknown> {
  const write = <Row extends { readonly projectId: number }>(
    { insert, bulk }: Table<Row>,
    rows: readonly Row[],
  ): Promise<unknown> =>
    byProject(rows, (projectId, own) => transaction.change(insert, bulk.parameters(projectId, own)));
  return Promise.all([write(EVENTS, events), write(REQUESTS, requests), write(LOGS, logs)]);
}
