import { createHash } from 'node:crypto';

/** Positions of the kinds in `client_ids`. */
export const CLIENT_ID_KINDS = { event: 0, request: 1, log: 2 } as const;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * The id that a client gave a record, in 16 bytes as a uuid: most are one, and a version that is no uuid's (`f`) marks the hash
 * of any other text.
 */
export function toClientIdHash(id: string): string {
  if (UUID.test(id)) return id;
  const hex = createHash('sha256').update(id).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-f${hex.slice(13, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** A hash of a text (16 bytes in unpadded base64url) as the uuid that it is stored as. */
export function toContentKey(hash: string): string {
  const hex = Buffer.from(hash, 'base64url').toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
