// Statistics, read from the counters. Each daemon has counted in rows of its own, which are added up here.

import type { StatsQuery } from '../../../../schemas/query.js';
import { join } from '../../../answers/condition.js';
import type { MsRange } from '../../../answers/range-count.js';
import {
  ALL_TIME,
  type Chart,
  type GroupSpans,
  groupSpansOf,
  HOUR_MS,
  type SpanCount,
} from '../../../answers/spans.js';
import { type StatsFacts, statsJson, topOfWindow, toStatsCharts } from '../../../answers/stats.js';
import type { SpanRequests } from '../../../answers/trends.js';
import { STATS_TYPES_MAX, TOP_COUNTED_MAX, TOP_LOOKED_MAX } from '../../../limits.js';
import { toPublicId } from '../../sqlite/row-id.js';
import type { Queries } from '../connection.js';
import { EVERY_PROJECT_ID } from '../tables/projects.js';
import { ofEachProject, ofProject, type ProjectScope, readScope, scoped } from './scope.js';
import { ask } from './statement.js';

/** Counters of one project (or -1 for every) that start from `fromMs` on and before `toMs`, in one span. */
interface Window {
  readonly projectId: number;
  readonly spanMs: number;
  readonly fromMs: number;
  readonly toMs: number;
}

const IN_WINDOW = 'WHERE project_id = :projectId AND span_ms = :spanMs AND start_ms >= :fromMs AND start_ms < :toMs';

/** The answer `Stats`. */
export async function readStats(db: Queries, query: StatsQuery, nowMs: number): Promise<string> {
  const scope = await readScope(db, query.projectId);
  const charts = toStatsCharts(query, nowMs);
  const projectId = scope ?? EVERY_PROJECT_ID;
  const window = charts.chart === null ? allTime(projectId) : toWindow(projectId, charts.chart);
  const [requests, byType, bySource, day, chart, chartRequests, top] = await Promise.all([
    countRequests(db, window),
    countByType(db, window),
    countBySource(db, window),
    countBySpan(db, toWindow(projectId, charts.day)),
    charts.chart === null ? [] : countBySpan(db, window),
    charts.chart === null ? [] : countRequestsBySpan(db, scope, charts.chart),
    charts.chart === null ? readTopGroups(db, scope) : readTopOfWindow(db, scope, { chart: charts.chart, nowMs }),
  ]);
  return statsJson(charts, { requests, byType, bySource, day, chart, chartRequests, top });
}

/** The five open groups with most events in a window. */
async function readTopOfWindow(
  db: Queries,
  scope: ProjectScope,
  { chart, nowMs }: { readonly chart: Chart; readonly nowMs: number },
): Promise<StatsFacts['top']> {
  const { where, values } = join([
    { sql: 'g.last_seen_at_ms >= :fromMs', values: { fromMs: chart.fromMs } },
    ofProject('g', scope),
  ]);
  const candidates = await ask<TopRow>(
    db,
    scoped(
      scope,
      `SELECT s.id, s.message, s.event_count, s.type, s.severity FROM
         (SELECT g.id, g.message, g.event_count, g.type, g.severity, g.status FROM error_groups AS g ${where}
          ORDER BY g.last_seen_at_ms DESC, g.id DESC LIMIT ${TOP_LOOKED_MAX}) AS s
       WHERE s.status < 2 ORDER BY s.event_count DESC, s.id DESC LIMIT ${TOP_COUNTED_MAX}`,
    ),
    values,
  );
  const spans = groupSpansOf(chart, nowMs);
  const ids = candidates.map(({ id }) => id);
  const counts = await countGroupSpans(db, { scope, ids }, spans);
  return topOfWindow(candidates, counts).map(({ id, ...group }) => ({ ...group, publicId: toPublicId(id) }));
}

/** Events of groups, of one project or of any, in spans that follow each other; one row where there are some. */
export async function countGroupSpans(
  db: Queries,
  { scope, ids }: { readonly scope: ProjectScope; readonly ids: readonly number[] },
  { spanMs, starts }: GroupSpans,
): Promise<(SpanCount & { readonly groupId: number })[]> {
  const [fromMs, lastMs] = [starts[0], starts.at(-1)];
  if (ids.length === 0 || fromMs === undefined || lastMs === undefined) return [];
  const { sql, values } = ofEachProject('g', scope);
  return ask(
    db,
    scoped(
      scope,
      `SELECT c.group_id, c.start_ms, sum(c.count) AS count
       FROM error_groups AS g JOIN group_counts AS c ON c.project_id = g.project_id AND c.group_id = g.id
       WHERE ${sql} AND g.id = ANY(:ids::bigint[]) AND c.span_ms = :spanMs AND c.start_ms >= :fromMs AND c.start_ms <= :lastMs
       GROUP BY c.group_id, c.start_ms HAVING sum(c.count) > 0`,
    ),
    { ...values, ids, spanMs, fromMs, lastMs },
  );
}

