import type { ErrorChangesQuery } from '../../../../schemas/query.js';
import { join } from '../../../answers/condition.js';
import { errorChangesJson, type NewsCount, toSinceMs } from '../../../answers/error-changes.js';
import { toGroupTerms } from '../../../answers/group-order.js';
import { CHANGED_GROUPS_MAX } from '../../../limits.js';
import { toPublicId } from '../../sqlite/row-id.js';
import { onceOnly, type Queries } from '../connection.js';
import { readCountedTerms } from './counted-terms.js';
import { toGroupConditions } from './group-conditions.js';
import { toGroupSql } from './group-filters.js';
import { newestGroups } from './group-order.js';
import { readGroupHolds } from './part-search.js';
import { readScope, scoped } from './scope.js';
import { ask, planForValues } from './statement.js';

/** What happened since a moment to the groups that the filters leave; see docs/triage.md. */
export async function readErrorChanges(
  reader: Queries,
  { since, ...filters }: ErrorChangesQuery,
  nowMs: number,
): Promise<string> {
  // Queries may be put together in more ways than a connection could keep statements of.
  const db = onceOnly(reader);
  const sinceMs = toSinceMs(since, nowMs);
  const scope = await readScope(db, filters.projectId);
  const counted = await readCountedTerms(db, scope, toGroupTerms(filters.query));
  const groupHolds = await readGroupHolds(db, scope, filters);
  const { where, values } = join([
    ...toGroupConditions(filters, scope, { nowMs, speaks: toGroupSql(counted, groupHolds) }),
    await newestGroups(db, scope),
    { sql: 'g.news_at_ms > :sinceMs::bigint', values: { sinceMs } },
  ]);
  await planForValues(db);
  const [counts, groups] = await Promise.all([
    ask<NewsCount>(
      db,
      scoped(
        scope,
        `SELECT g.news_kind AS kind, count(*) AS count FROM error_groups AS g ${where} GROUP BY g.news_kind`,
      ),
      values,
    ),
    ask<{ id: number; kind: number }>(
      db,
      scoped(
        scope,
        `SELECT g.id, g.news_kind AS kind FROM error_groups AS g ${where}
         ORDER BY g.news_at_ms DESC, g.id DESC LIMIT ${CHANGED_GROUPS_MAX}`,
      ),
      values,
    ),
  ]);
  return errorChangesJson(
    { sinceMs, nowMs },
    counts,
    groups.map(({ id, kind }) => ({ id: toPublicId(id), kind })),
  );
}
