// Which queries of the API read the counters of facets: what has gathered is counted before they are answered.

import { parseGroupQuery } from '../schemas/group-query.js';
import { toTypedPart } from '../schemas/typed-query.js';

/** Keys of a query for groups that are names of facets, but for tags, of which each is one. */
export const FACET_KEYS = [
  'release',
  'environment',
  'server',
  'browser',
  'browserVersion',
  'runtime',
  'os',
  'url',
  'transaction',
  'tag',
] as const;
export type FacetKey = (typeof FACET_KEYS)[number];

export function isFacetKey(key: string): key is FacetKey {
  return FACET_KEYS.some((one) => one === key);
}

const OF_FACETS = ['readErrorFacets', 'readFacets', 'listReleases', 'readRelease'];

/** Whether a query of this name with these parameters does. */
export function isOfFacets({ name, parameters }: { readonly name: string; readonly parameters: object }): boolean {
  if (OF_FACETS.includes(name)) return true;
  const { facet, sort, query = '' } = parameters as { facet?: string; sort?: string; query?: string };
  if (name === 'suggestGroups') return isFacetKey(toSuggestedKey(query));
  if (name !== 'listErrorGroups' && name !== 'readErrorChanges') return false;
  return facet !== undefined || sort === 'users' || hasFacetTerm(query);
}

function hasFacetTerm(query: string): boolean {
  const parsed = parseGroupQuery(query);
  return parsed.ok && parsed.terms.some(({ key }) => key === 'user' || isFacetKey(key));
}

function toSuggestedKey(query: string): string {
  const typed = toTypedPart(query);
  return typed?.kind === 'value' ? typed.key : '';
}
