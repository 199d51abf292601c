import type { ErrorDetail } from '../schemas/error-reply.js';

/** Why a received item was refused; the sender's doing. */
export const REJECT_REASONS = [
  'invalid_json',
  'invalid_encoding',
  'unsupported_encoding',
  'validation_failed',
  'batch_too_long',
  'body_too_large',
  'too_costly',
  'body_too_slow',
  'project_limit',
  'rate_limited',
  'unauthorized',
  'forbidden',
  'origin_forbidden',
  'too_many_attempts',
] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];

/** Why a received item was lost; our doing. */
export const DROP_REASONS = [
  'queue_full',
  'storage_full',
  'storage_unavailable',
  'worker_lost',
  'shutting_down',
  'connection_closed',
  'internal',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

export interface Rejection {
  readonly kind: 'rejected';
  readonly reason: RejectReason;
  /** One sentence a person can act on, where the reason's own text does not say enough. */
  readonly message?: string;
  readonly details?: readonly ErrorDetail[];
  /** Whole seconds until items of the project are taken again; with `rate_limited`, whose scope is always one project. */
  readonly retryAfterSeconds?: number;
}

export interface Drop {
  readonly kind: 'dropped';
  readonly reason: DropReason;
}

/** `fingerprint` and `isNew` are there for events only. A duplicate is a retry: answered like the first, counted apart. */
export interface Stored {
  readonly kind: 'stored' | 'duplicate';
  readonly id: string;
  readonly fingerprint?: string;
  readonly isNew?: boolean;
}

/** The fate of one received item. Every item ends in exactly one. */
export type Outcome = Stored | Rejection | Drop;
