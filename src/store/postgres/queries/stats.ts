// Statistics, read from the counters. Each daemon has counted in rows of its own, which are added up here.

import type { StatsQuery } from '../../../../schemas/query.js';
import { join, type Values } from '../../../answers/condition.js';
import type { MsRange } from '../../../answers/range-count.js';
import {
  ALL_TIME,
  type Chart,
  type GroupSpans,
  groupSpansOf,
  HOUR_MS,
  type SpanCount,
  toWholeHours,
} from '../../../answers/spans.js';
import { type GroupEvents, openTopSearch, type StatsFacts, statsJson, toStatsCharts } from '../../../answers/stats.js';
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

const eventsFrom = (span: string, from: string, to: string): string =>
  `SELECT project_id, type, source, count FROM event_counts
   WHERE project_id = :projectId AND span_ms = ${span} AND start_ms >= ${from} AND start_ms < ${to}`;
/** Events of a window, in as few counters as there are. */
const EVENT_PARTS = `(${eventsFrom(':spanMs', ':fromMs', ':hoursFromMs')}
  UNION ALL ${eventsFrom(String(HOUR_MS), ':hoursFromMs', ':hoursToMs')}
  UNION ALL ${eventsFrom(':spanMs', ':hoursToMs', ':toMs')}) AS e`;

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
    charts.chart === null || charts.chart === charts.day ? null : countBySpan(db, window),
    charts.chart === null ? [] : countRequestsBySpan(db, scope, charts.chart),
    charts.chart === null ? readTopGroups(db, scope) : readTopOfWindow(db, scope, { chart: charts.chart, nowMs }),
  ]);
  return statsJson(charts, { requests, byType, bySource, day, chart: chart ?? day, chartRequests, top });
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
  const candidates = await ask<GroupEvents>(
    db,
    scoped(
      scope,
      `SELECT s.id, s.event_count FROM
         (SELECT g.id, g.event_count, g.status FROM error_groups AS g ${where}
          ORDER BY g.last_seen_at_ms DESC, g.id DESC LIMIT ${TOP_LOOKED_MAX}) AS s
       WHERE s.status < 2 ORDER BY s.event_count DESC, s.id DESC LIMIT ${TOP_COUNTED_MAX}`,
    ),
    values,
  );
  const spans = groupSpansOf(chart, nowMs);
  const search = openTopSearch(candidates);
  for (let ids = search.next(); ids.length > 0; ids = search.next())
    search.add(await sumGroupSpans(db, { scope, ids }, spans));
  const found = search.top();
  const groups = new Map((await readGroups(db, scope, found)).map((group) => [group.id, group]));
  return found.flatMap(({ id, eventCount }) => {
    const group = groups.get(id);
    return group === undefined ? [] : [toTopGroup({ ...group, eventCount })];
  });
}

function readGroups(db: Queries, scope: ProjectScope, found: readonly GroupEvents[]): Promise<TopRow[]> {
  if (found.length === 0) return Promise.resolve([]);
  const { sql, values } = ofEachProject('g', scope);
  return ask(db, scoped(scope, `${TOP_GROUPS} WHERE ${sql} AND g.id = ANY(:ids::bigint[])`), {
    ...values,
    ids: found.map(({ id }) => id),
  });
}

const GROUP_SPANS = `FROM error_groups AS g JOIN group_counts AS c ON c.project_id = g.project_id AND c.group_id = g.id`;
const IN_SPANS =
  'g.id = ANY(:ids::bigint[]) AND c.span_ms = :spanMs AND c.start_ms >= :fromMs AND c.start_ms <= :lastMs';

interface GroupsOf {
  readonly scope: ProjectScope;
  readonly ids: readonly number[];
}

/** Events of groups in spans that follow each other, added up for each group that has some. */
async function sumGroupSpans(db: Queries, { scope, ids }: GroupsOf, spans: GroupSpans): Promise<GroupEvents[]> {
  const { sql, values } = ofEachProject('g', scope);
  return ask(
    db,
    scoped(scope, `SELECT g.id, sum(c.count) AS event_count ${GROUP_SPANS} WHERE ${sql} AND ${IN_SPANS} GROUP BY g.id`),
    { ...values, ids, ...toBounds(spans) },
  );
}

function toBounds({ spanMs, starts }: GroupSpans): Values {
  return { spanMs, fromMs: starts[0] ?? 0, lastMs: starts.at(-1) ?? 0 };
}

/** Events of groups, of one project or of any, in spans that follow each other; one row where there are some. */
export async function countGroupSpans(
  db: Queries,
  { scope, ids }: GroupsOf,
  spans: GroupSpans,
): Promise<(SpanCount & { readonly groupId: number })[]> {
  if (ids.length === 0) return [];
  const { sql, values } = ofEachProject('g', scope);
  return ask(
    db,
    scoped(
      scope,
      `SELECT c.group_id, c.start_ms, sum(c.count) AS count
       ${GROUP_SPANS} WHERE ${sql} AND ${IN_SPANS}
       GROUP BY c.group_id, c.start_ms HAVING sum(c.count) > 0`,
    ),
    { ...values, ids, ...toBounds(spans) },
  );
}

type TopRow = { id: number } & Omit<StatsFacts['top'][number], 'publicId'>;
const TOP_GROUPS = 'SELECT g.id, g.message, g.event_count, g.type, g.severity FROM error_groups AS g';

/** The five open groups with most events. */
async function readTopGroups(db: Queries, scope: ProjectScope): Promise<StatsFacts['top']> {
  const { where, values } = join([{ sql: 'g.status < 2', values: {} }, ofProject('g', scope)]);
  const rows = await ask<TopRow>(
    db,
    scoped(
      scope,
      `${TOP_GROUPS} ${where}
       ORDER BY g.event_count DESC, g.id DESC LIMIT 5`,
    ),
    values,
  );
  return rows.map(toTopGroup);
}

function toTopGroup({ id, ...group }: TopRow): StatsFacts['top'][number] {
  return { ...group, publicId: toPublicId(id) };
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
    `/* project */ SELECT type, sum(count) AS count FROM ${EVENT_PARTS} WHERE e.project_id = :projectId
     GROUP BY type HAVING sum(count) > 0 ORDER BY sum(count) DESC, type COLLATE "C" LIMIT ${STATS_TYPES_MAX}`,
    { ...window, ...toWholeHours(window) },
  );
}

function countBySource(db: Queries, window: Window): Promise<{ source: number; count: number }[]> {
  return ask(
    db,
    `/* project */ SELECT source, sum(count) AS count FROM ${EVENT_PARTS} WHERE e.project_id = :projectId
     GROUP BY source HAVING sum(count) > 0 ORDER BY source`,
    { ...window, ...toWholeHours(window) },
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
