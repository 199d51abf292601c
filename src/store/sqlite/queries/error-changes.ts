import type { ErrorChangesQuery } from '../../../../schemas/query.js';
import { join } from '../../../answers/condition.js';
import { errorChangesJson, type NewsCount, toSinceMs } from '../../../answers/error-changes.js';
import { CHANGED_GROUPS_MAX } from '../../../limits.js';
import type { ReadableDb } from '../connection.js';
import { openStatements } from '../reader/list-query.js';
import { toPublicId } from '../row-id.js';
import { openProjectQueries } from '../tables/projects.js';
import { openCounted } from './counted-terms.js';
import { projectOf, toGroupConditions } from './group-conditions.js';
import { toGroupSql } from './group-filters.js';
import { openGroupOrderReads } from './group-order.js';
import { openPartSearch } from './part-search.js';

/** What happened since a moment to the groups that the filters leave; see docs/triage.md. */
export function openErrorChangeReads(db: ReadableDb): (query: ErrorChangesQuery, nowMs: number) => string {
  const projects = openProjectQueries(db);
  const counted = openCounted(db);
  const wholesWith = openPartSearch(db);
  const orders = openGroupOrderReads(db);
  const prepare = openStatements(db);
  return ({ since, ...filters }, nowMs) => {
    const sinceMs = toSinceMs(since, nowMs);
    const projectId = projectOf(filters, projects);
    const conditions = toGroupConditions(filters, projectId, {
      nowMs,
      speaks: toGroupSql(counted(projectId), wholesWith),
    });
    if (conditions === null) return errorChangesJson({ sinceMs, nowMs }, [], []);
    const { where, values } = join([
      ...conditions,
      orders.newest(projectId),
      { sql: 'g.news_at_ms > :sinceMs', values: { sinceMs } },
    ]);
    const counts = prepare(
      `SELECT g.news_kind AS kind, count(*) AS count FROM error_groups g ${where} GROUP BY g.news_kind`,
    ).all(values) as NewsCount[];
    const groups = prepare(
      `SELECT g.id, g.news_kind AS kind FROM error_groups g ${where}
       ORDER BY g.news_at_ms DESC, g.id DESC LIMIT ${CHANGED_GROUPS_MAX}`,
    ).all(values) as { id: number; kind: number }[];
    return errorChangesJson(
      { sinceMs, nowMs },
      counts,
      groups.map(({ id, kind }) => ({ id: toPublicId(id), kind })),
    );
  };
}
