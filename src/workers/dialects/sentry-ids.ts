import { hash } from 'node:crypto';
import type { CallFacts } from './dialect.js';
import type { JsonMap } from './sentry-values.js';

const DASHED_OR_PLAIN = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const ID_CHARS = 36;

/** An id as the protocol has it, 32 lower-case hex characters; `undefined` for anything else. */
export function readId(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > ID_CHARS || !DASHED_OR_PLAIN.test(value)) return undefined;
  const id = value.replaceAll('-', '').toLowerCase();
  // Some SDKs write it where they have no trace.
  return /[^0]/.test(id) ? id : undefined;
}

/** The same id for the same bytes, so that a retry is known. */
export function toContentId(...parts: readonly (string | Uint8Array)[]): string {
  const texts = parts.map((part) => (typeof part === 'string' ? part : hash('sha256', part, 'hex')));
  return hash('sha256', texts.join('\n'), 'hex').slice(0, 32);
}

/**
 * The id of an event. One that brings none gets the same for the same bytes when it says when it happened, so that a retry
 * is known; otherwise one of this call alone.
 */
export function readEventId(
  event: JsonMap,
  bytes: Uint8Array,
  { receivedAtMs, ticket }: Pick<CallFacts, 'receivedAtMs' | 'ticket'>,
): string {
  const own = readId(event.event_id);
  if (own !== undefined) return own;
  const isDated = event.timestamp !== undefined && event.timestamp !== null;
  return toContentId(bytes, isDated ? '' : `${receivedAtMs} ${ticket}`);
}
