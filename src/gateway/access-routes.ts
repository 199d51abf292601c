// The rows of keys and sessions in the route table.

import { KeyAdd, KeyAdded, KeyRevokeQuery, Session, SessionCode, SessionOpen } from '../../schemas/keys.js';
import { NoQuery, Success as SuccessReply } from '../../schemas/query.js';
import type { ErrorCode } from '../errors.js';
import type { AccessKind, Route, WireSchema } from './route.js';
import { BODY_CODES, success } from './route-answers.js';
import { toRouteQuery } from './route-query.js';

export const ACCESS_ROUTES: readonly Route[] = [
  access('POST', '/api/keys', {
    access: 'addKey',
    summary: 'Add a key; its text is in this answer and nowhere else.',
    body: KeyAdd,
    successes: [success(201, KeyAdded)],
    errors: ['admin_key_first', 'key_name_taken', 'key_limit', 'storage_full'],
  }),
  access('DELETE', '/api/keys/{id}', {
    access: 'revokeKey',
    summary: 'Revoke a key, with its sessions and the connections that follow the feed with it.',
    query: toRouteQuery(KeyRevokeQuery),
    unknownId: 'key_not_found',
    successes: [success(200, SuccessReply)],
    errors: ['origin_forbidden', 'last_admin_key', 'storage_full'],
  }),
  access('GET', '/api/session', {
    access: 'readSession',
    summary: 'Tell who the caller is, and whether the daemon wants a key.',
    isOpen: true,
    successes: [success(200, Session)],
    errors: ['unauthorized', 'too_many_attempts'],
  }),
  access('POST', '/api/session', {
    access: 'openSession',
    summary: 'Log a page in, with a key or a code: sets the cookie errord_session for 30 days.',
    isOpen: true,
    isForOwnPages: true,
    body: SessionOpen,
    successes: [success(204, null)],
    errors: ['unauthorized', 'forbidden', 'daemon_open', 'too_many_attempts', 'storage_full'],
  }),
  access('DELETE', '/api/session', {
    access: 'closeSession',
    summary: 'End the session of the cookie, if there is one.',
    isOpen: true,
    isForOwnPages: true,
    successes: [success(204, null)],
    errors: ['origin_forbidden', 'storage_full'],
  }),
  access('POST', '/api/session/code', {
    access: 'addSessionCode',
    summary: 'Make a code that logs one page in, once, within a minute.',
    successes: [success(201, SessionCode)],
    errors: ['origin_forbidden', 'daemon_open'],
  }),
];

/** Of keys and sessions. */
function access(
  method: Route['method'],
  path: string,
  rest: Pick<Route, 'summary' | 'successes' | 'errors' | 'isOpen' | 'isForOwnPages'> & {
    access: AccessKind;
    body?: WireSchema;
    query?: Route['query'];
    unknownId?: ErrorCode;
  },
): Route {
  const { access: kind, body, query = toRouteQuery(NoQuery), unknownId = null, errors, ...facts } = rest;
  return {
    method,
    path,
    action: { kind: 'access', access: kind },
    ...facts,
    query,
    body: body === undefined ? null : { schema: body, required: true },
    unknownId,
    errors: [...errors, ...(body === undefined ? [] : BODY_CODES)],
  };
}
