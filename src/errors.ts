import type { ErrorDetail, ErrorReply } from '../schemas/error-reply.js';
import { BATCH_ITEMS_MAX } from '../schemas/limits.js';
import type { DropReason, RejectReason } from './outcome.js';

interface ErrorCodeEntry {
  readonly status: number;
  /** What the answer says when nobody says it better: one sentence a person can act on. */
  readonly error: string;
}

/** Every code an error answer can carry. Stable: clients switch on them. docs/errors.md explains each. */
export const ERROR_CODES = {
  invalid_json: { status: 400, error: 'The body is not valid JSON; send one JSON value in UTF-8.' },
  invalid_encoding: { status: 400, error: 'The body does not unpack as its Content-Encoding says.' },
  ambiguous_length: {
    status: 400,
    error:
      'The request does not say in one way how long its body is; send one Content-Length, or Transfer-Encoding: chunked.',
  },
  validation_failed: { status: 400, error: 'The record does not match its schema; see details.' },
  batch_too_long: {
    status: 400,
    error: `The batch has more than ${BATCH_ITEMS_MAX.toLocaleString('en')} items; send it in parts.`,
  },
  invalid_query: {
    status: 400,
    error:
      'A query parameter has a value that is not allowed, is given twice, or is none that this route takes; see details.',
  },
  project_limit: {
    status: 400,
    error: 'The daemon holds as many projects as it can; use a registered project name, or delete a project.',
  },
  unauthorized: {
    status: 401,
    error: 'This daemon wants a key: send "Authorization: Bearer <key>" or the query parameter "token".',
  },
  forbidden: { status: 403, error: 'The key that was sent may not do this; send one with the role that it needs.' },
  origin_forbidden: { status: 403, error: 'This origin is not in the corsOrigin setting of the daemon.' },
  host_forbidden: {
    status: 403,
    error:
      'The daemon does not know itself by the name in the Host header; add the name to its allowedHosts setting, or call it by address.',
  },
  not_found: { status: 404, error: 'There is nothing at this path; /api/openapi.json lists the routes.' },
  error_group_not_found: { status: 404, error: 'There is no error group with this id.' },
  event_not_found: { status: 404, error: 'There is no event with this id.' },
  request_not_found: { status: 404, error: 'There is no request record with this id.' },
  project_not_found: { status: 404, error: 'There is no project with this name.' },
  release_not_found: { status: 404, error: 'No stored event is counted under a release with this name.' },
  key_not_found: { status: 404, error: 'There is no key with this id, or it is revoked.' },
  view_not_found: { status: 404, error: 'There is no saved view with this id.' },
  alert_not_found: { status: 404, error: 'There is no channel or rule of alerts with this name.' },
  method_not_allowed: { status: 405, error: 'This path does not take this method; see the Allow header.' },
  not_acceptable: {
    status: 406,
    error: 'This path answers in application/json; say in the Accept header that you take it.',
  },
  body_too_slow: { status: 408, error: 'The body came too slowly; try again over a better connection.' },
  key_name_taken: { status: 409, error: 'A key has this name; choose another name, or revoke that key first.' },
  key_limit: { status: 409, error: 'The daemon holds as many keys as it can; revoke one that is not used.' },
  view_name_taken: { status: 409, error: 'A view of this project has this name; choose another name.' },
  view_limit: { status: 409, error: 'The daemon holds as many views as it can; remove one that is not used.' },
  admin_key_first: {
    status: 409,
    error: 'Add an admin key first: without one anybody may read, write and revoke.',
  },
  last_admin_key: {
    status: 409,
    error:
      'Without this key there is no admin key, and anybody may read, write and delete; add open=1 if that is meant.',
  },
  alert_limit: {
    status: 409,
    error: 'There are as many channels or rules of alerts as there can be; remove one first.',
  },
  snooze_limit: { status: 409, error: 'As many error groups are snoozed as can be; ignore this one, or wake another.' },
  merge_refused: {
    status: 409,
    error: 'These errors cannot be made one, or this one cannot be taken apart; see the sentence.',
  },
  merge_limit: {
    status: 409,
    error:
      'An error can be made of 100 others, and the daemon can hold 10,000 such parts; take one apart that needs not be one.',
  },
  split_refused: { status: 409, error: 'No events can be taken out of this error; see the sentence.' },
  split_limit: {
    status: 409,
    error: 'Events of one error can be taken out 20 times, and 1,000 times in all projects.',
  },
  daemon_open: { status: 409, error: 'This daemon wants no key, so there is nothing to log in to.' },
  body_too_large: { status: 413, error: 'The body is larger than this route takes; send it in parts.' },
  too_costly: { status: 413, error: 'The body takes longer to read than one call may; send it in parts.' },
  unsupported_encoding: { status: 415, error: 'Send the body plain or with Content-Encoding gzip, deflate or br.' },
  upgrade_required: { status: 426, error: 'This path speaks WebSocket; connect with a WebSocket client.' },
  rate_limited: {
    status: 429,
    error: 'The project has used up a limit of its settings; try again after Retry-After seconds.',
  },
  too_many_attempts: {
    status: 429,
    error: 'Too many wrong keys came from this address; try again after Retry-After seconds.',
  },
  internal: { status: 500, error: 'The daemon failed on this call; its log has the cause.' },
  queue_full: {
    status: 503,
    error: 'The daemon has more work than it can queue; try again after Retry-After seconds.',
  },
  storage_full: { status: 503, error: 'The disk of the daemon is full; free some space and try again.' },
  storage_unavailable: {
    status: 503,
    error: 'The daemon cannot write to or read from its database; its log has the cause.',
  },
  worker_lost: { status: 503, error: 'A thread of the daemon ended while it worked on this call; try again.' },
  shutting_down: { status: 503, error: 'The daemon is stopping; try again when it is back.' },
} as const satisfies Record<string, ErrorCodeEntry>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** The code that answers each refusal; total, so that a new reason without an answer does not compile. */
export const REASON_CODES = {
  invalid_json: 'invalid_json',
  invalid_encoding: 'invalid_encoding',
  unsupported_encoding: 'unsupported_encoding',
  validation_failed: 'validation_failed',
  batch_too_long: 'batch_too_long',
  body_too_large: 'body_too_large',
  too_costly: 'too_costly',
  body_too_slow: 'body_too_slow',
  project_limit: 'project_limit',
  rate_limited: 'rate_limited',
  unauthorized: 'unauthorized',
  forbidden: 'forbidden',
  origin_forbidden: 'origin_forbidden',
  too_many_attempts: 'too_many_attempts',
  queue_full: 'queue_full',
  storage_full: 'storage_full',
  storage_unavailable: 'storage_unavailable',
  worker_lost: 'worker_lost',
  shutting_down: 'shutting_down',
  // Nobody is there to read it.
  connection_closed: 'shutting_down',
  internal: 'internal',
} as const satisfies Record<RejectReason | DropReason, ErrorCode>;

