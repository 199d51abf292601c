// What rows of the route table share of their answers.

import { ErrorReply } from '../../schemas/error-reply.js';
import type { ErrorCode } from '../errors.js';
import type { Success, WireSchema } from './route.js';

export const STORE_CODES = [
  'queue_full',
  'storage_unavailable',
  'worker_lost',
  'internal',
] as const satisfies ErrorCode[];
export const BODY_CODES = [
  'invalid_json',
  'validation_failed',
  'origin_forbidden',
  'body_too_slow',
  'body_too_large',
  'unsupported_encoding',
] as const satisfies ErrorCode[];

export const success = (status: Success['status'], schema: WireSchema | null): Success => ({
  status,
  description: 'Success.',
  schema,
});

/** Of a batch whose stored items are each answered with `stored`. */
export function toBatchSuccesses(stored: WireSchema): readonly Success[] {
  const description = 'Some items were refused: one entry per item, in order.';
  const mixed = { type: 'array', items: { anyOf: [stored, ErrorReply] } };
  return [success(201, { type: 'array', items: stored }), { status: 207, description, schema: mixed }];
}
