// The rows of reading logs in the route table.

import { parseLogQuery } from '../../schemas/log-query.js';
import type { LogHistogramQuery } from '../../schemas/query.js';
import { LOGS_ENDPOINT } from '../constants.js';
import type { Validation } from '../validate.js';
import { toListSpan } from './list-span.js';
import { readRoute } from './read-route.js';
import type { Route } from './route.js';

export const LOG_ROUTES: readonly Route[] = [
  readRoute(LOGS_ENDPOINT, 'listLogs', { check: checkLogs, summary: 'List log entries, newest first.' }),
  readRoute(`${LOGS_ENDPOINT}/histogram`, 'readLogHistogram', {
    check: checkLogs,
    summary: 'Count log entries by level and slots of time.',
  }),
];

/** What the schema cannot say: the query is one, and the time range stands alone. */
function checkLogs<Q extends LogHistogramQuery>(parameters: Q, nowMs: number): Validation<Q> {
  const parsed = parseLogQuery(parameters.query ?? '');
  if (parsed.ok) return toListSpan(parameters, nowMs);
  const { at, sentence } = parsed.fault;
  return { ok: false, details: [{ path: '/query', message: `at character ${at}: ${sentence}` }] };
}
