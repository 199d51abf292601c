import {
  COMPONENT_NAME_CHARS_MAX,
  COMPONENT_STACK_CHARS_MAX,
  DETAIL_CHARS_MAX,
  LOG_MESSAGE_CHARS_MAX,
  RECORD_BODY_BYTES_MAX,
  RELEASE_CHARS_MAX,
} from '../../limits.js';
import type { RecordBodyText } from '../../messages.js';
import { cutRedacted, redactCut, redactCutOptional } from './cut.js';
import { type RedactedDetails, redactDetails } from './event-details.js';
import type { EventFields, NormalizedEvent, NormalizedLog, NormalizedRequest } from './normalize.js';
import { redactUrl } from './redact-prose.js';
import { DEFAULT_RULES } from './redact-rules.js';
import type { RedactRules } from './redact-text.js';
import { type Allowance, contextAllowance, redactBody, redactValue } from './redact-value.js';
import { redactSpans } from './request-spans.js';

/** The contexts of an event after redaction: JSON values, `undefined` where there is none. */
type Redacted<T, K extends keyof T> = Omit<T, K | 'stage'> & { readonly [P in K]: unknown } & {
  readonly stage: 'redacted';
};

/** Free of secrets and bounded. Only this kind of event is stored. */
export type RedactedEvent = Omit<
  Redacted<EventFields, 'request' | 'environment' | 'extra' | 'user' | 'tags' | 'breadcrumbs'>,
  'details'
> & { readonly details: RedactedDetails | undefined };

export type RedactedRequest = Redacted<
  NormalizedRequest,
  'headers' | 'responseHeaders' | 'requestBody' | 'responseBody'
> & {
  readonly requestBody: RecordBodyText | null;
  readonly responseBody: RecordBodyText | null;
};

export type RedactedLog = Redacted<NormalizedLog, 'environment' | 'extra'>;

export function redactEvent(event: NormalizedEvent, rules: RedactRules = DEFAULT_RULES): RedactedEvent {
  const allowance = contextAllowance(rules);
  return {
    ...event,
    stage: 'redacted',
    componentStack: redactCutOptional(event.componentStack, COMPONENT_STACK_CHARS_MAX, rules),
    componentName: redactCutOptional(event.componentName, COMPONENT_NAME_CHARS_MAX, rules),
    release: redactCutOptional(event.release, RELEASE_CHARS_MAX, rules),
    // In this order, what repeats from event to event comes first: it is then the same text each time.
    environment: redactEnvironment(event.environment, allowance),
    tags: redactContext(event.tags, allowance),
    details: event.details && redactDetails(event.details, allowance),
    request: redactContext(event.request, allowance),
    user: redactContext(event.user, allowance),
    extra: redactContext(event.extra, allowance),
    breadcrumbs: redactContext(event.breadcrumbs, allowance),
  };
}

export function redactRequest(request: NormalizedRequest, rules: RedactRules = DEFAULT_RULES): RedactedRequest {
  const allowance = contextAllowance(rules);
  return {
    ...request,
    stage: 'redacted',
    url: redactUrl(request.url, rules),
    route: redactRoute(request.route, rules),
    headers: redactContext(request.headers, allowance),
    responseHeaders: redactContext(request.responseHeaders, allowance),
    requestBody: toBodyText(request.requestBody, rules),
    responseBody: toBodyText(request.responseBody, rules),
    spans: request.spans && redactSpans(request.spans, rules),
  };
}

function redactRoute(route: string | null, rules: RedactRules): string | null {
  return route === null ? null : cutRedacted(redactUrl(route, rules), route, DETAIL_CHARS_MAX);
}

export function redactLog(log: NormalizedLog, rules: RedactRules = DEFAULT_RULES): RedactedLog {
  const allowance = contextAllowance(rules);
  return {
    ...log,
    stage: 'redacted',
    message: redactCut(log.message, LOG_MESSAGE_CHARS_MAX, rules),
    environment: redactEnvironment(log.environment, allowance),
    extra: redactContext(log.extra, allowance),
  };
}

function redactContext(value: unknown, allowance: Allowance): unknown {
  return value === undefined ? undefined : redactValue(value, allowance);
}

interface KnownEnvironment {
  readonly sent: unknown;
  readonly kept: unknown;
  readonly before: Allowance;
  readonly after: Allowance;
}

let lastEnvironment: KnownEnvironment | null = null;

/** Of a value that a call repeats as the same object, as a dialect does for what is said once for all of its records. */
function redactEnvironment(sent: unknown, allowance: Allowance): unknown {
  if (sent === undefined) return undefined;
  const known = lastEnvironment;
  if (known?.sent === sent && areSame(known.before, allowance)) {
    Object.assign(allowance, { ...known.after, scan: { ...known.after.scan } });
    return known.kept;
  }
  const before = { ...allowance, scan: { ...allowance.scan } };
  const kept = redactValue(sent, allowance);
  lastEnvironment = { sent, kept, before, after: { ...allowance, scan: { ...allowance.scan } } };
  return kept;
}

function areSame(one: Allowance, other: Allowance): boolean {
  return (
    one.rules === other.rules &&
    one.nodesLeft === other.nodesLeft &&
    one.charsLeft === other.charsLeft &&
    one.scan.charsLeft === other.scan.charsLeft
  );
}

/** Redacted first, then cut: a cut through a secret could otherwise hide its name. */
function toBodyText(body: unknown, rules: RedactRules): RecordBodyText | null {
  if (body === undefined) return null;
  const { text: whole, isCut } = redactBody(body, rules);
  // One UTF-16 unit is at most three bytes of UTF-8.
  if (whole.length * 3 <= RECORD_BODY_BYTES_MAX) return { text: whole, truncated: isCut };
  // encodeInto stops in front of a character that does not fit.
  const { read } = encoder.encodeInto(whole, cutBuffer);
  return { text: whole.slice(0, read), truncated: isCut || read < whole.length };
}

const encoder = new TextEncoder();
const cutBuffer = new Uint8Array(RECORD_BODY_BYTES_MAX);
