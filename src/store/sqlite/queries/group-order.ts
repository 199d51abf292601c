// The orders of the list of error groups `g`.

import { ATTENTION_SQL } from '../../../answers/attention.js';
import { type Condition, when } from '../../../answers/condition.js';
import { type GroupOrder, toTrend, toTrendSql, trendFromMs } from '../../../answers/group-order.js';
import { HOUR_MS } from '../../../answers/spans.js';
import { GROUPS_LOOKED_MAX } from '../../../limits.js';
import type { ReadableDb } from '../connection.js';
import type { Place } from '../place.js';
import type { ListOrder } from '../reader/list-query.js';
import type { GroupRow } from '../tables/error-groups.js';
import { toUserCount } from '../tables/facet-users.js';
import { openUserHeads } from './facets.js';

export interface GroupListOrder extends ListOrder {
  /** What it is ordered by, besides the id. */
  readonly key: string;
}

const FROM = 'error_groups g';
/** Each is one look by key for a group that was seen since: adding the counters up first takes longer. */
const hourOf = (alias: string, startMs: string): string =>
  `LEFT JOIN group_counts ${alias} ON ${alias}.span_ms = CASE WHEN g.last_seen_at_ms >= ${startMs} THEN ${HOUR_MS} END
     AND ${alias}.start_ms = ${startMs} AND ${alias}.group_id = g.id`;
const RECENT = `${hourOf('h0', ':trendFromMs')} ${hourOf('h1', `:trendFromMs + ${HOUR_MS}`)}`;
const WITH_USERS = `${FROM} LEFT JOIN facet_heads u ON u.scope_id = g.id`;
/** No order of an index: to find the rows of all groups through one that ends with the id would take twice as long. */
const BY_ID = '+g.id';
const COLUMNS = { lastSeen: 'g.last_seen_at_ms', firstSeen: 'g.first_seen_at_ms', events: 'g.event_count' } as const;

/** As `toUserCount` has it. */
const USERS = 'coalesce(u.user_rows << u.user_shift, 0)';

export function toListOrder({ sort, isAscending }: GroupOrder, nowMs: number): GroupListOrder {
  const direction = isAscending ? 'ASC' : 'DESC';
  if (sort === 'attention')
    return {
      key: ATTENTION_SQL,
      from: WITH_USERS,
      order: `${ATTENTION_SQL} ${direction}, ${BY_ID} ${direction}`,
      values: { attentionAtMs: nowMs },
    };
  if (sort === 'users')
    return {
      key: USERS,
      from: WITH_USERS,
      order: `${USERS} ${direction}, ${BY_ID} ${direction}`,
      values: {},
    };
  if (sort !== 'trend') {
    const key = COLUMNS[sort];
    return { key, from: FROM, order: `${key} ${direction}, g.id ${direction}`, values: {} };
  }
  const key = toTrendSql('(coalesce(h0.count, 0) + coalesce(h1.count, 0))');
  return {
    key,
    from: `${FROM} ${RECENT}`,
    order: `${key} ${direction}, ${BY_ID} ${direction}`,
    values: { trendFromMs: trendFromMs(nowMs) },
  };
}

export interface GroupOrderReads {
  /** Where a group stands in an order. */
  placeOf(group: GroupRow, order: GroupOrder, nowMs: number): Place;
  /** Leaves out the groups past `GROUPS_LOOKED_MAX`, where there are so many. */
  newest(projectId: number | undefined): Condition;
}

export function openGroupOrderReads(db: ReadableDb): GroupOrderReads {
  const recent = db
    .prepare<{ id: number; fromMs: number }, number | null>(
      `SELECT sum(count) FROM group_counts WHERE span_ms = ${HOUR_MS} AND start_ms IN (:fromMs, :fromMs + ${HOUR_MS})
         AND group_id = :id`,
    )
    .pluck();
  const attention = db
    .prepare<{ id: number; attentionAtMs: number }, number>(
      `SELECT ${ATTENTION_SQL} FROM ${WITH_USERS} WHERE g.id = :id`,
    )
    .pluck();
  const last = (where: string) =>
    db
      .prepare<{ skip: number; projectId?: number }, number>(
        `SELECT last_seen_at_ms FROM error_groups ${where} ORDER BY last_seen_at_ms DESC LIMIT 1 OFFSET :skip`,
      )
      .pluck();
  const [ofAll, ofProject] = [last(''), last('WHERE project_id = :projectId')];
  const skip = GROUPS_LOOKED_MAX - 1;
  const heads = openUserHeads(db);
  return {
    placeOf(group, { sort }, nowMs) {
      const { id, lastSeenAtMs, firstSeenAtMs, eventCount } = group;
      if (sort === 'lastSeen') return { sortMs: lastSeenAtMs, id };
      if (sort === 'firstSeen') return { sortMs: firstSeenAtMs, id };
      if (sort === 'events') return { sortMs: eventCount, id };
      if (sort === 'attention') return { sortMs: attention.get({ id, attentionAtMs: nowMs }) ?? 0, id };
      if (sort === 'users') return { sortMs: toUserCount(heads(id)), id };
      return { sortMs: toTrend(recent.get({ id, fromMs: trendFromMs(nowMs) }) ?? 0, group, nowMs), id };
    },
    newest: (projectId) =>
      when(
        'g.last_seen_at_ms >= :lookedFromMs',
        'lookedFromMs',
        projectId === undefined ? ofAll.get({ skip }) : ofProject.get({ skip, projectId }),
      ),
  };
}
