// Terms of a query whose values are counted as facets: which counters tell of them, and where events have to be looked at. Pure.

import { type GroupTerm, toQueryValue } from '../../schemas/group-query.js';
import type { FacetKey } from '../facet-queries.js';
import { isCountedAsIs, TAG_PREFIX } from '../facets.js';

export type FacetTerm = Extract<GroupTerm, { key: FacetKey }>;
export type UserTerm = Extract<GroupTerm, { key: 'user' }>;

/** A value that counters tell of. */
export interface CountedValue {
  readonly facet: string;
  readonly value: string;
  /** As the query has it. */
  readonly text: string;
  /** The same as a term of its own, where events tell of it as well. */
  readonly term: Extract<GroupTerm, { key: 'release' | 'environment' | 'tag' }> | null;
}

export function toCountedValues(term: FacetTerm): CountedValue[] {
  if (term.key === 'tag')
    return term.values.map(({ name, value }) => ({
      facet: `${TAG_PREFIX}${name}`,
      value,
      text: `tag:${toQueryValue(`${name}=${value}`)}`,
      term: { isNot: false, key: 'tag', values: [{ name, value }] },
    }));
  const { key } = term;
  return term.values.map((value) => ({
    facet: key,
    value,
    text: `${key}:${toQueryValue(value)}`,
    term: key === 'release' || key === 'environment' ? { isNot: false, key, values: [value] } : null,
  }));
}

/** What a store knows of a facet in the projects that are asked about. */
export interface FacetKnowledge {
  /** Events that an older build stored are still being counted. */
  readonly isCounting: boolean;
  /** Some event is counted under it. */
  readonly isKnown: boolean;
  /** A group has values of it that are not counted by name. */
  readonly hasOthers: boolean;
}

/** Which groups may have a value that their counters do not tell of: none, those with values that have no name, or any. */
export type Unseen = 'none' | 'others' | 'any';

export function toUnseen({ facet, value }: CountedValue, { isCounting, isKnown, hasOthers }: FacetKnowledge): Unseen {
  if (isCounting || !isCountedAsIs(facet, value)) return 'any';
  // Of the tags of an event the first ones are counted.
  if (!isKnown) return facet.startsWith(TAG_PREFIX) ? 'any' : 'none';
  return hasOthers ? 'others' : 'none';
}

export interface UserKnowledge {
  readonly isCounting: boolean;
  /** An event of the scope names a user. */
  readonly hasUsers: boolean;
  /** A group has a user with this id. */
  readonly isById: boolean;
  /** Of the users of a group only a sample is known. */
  readonly hasSamples: boolean;
}

/** A user is counted by the first name, so that an e-mail address may stand behind an id. */
export function toUnseenOfUser({ isCounting, hasUsers, isById, hasSamples }: UserKnowledge): Unseen {
  if (isCounting) return 'any';
  if (!hasUsers) return 'none';
  if (!isById) return 'any';
  return hasSamples ? 'others' : 'none';
}
