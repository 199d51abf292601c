import { NoQuery } from '../../schemas/query.js';
import { UndoCommand, Undone } from '../../schemas/undo.js';
import { ERRORS_ENDPOINT } from '../constants.js';
import type { Route } from './route.js';
import { success } from './route-answers.js';
import { toRouteQuery } from './route-query.js';

export const UNDO_ROUTE: Route = {
  method: 'POST',
  path: `${ERRORS_ENDPOINT}/undo`,
  action: { kind: 'command', command: 'undoStatuses' },
  summary: 'Take a change of the status of error groups, or a snooze, back: all of what it put aside.',
  query: toRouteQuery(NoQuery),
  body: { schema: UndoCommand, required: true },
  unknownId: null,
  successes: [success(200, Undone)],
  errors: [],
};
