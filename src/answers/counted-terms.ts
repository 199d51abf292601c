// Terms about values that are counted as facets, for both stores: the counters tell which groups have them, and the newest
// events only where those cannot.

import { toQueryValue } from '../../schemas/group-query.js';
import { anyOf, type Used } from './condition.js';
import type { EventTerm } from './event-values.js';
import { type CountedValue, type FacetTerm, toCountedValues, type Unseen, type UserTerm } from './facet-terms.js';

/** Conditions of one query. */
export interface CountedTerms {
  /** `name` begins the names of the parameters. */
  when(term: FacetTerm | UserTerm, name: string): Used;
  /** Values so far that are not counted by name everywhere, as the query has them. */
  readonly uncounted: readonly string[];
}

/** What counters tell of a value. */
export interface Counted {
  /** The group has it, as far as they tell. */
  readonly holds: Used;
  readonly unseen: Unseen;
  /** SQL: the group has values that they do not name. */
  readonly others: string;
}

/** How a store says it. `name` begins the names of the parameters. */
export interface CountedSql {
  toValue(counted: CountedValue, name: string): Counted;
  toUser(user: string, name: string): Counted;
  /** The group has one of the newest events that the term is about. */
  eventHas(term: EventTerm, name: string): Used;
}

export function openCountedTerms(speaks: CountedSql): CountedTerms {
  const uncounted: string[] = [];
  const toUsed = (
    { holds, unseen, others }: Counted,
    { text, term, name }: { readonly text: string; readonly term: EventTerm | null; readonly name: string },
  ): Used => {
    if (unseen === 'none') return holds;
    uncounted.push(text);
    if (term === null) return holds;
    const looked = speaks.eventHas(term, name);
    const among = unseen === 'any' ? looked.sql : `(${others}) AND ${looked.sql}`;
    return { sql: `${holds.sql} OR (${among})`, values: { ...holds.values, ...looked.values } };
  };
  const whenCounted = (counted: CountedValue, name: string): Used =>
    toUsed(speaks.toValue(counted, name), { text: counted.text, term: counted.term, name });
  const whenUser = (user: string, name: string): Used => {
    const term = { isNot: false, key: 'user', values: [user] } as const;
    return toUsed(speaks.toUser(user, name), { text: `user:${toQueryValue(user)}`, term, name });
  };
  return {
    uncounted,
    when: (term, name) =>
      anyOf(
        term.key === 'user'
          ? term.values.map((value, index) => whenUser(value, `${name}w${index}`))
          : toCountedValues(term).map((value, index) => whenCounted(value, `${name}w${index}`)),
      ),
  };
}
