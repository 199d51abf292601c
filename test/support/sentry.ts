// Envelopes as the SDKs write them, and what the dialect makes of them.

import assert from 'node:assert/strict';
import type { Digest, IngestForm } from '../../src/messages.js';
import type { Rejection } from '../../src/outcome.js';
import type { CallFacts, Contents, Item } from '../../src/workers/dialects/dialect.js';
import { SENTRY } from '../../src/workers/dialects/sentry.js';
import { digestCall } from '../../src/workers/digest.js';

export const ENVELOPE: IngestForm = { dialect: 'sentry', kind: null, isBatch: true };
export const STORE: IngestForm = { dialect: 'sentry', kind: 'event', isBatch: false };
export const RECEIVED_AT_MS = Date.parse('2026-03-04T05:06:07.000Z');
export const EVENT_ID = '9ec79c33ec9942ab8353589fcb2e04dc';
export const TRACE_ID = '771a43a4192642f0b136d5159a501700';

export type Json = Readonly<Record<string, unknown>>;

/** One item: a header, which gets the length of its payload unless it says one. */
export function itemOf(header: Json, payload: Json | string | Buffer): Buffer {
  const bytes = Buffer.isBuffer(payload)
    ? payload
    : Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
  return Buffer.concat([Buffer.from(`${JSON.stringify({ length: bytes.length, ...header })}\n`), bytes]);
}

export function envelopeOf(header: Json, ...items: readonly Buffer[]): Buffer {
  const parts = items.flatMap((item) => [item, Buffer.from('\n')]);
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...parts]);
}

export function callOf(form: IngestForm = ENVELOPE): CallFacts {
  const receivedAtMs = RECEIVED_AT_MS;
  return {
    ticket: 1,
    form,
    pathIds: {},
    format: 'json',
    receivedAtMs,
    projectName: 'shop',
    keyProject: null,
    correlationId: null,
  };
}

export function readBody(bytes: Uint8Array, form: IngestForm = ENVELOPE): Contents | Rejection {
  return SENTRY.toContents(bytes, callOf(form));
}

export function readContents(bytes: Uint8Array, form: IngestForm = ENVELOPE): Contents {
  const contents = readBody(bytes, form);
  assert.ok('items' in contents, JSON.stringify(contents));
  return contents;
}

/** The payload that the dialect makes of the only item of a body. Fails when it would not be stored. */
export function readOnly(bytes: Uint8Array, form: IngestForm = ENVELOPE): Json {
  const { items } = readContents(bytes, form);
  assert.equal(items.length, 1);
  const [item] = items as readonly Item[];
  readDigests(bytes, form);
  return item?.payload as Json;
}

/** The payload that the dialect makes of an event. */
export function readEvent(event: Json, header: Json = {}): Json {
  return readOnly(envelopeOf(header, itemOf({ type: 'event' }, event)));
}

/** What goes to the store. Fails when something of it was refused. */
export function readDigests(bytes: Uint8Array, form: IngestForm = ENVELOPE): readonly Digest[] {
  const { batch, faults } = digestCall(callOf(form), readContents(bytes, form), { newId: () => 'new' });
  assert.deepEqual(faults, []);
  return batch.items.map((item) => {
    assert.ok(item.kind !== 'rejected' && item.kind !== 'dropped', JSON.stringify(item));
    return item;
  });
}
