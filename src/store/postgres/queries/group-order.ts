// The orders of the list of error groups `g`.

import { ATTENTION_SQL } from '../../../answers/attention.js';
import { type Condition, join, type Values, when } from '../../../answers/condition.js';
import { type GroupOrder, toTrendSql, trendFromMs } from '../../../answers/group-order.js';
import { HOUR_MS } from '../../../answers/spans.js';
import { GROUPS_LOOKED_MAX } from '../../../limits.js';
import type { Queries } from '../connection.js';
import type { ListShape } from './lists.js';
import { ofEachProject, ofProject, type ProjectScope, scoped } from './scope.js';
import { ask } from './statement.js';

const COLUMNS = { lastSeen: 'g.last_seen_at_ms', firstSeen: 'g.first_seen_at_ms', events: 'g.event_count' } as const;

/** The shape of the list in an order, and the values that it needs. */
export function inOrder(
  shape: ListShape,
  { sort, isAscending }: GroupOrder,
  { scope, nowMs }: { readonly scope: ProjectScope; readonly nowMs: number },
): { readonly shape: ListShape; readonly values: Values } {
  if (sort === 'attention')
    return { shape: withUsers(shape, ATTENTION_SQL, isAscending), values: { attentionAtMs: nowMs } };
  if (sort === 'users') {
    // As `toUserCount` has it.
    return { shape: withUsers(shape, 'coalesce(u.user_rows << u.user_shift, 0)', isAscending), values: {} };
  }
  if (sort !== 'trend') return { shape: { ...shape, time: COLUMNS[sort], isAscending }, values: {} };
  const { sql, values } = ofEachProject('n', scope);
  const recent = `(SELECT n.project_id, n.group_id, sum(n.count)::bigint AS count FROM group_counts AS n
    WHERE ${sql} AND n.span_ms = ${HOUR_MS} AND n.start_ms >= :trendFromMs::bigint GROUP BY n.project_id, n.group_id)`;
  const sortFrom = `${shape.from} LEFT JOIN ${recent} AS r ON r.project_id = g.project_id AND r.group_id = g.id`;
  const time = toTrendSql('coalesce(r.count, 0)');
  return { shape: { ...shape, time, sortFrom, isAscending }, values: { ...values, trendFromMs: trendFromMs(nowMs) } };
}

function withUsers(shape: ListShape, time: string, isAscending: boolean): ListShape {
  const sortFrom = `${shape.from} LEFT JOIN facet_heads AS u ON u.project_id = g.project_id AND u.group_id = g.id`;
  return { ...shape, time, sortFrom, isAscending };
}

/** Leaves out the groups past `GROUPS_LOOKED_MAX`, where there are so many. */
export async function newestGroups(db: Queries, scope: ProjectScope): Promise<Condition> {
  const { where, values } = join([ofProject('g', scope)]);
  const [last] = await ask<{ atMs: number }>(
    db,
    scoped(
      scope,
      `SELECT g.last_seen_at_ms AS at_ms FROM error_groups AS g ${where}
       ORDER BY g.last_seen_at_ms DESC, g.id DESC LIMIT 1 OFFSET ${GROUPS_LOOKED_MAX - 1}`,
    ),
    values,
  );
  return when('g.last_seen_at_ms >= :lookedFromMs', 'lookedFromMs', last?.atMs);
}
