import type { LogHistogramQuery } from '../../../../schemas/query.js';
import { type Condition, when } from '../../../answers/condition.js';
import { toColumnFilters } from '../../../answers/log-filters.js';
import { containsFolded, toSearchTerm } from '../reader/search.js';

/** What entries are, besides their messages and their time. */
export function toFilters(query: LogHistogramQuery, projectId: number | undefined): Condition[] {
  return [when('l.project_id = :projectId', 'projectId', projectId), ...toColumnFilters(query)];
}

/** The message does not have the text; absent for an empty one. */
export function whenLacking(text: string | undefined): Condition {
  if (text === undefined || text === '') return null;
  return when(`NOT ${containsFolded('l.message', 'excluded')}`, 'excluded', toSearchTerm(text).folded);
}
