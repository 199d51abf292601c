import type { RequestListQuery } from '../../../schemas/query.js';
import type { ReadableDb } from '../connection.js';
import { field, splice, stringifyRequestList, stringifyRequestSummary } from '../json.js';
import { type Condition, openListQueries, when } from '../list-query.js';
import { parsePublicId } from '../row-id.js';
import { EVERY_PROJECT_ID, openProjectQueries } from '../tables/projects.js';
import {
  openRequestQueries,
  REQUEST_SUMMARY_COLUMNS,
  type RequestRow,
  type RequestSummaryRow,
  toRequestSummary,
} from '../tables/requests.js';
import { allTime, openStatsQueries } from '../tables/stats.js';
import { countRange, type OpenRange, toRange } from './range-count.js';

export interface RequestReads {
  list(query: RequestListQuery): string;
  /** Null when the id is unknown. */
  detail(requestId: string): string | null;
}

export function openRequestReads(db: ReadableDb): RequestReads {
  const projects = openProjectQueries(db);
  const requests = openRequestQueries(db);
  const stats = openStatsQueries(db);
  const lists = openListQueries<RequestSummaryRow>(db, {
    select: `SELECT ${REQUEST_SUMMARY_COLUMNS} FROM requests r`,
    from: 'requests r',
    key: 'r.id',
    order: 'r.timestamp_ms DESC, r.id DESC',
  });
  const count = (query: RequestListQuery, projectId: number | undefined): number => {
    const counted = projectId ?? EVERY_PROJECT_ID;
    const rows = (range: OpenRange): number =>
      lists.count({ conditions: toConditions(query, projectId, range) }, Number.MAX_SAFE_INTEGER);
    if (query.correlationId !== undefined) return rows(toRange(query));
    if (query.from === undefined && query.to === undefined) return stats.countRequests(allTime(counted)).total;
    return countRange(toRange(query), {
      rows,
      hours: (range) => stats.countRequestHours({ projectId: counted, ...range }),
    });
  };
  return {
    list(query) {
      const { page, pageSize } = query;
      const projectId = query.projectId === undefined ? undefined : projects.find(query.projectId);
      const known = query.projectId === undefined || projectId !== undefined;
      const conditions = toConditions(query, projectId, toRange(query));
      const found = known ? lists.rows({ conditions, page, pageSize }) : [];
      const total = known ? count(query, projectId) : 0;
      const summaries = found.map((row) => toRequestSummary(row, projects.nameOf(row.projectId)));
      return stringifyRequestList({ requests: summaries, total, page, pageSize });
    },
    detail(requestId) {
      const id = parsePublicId(requestId);
      const row = id === null ? undefined : requests.read(id);
      return row === undefined ? null : toDetailJson(row, projects.nameOf(row.projectId));
    },
  };
}

function toConditions(
  query: RequestListQuery,
  projectId: number | undefined,
  { fromMs, toMs }: OpenRange,
): readonly Condition[] {
  return [
    when('r.project_id = :projectId', 'projectId', projectId),
    when('r.timestamp_ms >= :fromMs', 'fromMs', fromMs),
    when('r.timestamp_ms <= :toMs', 'toMs', toMs),
    when('r.correlation_id = :correlationId', 'correlationId', query.correlationId),
  ];
}

function toDetailJson(row: RequestRow, projectName: string | undefined): string {
  return splice(stringifyRequestSummary(toRequestSummary(row, projectName)), [
    field('headers', row.headers),
    field('responseHeaders', row.responseHeaders),
    field('requestBody', toBodyJson(row.requestBody)),
    row.requestBodyTruncated === 1 ? '{"requestBodyTruncated":true}' : null,
    field('responseBody', toBodyJson(row.responseBody)),
    row.responseBodyTruncated === 1 ? '{"responseBodyTruncated":true}' : null,
  ]);
}

/** JSON bodies are shown as what they are; any other text, or JSON that was cut, as a string. */
function toBodyJson(body: string | null): string | null {
  if (body === null) return null;
  const first = body.trimStart()[0];
  if (first !== '{' && first !== '[') return JSON.stringify(body);
  try {
    JSON.parse(body);
    return body;
  } catch {
    // Not JSON after all: text it is.
    return JSON.stringify(body);
  }
}
