// What the filters of lists of error groups `g` are as conditions.

import type { ErrorFilters } from '../../../../schemas/query.js';
import { toSeverityRow, toSourceRow, toStatusRow } from '../../../answers/enums.js';
import { toGroupTerms } from '../../../answers/group-order.js';
import { parseFacetFilter } from '../../../facets.js';
import { parseTimestampMs } from '../../../timestamp.js';
import { type Condition, when } from '../reader/list-query.js';
import type { ProjectQueries } from '../tables/projects.js';
import { type GroupFacts, toGroupFilters, whenMessageHolds } from './group-filters.js';

/** Undefined for all projects, and for one that nobody has named. */
export function projectOf({ projectId }: ErrorFilters, projects: ProjectQueries): number | undefined {
  return projectId === undefined ? undefined : projects.find(projectId);
}

/** Null when a filter can match nothing (a project that nobody has named). */
export function toGroupConditions(
  query: ErrorFilters,
  project: number | undefined,
  facts: GroupFacts,
): Condition[] | null {
  if (query.projectId !== undefined && project === undefined) return null;
  return [
    when('g.project_id = :projectId', 'projectId', project),
    when('g.status = :status', 'status', query.status && toStatusRow(query.status)),
    when('g.source = :source', 'source', query.source && toSourceRow(query.source)),
    when('g.severity = :severity', 'severity', query.severity && toSeverityRow(query.severity)),
    when('g.type = :type', 'type', query.type),
    when('g.last_seen_at_ms >= :fromMs', 'fromMs', query.from && parseTimestampMs(query.from)),
    when('g.first_seen_at_ms <= :toMs', 'toMs', query.to && parseTimestampMs(query.to)),
    when('g.news_at_ms > :changedMs', 'changedMs', query.changedSince && parseTimestampMs(query.changedSince)),
    when(
      'g.id IN (SELECT group_id FROM events WHERE correlation_id = :correlationId)',
      'correlationId',
      query.correlationId,
    ),
    ...toFacetConditions(query.facet),
    query.search ? whenMessageHolds(query.search, 'search', facts.wholesWith) : null,
    ...toGroupFilters(toGroupTerms(query.query), facts),
  ];
}

function toFacetConditions(filter: string | undefined): Condition[] {
  if (filter === undefined) return [];
  const { facet, value } = parseFacetFilter(filter);
  const named = 'SELECT c.scope_id FROM facet_names n JOIN facet_counts c ON c.value_id = n.id';
  return [
    { sql: `g.id IN (${named} WHERE n.facet = :facet AND n.value = :facetValue)`, bind: { facet, facetValue: value } },
  ];
}
