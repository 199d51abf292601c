import type { ErrorDetailQuery, ErrorListQuery } from '../../../../schemas/query.js';
import { openByteBudget } from '../../../answers/byte-budget.js';
import { toSeverityRow, toSourceRow, toStatusRow } from '../../../answers/enums.js';
import { groupBytes, groupDetailJson, stringifyErrorGroupList } from '../../../answers/error-group.js';
import { type EventTexts, eventBytes } from '../../../answers/event.js';
import { isLookedThrough, toGroupOrder, toGroupTerms, toTotalMax } from '../../../answers/group-order.js';
import { optional } from '../../../answers/optional.js';
import { parseFacetFilter } from '../../../facets.js';
import { parseTimestampMs } from '../../../timestamp.js';
import type { ReadableDb } from '../connection.js';
import type { Place } from '../place.js';
import { parseCursor, toNextCursor, whenBefore } from '../reader/cursor.js';
import { type Condition, openListQueries, when } from '../reader/list-query.js';
import { containsFolded, toSearchTerm } from '../reader/search.js';
import { parsePublicId } from '../row-id.js';
import { openContentQueries } from '../tables/contents.js';
import {
  GROUP_COLUMNS,
  GROUPS,
  type GroupRow,
  headToErrorGroup,
  openGroupQueries,
  rowToGroupHead,
} from '../tables/error-groups.js';
import { openGroupRedirects } from '../tables/event-homes.js';
import { openEventQueries } from '../tables/events.js';
import { openProjectQueries, type ProjectQueries } from '../tables/projects.js';
import { openRowIdCorrections } from '../tables/row-id-corrections.js';
import { openTexts, toEventTexts } from './event-texts.js';
import { openAffected } from './facets.js';
import { toGroupFilters } from './group-filters.js';
import { openGroupOrderReads, toListOrder } from './group-order.js';

export interface ErrorGroupReads {
  list(query: ErrorListQuery, nowMs: number): string;
  /** Null when the id is unknown. */
  detail(groupId: string, query: ErrorDetailQuery): Uint8Array<ArrayBuffer> | null;
}

export function openErrorGroupReads(db: ReadableDb): ErrorGroupReads {
  const projects = openProjectQueries(db);
  const groups = openGroupQueries(db);
  const events = openEventQueries(db);
  const contents = openContentQueries(db);
  const corrections = openRowIdCorrections(db);
  const redirect = openGroupRedirects(db);
  const orders = openGroupOrderReads(db);
  const affected = openAffected(db);
  const lists = openListQueries<GroupRow>(db, {
    select: `SELECT ${GROUP_COLUMNS} FROM ${GROUPS}`,
    from: 'error_groups g',
    key: 'g.id',
    order: 'g.last_seen_at_ms DESC, g.id DESC',
  });
  return {
    list(query, nowMs) {
      const { page, pageSize } = query;
      const order = toGroupOrder(query);
      const listOrder = toListOrder(order, nowMs);
      const filters = toConditions(query, projects, nowMs);
      const conditions = filters && [
        ...filters,
        isLookedThrough(query) ? orders.newest(projectOf(query, projects)) : null,
      ];
      const before = whenBefore([listOrder.key, 'g.id'], query.before, order.isAscending);
      const answer = openAnswer();
      const plan = { conditions: [...(conditions ?? []), before], page, pageSize, order: listOrder };
      const found = conditions === null ? [] : lists.rows(plan, answer.fits);
      const total = conditions === null ? 0 : lists.count({ conditions }, toTotalMax(query) ?? Number.MAX_SAFE_INTEGER);
      const errors = found.map((row) => ({
        ...headToErrorGroup(rowToGroupHead(row, projects.nameOf(row.projectId))),
        ...affected(row.id),
      }));
      const places = found.map((row, index) =>
        // Only the last one is told.
        index === found.length - 1 ? orders.placeOf(row, order, nowMs) : { sortMs: row.lastSeenAtMs, id: row.id },
      );
      return stringifyErrorGroupList({
        errors,
        total,
        page,
        pageSize,
        ...optional('next', toNextCursor(places, pageSize, answer.isCut())),
      });
    },
    detail(groupId, query) {
      const { projectId, page: pageNumber, pageSize } = query;
      const id = parsePublicId(groupId);
      const own = id === null ? undefined : groups.read(id);
      const movedTo = id === null || own !== undefined ? undefined : redirect(id);
      const row = own ?? (movedTo === undefined ? undefined : groups.read(movedTo));
      if (row === undefined) return null;
      const projectName = projects.nameOf(row.projectId);
      if (projectId !== undefined && projectId !== projectName) return null;
      const before = query.before === undefined ? undefined : parseCursor(query.before);
      const offset = (pageNumber - 1) * pageSize;
      const places = events.placesOfGroup({ groupId: row.id, before, limit: pageSize, offset });
      const surroundings = { group: row, projectName, read: openTexts(contents), corrections: corrections() };
      const found = takeEvents(places, (id) => {
        const event = events.read(id);
        return event && toEventTexts(event, surroundings);
      });
      const next = toNextCursor(places.slice(0, found.length), pageSize, found.length < places.length);
      const page = { events: found, total: row.eventCount, page: pageNumber, pageSize, next };
      const texts = movedTo === undefined ? row : { ...row, movedFrom: groupId };
      const group = { ...headToErrorGroup(rowToGroupHead(row, projectName)), ...affected(row.id) };
      return groupDetailJson(group, texts, page);
    },
  };
}

