import type { ErrorDetailQuery, ErrorListQuery } from '../../../../schemas/query.js';
import { openByteBudget } from '../../../answers/byte-budget.js';
import { groupBytes, groupDetailJson, stringifyErrorGroupList } from '../../../answers/error-group.js';
import { type EventTexts, eventBytes } from '../../../answers/event.js';
import { isLookedThrough, toGroupOrder, toTotalMax, toUncounted } from '../../../answers/group-order.js';
import { optional } from '../../../answers/optional.js';
import type { ReadableDb } from '../connection.js';
import type { Place } from '../place.js';
import { toNextCursor, whenBefore } from '../reader/cursor.js';
import { openListQueries, totalOfPage } from '../reader/list-query.js';
import { parsePublicId } from '../row-id.js';
import { openContentQueries } from '../tables/contents.js';
import { GROUP_COLUMNS, GROUPS, type GroupRow, headToErrorGroup, rowToGroupHead } from '../tables/error-groups.js';
import { openGroupRedirects } from '../tables/event-homes.js';
import { openEventQueries } from '../tables/events.js';
import { openShownParts, toPartFacts } from '../tables/group-parts.js';
import { openGroupQueries } from '../tables/group-reads.js';
import { openShownSplits } from '../tables/group-splits.js';
import { openProjectQueries } from '../tables/projects.js';
import { openRowIdCorrections } from '../tables/row-id-corrections.js';
import { openCounted } from './counted-terms.js';
import { openEventPages, toNextEvents } from './event-pages.js';
import { openTexts, toEventTexts } from './event-texts.js';
import { openAffected } from './facets.js';
import { projectOf, toGroupConditions } from './group-conditions.js';
import { toGroupSql } from './group-filters.js';
import { openGroupOrderReads, toListOrder } from './group-order.js';
import { openPartSearch } from './part-search.js';

export interface ErrorGroupReads {
  list(query: ErrorListQuery, nowMs: number): string;
  /** Null when the id is unknown. */
  detail(groupId: string, query: ErrorDetailQuery): Uint8Array<ArrayBuffer> | null;
}

const SHAPE = {
  select: `SELECT ${GROUP_COLUMNS} FROM ${GROUPS}`,
  from: 'error_groups g',
  key: 'g.id',
  order: 'g.last_seen_at_ms DESC, g.id DESC',
};

export function openErrorGroupReads(db: ReadableDb): ErrorGroupReads {
  const projects = openProjectQueries(db);
  const groups = openGroupQueries(db);
  const events = openEventQueries(db);
  const pageOf = openEventPages(db, events);
  const contents = openContentQueries(db);
  const corrections = openRowIdCorrections(db);
  const redirect = openGroupRedirects(db);
  const shownParts = openShownParts(db);
  const shownSplits = openShownSplits(db);
  const orders = openGroupOrderReads(db);
  const affected = openAffected(db);
  const counted = openCounted(db);
  const wholesWith = openPartSearch(db);
  const toGroup = (row: GroupRow) => headToErrorGroup(rowToGroupHead(row, projects.nameOf(row.projectId)));
  const lists = openListQueries<GroupRow>(db, SHAPE);
  return {
    list(query, nowMs) {
      const { page, pageSize } = query;
      const order = toGroupOrder(query);
      const listOrder = toListOrder(order, nowMs);
      const projectId = projectOf(query, projects);
      const terms = counted(projectId);
      const filters = toGroupConditions(query, projectId, { nowMs, speaks: toGroupSql(terms, wholesWith) });
      const conditions = filters && [...filters, isLookedThrough(query) ? orders.newest(projectId) : null];
      const before = whenBefore([listOrder.key, 'g.id'], query.before, order.isAscending);
      const answer = openAnswer();
      const plan = { conditions: [...(conditions ?? []), before], page, pageSize, order: listOrder };
      const found = conditions === null ? [] : lists.rows(plan, answer.fits);
      const totalMax = toTotalMax(query) ?? Number.MAX_SAFE_INTEGER;
      const known = query.before === undefined && !answer.isCut() ? totalOfPage(query, found.length) : null;
      const total = conditions === null ? 0 : Math.min(known ?? lists.count({ conditions }, totalMax), totalMax);
      const errors = found.map((row) => ({ ...toGroup(row), ...affected(row) }));
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
        ...toUncounted(terms.uncounted),
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
      const eventPage = pageOf(row, query);
      const surroundings = { group: row, projectName, read: openTexts(contents), corrections: corrections() };
      const found = takeEvents(eventPage.places, (id) => {
        const event = events.read(id);
        return event && toEventTexts(event, surroundings);
      });
      const { total, end } = eventPage;
      const next = toNextEvents(eventPage, found.length, pageSize);
      const page = { events: found, total, page: pageNumber, pageSize, next, searchedFromMs: end?.sortMs };
      const parts = shownParts(row.id).map(toPartFacts);
      const texts = { ...row, parts, ...shownSplits(row.id), ...(movedTo !== undefined && { movedFrom: groupId }) };
      const group = { ...headToErrorGroup(rowToGroupHead(row, projectName)), ...affected(row) };
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
