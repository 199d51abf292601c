// Which events of a group a page of its detail has: of all, or of those that a query leaves. No index has what events say, so the
// newest are looked at one by one.

import type { ErrorDetailQuery } from '../../../../schemas/query.js';
import { type EventFilter, openEventLook, toEventFilter } from '../../../answers/event-filter.js';
import { EVENT_QUERY_ROWS_MAX } from '../../../limits.js';
import type { ReadableDb } from '../connection.js';
import { unpackDetails } from '../packed-details.js';
import type { Place } from '../place.js';
import { parseCursor, toCursor, toNextCursor } from '../reader/cursor.js';
import type { GroupRow } from '../tables/error-groups.js';
import type { EventQueries, GroupEventsPlan } from '../tables/events.js';

export interface EventPage {
  /** Newest first. */
  readonly places: readonly Place[];
  /** All events, or of those that were looked at the ones that the query leaves. */
  readonly total: number;
  /** The last event that was looked at for a query, where there are more. */
  readonly end: Place | null;
}

type PagedGroup = Pick<GroupRow, 'id' | 'eventCount'>;

export function openEventPages(
  db: ReadableDb,
  events: Pick<EventQueries, 'placesOfGroup'>,
): (group: PagedGroup, query: ErrorDetailQuery) => EventPage {
  const filtered = openFiltered(db, events);
  return (group, { query, before: cursor, page, pageSize }) => {
    const before = cursor === undefined ? undefined : parseCursor(cursor);
    const plan = { groupId: group.id, before, limit: pageSize, offset: (page - 1) * pageSize };
    const filter = toEventFilter(query);
    return filter === null
      ? { places: events.placesOfGroup(plan), total: group.eventCount, end: null }
      : filtered(filter, plan);
  };
}

/** The cursor of what follows the first `taken` events of a page. */
export function toNextEvents({ places, end }: EventPage, taken: number, pageSize: number): string | undefined {
  const behindPage = toNextCursor(places.slice(0, taken), pageSize, taken < places.length);
  return behindPage ?? (end === null ? undefined : toCursor(end));
}

type Row = [contextId: number | null, details: string | null];

function openFiltered(
  db: ReadableDb,
  events: Pick<EventQueries, 'placesOfGroup'>,
): (filter: EventFilter, plan: GroupEventsPlan) => EventPage {
  const read = (details: string) =>
    db.prepare<[number], Row>(`SELECT context_id, ${details} FROM events WHERE id = ?`).raw();
  const [whole, shared] = [read('details'), read('NULL')];
  const context = db.prepare<[number], string>('SELECT body FROM contents WHERE id = ?').pluck();
  return (filter, { groupId, before, limit, offset }) => {
    const rows = filter.readsDetails ? whole : shared;
    const look = openEventLook<number>(filter, (id) => context.get(id));
    const left: Place[] = [];
    let end: Place | null = null;
    for (const place of events.placesOfGroup({ groupId, before, limit: EVENT_QUERY_ROWS_MAX + 1, offset: 0 })) {
      if (look.isOver()) return { places: left.slice(offset, offset + limit), total: left.length, end };
      const [contextKey, stored] = rows.get(place.id) ?? [null, null];
      const details = stored === null ? null : unpackDetails(stored);
      if (look.leaves({ contextKey, details })) left.push(place);
      end = place;
    }
    return { places: left.slice(offset, offset + limit), total: left.length, end: null };
  };
}
