import type { TrendsQuery } from '../../../../schemas/query.js';
import { type Chart, type SpanCount, trendBuckets } from '../../../answers/spans.js';
import { toGroupIds, trendsJson } from '../../../answers/trends.js';
import { parsePublicId, toPublicId } from '../../sqlite/row-id.js';
import type { Queries } from '../connection.js';
import { ofEachProject, readScope, scoped } from './scope.js';
import { ask } from './statement.js';
import { countRequestsBySpan } from './stats.js';

/** The answer `Trends`: requests, and the events of some groups, the last bucket holding the time that is now. */
export async function readTrends(db: Queries, query: TrendsQuery, nowMs: number): Promise<string> {
  const scope = await readScope(db, query.projectId);
  const chart = trendBuckets(nowMs, query.timeRange);
  const ids = toGroupIds(query.groupIds);
  const [requests, groups] = await Promise.all([countRequestsBySpan(db, scope, chart), countGroups(db, ids, chart)]);
  return trendsJson(chart, ids, { requests, groups });
}

/** Of groups of any project. */
async function countGroups(db: Queries, publicIds: readonly string[], chart: Chart): Promise<Map<string, SpanCount[]>> {
  const ids = publicIds.map(parsePublicId).filter((id) => id !== null);
  const groups = new Map<string, SpanCount[]>();
  if (ids.length === 0) return groups;
  const { sql, values } = ofEachProject('g', undefined);
  const rows = await ask<SpanCount & { groupId: number }>(
    db,
    scoped(
      undefined,
      `SELECT c.group_id, c.start_ms, sum(c.count) AS count
       FROM error_groups AS g JOIN group_counts AS c ON c.project_id = g.project_id AND c.group_id = g.id
       WHERE ${sql} AND g.id = ANY(:ids::bigint[]) AND c.span_ms = :spanMs AND c.start_ms >= :fromMs AND c.start_ms < :toMs
       GROUP BY c.group_id, c.start_ms HAVING sum(c.count) > 0`,
    ),
    { ...values, ids, spanMs: chart.bucketMs, fromMs: chart.fromMs, toMs: chart.toMs },
  );
  for (const { groupId, ...span } of rows) {
    const publicId = toPublicId(groupId);
    groups.set(publicId, [...(groups.get(publicId) ?? []), span]);
  }
  return groups;
}
