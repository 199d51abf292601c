import { createHash, timingSafeEqual } from 'node:crypto';

/** What a caller may present: the `Authorization` header and the `token` query parameter; empty when absent. */
export interface Credentials {
  readonly authorization: string;
  readonly queryToken: string;
}

export type Authorizer = (credentials: Credentials) => boolean;

/** Checks callers against the configured token; without one, everybody passes. */
export function toAuthorizer(authToken: string | null): Authorizer {
  if (authToken === null) return () => true;
  const wanted = toHash(authToken);
  return ({ authorization, queryToken }) => {
    const presented = toBearerToken(authorization) ?? queryToken;
    // Hashes have one length, so that neither the time taken nor an exception tells anything about the token.
    return timingSafeEqual(toHash(presented), wanted);
  };
}

/** The token of a Bearer header; the scheme's name is case-insensitive (RFC 9110, 11.1). */
function toBearerToken(authorization: string): string | null {
  if (authorization.slice(0, 7).toLowerCase() !== 'bearer ') return null;
  return authorization.slice(7).trim();
}

function toHash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
