// The rows of suggestions and saved views in the route table.

import { NoQuery, Success as SuccessReply } from '../../schemas/query.js';
import { SavedView, ViewAdd, ViewChange } from '../../schemas/views.js';
import { ERRORS_ENDPOINT, VIEWS_ENDPOINT } from '../constants.js';
import type { ErrorCode } from '../errors.js';
import { checkErrorList } from './group-query.js';
import { readRoute } from './read-route.js';
import type { Route, ViewCommandKind, WireSchema } from './route.js';
import { success } from './route-answers.js';
import { toRouteQuery } from './route-query.js';

export const SEARCH_ROUTES: readonly Route[] = [
  readRoute(`${ERRORS_ENDPOINT}/changes`, 'readErrorChanges', {
    check: checkErrorList,
    summary: 'Count the error groups that are new, came back or became louder than usual since a moment.',
  }),
  readRoute(`${ERRORS_ENDPOINT}/suggestions`, 'suggestGroups', {
    summary: 'Tell what a query that is being typed may go on with.',
  }),
  readRoute(VIEWS_ENDPOINT, 'listViews', { summary: 'List the saved views by name; of a project, with those of all.' }),
  view('POST', VIEWS_ENDPOINT, {
    command: 'addView',
    summary: 'Save a query for error groups under a name.',
    body: ViewAdd,
    answer: success(201, SavedView),
    errors: ['invalid_query', 'view_name_taken', 'view_limit'],
  }),
  view('PATCH', `${VIEWS_ENDPOINT}/{id}`, {
    command: 'changeView',
    summary: 'Change a saved view; what the body leaves out stays.',
    body: ViewChange,
    answer: success(200, SavedView),
    errors: ['invalid_query', 'view_name_taken'],
  }),
  view('DELETE', `${VIEWS_ENDPOINT}/{id}`, {
    command: 'removeView',
    summary: 'Remove a saved view.',
    body: null,
    answer: success(200, SuccessReply),
    errors: [],
  }),
];

function view(
  method: Route['method'],
  path: string,
  {
    command,
    summary,
    body,
    answer,
    errors,
  }: Pick<Route, 'summary'> & {
    readonly command: ViewCommandKind;
    readonly body: WireSchema | null;
    readonly answer: Route['successes'][number];
    readonly errors: readonly ErrorCode[];
  },
): Route {
  return {
    method,
    path,
    action: { kind: 'command', command },
    summary,
    query: toRouteQuery(NoQuery),
    body: body === null ? null : { schema: body, required: true },
    unknownId: path.includes('{') ? 'view_not_found' : null,
    successes: [answer],
    errors,
  };
}
