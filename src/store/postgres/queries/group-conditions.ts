// What the filters of lists of error groups `g` are as conditions.

import type { ErrorFilters } from '../../../../schemas/query.js';
import { type Condition, when } from '../../../answers/condition.js';
import { type GroupSql, toColumnFilters, toGroupFilters } from '../../../answers/group-filters.js';
import { toGroupTerms } from '../../../answers/group-order.js';
import { parseFacetFilter } from '../../../facets.js';
import { ofProject, type ProjectScope } from './scope.js';

export function toGroupConditions(
  query: ErrorFilters,
  scope: ProjectScope,
  { nowMs, speaks }: { readonly nowMs: number; readonly speaks: GroupSql },
): Condition[] {
  return [
    ofProject('g', scope),
    ...toColumnFilters(query),
    when(
      `(g.project_id, g.id) IN (SELECT e.project_id, e.group_id FROM events AS e WHERE e.correlation_id = :correlationId)`,
      'correlationId',
      query.correlationId,
    ),
    whenFacet(query.facet),
    query.search ? speaks.messageHolds(query.search, 'pattern') : null,
    ...toGroupFilters(toGroupTerms(query.query), nowMs, speaks),
  ];
}

function whenFacet(filter: string | undefined): Condition {
  if (filter === undefined) return null;
  const { facet, value } = parseFacetFilter(filter);
  return {
    sql: `(g.project_id, g.id) IN (SELECT c.project_id, c.group_id FROM facet_counts AS c
      WHERE c.project_id = ANY(ARRAY(SELECT id FROM projects)) AND c.facet = :facet AND c.value = :facetValue)`,
    values: { facet, facetValue: value },
  };
}
