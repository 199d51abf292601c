// The rows of reading request records in the route table.

import { REQUESTS_ENDPOINT } from '../constants.js';
import { toListSpan } from './list-span.js';
import { readRoute } from './read-route.js';
import type { Route } from './route.js';

export const REQUEST_ROUTES: readonly Route[] = [
  readRoute(REQUESTS_ENDPOINT, 'listRequests', { check: toListSpan, summary: 'List request records, newest first.' }),
  readRoute(`${REQUESTS_ENDPOINT}/{id}`, 'readRequest', {
    summary: 'Read a whole request record.',
    unknownId: 'request_not_found',
  }),
];
