// Digests as the pool makes them, for tests of the store. Each builder fills in a realistic record.

import { createHash, randomUUID } from 'node:crypto';
import type {
  ContentText,
  ErrorSite,
  EventDigest,
  EventExplanation,
  ExplanationText,
  LogDigest,
  RequestDigest,
} from '../../src/messages.js';
import { MESSAGE_MARK } from '../../src/stack-text.js';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A text that is stored once, with the hash that names it. */
export function contentText(value: unknown): ContentText {
  const text = JSON.stringify(value);
  return { hash: toContentHash(text), text };
}

const toContentHash = (text: string): string =>
  createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');

/** The content of a stack whose `MESSAGE` is that of the event. */
function withMark(stack: object): ContentText {
  const text = JSON.stringify(stack).replace('MESSAGE', MESSAGE_MARK);
  return { hash: toContentHash(text), text };
}

export function fingerprintOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** As digest threads write it: the message of the event stands elsewhere. */
const STACK = withMark({
  stack: 'TypeError: MESSAGE\n    at renderCart (/srv/shop/src/cart.ts:42:13)',
  stackFrames: [
    { filename: '/srv/shop/src/cart.ts', function: 'renderCart', lineno: 42, colno: 13, inApp: true },
    { filename: '/srv/shop/node_modules/express/lib/router.js', function: 'next', lineno: 280, inApp: false },
  ],
});

const CONTEXT = contentText({
  environment: { runtime: 'node', nodeVersion: '20.11.1', os: 'linux', arch: 'x64' },
  release: 'shop@2.4.1',
});

export const EXPLANATION: ExplanationText = {
  title: 'Reading a property of undefined',
  explanation: 'The code read a property of a value that is undefined. Check where the value comes from.',
  suggestion: 'Check the value before reading from it.',
};

function errorSite(over: Partial<ErrorSite>): ErrorSite {
  const type = over.type ?? 'uncaught_exception';
  const message = over.message ?? "Cannot read properties of undefined (reading 'total')";
  return {
    type,
    message,
    fingerprint: fingerprintOf(type, message),
    fingerprintVersion: 1,
    grouping: JSON.stringify({
      version: 1,
      type,
      message,
      frames: [{ filename: '/srv/shop/src/cart.ts', function: 'renderCart', lineno: 42 }],
    }),
    explanation: null,
    stack: STACK,
    culprit: '/srv/shop/src/cart.ts\n42\nrenderCart',
    ...over,
  };
}

/** The fields of an event and of its site, side by side; the explanation before it is written as JSON. */
export type EventOverrides = Partial<Omit<EventDigest, 'site'> & Omit<ErrorSite, 'explanation'>> & {
  readonly explanation?: EventExplanation;
};

/** An event received now, with the fields of its site among its own. The fingerprint follows type and message. */
export function eventDigest(over: EventOverrides = {}): EventDigest {
  const nowMs = Date.now();
  const {
    type,
    message,
    fingerprint,
    fingerprintVersion,
    grouping,
    explanation: explained,
    stack,
    culprit,
    ...own
  } = over;
  const explanation = explained && JSON.stringify(explained);
  const site = { type, message, fingerprint, fingerprintVersion, grouping, explanation, stack, culprit };
  return {
    kind: 'event',
    projectName: 'shop',
    timestampMs: over.receivedAtMs ?? nowMs,
    receivedAtMs: nowMs,
    correlationId: null,
    eventId: randomUUID(),
    source: 'backend',
    severity: 'error',
    site: errorSite(Object.fromEntries(Object.entries(site).filter(([, value]) => value !== undefined))),
    context: CONTEXT,
    details: JSON.stringify({ request: { method: 'GET', url: '/cart', statusCode: 500, duration: 12 } }),
    ...own,
  };
}

/** A request record received now. */
export function requestDigest(over: Partial<RequestDigest> = {}): RequestDigest {
  const nowMs = Date.now();
  return {
    kind: 'request',
    recordId: null,
    projectName: 'shop',
    timestampMs: nowMs,
    receivedAtMs: nowMs,
    correlationId: null,
    method: 'POST',
    url: '/api/checkout?step=2',
    route: null,
    statusCode: 200,
    duration: 31.5,
    errorEventId: null,
    source: 'backend',
    headers: contentText({ 'content-type': 'application/json', authorization: '[Redacted]' }),
    responseHeaders: contentText({ 'content-type': 'application/json' }),
    requestBody: null,
    responseBody: null,
    spanCount: null,
    spans: null,
    ...over,
  };
}

/** A console log entry received now. */
export function logDigest(over: Partial<LogDigest> = {}): LogDigest {
  const nowMs = Date.now();
  return {
    kind: 'log',
    recordId: null,
    projectName: 'shop',
    timestampMs: nowMs,
    receivedAtMs: nowMs,
    correlationId: null,
    level: 'info',
    message: 'cart rendered in 12 ms',
    source: 'backend',
    environment: contentText({ runtime: 'node', nodeVersion: '20.11.1' }),
    extra: null,
    ...over,
  };
}

/** The same time for when it was sent and when it was received. */
export function at(ms: number): { timestampMs: number; receivedAtMs: number } {
  return { timestampMs: ms, receivedAtMs: ms };
}
