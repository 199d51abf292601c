import { type EventQueryTerm, parseEventQuery, toEventTerm, toFacetTerm } from '../../../schemas/event-query.ts';
import { GROUP_QUERY_CHARS_MAX } from '../../../schemas/limits.ts';
import { EVENT, EVENTS } from '../error-list/error-list.ts';
import { toHref, usePlace } from '../router/location.ts';

/** Which events of the error are looked at, and the addresses that change it. */
export interface EventQuery {
  /** As the API takes it; null for all events. */
  readonly text: string | null;
  /** Each as the query has it, and the address without it. */
  readonly terms: readonly { readonly text: string; readonly hrefWithout: string }[];
  /** The address of the events that have a value of a facet too; of one that is chosen, without it. */
  toHref(facet: string, value: string): string;
  isChosen(facet: string, value: string): boolean;
}

/** The query in the address; one that is none is as if it were not there. */
export function useEventQuery(): EventQuery {
  const { path, search } = usePlace();
  const parsed = parseEventQuery(search.get(EVENTS) ?? '');
  const terms = parsed.ok ? parsed.terms : [];
  const toAddress = (left: readonly string[]): string => {
    const next = new URLSearchParams(search);
    // Events are counted among those that the query leaves.
    next.delete(EVENT);
    next.delete(EVENTS);
    if (left.length > 0) next.set(EVENTS, left.join(' '));
    return toHref(path, next);
  };
  const texts = terms.map(toEventTerm);
  return {
    text: texts.length === 0 ? null : texts.join(' '),
    terms: texts.map((text) => ({ text, hrefWithout: toAddress(texts.filter((other) => other !== text)) })),
    toHref: (facet, value) => toAddress(toggle(terms, facet, value)),
    isChosen: (facet, value) => texts.includes(toFacetTerm(facet, value)),
  };
}

/** An event has one value of a facet: another one takes its place. */
function toggle(terms: readonly EventQueryTerm[], facet: string, value: string): readonly string[] {
  const chosen = toFacetTerm(facet, value);
  if (terms.some((term) => toEventTerm(term) === chosen))
    return terms.map(toEventTerm).filter((text) => text !== chosen);
  const others = terms.filter((term) => term.isNot || !isOf(term, facet)).map(toEventTerm);
  const all = [...others, chosen];
  return all.join(' ').length > GROUP_QUERY_CHARS_MAX ? [chosen] : all;
}

function isOf(term: EventQueryTerm, facet: string): boolean {
  return term.key === 'tag' ? term.values.some(({ name }) => `tag:${name}` === facet) : term.key === facet;
}
