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
  /** Whether it asks for what events say alone; else their shared contexts tell, and their details need not be read. */
  readonly readsDetails: boolean;
}

/** The filter of a query that the gateway has let pass; null for one that leaves every event. */
export function toEventFilter(query = ''): EventFilter | null {
  const parsed = parseEventQuery(query);
  if (!parsed.ok) throw new Error(`a query came through that is none: ${parsed.fault.sentence}`);
  const isShared = ({ key }: EventQueryTerm): boolean => SHARED_KEYS.has(key);
  // What the context tells first: of an event that it leaves out, the details need not be parsed.
  const terms = [...parsed.terms.filter(isShared), ...parsed.terms.filter((term) => !isShared(term))];
  return terms.length === 0 ? null : { terms, readsDetails: !terms.every(isShared) };
}

/** What events say in their shared contexts alone. */
const SHARED_KEYS: ReadonlySet<string> = new Set(['release', 'environment', 'server', 'tag']);

/** An event as it is stored. */
export interface LookedEvent<Key> {
  /** By which its shared context is known. */
  readonly contextKey: Key | null;
  /** Null also where the filter does not ask for them. */
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
  { terms }: EventFilter,
  readContext: (key: Key) => string | undefined,
): EventLook<Key> {
  const known = new Map<Key, FacetValues>();
  let rows = 0;
  let bytes = 0;
  const toShared = (key: Key): FacetValues => {
    let values = known.get(key);
    if (values === undefined) {
      const text = readContext(key);
      bytes += Buffer.byteLength(text ?? '');
      values = text === undefined ? NO_VALUES : toSharedFacets(parse(text));
      known.set(key, values);
    }
    return values;
  };
  return {
    isOver: () => rows >= EVENT_QUERY_ROWS_MAX || bytes >= EVENT_QUERY_BYTES_MAX,
    leaves({ contextKey, details }) {
      rows += 1;
      bytes += Buffer.byteLength(details ?? '');
      const said = openSaid(contextKey === null ? NO_VALUES : toShared(contextKey), details);
      return terms.every((term) => holds(term, said) !== term.isNot);
    },
  };
}

/** What an event says. Its details are parsed when they are asked for. */
interface Said {
  valueOf(facet: string): string | undefined;
  isOfUser(user: string): boolean;
}

function openSaid(shared: FacetValues, text: string | null): Said {
  let parsed: Fields | undefined;
  let joined: FacetValues | undefined;
  const details = (): Fields => (parsed ??= text === null ? {} : parse(text));
  return {
    // What is shared stands above what the details say.
    valueOf: (facet) =>
      shared.get(facet) ??
      (isOfContext(facet) ? undefined : (joined ??= joinFacets(shared, toOwnFacets(details()).text)).get(facet)),
    isOfUser: (user) => text !== null && mayHold(text, user) && isOfUser(details(), user),
  };
}

/** Tags are of the context alone, as releases are. */
function isOfContext(facet: string): boolean {
  return SHARED_KEYS.has(facet) || facet.startsWith(TAG_PREFIX);
}

/** Most events are of others: their details are not parsed to see that. In quotes, or as the number that it may be. */
function mayHold(text: string, user: string): boolean {
  return text.includes(JSON.stringify(user)) || text.includes(`:${user}`);
}

function holds(term: EventQueryTerm, said: Said): boolean {
  switch (term.key) {
    case 'user':
      return term.values.some((user) => said.isOfUser(user));
    case 'tag':
      return term.values.some(({ name, value }) => said.valueOf(`${TAG_PREFIX}${name}`) === value);
    default: {
      const value = said.valueOf(term.key);
      return value !== undefined && term.values.includes(value);
    }
  }
}

type Fields = Readonly<Record<string, unknown>>;

function parse(text: string): Fields {
  return JSON.parse(text) as Fields;
}