/** Takes rows up to the bytes of one answer. */
function openAnswer(): { fits(row: GroupRow): boolean; isCut(): boolean } {
  const budget = openByteBudget();
  let isCut = false;
  return {
    fits(row) {
      isCut = !budget.take(groupBytes(row));
      return !isCut;
    },
    isCut: () => isCut,
  };
}

/** The events of a page up to the bytes of one answer. */
function takeEvents(places: readonly Place[], read: (id: number) => EventTexts | undefined): EventTexts[] {
  const budget = openByteBudget();
  const taken: EventTexts[] = [];
  for (const { id } of places) {
    const event = read(id);
    if (event === undefined || !budget.take(eventBytes(event))) break;
    taken.push(event);
  }
  return taken;
}

function projectOf({ projectId }: ErrorListQuery, projects: ProjectQueries): number | undefined {
  return projectId === undefined ? undefined : projects.find(projectId);
}

/** Null when a filter can match nothing (a project that nobody has named). */
function toConditions(query: ErrorListQuery, projects: ProjectQueries, nowMs: number): Condition[] | null {
  const project = projectOf(query, projects);
  if (query.projectId !== undefined && project === undefined) return null;
  return [
    when('g.project_id = :projectId', 'projectId', project),
    when('g.status = :status', 'status', query.status && toStatusRow(query.status)),
    when('g.source = :source', 'source', query.source && toSourceRow(query.source)),
    when('g.severity = :severity', 'severity', query.severity && toSeverityRow(query.severity)),
    when('g.type = :type', 'type', query.type),
    when('g.last_seen_at_ms >= :fromMs', 'fromMs', query.from && parseTimestampMs(query.from)),
    when('g.first_seen_at_ms <= :toMs', 'toMs', query.to && parseTimestampMs(query.to)),
    when(
      'g.id IN (SELECT group_id FROM events WHERE correlation_id = :correlationId)',
      'correlationId',
      query.correlationId,
    ),
    ...toFacetConditions(query.facet),
    ...toSearchConditions(query.search),
    ...toGroupFilters(toGroupTerms(query.query), nowMs),
  ];
}

function toFacetConditions(filter: string | undefined): Condition[] {
  if (filter === undefined) return [];
  const { facet, value } = parseFacetFilter(filter);
  const named = 'SELECT c.scope_id FROM facet_names n JOIN facet_counts c ON c.value_id = n.id';
  return [
    { sql: `g.id IN (${named} WHERE n.facet = :facet AND n.value = :facetValue)`, bind: { facet, facetValue: value } },
  ];
}

function toSearchConditions(text: string | undefined): Condition[] {
  if (text === undefined || text === '') return [];
  const term = toSearchTerm(text);
  return [
    when('g.id IN (SELECT rowid FROM error_groups_search WHERE error_groups_search MATCH :match)', 'match', term.match),
    when(containsFolded('g.message'), 'folded', term.folded),
  ];
}
