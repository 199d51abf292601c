// Statistics, read from the counters. Their cost depends on the length of the time range, not on the tables.

import {
  ALL_TIME,
  type GroupParts,
  type GroupSpans,
  HOUR_MS,
  QUARTER_DAY_MS,
  toWholeHours,
  type WholeHours,
} from '../../../answers/spans.js';
import type { GroupEvents } from '../../../answers/stats.js';
import { STATS_TYPES_MAX } from '../../../limits.js';
import type { ReadableDb } from '../connection.js';

/** Counters of one project (or -1 for every) that start from `fromMs` on and before `toMs`, in one span. */
export interface Window {
  readonly projectId: number;
  readonly spanMs: number;
  readonly fromMs: number;
  readonly toMs: number;
}

export type GroupCount = readonly [groupId: number, startMs: number, count: number];

export interface StatsQueries {
  countRequests(window: Window): { total: number; failed: number };
  /** The most frequent types first, at most `STATS_TYPES_MAX`. */
  countByType(window: Window): { type: string; count: number }[];
  countBySource(window: Window): { source: number; count: number }[];
  /** One row per span that has a count, oldest first. */
  countBySpan(window: Window): { startMs: number; count: number }[];
  /** Requests of each span that has some, oldest first. */
  countRequestsBySpan(window: Window): { startMs: number; total: number; failed: number }[];
  /** Events of the groups in the spans; one row where there are some. */
  countGroups(groupIds: readonly number[], spans: GroupSpans): GroupCount[];
  /** Events of the groups in the parts of a window, added up for each group that has some. */
  sumGroups(groupIds: readonly number[], parts: GroupParts): GroupEvents[];
  /** Logs of all time. */
  countLogs(filter: LogFilter): number;
  /** Logs and requests of the hours that start between the two times. */
  countLogHours(filter: LogFilter & HourRange): number;
  countRequestHours(filter: { projectId: number } & HourRange): { total: number; failed: number };
}

export interface LogFilter {
  readonly projectId: number;
  readonly level: number | null;
  readonly source: number | null;
}

interface HourRange {
  readonly fromMs: number;
  readonly toMs: number;
}

const eventsFrom = (span: string, from: string, to: string): string =>
  `SELECT type, source, count FROM event_counts
   WHERE span_ms = ${span} AND project_id = :projectId AND start_ms >= ${from} AND start_ms < ${to}`;
/** Events of a window, in as few counters as there are. */
const EVENT_PARTS = `(${eventsFrom(':spanMs', ':fromMs', ':hoursFromMs')}
  UNION ALL ${eventsFrom(String(HOUR_MS), ':hoursFromMs', ':hoursToMs')}
  UNION ALL ${eventsFrom(':spanMs', ':hoursToMs', ':toMs')})`;

export function openStatsQueries(db: ReadableDb): StatsQueries {
  const where = 'WHERE span_ms = :spanMs AND project_id = :projectId AND start_ms >= :fromMs AND start_ms < :toMs';
  const requests = db.prepare<Window, { total: number; failed: number }>(
    `SELECT coalesce(sum(total), 0) AS total, coalesce(sum(failed), 0) AS failed FROM request_counts ${where}`,
  );
  const byType = db.prepare<Window & WholeHours & { limit: number }, { type: string; count: number }>(
    `SELECT type, sum(count) AS count FROM ${EVENT_PARTS}
     GROUP BY type HAVING sum(count) > 0 ORDER BY sum(count) DESC, type LIMIT :limit`,
  );
  const bySource = db.prepare<Window & WholeHours, { source: number; count: number }>(
    `SELECT source, sum(count) AS count FROM ${EVENT_PARTS} GROUP BY source HAVING sum(count) > 0 ORDER BY source`,
  );
  const bySpan = db.prepare<Window, { startMs: number; count: number }>(
    `SELECT start_ms AS startMs, sum(count) AS count FROM event_counts ${where} GROUP BY start_ms ORDER BY start_ms`,
  );
  const requestsBySpan = db.prepare<Window, { startMs: number; total: number; failed: number }>(
    `SELECT start_ms AS startMs, total, failed FROM request_counts ${where} ORDER BY start_ms`,
  );
  // In this order, a look by key for each pair. In one statement, and as arrays: calls of the driver and the objects it
  // makes would take longer than the looks.
  const groupCounts = db
    .prepare<[string, string, number], GroupCount>(
      `SELECT group_id, start_ms, count FROM json_each(?) s CROSS JOIN json_each(?) g CROSS JOIN group_counts
       ON span_ms = ? AND start_ms = s.value AND group_id = g.value WHERE count > 0`,
    )
    .raw();
  const groupSums = db
    .prepare<[string, string, string], readonly [number, number]>(
      `SELECT group_id, sum(count) FROM
         (SELECT ${HOUR_MS} AS spanMs, value AS startMs FROM json_each(?)
          UNION ALL SELECT ${QUARTER_DAY_MS}, value FROM json_each(?)) s
       CROSS JOIN json_each(?) g CROSS JOIN group_counts
       ON span_ms = s.spanMs AND start_ms = s.startMs AND group_id = g.value GROUP BY group_id`,
    )
    .raw();
  return {
    countRequestsBySpan: (window) => requestsBySpan.all(window),
    countGroups: (groupIds, { spanMs, starts }) =>
      groupCounts.all(JSON.stringify(starts), JSON.stringify(groupIds), spanMs),
    sumGroups: (groupIds, { hours, quarters }) =>
      groupSums
        .all(JSON.stringify(hours), JSON.stringify(quarters), JSON.stringify(groupIds))
        .map(([id, eventCount]) => ({ id, eventCount })),
    countRequests: (window) => requests.get(window) ?? { total: 0, failed: 0 },
    countByType: (window) => byType.all({ ...window, ...toWholeHours(window), limit: STATS_TYPES_MAX }),
    countBySource: (window) => bySource.all({ ...window, ...toWholeHours(window) }),
    countBySpan: (window) => bySpan.all(window),
    ...openRowCounts(db),
  };
}

/** Counters whose hours stay as long as what they count, so that totals of lists are exact. */
function openRowCounts(db: ReadableDb) {
  const within = 'WHERE span_ms = :spanMs AND project_id = :projectId AND start_ms BETWEEN :fromMs AND :toMs';
  const requests = db.prepare<Window & HourRange, { total: number; failed: number }>(
    `SELECT coalesce(sum(total), 0) AS total, coalesce(sum(failed), 0) AS failed FROM request_counts ${within}`,
  );
  const logs = db
    .prepare<Window & HourRange & LogFilter, number>(
      `SELECT coalesce(sum(count), 0) FROM log_counts ${within}
         AND (:level IS NULL OR level = :level) AND (:source IS NULL OR source = :source)`,
    )
    .pluck();
  return {
    countLogs: (filter: LogFilter) => logs.get({ ...filter, spanMs: ALL_TIME, fromMs: 0, toMs: 0 }) ?? 0,
    countLogHours: (filter: LogFilter & HourRange) => logs.get({ ...filter, spanMs: HOUR_MS }) ?? 0,
    countRequestHours: (filter: { projectId: number } & HourRange) =>
      requests.get({ ...filter, spanMs: HOUR_MS }) ?? { total: 0, failed: 0 },
  };
}

/** Everything stored. */
export function allTime(projectId: number): Window {
  return { projectId, spanMs: ALL_TIME, fromMs: 0, toMs: 1 };
}
