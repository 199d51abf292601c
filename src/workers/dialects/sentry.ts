// The protocol of the Sentry SDKs: envelopes, and the single events of older ones. What arrives in which form, and what does
// not, is told in docs/sdks.md.

import { inflateSync } from 'node:zlib';
import { INGEST_BODY_BYTES_MAX } from '../../limits.js';
import type { Rejection } from '../../outcome.js';
import type { CallFacts, Contents, Dialect } from './dialect.js';
import { parseJsonBody } from './json-body.js';
import { toSentryAnswer, toSentryRefusal } from './sentry-answers.js';
import { openClock } from './sentry-clock.js';
import { toEventPayload } from './sentry-event.js';
import { readEventId } from './sentry-ids.js';
import { NO_OBJECT, readEnvelope } from './sentry-reader.js';
import { parseEvent } from './sentry-stack.js';
import { asMap } from './sentry-values.js';

export const SENTRY: Dialect = {
  toContents: (bytes, facts) =>
    facts.form.kind === 'event' ? readStoreBody(bytes, facts) : readEnvelope(bytes, facts),
  toAnswer: (_facts, result) => toSentryAnswer(result),
  toRefusalAnswer: (refusal) => toSentryRefusal(refusal),
};

/** One event, as the legacy route takes it: JSON, or what old SDKs made of it. */
function readStoreBody(bytes: Uint8Array, facts: CallFacts): Contents | Rejection {
  const text = unwrap(bytes);
  if ('reason' in text) return text;
  const parsed = parseJsonBody(text, parseEvent);
  if (!('ok' in parsed)) return parsed;
  const event = asMap(parsed.value);
  if (event === undefined) return NO_OBJECT;
  const eventId = readEventId(event, text, facts);
  const clock = openClock(undefined, facts.receivedAtMs);
  const payload = toEventPayload(event, { eventId, clock, sdk: undefined, attachments: [] });
  return { items: [{ kind: 'event', payload }], notes: { callId: eventId } };
}

const BASE64 = /^[A-Za-z0-9+/=\s]{1,64}$/;

/** SDKs of the first years sent base64 of what zlib made of the JSON, and no header that says so. */
function unwrap(bytes: Uint8Array): Uint8Array | Rejection {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!BASE64.test(body.toString('latin1', 0, 64))) return bytes;
  const packed = Buffer.from(body.toString('latin1'), 'base64');
  try {
    return inflateSync(packed, { maxOutputLength: INGEST_BODY_BYTES_MAX });
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    return { kind: 'rejected', reason: isTooLarge ? 'body_too_large' : 'invalid_json' };
  }
}
