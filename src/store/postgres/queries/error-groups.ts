import type { ErrorGroup } from '../../../../schemas/error-group.js';
import type { ErrorDetailQuery, ErrorListQuery } from '../../../../schemas/query.js';
import { type Condition, when } from '../../../answers/condition.js';
import {
  type GroupDetailTexts,
  groupBytes,
  groupDetailJson,
  stringifyErrorGroupList,
  toErrorGroup,
} from '../../../answers/error-group.js';
import { type EventTexts, eventBytes } from '../../../answers/event.js';
import { toEventFilter } from '../../../answers/event-filter.js';
import { isLookedThrough, toGroupOrder, toGroupTerms, toTotalMax, toUncounted } from '../../../answers/group-order.js';
import { optional } from '../../../answers/optional.js';
import { parsePublicId } from '../../sqlite/row-id.js';
import { rowToFacts } from '../../sqlite/tables/error-groups.js';
import { toPartFacts } from '../../sqlite/tables/group-parts.js';
import { onceOnly, type Queries } from '../connection.js';
import { readShownParts } from '../tables/group-parts.js';
import { readShownSplits } from '../tables/group-splits.js';
import { readAffected } from './affected.js';
import { readCountedTerms } from './counted-terms.js';
import { EVENTS, type EventRow, readTexts, toEventTexts } from './event-texts.js';
import { type FilteredEvents, readFilteredEvents } from './filtered-events.js';
import { readWholeList } from './found-pages.js';
import { toGroupConditions } from './group-conditions.js';
import { toGroupSql } from './group-filters.js';
import { inOrder, newestGroups } from './group-order.js';
import {
  columnsOf,
  countRows,
  type Listing,
  type ListPlan,
  type ListShape,
  type Place,
  parsePlace,
  readPage,
  readRows,
  takePage,
  toNext,
} from './lists.js';
import { readGroupHolds } from './part-search.js';
import { ofEachProject, ofProject, type ProjectScope, readScope, scoped } from './scope.js';
import { ask, planForValues } from './statement.js';

interface GroupRow {
  readonly id: number;
  readonly projectId: number;
  /** In hex. */
  readonly fingerprint: string;
  readonly type: string;
  readonly message: string;
  readonly source: number;
  readonly severity: number;
  readonly status: number;
  readonly explanation: string | null;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
  readonly eventCount: number;
  readonly reopenedAtMs: number | null;
  readonly culprit: string | null;
  readonly louderUntilMs: number;
  readonly louderFactor: number;
  /** Null for the project without a name. */
  readonly projectName: string | null;
}

/** A group with what its events show of it, and what only its detail does. */
export type GroupDetailRow = GroupRow & Omit<GroupDetailTexts, 'movedFrom'>;

const SHAPE: ListShape = {
  from: 'error_groups AS g',
  alias: 'g',
  time: 'g.last_seen_at_ms',
  columns: {
    project_id: 'g.project_id',
    fingerprint: "encode(g.fingerprint, 'hex')",
    type: 'g.type',
    message: 'g.message',
    source: 'g.source',
    severity: 'g.severity',
    status: 'g.status',
    explanation: 't.explanation',
    first_seen_at_ms: 'g.first_seen_at_ms',
    last_seen_at_ms: 'g.last_seen_at_ms',
    event_count: 'g.event_count',
    reopened_at_ms: 'g.reopened_at_ms',
    culprit: 'g.culprit',
    louder_until_ms: 'g.louder_until_ms',
    louder_factor: 'g.louder_factor',
    project_name: "nullif(p.name, '')",
  },
  joins: `JOIN error_group_texts AS t ON t.project_id = g.project_id AND t.id = g.id
    LEFT JOIN projects AS p ON p.id = g.project_id`,
  bytes: 'octet_length(g.message) + coalesce(octet_length(t.explanation), 0)',
};

/** The answer `ErrorGroupList`. */
export async function listErrorGroups(reader: Queries, query: ErrorListQuery, nowMs: number): Promise<string> {
  const { page, pageSize, search = '' } = query;
  const isOther = isLookedThrough(query);
  // Queries may be put together in more ways than a connection could keep statements of.
  const db = isOther ? onceOnly(reader) : reader;
  const before = parsePlace(query.before);
  const scope = await readScope(db, query.projectId);
  const counted = await readCountedTerms(db, scope, toGroupTerms(query.query));
  const groupHolds = await readGroupHolds(db, scope, query);
  const conditions = [
    ...toGroupConditions(query, scope, { nowMs, speaks: toGroupSql(counted, groupHolds) }),
    isOther ? await newestGroups(db, scope) : null,
  ];
  const { shape, values: orderValues } = inOrder(SHAPE, toGroupOrder(query), { scope, nowMs });
  const list: Listing<GroupRow & Place> = { db, shape, bytesOf: groupBytes };
  if (search !== '' || isOther) await planForValues(db);
  const plan = { scope, conditions, before, page, pageSize, orderValues };
  // An index counts what has no query, in another order too.
  const isLookedAt = (query.query ?? '').trim() !== '';
  const { rows, isCut, total } = isLookedAt
    ? await readWholeList(list, plan, toTotalMax(query))
    : await readListAndTotal(list, plan, toTotalMax(query));
  const next = toNext(rows, { pageSize, isCut });
  const affected = await readAffected(db, rows);
  return stringifyErrorGroupList({
    errors: rows.map((row) => ({ ...rowToErrorGroup(row), ...affected(row.id) })),
    total,
    page,
    pageSize,
    ...optional('next', next),
    ...toUncounted(counted.uncounted),
  });
}

