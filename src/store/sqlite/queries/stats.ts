import type { StatsQuery } from '../../../../schemas/query.js';
import { type Chart, groupSpansOf, toFewestParts } from '../../../answers/spans.js';
import { openTopSearch, statsJson, toStatsCharts } from '../../../answers/stats.js';
import type { ReadableDb } from '../connection.js';
import { toPublicId } from '../row-id.js';
import { openGroupQueries, type TopGroupRow } from '../tables/group-reads.js';
import { EVERY_PROJECT_ID, openProjectQueries, UNKNOWN_PROJECT_ID } from '../tables/projects.js';
import { allTime, openStatsQueries, type Window } from '../tables/stats.js';

export interface StatsReads {
  read(query: StatsQuery, nowMs: number): string;
}

export function openStatsReads(db: ReadableDb): StatsReads {
  const projects = openProjectQueries(db);
  const stats = openStatsQueries(db);
  const groups = openGroupQueries(db);
  const readTop = (projectId: number | null, chart: Chart | null, nowMs: number): TopGroupRow[] => {
    if (chart === null) return groups.top(projectId);
    const parts = toFewestParts(groupSpansOf(chart, nowMs));
    const search = openTopSearch(groups.seenSince(projectId, chart.fromMs));
    for (let ids = search.next(); ids.length > 0; ids = search.next()) search.add(stats.sumGroups(ids, parts));
    return search.top().flatMap(({ id, eventCount }) => {
      const group = groups.topGroup(id);
      return group === undefined ? [] : [{ ...group, eventCount }];
    });
  };
  return {
    read(query, nowMs) {
      const { projectId: name } = query;
      const projectId = name === undefined ? EVERY_PROJECT_ID : (projects.find(name) ?? UNKNOWN_PROJECT_ID);
      const charts = toStatsCharts(query, nowMs);
      const { chart, day } = charts;
      const window = chart === null ? allTime(projectId) : toWindow(projectId, chart);
      const ofDay = stats.countBySpan(toWindow(projectId, day));
      return statsJson(charts, {
        requests: stats.countRequests(window),
        byType: stats.countByType(window),
        bySource: stats.countBySource(window),
        day: ofDay,
        // Everything has no chart of its own, and a day the one that is read in any case.
        chart: chart === null || chart === day ? ofDay : stats.countBySpan(window),
        chartRequests: chart === null ? [] : stats.countRequestsBySpan(window),
        top: readTop(name === undefined ? null : projectId, chart, nowMs).map(({ id, ...group }) => ({
          ...group,
          publicId: toPublicId(id),
        })),
      });
    },
  };
}

function toWindow(projectId: number, { spanMs, fromMs, toMs }: Chart): Window {
  return { projectId, spanMs, fromMs, toMs };
}
