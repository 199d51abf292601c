import type { RequestListQuery } from '../../../../schemas/query.js';
import type { RequestList } from '../../../../schemas/request.js';
import { openByteBudget } from '../../../answers/byte-budget.js';
import { type Condition, when } from '../../../answers/condition.js';
import { optional } from '../../../answers/optional.js';
import { countRange, type OpenRange, toRange } from '../../../answers/range-count.js';
import { requestDetailJson, stringifyRequestList, summaryBytes } from '../../../answers/request.js';
import { isFailing, toColumnFilters } from '../../../answers/request-filters.js';
import { REQUEST_SCAN_ROWS_MAX } from '../../../limits.js';
import { toIsoText } from '../../../timestamp.js';
import type { ReadableDb } from '../connection.js';
import { toCursor, toNextCursor, whenBefore } from '../reader/cursor.js';
import {
  type ListQueries,
  openListQueries,
  openScanQueries,
  type ScanQueries,
  type ScanShape,
} from '../reader/list-query.js';
import { containsFolded, toSearchTerm } from '../reader/search.js';
import { parsePublicId } from '../row-id.js';
import { EVERY_PROJECT_ID, openProjectQueries } from '../tables/projects.js';
import {
  openRequestQueries,
  REQUEST_SUMMARY_COLUMNS,
  type RequestSummaryRow,
  rowToRequestSummary,
  rowToRequestTexts,
} from '../tables/requests.js';
import { allTime, openStatsQueries, type StatsQueries } from '../tables/stats.js';

export interface RequestReads {
  list(query: RequestListQuery): string;
  /** Null when the id is unknown. */
  detail(requestId: string): string | null;
}

export function openRequestReads(db: ReadableDb): RequestReads {
  const projects = openProjectQueries(db);
  const requests = openRequestQueries(db);
  const finders = openFinders(db);
  return {
    list(query) {
      const { page, pageSize } = query;
      const projectId = query.projectId === undefined ? undefined : projects.find(query.projectId);
      const known = query.projectId === undefined || projectId !== undefined;
      const before = whenBefore(['r.timestamp_ms', 'r.id'], query.before);
      const { rows, ...rest } = known ? find(finders, query, { projectId, before }) : { rows: [], total: 0 };
      const summaries = rows.map((row) => rowToRequestSummary(row, projects.nameOf(row.projectId)));
      return stringifyRequestList({ requests: summaries, page, pageSize, ...rest });
    },
    detail(requestId) {
      const id = parsePublicId(requestId);
      const row = id === null ? undefined : requests.read(id);
      if (row === undefined) return null;
      return requestDetailJson(rowToRequestSummary(row, projects.nameOf(row.projectId)), rowToRequestTexts(row));
    },
  };
}

interface Finders {
  readonly stats: StatsQueries;
  readonly lists: ListQueries<RequestSummaryRow>;
  readonly scans: ScanQueries<RequestSummaryRow>;
}

function openFinders(db: ReadableDb): Finders {
  const shape: ScanShape = {
    select: `SELECT ${REQUEST_SUMMARY_COLUMNS} FROM requests r`,
    from: 'requests r',
    key: 'r.id',
    order: 'r.timestamp_ms DESC, r.id DESC',
    sortKey: 'r.timestamp_ms',
  };
  return { stats: openStatsQueries(db), lists: openListQueries(db, shape), scans: openScanQueries(db, shape) };
}

type Found = { readonly rows: RequestSummaryRow[] } & Pick<RequestList, 'total' | 'next' | 'searchedFrom'>;

interface Scope {
  readonly projectId: number | undefined;
  /** The place that the list goes on behind. */
  readonly before: Condition;
}

function find(finders: Finders, query: RequestListQuery, { projectId, before }: Scope): Found {
  const { page, pageSize } = query;
  const conditions = [...toConditions(query, projectId, toRange(query)), before];
  const filters = toFilters(query);
  const budget = openByteBudget();
  let isCut = false;
  const fits = (row: RequestSummaryRow): boolean => {
    isCut = !budget.take(summaryBytes(row));
    return !isCut;
  };
  const followedBy = (rows: readonly RequestSummaryRow[]): string | undefined =>
    toNextCursor(
      rows.map(({ id, timestampMs }) => ({ sortMs: timestampMs, id })),
      pageSize,
      isCut,
    );
  if (filters.every((filter) => filter === null)) {
    const rows = finders.lists.rows({ conditions, page, pageSize }, fits);
    return { rows, total: count(finders, query, projectId), ...optional('next', followedBy(rows)) };
  }
  const { rows, total, end } = finders.scans.find({ conditions, filters, fits, page, pageSize }, REQUEST_SCAN_ROWS_MAX);
  return {
    rows,
    total,
    ...optional('next', followedBy(rows) ?? (end === null ? null : toCursor(end))),
    ...optional('searchedFrom', end === null ? null : toIsoText(end.sortMs)),
  };
}

/** Of the conditions that an index serves. */
function count({ stats, lists }: Finders, query: RequestListQuery, projectId: number | undefined): number {
  const counted = projectId ?? EVERY_PROJECT_ID;
  const which = query.failing === undefined ? 'total' : 'failed';
  const rows = (range: OpenRange): number =>
    lists.count({ conditions: toConditions(query, projectId, range) }, Number.MAX_SAFE_INTEGER);
  if (query.correlationId !== undefined) return rows(toRange(query));
  if (query.from === undefined && query.to === undefined) return stats.countRequests(allTime(counted))[which];
  return countRange(toRange(query), {
    rows,
    hours: (range) => stats.countRequestHours({ projectId: counted, ...range })[which],
  });
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
    // A number in the text: only so does it find the indexes of failing requests.
    isFailing(query) ? { sql: 'r.status_code >= 400', values: {} } : null,
  ];
}

function toFilters(query: RequestListQuery): readonly Condition[] {
  const { search = '' } = query;
  return [
    ...toColumnFilters(query, 'r.method = :method COLLATE NOCASE'),
    search === '' ? null : when(containsFolded('r.url'), 'folded', toSearchTerm(search).folded),
  ];
}
