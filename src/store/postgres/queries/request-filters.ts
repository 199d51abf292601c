// Filters of requests that no index serves.

import type { RequestListQuery } from '../../../../schemas/query.js';
import type { Condition } from '../../../answers/condition.js';
import { toColumnFilters } from '../../../answers/request-filters.js';
import { foldText } from '../../../answers/search-text.js';
import { type BoundedPlan, readPassing } from './found-pages.js';

/** All but the search. */
export function toRequestFilters(query: RequestListQuery): Condition[] {
  return toColumnFilters(query, 'lower(r.method COLLATE "C") = lower(:method::text COLLATE "C")');
}

const IS_ASCII = 'length(r.url) = octet_length(r.url)';

/**
 * The URL holds the text. The database folds letters of ASCII, and nearly all URLs have no others; those that do, among the
 * rows that are looked at, are compared here.
 */
export async function whenUrlHolds(
  listing: Parameters<typeof readPassing>[0],
  plan: BoundedPlan,
  search: string,
): Promise<Condition> {
  const folded = foldText(search);
  const others = await readPassing<{ id: number; url: string }>(
    listing,
    { ...plan, filters: [...plan.filters, { sql: `NOT (${IS_ASCII})`, values: {} }] },
    'r.id, r.url',
  );
  const holding = others.filter(({ url }) => foldText(url).includes(folded)).map(({ id }) => id);
  return {
    sql: `((${IS_ASCII} AND strpos(lower(r.url COLLATE "C"), :folded) > 0) OR r.id = ANY(:holding::bigint[]))`,
    values: { folded, holding },
  };
}
