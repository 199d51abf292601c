// What the filters of lists of error groups `g` are as conditions.

import type { ErrorFilters } from '../../../../schemas/query.js';
import { type Condition, when } from '../../../answers/condition.js';
import { type GroupSql, toColumnFilters, toGroupFilters } from '../../../answers/group-filters.js';
import { toGroupTerms } from '../../../answers/group-order.js';
import { parseFacetFilter } from '../../../facets.js';
import type { ProjectQueries } from '../tables/projects.js';

/** Undefined for all projects, and for one that nobody has named. */
export function projectOf({ projectId }: ErrorFilters, projects: ProjectQueries): number | undefined {
  return projectId === undefined ? undefined : projects.find(projectId);
}

/** Null when a filter can match nothing (a project that nobody has named). */
export function toGroupConditions(
  query: ErrorFilters,
  project: number | undefined,
  { nowMs, speaks }: { readonly nowMs: number; readonly speaks: GroupSql },
): Condition[] | null {
  if (query.projectId !== undefined && project === undefined) return null;
  return [
    when('g.project_id = :projectId', 'projectId', project),
    ...toColumnFilters(query),
    when(
      'g.id IN (SELECT group_id FROM events WHERE correlation_id = :correlationId)',
      'correlationId',
      query.correlationId,
    ),
    ...toFacetConditions(query.facet),
    query.search ? speaks.messageHolds(query.search, 'search') : null,
    ...toGroupFilters(toGroupTerms(query.query), nowMs, speaks),
  ];
}

function toFacetConditions(filter: string | undefined): Condition[] {
  if (filter === undefined) return [];
  const { facet, value } = parseFacetFilter(filter);
  const named = 'SELECT c.scope_id FROM facet_names n JOIN facet_counts c ON c.value_id = n.id';
  return [
    {
      sql: `g.id IN (${named} WHERE n.facet = :facet AND n.value = :facetValue)`,
      values: { facet, facetValue: value },
    },
  ];
}
