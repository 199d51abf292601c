// What the entrance to the daemon says of a call before any route looks at it.

import type { KeyRole } from '../../schemas/words.js';
import { type HeaderList, type HttpAnswer, toErrorAnswer } from '../http-answer.js';
import type { Caller, Recognised } from './access.js';
import type { AcceptedCall } from './ingest.js';

/** Why a call that brings items is refused before anybody looks at it. */
export type IngestRefusalCode =
  | 'shutting_down'
  | 'origin_forbidden'
  | 'unauthorized'
  | 'forbidden'
  | 'too_many_attempts';

/** Why nobody looks at a request. */
export interface Refusal<Code extends string = IngestRefusalCode | 'host_forbidden'> {
  readonly code: Code;
  /** Where the text of the code does not say enough. */
  readonly message?: string;
  /** On top of those of every error answer. */
  readonly headers: HeaderList;
}

/** Whether a call may go on, and whose it is. */
export type Entry<Code extends string = IngestRefusalCode | 'host_forbidden'> =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly refusal: Refusal<Code> };

/** Whether a call that brings items may go on, and what is known of its sender before its body is read. */
export type IngestEntry =
  | { readonly ok: true; readonly call: Pick<AcceptedCall, 'keyProject' | 'sentBy'> }
  | { readonly ok: false; readonly refusal: Refusal<IngestRefusalCode> };

/** The answer to a refusal in our own form. */
export function toRefusalAnswer({ code, message, headers }: Refusal): HttpAnswer {
  return toErrorAnswer(code, { message, headers });
}

/** Why a caller may not go on; null when it is known. */
export function toAccessRefusal(recognised: Recognised): Refusal<'unauthorized' | 'too_many_attempts'> | null {
  if (recognised.kind === 'caller') return null;
  if (recognised.kind !== 'throttled') return UNAUTHORIZED;
  return { code: 'too_many_attempts', headers: [['Retry-After', String(recognised.retryAfterSeconds)]] };
}

/** Whether who was recognised may do what is for this role. */
export function toEntry(
  recognised: Recognised,
  wanted: KeyRole,
): Entry<'unauthorized' | 'too_many_attempts' | 'forbidden'> {
  const refusal = toAccessRefusal(recognised);
  if (refusal !== null || recognised.kind !== 'caller') return { ok: false, refusal: refusal ?? UNAUTHORIZED };
  const { caller } = recognised;
  if (caller.role === 'admin' || caller.role === wanted) return { ok: true, caller };
  return { ok: false, refusal: ROLE_FORBIDDEN[wanted] };
}

const UNAUTHORIZED: Refusal<'unauthorized'> = { code: 'unauthorized', headers: [['WWW-Authenticate', 'Bearer']] };
const ROLE_FORBIDDEN: Readonly<Record<KeyRole, Refusal<'forbidden'>>> = {
  ingest: toRoleRefusal('Records are taken with an ingest key or an admin key only.'),
  reader: toRoleRefusal('What is stored is read with a reader key or an admin key only.'),
  admin: toRoleRefusal('This is for an admin key only.'),
};

function toRoleRefusal(message: string): Refusal<'forbidden'> {
  return { code: 'forbidden', message, headers: [] };
}
