// The filters of logs as conditions on the table `logs l`, for both stores.

import type { LogHistogramQuery } from '../../schemas/query.js';
import { type Condition, when } from './condition.js';
import { toLevelRows, toSourceRow } from './enums.js';
import type { OpenRange } from './range-count.js';

/** What entries are, besides their project, their messages and their time. */
export function toColumnFilters(query: LogHistogramQuery): Condition[] {
  return [
    whenLevel(toLevelRows(query)),
    when('l.source = :source', 'source', query.source && toSourceRow(query.source)),
    when('l.correlation_id = :correlationId', 'correlationId', query.correlationId),
  ];
}

/** One level is found in its index. */
function whenLevel(rows: readonly number[] | undefined): Condition {
  if (rows === undefined) return null;
  if (rows.length <= 1) return when('l.level = :level', 'level', rows[0] ?? NO_LEVEL);
  return { sql: `l.level IN (${rows.join(', ')})`, values: {} };
}

/** No entry has it: nothing is above a level and below it. */
const NO_LEVEL = -1;

/** Of a range, both ends of which belong to it. */
export function toTimes({ fromMs, toMs }: OpenRange): Condition[] {
  return [when('l.timestamp_ms >= :fromMs', 'fromMs', fromMs), when('l.timestamp_ms <= :toMs', 'toMs', toMs)];
}
