import { createHmac } from 'node:crypto';

export const SIGNATURE_HEADER = 'x-errord-signature';
export const TIMESTAMP_HEADER = 'x-errord-timestamp';

/**
 * Of a webhook: HMAC-SHA-256 over the timestamp, a dot and the body, so that neither a changed body nor an old call passes.
 */
export function signBody(secret: string, timestamp: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}
