import { SEARCH_TOTAL_MAX } from '../../../../schemas/limits.js';
import type { LogListQuery } from '../../../../schemas/query.js';
import { openByteBudget } from '../../../answers/byte-budget.js';
import { when } from '../../../answers/condition.js';
import { rowToLevel, rowToSource, toLevelRows, toSourceRow } from '../../../answers/enums.js';
import { logJson, logListJson } from '../../../answers/log.js';
import { toTimes } from '../../../answers/log-filters.js';
import { countRange, type MsRange, type OpenRange, toRange } from '../../../answers/range-count.js';
import { foldText } from '../../../answers/search-text.js';
import { LOG_QUERY_ROWS_MAX } from '../../../limits.js';
import type { ReadableDb } from '../connection.js';
import type { Place } from '../place.js';
import { toCursor, toNextCursor, whenBefore } from '../reader/cursor.js';
import {
  type Fits,
  type ListQueries,
  type MatchQueries,
  openListQueries,
  openMatchQueries,
  openScanQueries,
  type ScanQueries,
} from '../reader/list-query.js';
import { containsFolded } from '../reader/search.js';
import { toPublicId } from '../row-id.js';
import { LOG_COLUMNS, type LogRow } from '../tables/logs.js';
import { EVERY_PROJECT_ID, openProjectQueries } from '../tables/projects.js';
import { type LogFilter, openStatsQueries, type StatsQueries } from '../tables/stats.js';
import { toFilters, whenLacking } from './log-filters.js';
import { openIsRare, toLogMatch, whenQuery } from './log-query.js';

export interface LogReads {
  list(query: LogListQuery): string;
}

export function openLogReads(db: ReadableDb): LogReads {
  const projects = openProjectQueries(db);
  const select = `SELECT ${LOG_COLUMNS} FROM logs l LEFT JOIN contents n ON n.id = l.environment_id`;
  const shape = { select, from: 'logs l', key: 'l.id', order: 'l.timestamp_ms DESC, l.id DESC' };
  const finders: Finders = {
    stats: openStatsQueries(db),
    lists: openListQueries<LogRow>(db, shape),
    scans: openScanQueries<LogRow>(db, { ...shape, sortKey: 'l.timestamp_ms' }),
    matches: openMatchQueries<LogRow>(db, {
      select,
      // CROSS JOIN keeps the order of the loops, and each match is read by its id, not looked for in the index of a filter.
      from: 'logs_search s CROSS JOIN logs l NOT INDEXED ON l.id = s.rowid',
      key: 'l.id',
      sortKey: 'l.timestamp_ms',
      foundOrder: 's.rowid DESC',
    }),
    isRare: openIsRare(db),
  };
  return {
    list(query) {
      const { page, pageSize } = query;
      const projectId = query.projectId === undefined ? undefined : projects.find(query.projectId);
      const known = query.projectId === undefined || projectId !== undefined;
      const logs: string[] = [];
      const budget = openByteBudget();
      let isCut = false;
      const fits = (row: LogRow): boolean => {
        const json = rowToLogJson(row, projects.nameOf(row.projectId));
        isCut = !budget.take(Buffer.byteLength(json));
        if (!isCut) logs.push(json);
        return !isCut;
      };
      const found: Found = known ? find(finders, query, { projectId, fits }) : { rows: [], total: 0 };
      const { rows, total, end = null } = found;
      const places = rows.map(({ id, timestampMs }) => ({ sortMs: timestampMs, id }));
      const next = toNextCursor(places, pageSize, isCut) ?? (end === null ? undefined : toCursor(end));
      return logListJson({ logs, total, page, pageSize, next, searchedFromMs: end?.sortMs });
    },
  };
}

interface Finders {
  readonly stats: StatsQueries;
  readonly lists: ListQueries<LogRow>;
  readonly matches: MatchQueries<LogRow>;
  readonly scans: ScanQueries<LogRow>;
  /** Whether the index finds few enough. */
  readonly isRare: (match: string) => boolean;
}

interface Found {
  readonly rows: LogRow[];
  readonly total: number;
  /** The last entry that was looked at, where there are more. */
  readonly end?: Place | null;
}

interface Scope {
  readonly projectId: number | undefined;
  readonly fits: Fits<LogRow>;
}

function find(
  { stats, lists, matches, scans, isRare }: Finders,
  query: LogListQuery,
  { projectId, fits }: Scope,
): Found {
  const { search = '', page, pageSize } = query;
  const filters = [...toFilters(query, projectId), ...toTimes(toRange(query))];
  const before = whenBefore(['l.timestamp_ms', 'l.id'], query.before);
  const asked = whenQuery(query.query);
  if (search !== '' || (query.exclude ?? '') !== '' || asked !== null) {
    const { match, isLoose } = toLogMatch(query);
    const holds = search === '' ? null : when(containsFolded('l.message'), 'folded', foldText(search));
    const texts = [holds, whenLacking(query.exclude), asked];
    const conditions = [...filters, ...texts];
    if (match !== null && !(isLoose && !isRare(match))) {
      const indexed = [when('s.logs_search MATCH :match', 'match', match), ...conditions];
      const behind = whenBefore(['sortKey', 'id'], query.before);
      return matches.find({ conditions: indexed, before: behind, fits, page, pageSize }, SEARCH_TOTAL_MAX);
    }
    if (asked !== null) {
      const plan = { conditions: [...filters, before], filters: texts, fits, page, pageSize };
      return scans.find(plan, LOG_QUERY_ROWS_MAX);
    }
    // Counted first: without a match there is nothing to read every row for once more.
    const total = lists.count({ conditions }, SEARCH_TOTAL_MAX);
    const following = [...conditions, before];
    return { rows: total === 0 ? [] : lists.rows({ conditions: following, page, pageSize }, fits), total };
  }
  const total = count({ stats, lists }, query, projectId);
  // Without an entry that passes, every row that passes the filter of an index would be read to find none.
  return { rows: total === 0 ? [] : lists.rows({ conditions: [...filters, before], page, pageSize }, fits), total };
}

function count(
  { stats, lists }: Pick<Finders, 'stats' | 'lists'>,
  query: LogListQuery,
  projectId: number | undefined,
): number {
  const filters = toFilters(query, projectId);
  const range = toRange(query);
  const rows = (part: OpenRange): number =>
    lists.count({ conditions: [...filters, ...toTimes(part)] }, Number.MAX_SAFE_INTEGER);
  if (query.correlationId !== undefined) return rows(range);
  const source = query.source === undefined ? null : toSourceRow(query.source);
  const counted = (toLevelRows(query) ?? [null]).map((level) => ({
    projectId: projectId ?? EVERY_PROJECT_ID,
    level,
    source,
  }));
  const sum = (countOf: (filter: LogFilter) => number): number =>
    counted.reduce((total, filter) => total + countOf(filter), 0);
  if (query.from === undefined && query.to === undefined) return sum(stats.countLogs);
  const hours = (part: MsRange): number => sum((filter) => stats.countLogHours({ ...filter, ...part }));
  return countRange(range, { rows, hours });
}

function rowToLogJson(row: LogRow, projectName: string | null): string {
  const facts = {
    ...row,
    level: rowToLevel(row.level),
    source: row.source === null ? null : rowToSource(row.source),
    timestampMs: row.sentTimestampMs ?? row.timestampMs,
    projectName,
  };
  return logJson(toPublicId(row.id), facts, row);
}
