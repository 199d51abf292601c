// What the filters of lists of error groups `g` are as conditions.

import type { ErrorFilters } from '../../../../schemas/query.js';
import { toSeverityRow, toSourceRow, toStatusRow } from '../../../answers/enums.js';
import { toGroupTerms } from '../../../answers/group-order.js';
import { parseFacetFilter } from '../../../facets.js';
import { parseTimestampMs } from '../../../timestamp.js';
import { type GroupFacts, toGroupFilters } from './group-filters.js';
import { ofProject, type ProjectScope } from './scope.js';
import { type Condition, when } from './statement.js';

export function toGroupConditions(query: ErrorFilters, scope: ProjectScope, facts: GroupFacts): Condition[] {
  return [
    ofProject('g', scope),
    when('g.status = :status', 'status', query.status && toStatusRow(query.status)),
    when('g.source = :source', 'source', query.source && toSourceRow(query.source)),
    when('g.severity = :severity', 'severity', query.severity && toSeverityRow(query.severity)),
    when('g.type = :type', 'type', query.type),
    when('g.last_seen_at_ms >= :fromMs', 'fromMs', query.from && parseTimestampMs(query.from)),
    when('g.first_seen_at_ms <= :toMs', 'toMs', query.to && parseTimestampMs(query.to)),
    when('g.news_at_ms > :changedMs::bigint', 'changedMs', query.changedSince && parseTimestampMs(query.changedSince)),
    when(
      `(g.project_id, g.id) IN (SELECT e.project_id, e.group_id FROM events AS e WHERE e.correlation_id = :correlationId)`,
      'correlationId',
      query.correlationId,
    ),
    whenFacet(query.facet),
    query.search ? facts.groupHolds(query.search, 'pattern') : null,
    ...toGroupFilters(toGroupTerms(query.query), facts),
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
