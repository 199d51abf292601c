import type { RequestSummary } from '../../../../schemas/request.js';
import { rowToSource, toSourceRow } from '../../../answers/enums.js';
import { type RequestTexts, toRequestSummary } from '../../../answers/request.js';
import type { RecordBodyText, RequestDigest } from '../../../messages.js';
import type { ReadableDb, WritableDb } from '../connection.js';
import { toPublicId } from '../row-id.js';
import { type OwnedIds, openOwnedIds } from './project-range.js';
import { openRecordIds, type RecordIds } from './record-ids.js';

export interface RequestKeys {
  readonly id: number;
  readonly projectId: number;
  readonly headersId: number | null;
  readonly responseHeadersId: number | null;
}

export interface DeletedRequest {
  readonly id: number;
  readonly projectId: number;
  readonly timestampMs: number;
  readonly statusCode: number | null;
}

export interface RequestCommands extends OwnedIds {
  /** The ids that clients gave them. */
  readonly ids: RecordIds;
  insert(digest: RequestDigest, keys: RequestKeys): void;
  /** Answers those that there were. */
  deleteIds(ids: readonly number[]): DeletedRequest[];
  deleteAll(): void;
}

export function openRequestCommands(db: WritableDb): RequestCommands {
  const ids = openRecordIds(db, 'request');
  const insert = db.prepare(
    `INSERT INTO requests (id, project_id, timestamp_ms, sent_timestamp_ms, method, url, status_code, duration,
       correlation_id, error_event_id, source, headers_id, response_headers_id, request_body, request_body_truncated,
       response_body, response_body_truncated, route, span_count, spans)
     VALUES (:id, :projectId, :timestampMs, :sentTimestampMs, :method, :url, :statusCode, :duration, :correlationId,
       :errorEventId, :source, :headersId, :responseHeadersId, :requestBody, :requestBodyTruncated, :responseBody,
       :responseBodyTruncated, :route, :spanCount, :spans)`,
  );
  return {
    ids,
    insert(digest, keys) {
      const { timestampMs, receivedAtMs, method, url, statusCode, duration, correlationId, errorEventId } = digest;
      insert.run({
        ...keys,
        timestampMs: Math.min(timestampMs, receivedAtMs),
        sentTimestampMs: timestampMs > receivedAtMs ? timestampMs : null,
        method,
        url,
        statusCode,
        duration,
        correlationId,
        errorEventId,
        source: digest.source === null ? null : toSourceRow(digest.source),
        requestBody: digest.requestBody?.text ?? null,
        requestBodyTruncated: digest.requestBody?.truncated === true ? 1 : 0,
        responseBody: digest.responseBody?.text ?? null,
        responseBodyTruncated: digest.responseBody?.truncated === true ? 1 : 0,
        route: digest.route,
        spanCount: digest.spanCount,
        spans: digest.spans,
      });
      ids.add(keys, digest.recordId);
    },
    ...openRequestDeletes(db, ids),
  };
}

function openRequestDeletes(db: WritableDb, ids: RecordIds) {
  const returning = 'RETURNING id, project_id AS projectId, timestamp_ms AS timestampMs, status_code AS statusCode';
  const byIds = db.prepare<{ ids: string }, DeletedRequest>(
    `DELETE FROM requests WHERE id IN (SELECT value FROM json_each(:ids)) ${returning}`,
  );
  const all = db.prepare('DELETE FROM requests');
  const forget = (rows: DeletedRequest[]): DeletedRequest[] => {
    ids.remove(rows);
    return rows;
  };
  return {
    ...openOwnedIds(db, 'requests'),
    deleteIds: (ids: readonly number[]) => forget(byIds.all({ ids: JSON.stringify(ids) })),
    deleteAll(): void {
      all.run();
      ids.removeAll();
    },
  };
}

export interface RequestSummaryRow {
  readonly id: number;
  readonly projectId: number;
  readonly timestampMs: number;
  readonly sentTimestampMs: number | null;
  readonly method: string;
  readonly url: string;
  readonly statusCode: number | null;
  readonly duration: number | null;
  readonly correlationId: string | null;
  readonly errorEventId: string | null;
  readonly spanCount: number | null;
  readonly source: number | null;
}

export interface RequestRow extends RequestSummaryRow {
  readonly route: string | null;
  readonly headers: string | null;
  readonly responseHeaders: string | null;
  readonly requestBody: string | null;
  readonly requestBodyTruncated: number;
  readonly responseBody: string | null;
  readonly responseBodyTruncated: number;
  readonly spans: string | null;
}

/** The columns of `RequestSummaryRow`; the alias of the table is `r`. */
export const REQUEST_SUMMARY_COLUMNS = `r.id, r.project_id AS projectId, r.timestamp_ms AS timestampMs,
  r.sent_timestamp_ms AS sentTimestampMs, r.method, r.url, r.status_code AS statusCode, r.duration,
  r.correlation_id AS correlationId, r.error_event_id AS errorEventId, r.span_count AS spanCount, r.source`;

/** The request as answers show it. */
export function rowToRequestSummary(row: RequestSummaryRow, projectName: string | null): RequestSummary {
  return toRequestSummary(toPublicId(row.id), {
    ...row,
    timestampMs: row.sentTimestampMs ?? row.timestampMs,
    source: row.source === null ? null : rowToSource(row.source),
    projectName,
  });
}

export function rowToRequestTexts(row: RequestRow): RequestTexts {
  const { headers, responseHeaders } = row;
  return {
    route: row.route,
    headers,
    responseHeaders,
    requestBody: toBodyText(row.requestBody, row.requestBodyTruncated),
    responseBody: toBodyText(row.responseBody, row.responseBodyTruncated),
    spans: row.spans,
  };
}

function toBodyText(text: string | null, truncated: number): RecordBodyText | null {
  return text === null ? null : { text, truncated: truncated === 1 };
}

export interface RequestQueries {
  read(id: number): RequestRow | undefined;
}

export function openRequestQueries(db: ReadableDb): RequestQueries {
  const read = db.prepare<{ id: number }, RequestRow>(
    `SELECT ${REQUEST_SUMMARY_COLUMNS}, r.route, h.body AS headers, o.body AS responseHeaders, r.request_body AS requestBody,
       r.request_body_truncated AS requestBodyTruncated, r.response_body AS responseBody,
       r.response_body_truncated AS responseBodyTruncated, r.spans
     FROM requests r
     LEFT JOIN contents h ON h.id = r.headers_id
     LEFT JOIN contents o ON o.id = r.response_headers_id
     WHERE r.id = :id`,
  );
  return { read: (id) => read.get({ id }) };
}
