// The rows of reading logs in the route table.

import { LOGS_ENDPOINT } from '../constants.js';
import { toListSpan } from './list-span.js';
import { readRoute } from './read-route.js';
import type { Route } from './route.js';

export const LOG_ROUTES: readonly Route[] = [
  readRoute(LOGS_ENDPOINT, 'listLogs', { check: toListSpan, summary: 'List log entries, newest first.' }),
  readRoute(`${LOGS_ENDPOINT}/histogram`, 'readLogHistogram', {
    check: toListSpan,
    summary: 'Count log entries by level and slots of time.',
  }),
];
