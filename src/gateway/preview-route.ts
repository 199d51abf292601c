import { GroupingPreview, GroupingPreviewQuery } from '../../schemas/grouping.js';
import type { Route } from './route.js';
import { STORE_CODES, success } from './route-answers.js';
import { toRouteQuery } from './route-query.js';

/** What another grouping would make of a project. */
export const PREVIEW_ROUTE: Route = {
  method: 'GET',
  path: '/api/projects/{name}/grouping/preview',
  action: { kind: 'own', own: 'groupingPreview' },
  summary: 'Tell what another version of the grouping would make of the errors of a project; changes nothing.',
  query: toRouteQuery(GroupingPreviewQuery),
  body: null,
  unknownId: 'project_not_found',
  successes: [success(200, GroupingPreview)],
  errors: STORE_CODES,
};
