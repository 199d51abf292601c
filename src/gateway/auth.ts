// What a caller presents, and how it is compared with what is known.

import { createHash } from 'node:crypto';
import { SECRET_CHARS_MAX } from '../../schemas/limits.js';
import type { Exchange } from './exchange.js';
import { toQueryParameter } from './query-string.js';

/** The cookie of a session. */
const SESSION_COOKIE = 'errord_session';

/**
 * The key or token of a request: of a Bearer header, of the query parameter `token`, or where SDKs of Sentry put the public
 * key of a DSN. Null when there is none; one that is too long is cut, and so is nobody's. Must be called before the route
 * handler returns.
 */
export function toPresented({ facts, header }: Pick<Exchange, 'facts' | 'header'>): string | null {
  const presented =
    toBearerToken(facts.authorization) ?? (toQueryParameter(facts.query, 'token') || toDsnKey({ facts, header }));
  return presented === '' ? null : presented.slice(0, SECRET_CHARS_MAX + 1);
}

/** The public key of a DSN where SDKs of Sentry put it; empty when there is none. As above. */
export function toDsnKey({ facts, header }: Pick<Exchange, 'facts' | 'header'>): string {
  return findKey(header('x-sentry-auth')) || findKey(facts.authorization) || findQueryKey(facts.query);
}

/** The public key in a text such as `Sentry sentry_version=7, sentry_key=abc`; empty without one. */
export function findKey(text: string): string {
  return /\bsentry_key=([^\s,]+)/.exec(text)?.[1] ?? '';
}

/** Only where it stands: most addresses have no such parameter. */
function findQueryKey(query: string): string {
  return query.includes('sentry_key=') ? toQueryParameter(query, 'sentry_key') : '';
}

/** The secret of the session cookie; null without one that could be of ours. */
export function findSessionSecret(cookieHeader: string): string | null {
  for (const pair of cookieHeader.split(';')) {
    const [, secret] = /^\s*errord_session=([0-9a-f]{64})\s*$/.exec(pair) ?? [];
    if (secret !== undefined) return secret;
  }
  return null;
}

export interface CookiePlace {
  /** In front of the paths that the cookie is for; see `RequestFacts`. */
  readonly prefix: string;
  readonly isSecure: boolean;
}

/** For the header `Set-Cookie`. An empty secret takes the cookie away. */
export function toSessionCookie(secret: string, lifeMs: number, { prefix, isSecure }: CookiePlace): string {
  const age = secret === '' ? 0 : Math.floor(lifeMs / 1000);
  // Strict: other sites never send it, not even by a link. Pages of other ports of this host do; see `isOwnPage`.
  const path = `Path=${prefix}/`;
  const attributes = [`Max-Age=${age}`, path, 'HttpOnly', 'SameSite=Strict', ...(isSecure ? ['Secure'] : [])];
  return [`${SESSION_COOKIE}=${secret}`, ...attributes].join('; ');
}

/** SHA-256, the form in which secrets are kept and compared. */
export function toSecretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The token of a Bearer header; the scheme's name is case-insensitive (RFC 9110, 11.1). */
function toBearerToken(authorization: string): string | null {
  if (authorization.slice(0, 7).toLowerCase() !== 'bearer ') return null;
  return authorization.slice(7).trim();
}
