// Which error codes a route can answer.

import type { ErrorCode } from '../errors.js';
import type { Action, Route } from './route.js';
import { BODY_CODES, STORE_CODES } from './route-answers.js';

/** Codes that every route of a kind can answer. */
const KIND_CODES = {
  ingest: [
    ...BODY_CODES,
    'invalid_encoding',
    'too_costly',
    'project_limit',
    'rate_limited',
    'storage_full',
    ...STORE_CODES,
  ],
  query: STORE_CODES,
  command: [...BODY_CODES, 'storage_full', ...STORE_CODES],
  access: STORE_CODES,
  alerts: ['storage_full', ...STORE_CODES],
  mcp: [...BODY_CODES, ...STORE_CODES],
  own: [],
  feed: [],
} as const satisfies Record<Action['kind'], readonly ErrorCode[]>;

/** Every code a route can answer, each once. */
export function toErrorCodes({ action, query, unknownId, errors, isOpen }: Route): readonly ErrorCode[] {
  const parts: readonly (readonly ErrorCode[])[] = [
    query === null ? [] : ['invalid_query'],
    KIND_CODES[action.kind],
    unknownId === null ? [] : [unknownId],
    errors,
    isOpen === true ? [] : ['unauthorized', 'forbidden', 'too_many_attempts'],
    // Any page may call ingest, by whatever name it knows the daemon.
    action.kind === 'ingest' ? [] : ['host_forbidden'],
    ['ambiguous_length', 'shutting_down'],
  ];
  return [...new Set(parts.flat())];
}