export interface ErrorFacts {
  readonly message?: string | undefined;
  readonly details?: readonly ErrorDetail[] | undefined;
}

/** The body of an error answer. */
export function toErrorReply(code: ErrorCode, facts: ErrorFacts = {}): ErrorReply {
  const reply: ErrorReply = { error: facts.message ?? ERROR_CODES[code].error, code };
  if (facts.details !== undefined && facts.details.length > 0) reply.details = [...facts.details];
  return reply;
}

/** A failure with a code that means something to a caller in another thread or to the person who starts the daemon. */
export class ErrordError extends Error {
  override readonly name = 'ErrordError';

  constructor(
    readonly code: QueryErrorCode | StartErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** How a call to the store can fail. The store translates the errors of its database into these. */
export type StoreErrorCode =
  | 'storage_full'
  | 'storage_unavailable'
  | 'queue_full'
  | 'worker_lost'
  | 'shutting_down'
  | 'internal';

/** How a query can fail. `invalid_cursor` is the caller's doing: the store has not given out this cursor. */
export type QueryErrorCode = StoreErrorCode | 'invalid_cursor';

/** Why a start can fail. */
export const START_ERROR_CODES = [
  'config_invalid',
  'port_in_use',
  'address_unavailable',
  'gateway_foreign',
  'gateway_unavailable',
  'sqlite_unavailable',
  'database_in_use',
  'database_newer',
  'database_foreign',
  'database_unusable',
] as const;
export type StartErrorCode = (typeof START_ERROR_CODES)[number];

/** Compiles only when every case of a union was handled; reaching it is a bug of ours. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value ${JSON.stringify(value)}`);
}
