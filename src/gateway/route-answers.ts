// What rows of the route table share of their answers.

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
