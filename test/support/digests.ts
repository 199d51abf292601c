// Calls of a digest thread, without the thread.

import assert from 'node:assert/strict';
import type { Digest, RecordKind } from '../../src/messages.js';
import { type CallFacts, type DigestedCall, digestCall } from '../../src/workers/digest.js';

export const EVENT = { type: 'Error', message: 'm', source: 'backend' };

export function facts(more: Partial<CallFacts> = {}): CallFacts {
  return { ticket: 7, receivedAtMs: 1000, projectName: null, keyProject: null, correlationId: null, ...more };
}

export function digestAll(kind: RecordKind, payloads: readonly unknown[], more: Partial<CallFacts> = {}): DigestedCall {
  let made = 0;
  const items = payloads.map((payload) => ({ kind, payload }));
  return digestCall(facts(more), { items }, { newId: () => `id-${++made}` });
}

export function digest(kind: RecordKind, payload: unknown, more: Partial<CallFacts> = {}): DigestedCall {
  return digestAll(kind, [payload], more);
}

/** The only digest of a call. */
export function onlyDigest<K extends Digest['kind']>(call: DigestedCall, kind: K): Extract<Digest, { kind: K }> {
  const [first] = call.batch.items;
  assert.equal(call.batch.items.length, 1);
  assert.equal(first?.kind, kind);
  return first as Extract<Digest, { kind: K }>;
}