type TopRow = { id: number } & Omit<StatsFacts['top'][number], 'publicId'>;

/** The five open groups with most events. */
async function readTopGroups(db: Queries, scope: ProjectScope): Promise<StatsFacts['top']> {
  const { where, values } = join([{ sql: 'g.status < 2', values: {} }, ofProject('g', scope)]);
  const rows = await ask<TopRow>(
    db,
    scoped(
      scope,
      `SELECT g.id, g.message, g.event_count, g.type, g.severity FROM error_groups AS g ${where}
       ORDER BY g.event_count DESC, g.id DESC LIMIT 5`,
    ),
    values,
  );
  return rows.map(({ id, ...group }) => ({ ...group, publicId: toPublicId(id) }));
}

async function countRequests(db: Queries, window: Window): Promise<StatsFacts['requests']> {
  const [row] = await ask<StatsFacts['requests']>(
    db,
    `/* project */ SELECT coalesce(sum(total), 0) AS total, coalesce(sum(failed), 0) AS failed FROM request_counts ${IN_WINDOW}`,
    { ...window },
  );
  return row ?? { total: 0, failed: 0 };
}

function countByType(db: Queries, window: Window): Promise<{ type: string; count: number }[]> {
  return ask(
    db,
    `/* project */ SELECT type, sum(count) AS count FROM event_counts ${IN_WINDOW}
     GROUP BY type HAVING sum(count) > 0 ORDER BY sum(count) DESC, type COLLATE "C" LIMIT ${STATS_TYPES_MAX}`,
    { ...window },
  );
}

function countBySource(db: Queries, window: Window): Promise<{ source: number; count: number }[]> {
  return ask(
    db,
    `/* project */ SELECT source, sum(count) AS count FROM event_counts ${IN_WINDOW}
     GROUP BY source HAVING sum(count) > 0 ORDER BY source`,
    { ...window },
  );
}

function countBySpan(db: Queries, window: Window): Promise<SpanCount[]> {
  return ask(
    db,
    `/* project */ SELECT start_ms, sum(count) AS count FROM event_counts ${IN_WINDOW}
     GROUP BY start_ms HAVING sum(count) > 0 ORDER BY start_ms`,
    { ...window },
  );
}

/** Requests of each hour of a chart that has some, oldest first. */
export function countRequestsBySpan(db: Queries, scope: ProjectScope, chart: Chart): Promise<SpanRequests[]> {
  return ask(
    db,
    `/* project */ SELECT start_ms, sum(total) AS total, sum(failed) AS failed FROM request_counts ${IN_WINDOW}
     GROUP BY start_ms HAVING sum(total) > 0 ORDER BY start_ms`,
    { ...toWindow(scope ?? EVERY_PROJECT_ID, chart) },
  );
}

/** Requests of all time, or of the hours that start in a range. Hours stay as long as what they count. */
export function countListedRequests(
  db: Queries,
  scope: ProjectScope,
  hours: MsRange | null,
): Promise<StatsFacts['requests']> {
  return countRequests(db, toHours(scope ?? EVERY_PROJECT_ID, hours));
}

export interface LogFilter {
  readonly level: number | undefined;
  readonly source: number | undefined;
}

/** The same of logs. */
export async function countListedLogs(
  db: Queries,
  scope: ProjectScope,
  { level, source, hours }: LogFilter & { readonly hours: MsRange | null },
): Promise<number> {
  const [row] = await ask<{ count: number }>(
    db,
    `/* project */ SELECT coalesce(sum(count), 0) AS count FROM log_counts ${IN_WINDOW}
       AND (:level::smallint IS NULL OR level = :level) AND (:source::smallint IS NULL OR source = :source)`,
    { ...toHours(scope ?? EVERY_PROJECT_ID, hours), level: level ?? null, source: source ?? null },
  );
  return row?.count ?? 0;
}

function toHours(projectId: number, hours: MsRange | null): Window {
  return hours === null
    ? allTime(projectId)
    : { projectId, spanMs: HOUR_MS, fromMs: hours.fromMs, toMs: hours.toMs + 1 };
}

function toWindow(projectId: number, { spanMs, fromMs, toMs }: Chart): Window {
  return { projectId, spanMs, fromMs, toMs };
}

/** Everything stored. */
function allTime(projectId: number): Window {
  return { projectId, spanMs: ALL_TIME, fromMs: 0, toMs: 1 };
}
