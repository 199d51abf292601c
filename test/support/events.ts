import { randomUUID } from 'node:crypto';
import type { EventPayload } from '../../schemas/event.js';
import { CONTEXT_CHARS_MAX, CONTEXT_TEXT_CHARS_MAX, EVENT_QUERY_BYTES_MAX } from '../../src/limits.js';

/** A realistic event; what matters to a test is passed in. */
export function anEvent(facts: Partial<EventPayload> = {}): EventPayload {
  return {
    eventId: randomUUID(),
    type: 'TypeError',
    message: "Cannot read properties of undefined (reading 'id')",
    source: 'backend',
    projectId: 'shop',
    stack: "TypeError: Cannot read properties of undefined (reading 'id')\n    at total (/app/src/cart.ts:42:7)",
    stackFrames: [
      { filename: '/app/src/cart.ts', function: 'total', lineno: 42, colno: 7, inApp: true },
      { filename: '/app/node_modules/express/lib/router.js', function: 'next', lineno: 1, colno: 1 },
    ],
    environment: { runtime: 'node', nodeVersion: '20.20.2', os: 'linux', arch: 'x64' },
    ...facts,
  };
}

/**
 * Events of one group, a second after the other, whose texts are more than a query for them looks at: `transaction` of the first is
 * `old`, which it does not come to, that of all others `new`.
 */
export function eventsBeyondLook(): readonly EventPayload[] {
  // In characters of three bytes, as long as they are stored whole.
  const extra = { long: Array.from({ length: CONTEXT_CHARS_MAX / CONTEXT_TEXT_CHARS_MAX - 1 }, () => LONG_TEXT) };
  const count = Math.ceil(EVENT_QUERY_BYTES_MAX / Buffer.byteLength(JSON.stringify(extra))) + 5;
  const startMs = Date.now() - 3_600_000;
  return Array.from({ length: count }, (_, index) =>
    anEvent({
      timestamp: new Date(startMs + index * 1000).toISOString(),
      transaction: index === 0 ? 'old' : 'new',
      extra,
    }),
  );
}

const LONG_TEXT = '漢'.repeat(CONTEXT_TEXT_CHARS_MAX);

/** The record without one of its fields. */
export function without(record: object, field: string): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
}
