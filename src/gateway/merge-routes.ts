// Routes that make one error group of several, take it apart, and make one of some events of another.

import { MergeCommand, Merged, UnmergeCommand } from '../../schemas/merge.js';
import { NoQuery } from '../../schemas/query.js';
import { Split, SplitCommand } from '../../schemas/split.js';
import { ERRORS_ENDPOINT } from '../constants.js';
import type { Route } from './route.js';
import { success } from './route-answers.js';
import { toRouteQuery } from './route-query.js';

const COMMAND = {
  method: 'POST',
  query: toRouteQuery(NoQuery),
  successes: [success(200, Merged)],
} as const satisfies Partial<Route>;

export const MERGE_ROUTES: readonly Route[] = [
  {
    ...COMMAND,
    path: `${ERRORS_ENDPOINT}/merge`,
    action: { kind: 'command', command: 'merge' },
    summary: 'Make one error group of several, or tell what it would be.',
    body: { schema: MergeCommand, required: true },
    unknownId: null,
    errors: ['error_group_not_found', 'merge_refused', 'merge_limit'],
  },
  {
    ...COMMAND,
    path: `${ERRORS_ENDPOINT}/{id}/unmerge`,
    action: { kind: 'command', command: 'unmerge' },
    summary: 'Take all parts or some out of an error group, or tell what they would be.',
    body: { schema: UnmergeCommand, required: false },
    unknownId: 'error_group_not_found',
    errors: ['merge_refused'],
  },
  {
    ...COMMAND,
    path: `${ERRORS_ENDPOINT}/{id}/split`,
    action: { kind: 'command', command: 'split' },
    summary: 'Make an error group of the events of another that meet conditions, or tell what it would be.',
    body: { schema: SplitCommand, required: true },
    successes: [success(200, Split)],
    unknownId: 'error_group_not_found',
    errors: ['split_refused', 'split_limit'],
  },
];
