// The filters of logs as conditions on the table `logs l`.

import type { LogHistogramQuery } from '../../../../schemas/query.js';
import { toLevelRows, toSourceRow } from '../../../answers/enums.js';
import type { OpenRange } from '../../../answers/range-count.js';
import { type Condition, when } from '../reader/list-query.js';
import { containsFolded, toSearchTerm } from '../reader/search.js';

/** What entries are, besides their messages and their time. */
export function toFilters(query: LogHistogramQuery, projectId: number | undefined): Condition[] {
  return [
    when('l.project_id = :projectId', 'projectId', projectId),
    whenLevel(toLevelRows(query)),
    when('l.source = :source', 'source', query.source && toSourceRow(query.source)),
    when('l.correlation_id = :correlationId', 'correlationId', query.correlationId),
  ];
}

/** One level is found in its index. */
function whenLevel(rows: readonly number[] | undefined): Condition {
  if (rows === undefined) return null;
  if (rows.length <= 1) return when('l.level = :level', 'level', rows[0] ?? NO_LEVEL);
  return { sql: `l.level IN (${rows.join(', ')})`, bind: {} };
}

/** No entry has it: nothing is above a level and below it. */
const NO_LEVEL = -1;

/** The message does not have the text; absent for an empty one. */
export function whenLacking(text: string | undefined): Condition {
  if (text === undefined || text === '') return null;
  return when(`NOT ${containsFolded('l.message', 'excluded')}`, 'excluded', toSearchTerm(text).folded);
}

/** Of a range, both ends of which belong to it. */
export function toTimes({ fromMs, toMs }: OpenRange): Condition[] {
  return [when('l.timestamp_ms >= :fromMs', 'fromMs', fromMs), when('l.timestamp_ms <= :toMs', 'toMs', toMs)];
}
