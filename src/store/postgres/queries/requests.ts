import type { RequestListQuery } from '../../../../schemas/query.js';
import type { RequestSummary } from '../../../../schemas/request.js';
import { type Condition, when } from '../../../answers/condition.js';
import { rowToSource } from '../../../answers/enums.js';
import { optional } from '../../../answers/optional.js';
import { type OpenRange, splitRange, toRange } from '../../../answers/range-count.js';
import {
  type RequestTexts,
  requestDetailJson,
  stringifyRequestList,
  summaryBytes,
  toRequestSummary,
} from '../../../answers/request.js';
import { isFailing } from '../../../answers/request-filters.js';
import { REQUEST_SCAN_ROWS_MAX } from '../../../limits.js';
import { toIsoText } from '../../../timestamp.js';
import { parsePublicId, toPublicId } from '../../sqlite/row-id.js';
import type { Queries } from '../connection.js';
import { type CountedPage, readBoundedPage } from './found-pages.js';
import {
  columnsOf,
  countRows,
  type Listing,
  type ListPlan,
  type ListShape,
  type Place,
  parsePlace,
  readPage,
  toNext,
} from './lists.js';
import { toRequestFilters, whenUrlHolds } from './request-filters.js';
import { ofEachProject, ofProject, type ProjectScope, readScope, scoped } from './scope.js';
import { ask } from './statement.js';
import { countListedRequests } from './stats.js';

interface RequestRow extends Place {
  readonly projectName: string | null;
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

interface RequestDetailRow extends RequestRow {
  readonly route: string | null;
  readonly headers: string | null;
  readonly responseHeaders: string | null;
  readonly requestBody: string | null;
  readonly requestBodyTruncated: number;
  readonly responseBody: string | null;
  readonly responseBodyTruncated: number;
  readonly spans: string | null;
}

const SHAPE: ListShape = {
  from: 'requests AS r',
  alias: 'r',
  time: 'r.timestamp_ms',
  columns: {
    project_name: "nullif(p.name, '')",
    sent_timestamp_ms: 'r.sent_timestamp_ms',
    method: 'r.method',
    url: 'r.url',
    status_code: 'r.status_code',
    duration: 'r.duration',
    correlation_id: 'r.correlation_id',
    error_event_id: 'r.error_event_id',
    span_count: 'r.span_count',
    source: 'r.source',
  },
  joins: 'LEFT JOIN projects AS p ON p.id = r.project_id',
  bytes: 'octet_length(r.url)',
};

/** What the filters look at. */
const FILTERED = ['r.method', 'r.source', 'r.url', 'r.status_code'];

/** The answer `RequestList`. */
export async function listRequests(db: Queries, query: RequestListQuery): Promise<string> {
  const { page, pageSize } = query;
  const before = parsePlace(query.before);
  const scope = await readScope(db, query.projectId);
  const { rows, isCut, total, end } = await find(db, query, {
    scope,
    conditions: toConditions(query, scope, toRange(query)),
    before,
    page,
    pageSize,
  });
  return stringifyRequestList({
    requests: rows.map(toSummary),
    page,
    pageSize,
    total,
    ...optional('next', toNext(rows, { pageSize, isCut, end })),
    ...optional('searchedFrom', end === null ? null : toIsoText(end.sortMs)),
  });
}

/** The answer `RequestRecord`; null when the id is unknown. */
export async function readRequest(db: Queries, requestId: string): Promise<string | null> {
  const id = parsePublicId(requestId);
  if (id === null) return null;
  const [row] = await ask<RequestDetailRow>(
    db,
    scoped(
      undefined,
      `SELECT r.id, r.timestamp_ms AS sort_ms, ${columnsOf(SHAPE)}, r.route, h.body AS headers, o.body AS response_headers,
         r.request_body, r.request_body_truncated, r.response_body, r.response_body_truncated, r.spans
       FROM requests AS r ${SHAPE.joins}
         LEFT JOIN contents AS h ON h.project_id = r.project_id AND h.hash = r.headers_hash
         LEFT JOIN contents AS o ON o.project_id = r.project_id AND o.hash = r.response_headers_hash
       WHERE ${ofEachProject('r', undefined).sql} AND r.id = :id`,
    ),
    { id },
  );
  return row === undefined ? null : requestDetailJson(toSummary(row), toTexts(row));
}

async function find(db: Queries, query: RequestListQuery, plan: ListPlan): Promise<CountedPage<RequestRow>> {
  const listing: Listing<RequestRow> = { db, shape: SHAPE, bytesOf: summaryBytes };
  const filters = toRequestFilters(query);
  const { search = '' } = query;
  if (search !== '' || filters.some((filter) => filter !== null)) {
    const bounded = { ...plan, filters, looksAt: FILTERED, max: REQUEST_SCAN_ROWS_MAX };
    const holds = search === '' ? null : await whenUrlHolds({ db, shape: SHAPE }, bounded, search);
    return readBoundedPage(listing, { ...bounded, filters: [...filters, holds] });
  }
  const total = await count(db, query, plan.scope);
  const page = total === 0 ? { rows: [], isCut: false } : await readPage(listing, plan);
  return { ...page, total, end: null };
}

/** Of the conditions that an index serves. */
async function count(db: Queries, query: RequestListQuery, scope: ProjectScope): Promise<number> {
  const which = query.failing === undefined ? 'total' : 'failed';
  const rows = (range: OpenRange): Promise<number> =>
    countRows({ db, shape: SHAPE }, { scope, conditions: toConditions(query, scope, range) });
  if (query.correlationId !== undefined) return rows(toRange(query));
  if (query.from === undefined && query.to === undefined) return (await countListedRequests(db, scope, null))[which];
  const parts = splitRange(toRange(query));
  const counts = await Promise.all([
    parts.hours === null ? 0 : countListedRequests(db, scope, parts.hours).then((counted) => counted[which]),
    ...parts.rows.map(rows),
  ]);
  return counts.reduce((sum, one) => sum + one, 0);
}

function toConditions(query: RequestListQuery, scope: ProjectScope, { fromMs, toMs }: OpenRange): readonly Condition[] {
  return [
    ofProject('r', scope),
    when('r.timestamp_ms >= :fromMs', 'fromMs', fromMs),
    when('r.timestamp_ms <= :toMs', 'toMs', toMs),
    when('r.correlation_id = :correlationId', 'correlationId', query.correlationId),
    // A number in the text: only so does it find the indexes of failing requests.
    isFailing(query) ? { sql: 'r.status_code >= 400', values: {} } : null,
  ];
}

function toSummary(row: RequestRow): RequestSummary {
  return toRequestSummary(toPublicId(row.id), {
    ...row,
    timestampMs: row.sentTimestampMs ?? row.sortMs,
    source: row.source === null ? null : rowToSource(row.source),
  });
}

function toTexts(row: RequestDetailRow): RequestTexts {
  const { route, headers, responseHeaders, spans } = row;
  return {
    route,
    headers,
    responseHeaders,
    requestBody: toBody(row.requestBody, row.requestBodyTruncated),
    responseBody: toBody(row.responseBody, row.responseBodyTruncated),
    spans,
  };
}

function toBody(text: string | null, truncated: number): RequestTexts['requestBody'] {
  return text === null ? null : { text, truncated: truncated === 1 };
}
