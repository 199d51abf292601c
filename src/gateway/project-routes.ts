import {
  GroupingPreview,
  GroupingPreviewQuery,
  GroupingRulesPreview,
  GroupingRulesTrial,
} from '../../schemas/grouping.js';
import { NoQuery } from '../../schemas/query.js';
import { readRoute } from './read-route.js';
import type { Route } from './route.js';
import { STORE_CODES, success } from './route-answers.js';
import { toRouteQuery } from './route-query.js';

/** What is read of one project, and what would become of it. */
export const PROJECT_ROUTES: readonly Route[] = [
  readRoute('/api/projects/{name}/settings', 'readProjectSettings', {
    summary: 'Read the settings of a project, and what it has used of its limits.',
    unknownId: 'project_not_found',
  }),
  {
    method: 'GET',
    path: '/api/projects/{name}/grouping/preview',
    action: { kind: 'own', own: 'groupingPreview' },
    summary: 'Tell what another version of the grouping would make of the errors of a project; changes nothing.',
    query: toRouteQuery(GroupingPreviewQuery),
    body: null,
    unknownId: 'project_not_found',
    successes: [success(200, GroupingPreview)],
    errors: STORE_CODES,
  },
  {
    method: 'POST',
    path: '/api/projects/{name}/grouping-rules/preview',
    action: { kind: 'command', command: 'previewRules' },
    summary: 'Tell what rules of grouping would have done to the newest events of a project; changes nothing.',
    query: toRouteQuery(NoQuery),
    body: { schema: GroupingRulesTrial, required: true },
    unknownId: 'project_not_found',
    successes: [success(200, GroupingRulesPreview)],
    errors: [],
  },
];
