// A query for the events of one group: which of them it leaves. What an event says is read by the functions that count it, so
// that every value that is counted is found. Pure.

import { type EventQueryTerm, parseEventQuery } from '../../schemas/event-query.js';
import {
  type FacetValues,
  isOfUser,
  joinFacets,
  NO_VALUES,
  TAG_PREFIX,
  toOwnFacets,
  toSharedFacets,
} from '../facets.js';
import { EVENT_QUERY_BYTES_MAX, EVENT_QUERY_ROWS_MAX } from '../limits.js';

export interface EventFilter {
  readonly terms: readonly EventQueryTerm[];
  /** Whether it asks for what events say alone; else their shared contexts tell. */
  readonly readsDetails: boolean;
}

/** The filter of a query that the gateway has let pass; null for one that leaves every event. */
export function toEventFilter(query = ''): EventFilter | null {
  const parsed = parseEventQuery(query);
  if (!parsed.ok) throw new Error(`a query came through that is none: ${parsed.fault.sentence}`);
  const { terms } = parsed;
  return terms.length === 0 ? null : { terms, readsDetails: terms.some(({ key }) => !SHARED_KEYS.has(key)) };
}

/** What events say in their shared contexts alone. */
const SHARED_KEYS: ReadonlySet<string> = new Set(['release', 'environment', 'server', 'tag']);

/** An event as it is stored. */
export interface LookedEvent<Key> {
  /** By which its shared context is known. */
  readonly contextKey: Key | null;
  readonly details: string | null;
}

export interface EventLook<Key> {
  /** Whether so much was looked at that it ends here. */
  isOver(): boolean;
  /** Whether the filter leaves the event. */
  leaves(event: LookedEvent<Key>): boolean;
}

/** Looks at events one after the other, up to a bound. `readContext` is asked once for each context. */
export function openEventLook<Key>(
  { terms, readsDetails }: EventFilter,
  readContext: (key: Key) => string | undefined,
): EventLook<Key> {
  const known = new Map<Key, FacetValues>();
  let rows = 0;
  let bytes = 0;
  const parse = (text: string): Readonly<Record<string, unknown>> => {
    bytes += Buffer.byteLength(text);
    return JSON.parse(text) as Record<string, unknown>;
  };
  const toShared = (key: Key): FacetValues => {
    let values = known.get(key);
    if (values === undefined) {
      const text = readContext(key);
      values = text === undefined ? NO_VALUES : toSharedFacets(parse(text));
      known.set(key, values);
    }
    return values;
  };
  return {
    isOver: () => rows >= EVENT_QUERY_ROWS_MAX || bytes >= EVENT_QUERY_BYTES_MAX,
    leaves({ contextKey, details: text }) {
      rows += 1;
      const shared = contextKey === null ? NO_VALUES : toShared(contextKey);
      const details = text === null || !readsDetails ? {} : parse(text);
      const values = readsDetails ? joinFacets(shared, toOwnFacets(details).text) : shared;
      return terms.every((term) => holds(term, { values, details }) !== term.isNot);
    },
  };
}

interface Said {
  readonly values: FacetValues;
  readonly details: Readonly<Record<string, unknown>>;
}

function holds(term: EventQueryTerm, { values, details }: Said): boolean {
  switch (term.key) {
    case 'user':
      return term.values.some((user) => isOfUser(details, user));
    case 'tag':
      return term.values.some(({ name, value }) => values.get(`${TAG_PREFIX}${name}`) === value);
    default: {
      const said = values.get(term.key);
      return said !== undefined && term.values.includes(said);
    }
  }
}
