// A query for groups in the SQL of PostgreSQL. Its texts are constants; values are parameters.

import type { CountedTerms } from '../../../answers/counted-terms.js';
import type { GroupSql } from '../../../answers/group-filters.js';
import { whenCorrelated } from './event-filters.js';
import type { GroupHolds } from './part-search.js';
import { toPattern } from './search.js';

export function toGroupSql(counted: CountedTerms, messageHolds: GroupHolds): GroupSql {
  return {
    among: (column, name, { type, values }) => ({
      sql: `${column} = ANY(:${name}::${type}[])`,
      values: { [name]: values },
    }),
    toInteger: (name) => `:${name}::bigint`,
    messageHolds,
    // The file is the first line of the culprit.
    fileHolds: (text, name) => ({
      sql: `lower(split_part(g.culprit, chr(10), 1) COLLATE "C") LIKE :${name}`,
      values: { [name]: toPattern(text) },
    }),
    correlated: whenCorrelated,
    counted: (term, name) => counted.when(term, name),
  };
}
