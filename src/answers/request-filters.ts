// The filters of requests as conditions on the table `requests r`, for both stores.

import type { RequestListQuery } from '../../schemas/query.js';
import { type Condition, when } from './condition.js';
import { toSourceRow } from './enums.js';

/** A class of statuses that fail asks for failing requests too. */
export function isFailing({ failing, statusClass }: RequestListQuery): boolean {
  return failing !== undefined || statusClass === '4xx' || statusClass === '5xx';
}

/** Those that no index serves; `sameMethod` says that the method is `:method`, whatever its case. */
export function toColumnFilters({ statusClass, method, source }: RequestListQuery, sameMethod: string): Condition[] {
  return [
    statusClass === 'none'
      ? { sql: 'r.status_code IS NULL', values: {} }
      : when('r.status_code / 100 = :statusHundreds', 'statusHundreds', statusClass && Number(statusClass[0])),
    when(sameMethod, 'method', method),
    when('r.source = :source', 'source', source && toSourceRow(source)),
  ];
}
