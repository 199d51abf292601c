import { randomUUID } from 'node:crypto';
import type { EventPayload } from '../../schemas/event.js';

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

/** The record without one of its fields. */
export function without(record: object, field: string): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
}
