import { SEARCH_TOTAL_MAX } from '../../../../schemas/limits.js';
import type { LogListQuery } from '../../../../schemas/query.js';
import { rowToLevel, rowToSource, toLevelRows, toSourceRow } from '../../../answers/enums.js';
import { logJson, logListJson } from '../../../answers/log.js';
import { toColumnFilters, toTimes } from '../../../answers/log-filters.js';
import { type MsRange, type OpenRange, splitRange, toRange } from '../../../answers/range-count.js';
import { LOG_QUERY_ROWS_MAX } from '../../../limits.js';
import { toPublicId } from '../../sqlite/row-id.js';
import type { Queries } from '../connection.js';
import { SEARCH_SCAN_ROWS_MAX } from '../limits.js';
import { type CountedPage, readBoundedPage, readMatches } from './found-pages.js';
import {
  countRows,
  type Listing,
  type ListPlan,
  type ListShape,
  type Place,
  parsePlace,
  readPage,
  toNext,
} from './lists.js';
import { isRare, whenQuery } from './log-query.js';
import { ofProject, type ProjectScope, readScope } from './scope.js';
import { hasTrigram, whenMessageHolds, whenMessageLacks } from './search.js';
import { countListedLogs } from './stats.js';

interface LogRow extends Place {
  readonly projectName: string | null;
  readonly sentTimestampMs: number | null;
  readonly level: number;
  readonly source: number | null;
  readonly message: string;
  readonly correlationId: string | null;
  readonly extra: string | null;
  readonly environment: string | null;
}

const SHAPE: ListShape = {
  from: 'logs AS l',
  alias: 'l',
  time: 'l.timestamp_ms',
  columns: {
    project_name: "nullif(p.name, '')",
    sent_timestamp_ms: 'l.sent_timestamp_ms',
    level: 'l.level',
    source: 'l.source',
    message: 'l.message',
    correlation_id: 'l.correlation_id',
    extra: 'l.extra',
    environment: 'n.body',
  },
  joins: `LEFT JOIN projects AS p ON p.id = l.project_id
    LEFT JOIN contents AS n ON n.project_id = l.project_id AND n.hash = l.environment_hash`,
  bytes: 'octet_length(l.message) + coalesce(octet_length(l.extra), 0) + coalesce(octet_length(n.body), 0)',
};

/** The answer `LogList`. A search that no index serves looks at the newest entries only, and says so. */
export async function listLogs(db: Queries, query: LogListQuery, hasIndex: boolean): Promise<string> {
  const { page, pageSize } = query;
  const before = parsePlace(query.before);
  const scope = await readScope(db, query.projectId);
  const texts = new Map<LogRow, string>();
  const bytesOf = (row: LogRow): number => {
    const json = toJson(row);
    texts.set(row, json);
    return Buffer.byteLength(json);
  };
  const conditions = [ofProject('l', scope), ...toColumnFilters(query), ...toTimes(toRange(query))];
  const plan = { scope, conditions, before, page, pageSize };
  const { rows, isCut, total, end } = await find(query, { listing: { db, shape: SHAPE, bytesOf }, plan, hasIndex });
  return logListJson({
    logs: rows.map((row) => texts.get(row) ?? toJson(row)),
    total,
    page,
    pageSize,
    next: toNext(rows, { pageSize, isCut, end }),
    searchedFromMs: end?.sortMs,
  });
}

interface Finding {
  readonly plan: ListPlan;
  readonly listing: Listing<LogRow>;
  readonly hasIndex: boolean;
}

async function find(query: LogListQuery, { listing, plan, hasIndex }: Finding): Promise<CountedPage<LogRow>> {
  const holds = whenMessageHolds('l', query.search);
  const lacks = whenMessageLacks('l', query.exclude);
  const asked = whenQuery(query.query);
  if (holds === null && lacks === null && asked === null) {
    const total = await count(listing.db, query, plan.scope);
    // Without an entry that passes, every row that passes the filter of an index would be read to find none.
    const page = total === 0 ? { rows: [], isCut: false } : await readPage(listing, plan);
    return { ...page, total, end: null };
  }
  const isSearched = holds !== null && hasTrigram(query.search);
  if (hasIndex && (isSearched || (await isRare(listing.db, query.query, plan.scope)))) {
    const conditions = [...plan.conditions, holds, lacks, asked];
    return readMatches(listing, { ...plan, conditions, max: SEARCH_TOTAL_MAX });
  }
  const bounded = {
    ...plan,
    filters: [holds, lacks, asked],
    looksAt: ['l.message', 'l.folded', 'l.level', 'l.source'],
    max: asked === null ? SEARCH_SCAN_ROWS_MAX : LOG_QUERY_ROWS_MAX,
  };
  const whole = await readBoundedPage(listing, { ...bounded, before: undefined, behind: plan.before });
  // Of a list that is not looked at whole, what the place was in may be over: then as much is looked at behind the place.
  return plan.before === undefined || whole.end === null ? whole : readBoundedPage(listing, bounded);
}

async function count(db: Queries, query: LogListQuery, scope: ProjectScope): Promise<number> {
  const filters = [ofProject('l', scope), ...toColumnFilters(query)];
  const range = toRange(query);
  const rows = (part: OpenRange): Promise<number> =>
    countRows({ db, shape: SHAPE }, { scope, conditions: [...filters, ...toTimes(part)] });
  if (query.correlationId !== undefined) return rows(range);
  const source = query.source && toSourceRow(query.source);
  const ofHours = (hours: MsRange | null): Promise<number>[] =>
    (toLevelRows(query) ?? [undefined]).map((level) => countListedLogs(db, scope, { level, source, hours }));
  const parts = query.from === undefined && query.to === undefined ? null : splitRange(range);
  const counts = await Promise.all(
    parts === null ? ofHours(null) : [...(parts.hours === null ? [] : ofHours(parts.hours)), ...parts.rows.map(rows)],
  );
  return counts.reduce((sum, one) => sum + one, 0);
}

function toJson(row: LogRow): string {
  const facts = {
    ...row,
    level: rowToLevel(row.level),
    source: row.source === null ? null : rowToSource(row.source),
    timestampMs: row.sentTimestampMs ?? row.sortMs,
  };
  return logJson(toPublicId(row.id), facts, row);
}
