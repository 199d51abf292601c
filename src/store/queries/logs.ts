import type { LogListQuery } from '../../../schemas/query.js';
import { SEARCH_TOTAL_MAX } from '../../limits.js';
import type { ReadableDb } from '../database.js';
import { optional } from '../feed-items.js';
import { logJson } from '../json.js';
import { type Condition, type ListQueries, openListQueries, when } from '../list-query.js';
import { toPublicId } from '../row-id.js';
import { toSearchTerm } from '../search.js';
import { rowToLevel, rowToSource, toLevelRow, toSourceRow } from '../tables/enums.js';
import { LOG_COLUMNS, type LogRow } from '../tables/logs.js';
import { EVERY_PROJECT_ID, openProjectQueries } from '../tables/projects.js';
import { openStatsQueries, type StatsQueries } from '../tables/stats.js';

export interface LogReads {
  list(query: LogListQuery): string;
}

export function openLogReads(db: ReadableDb): LogReads {
  const projects = openProjectQueries(db);
  const reads = {
    stats: openStatsQueries(db),
    lists: openListQueries<LogRow>(db, {
      select: `SELECT ${LOG_COLUMNS} FROM logs l LEFT JOIN contents n ON n.id = l.environment_id`,
      from: 'logs l',
      key: 'l.id',
      order: 'l.timestamp_ms DESC, l.id DESC',
    }),
  };
  return {
    list(query) {
      const projectId = query.projectId === undefined ? undefined : projects.find(query.projectId);
      const known = query.projectId === undefined || projectId !== undefined;
      const conditions = known ? toConditions(query, projectId) : null;
      const { page, pageSize } = query;
      const rows = conditions === null ? [] : reads.lists.rows({ conditions, page, pageSize });
      const total = conditions === null ? 0 : count(reads, { query, projectId, conditions });
      const logs = rows.map((row) => toLogJson(row, projects.nameOf(row.projectId))).join(',');
      return `{"logs":[${logs}],"total":${total},"page":${page},"pageSize":${pageSize}}`;
    },
  };
}

/** Null when the search can match nothing. */
function toConditions(query: LogListQuery, projectId: number | undefined): Condition[] | null {
  const term = query.search === undefined || query.search === '' ? undefined : toSearchTerm(query.search);
  if (term === null) return null;
  return [
    // The newest candidates are enough: the total of a search stops at the same number.
    when(
      `l.id IN (SELECT rowid FROM logs_search WHERE logs_search MATCH :match ORDER BY rowid DESC LIMIT ${SEARCH_TOTAL_MAX})`,
      'match',
      term?.match,
    ),
    when('l.project_id = :projectId', 'projectId', projectId),
    when('l.level = :level', 'level', query.level && toLevelRow(query.level)),
    when('l.source = :source', 'source', query.source && toSourceRow(query.source)),
    when('l.timestamp_ms >= :fromMs', 'fromMs', query.from && Date.parse(query.from)),
    when('l.timestamp_ms <= :toMs', 'toMs', query.to && Date.parse(query.to)),
    when('l.correlation_id = :correlationId', 'correlationId', query.correlationId),
    when('contains_folded(l.message, :folded)', 'folded', term?.folded),
  ];
}

function count(
  { stats, lists }: { stats: StatsQueries; lists: ListQueries<LogRow> },
  { query, projectId, conditions }: { query: LogListQuery; projectId: number | undefined; conditions: Condition[] },
): number {
  if (query.search !== undefined && query.search !== '') return lists.count({ conditions }, SEARCH_TOTAL_MAX);
  const { from, to, correlationId, level, source } = query;
  if (from !== undefined || to !== undefined || correlationId !== undefined) {
    return lists.count({ conditions }, Number.MAX_SAFE_INTEGER);
  }
  return stats.countLogs({
    projectId: projectId ?? EVERY_PROJECT_ID,
    level: level === undefined ? null : toLevelRow(level),
    source: source === undefined ? null : toSourceRow(source),
  });
}

function toLogJson(row: LogRow, projectName: string | undefined): string {
  const head = {
    id: toPublicId(row.id),
    level: rowToLevel(row.level),
    message: row.message,
    timestamp: new Date(row.sentTimestampMs ?? row.timestampMs).toISOString(),
    ...optional('source', row.source === null ? null : rowToSource(row.source)),
    ...optional('projectId', projectName),
    ...optional('correlationId', row.correlationId),
  };
  return logJson(head, row.environment, row.extra);
}