/** A page, and how many there are. */
async function readListAndTotal(list: Listing<GroupRow & Place>, plan: ListPlan, totalMax: number | undefined) {
  const [page, total] = await Promise.all([readPage(list, plan), countRows(list, plan, totalMax)]);
  return { ...page, total };
}

/** The newest groups that conditions on `g` hold of, and how many there are. */
export async function readGroups(
  db: Queries,
  {
    scope,
    conditions,
    max,
  }: { readonly scope: ProjectScope; readonly conditions: readonly Condition[]; readonly max: number },
): Promise<{
  readonly groups: readonly { readonly id: number; readonly projectId: number; readonly group: ErrorGroup }[];
  readonly total: number;
}> {
  const all = [ofProject('g', scope), ...conditions];
  const list: Listing<GroupRow & Place> = { db, shape: SHAPE, bytesOf: groupBytes };
  const plan = { scope, conditions: all, before: undefined, page: 1, pageSize: max };
  const { rows, total } = await readWholeList(list, plan);
  return {
    groups: rows.map((row) => ({ id: row.id, projectId: row.projectId, group: rowToErrorGroup(row) })),
    total,
  };
}

/** The answer `ErrorGroupDetail`; null when the id is unknown. */
export async function readErrorGroup(
  db: Queries,
  groupId: string,
  query: ErrorDetailQuery,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { page, pageSize } = query;
  const id = parsePublicId(groupId);
  if (id === null) return null;
  const scope = await readScope(db, query.projectId);
  const own = await readGroup(db, scope, id);
  const group = own ?? (await readGroupThatTook(db, scope, id));
  if (group === undefined) return null;
  const { found, total, end } = await readEvents(db, group, query);
  const surroundings = { group, texts: await readTexts(db, group.projectId, found) };
  const texts = new Map<EventRow, EventTexts>(found.map((event) => [event, toEventTexts(event, surroundings)]));
  const bytesOf = (event: EventRow): number => eventBytes(texts.get(event) ?? toEventTexts(event, surroundings));
  const { rows, isCut } = takePage(found, bytesOf);
  const parts = (await readShownParts(db, group.projectId, group.id)).map(toPartFacts);
  const splits = await readShownSplits(db, group.projectId, group.id);
  const detail: GroupDetailTexts = { ...group, parts, ...splits, ...(own === undefined && { movedFrom: groupId }) };
  const affected = await readAffected(db, [group]);
  return groupDetailJson({ ...rowToErrorGroup(group), ...affected(group.id) }, detail, {
    events: rows.map((event) => texts.get(event) ?? toEventTexts(event, surroundings)),
    total,
    page,
    pageSize,
    next: toNext(rows, { pageSize, isCut, end }),
    searchedFromMs: end?.sortMs,
  });
}

/** The events of a group that a query leaves, or all. */
async function readEvents(
  db: Queries,
  group: GroupDetailRow,
  { query, before: cursor, page, pageSize }: ErrorDetailQuery,
): Promise<FilteredEvents> {
  const before = parsePlace(cursor);
  const filter = toEventFilter(query);
  if (filter !== null) return readFilteredEvents(db, { group, filter, before, page, pageSize });
  const found = await readRows<EventRow & Place>(db, EVENTS, {
    scope: group.projectId,
    conditions: [ofProject('e', group.projectId), when('e.group_id = :groupId', 'groupId', group.id)],
    before,
    page,
    pageSize,
  });
  return { found, total: group.eventCount, end: null };
}

/** The group with an id; undefined when there is none in these projects. */
export async function readGroup(db: Queries, scope: ProjectScope, id: number): Promise<GroupDetailRow | undefined> {
  const { sql, values } = ofEachProject('g', scope);
  const [row] = await ask<GroupDetailRow>(
    db,
    scoped(
      scope,
      `SELECT g.id, ${columnsOf(SHAPE)}, t.explanation_title, t.suggestion, t.explanation_evidence, t.grouping
       FROM error_groups AS g ${SHAPE.joins} WHERE ${sql} AND g.id = :id`,
    ),
    { ...values, id },
  );
  return row;
}

/** The group with an id, or the one that has its events now. */
export async function findShownGroup(
  db: Queries,
  scope: ProjectScope,
  id: number,
): Promise<GroupDetailRow | undefined> {
  return (await readGroup(db, scope, id)) ?? readGroupThatTook(db, scope, id);
}

/** The group that has the events of one that is gone. */
async function readGroupThatTook(db: Queries, scope: ProjectScope, id: number): Promise<GroupDetailRow | undefined> {
  const { sql, values } = ofEachProject('r', scope);
  const [row] = await ask<{ projectId: number; groupId: number }>(
    db,
    scoped(scope, `SELECT r.project_id, r.group_id FROM group_redirects AS r WHERE ${sql} AND r.id = :id`),
    { ...values, id },
  );
  return row === undefined ? undefined : readGroup(db, row.projectId, row.groupId);
}

/** The group as answers show it. */
export function rowToErrorGroup(row: GroupRow): ErrorGroup {
  return toErrorGroup(rowToFacts(row));
}
