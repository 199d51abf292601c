import { RECORD_BODY_BYTES_MAX } from '../../limits.js';
import type { RecordBodyText } from '../../messages.js';
import type { EventFields, NormalizedEvent, NormalizedLog, NormalizedRequest } from './normalize.js';
import { redactOptionalProse, redactProse } from './redact-site.js';
import { scanText } from './redact-text.js';
import { type Allowance, contextAllowance, redactBodyText, redactValue } from './redact-value.js';

/** The contexts of an event after redaction: JSON values, `undefined` where there is none. */
type Redacted<T, K extends keyof T> = Omit<T, K | 'stage'> & { readonly [P in K]: unknown } & {
  readonly stage: 'redacted';
};

/** Free of secrets and bounded. Only this kind of event is stored. */
export type RedactedEvent = Redacted<
  EventFields,
  'request' | 'environment' | 'extra' | 'user' | 'tags' | 'breadcrumbs'
>;

export type RedactedRequest = Redacted<
  NormalizedRequest,
  'headers' | 'responseHeaders' | 'requestBody' | 'responseBody'
> & {
  readonly requestBody: RecordBodyText | null;
  readonly responseBody: RecordBodyText | null;
};

export type RedactedLog = Redacted<NormalizedLog, 'environment' | 'extra'>;

export function redactEvent(event: NormalizedEvent): RedactedEvent {
  const allowance = contextAllowance();
  return {
    ...event,
    stage: 'redacted',
    componentStack: redactOptionalProse(event.componentStack),
    componentName: redactOptionalProse(event.componentName),
    release: redactOptionalProse(event.release),
    // In this order, what repeats from event to event comes first: it is then the same text each time.
    environment: redactContext(event.environment, allowance),
    tags: redactContext(event.tags, allowance),
    request: redactContext(event.request, allowance),
    user: redactContext(event.user, allowance),
    extra: redactContext(event.extra, allowance),
    breadcrumbs: redactContext(event.breadcrumbs, allowance),
  };
}

export function redactRequest(request: NormalizedRequest): RedactedRequest {
  const allowance = contextAllowance();
  return {
    ...request,
    stage: 'redacted',
    url: scanText(request.url, 'url'),
    headers: redactContext(request.headers, allowance),
    responseHeaders: redactContext(request.responseHeaders, allowance),
    requestBody: toBodyText(request.requestBody),
    responseBody: toBodyText(request.responseBody),
  };
}

export function redactLog(log: NormalizedLog): RedactedLog {
  const allowance = contextAllowance();
  return {
    ...log,
    stage: 'redacted',
    message: redactProse(log.message),
    environment: redactContext(log.environment, allowance),
    extra: redactContext(log.extra, allowance),
  };
}

function redactContext(value: unknown, allowance: Allowance): unknown {
  return value === undefined ? undefined : redactValue(value, allowance);
}

/** Redacted as a whole, then cut: a cut through a secret could otherwise hide its name. */
export function toBodyText(body: unknown): RecordBodyText | null {
  if (body === undefined) return null;
  const whole = redactBodyText(body);
  // One UTF-16 unit is at most three bytes of UTF-8.
  if (whole.length * 3 <= RECORD_BODY_BYTES_MAX) return { text: whole, truncated: false };
  // encodeInto stops in front of a character that does not fit.
  const { read } = encoder.encodeInto(whole, cutBuffer);
  return { text: whole.slice(0, read), truncated: read < whole.length };
}

// Left out of a bundle that does not call it.
const encoder = /* @__PURE__ */ new TextEncoder();
const cutBuffer = /* @__PURE__ */ new Uint8Array(RECORD_BODY_BYTES_MAX);
