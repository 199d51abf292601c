import type { TrendsQuery } from '../../../../schemas/query.js';
import { bucketStarts, type Chart, type SpanCount, trendBuckets } from '../../../answers/spans.js';
import { toGroupIds, trendsJson } from '../../../answers/trends.js';
import { parsePublicId, toPublicId } from '../../sqlite/row-id.js';
import type { Queries } from '../connection.js';
import { readScope } from './scope.js';
import { countGroupSpans, countRequestsBySpan } from './stats.js';

/** The answer `Trends`: requests, and the events of some groups, bucket by bucket. */
export async function readTrends(db: Queries, query: TrendsQuery, nowMs: number): Promise<string> {
  const scope = await readScope(db, query.projectId);
  const chart = trendBuckets(nowMs, query);
  const ids = toGroupIds(query.groupIds);
  const [requests, groups] = await Promise.all([countRequestsBySpan(db, scope, chart), countGroups(db, ids, chart)]);
  return trendsJson(chart, ids, { requests, groups });
}

/** Of groups of any project. */
async function countGroups(db: Queries, publicIds: readonly string[], chart: Chart): Promise<Map<string, SpanCount[]>> {
  const ids = publicIds.map(parsePublicId).filter((id) => id !== null);
  const groups = new Map<string, SpanCount[]>();
  if (ids.length === 0) return groups;
  const rows = await countGroupSpans(
    db,
    { scope: undefined, ids },
    { spanMs: chart.bucketMs, starts: bucketStarts(chart) },
  );
  for (const { groupId, ...span } of rows) {
    const publicId = toPublicId(groupId);
    groups.set(publicId, [...(groups.get(publicId) ?? []), span]);
  }
  return groups;
}
