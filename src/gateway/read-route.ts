import { QUERIES, type QueryName, type QueryParameters } from '../../schemas/queries.js';
import type { ErrorCode } from '../errors.js';
import type { Route } from './route.js';
import { success } from './route-answers.js';
import { type ParameterCheck, toRouteQuery } from './route-query.js';

/** A query of `schemas/queries.ts`, which has its parameters and its answer. */
export function readRoute<N extends QueryName>(
  path: string,
  name: N,
  rest: Pick<Route, 'summary' | 'role'> & { unknownId?: ErrorCode; check?: ParameterCheck<QueryParameters<N>> },
): Route {
  const { parameters, answer } = QUERIES[name];
  return {
    method: 'GET',
    path,
    action: { kind: 'query', query: name },
    summary: rest.summary,
    // So that other dashboards, and clients that are newer than the daemon, still get their list.
    query: toRouteQuery<(typeof QUERIES)[N]['parameters']>(parameters, { check: rest.check, ignoresUnknown: true }),
    body: null,
    unknownId: rest.unknownId ?? null,
    successes: [success(200, answer)],
    errors: [],
    ...(rest.role !== undefined && { role: rest.role }),
  };
}
