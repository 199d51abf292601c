import type { StackFrame } from '../../../schemas/event.js';
import { MAX_MESSAGE_LENGTH } from '../../constants.js';
import { RECORD_BODY_BYTES_MAX } from '../../limits.js';
import type { RecordBodyText } from '../../messages.js';
import type {
  EventFields,
  NormalizedEvent,
  NormalizedLog,
  NormalizedRequest,
  NormalizedSite,
  SiteFields,
} from './normalize.js';
import { scanText } from './redact-text.js';
import { type Allowance, contextAllowance, redactBodyText, redactValue } from './redact-value.js';
import { cutText } from './text.js';

/** The contexts of an event after redaction: JSON values, `undefined` where there is none. */
type Redacted<T, K extends keyof T> = Omit<T, K | 'stage'> & { readonly [P in K]: unknown } & {
  readonly stage: 'redacted';
};

/** Free of secrets and bounded. Only this kind of site is grouped, explained and stored. */
export interface RedactedSite extends SiteFields {
  readonly stage: 'redacted';
}

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

export function redactSite(site: NormalizedSite): RedactedSite {
  return {
    stage: 'redacted',
    type: site.type,
    message: cutText(redactProse(site.message), MAX_MESSAGE_LENGTH),
    stack: redactOptionalProse(site.stack),
    stackFrames: redactFrames(site.stackFrames),
    // They are stored too, as what the fingerprint was computed from.
    groupingFrames: redactFrames(site.groupingFrames),
    clientFingerprint: site.clientFingerprint?.map(redactProse),
  };
}

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
function toBodyText(body: unknown): RecordBodyText | null {
  if (body === undefined) return null;
  const whole = redactBodyText(body);
  // One UTF-16 unit is at most three bytes of UTF-8.
  if (whole.length * 3 <= RECORD_BODY_BYTES_MAX) return { text: whole, truncated: false };
  // encodeInto stops in front of a character that does not fit.
  const { read } = encoder.encodeInto(whole, cutBuffer);
  return { text: whole.slice(0, read), truncated: read < whole.length };
}

const encoder = new TextEncoder();
const cutBuffer = new Uint8Array(RECORD_BODY_BYTES_MAX);

function redactFrames(frames: readonly StackFrame[]): readonly StackFrame[] {
  return frames.map((frame) => (mayHoldSecret(frame) ? redactFrame(frame) : frame));
}

/** Most frames are a path and a name, and are passed on as they are. */
function mayHoldSecret({ filename, contextLine, preContext, postContext }: StackFrame): boolean {
  if (contextLine !== undefined || preContext !== undefined || postContext !== undefined) return true;
  return filename !== undefined && isUrlWithSecretForm(filename);
}

function redactFrame(frame: StackFrame): StackFrame {
  const { filename, contextLine, preContext, postContext } = frame;
  const redacted = { ...frame };
  if (filename !== undefined && isUrlWithSecretForm(filename)) redacted.filename = scanText(filename, 'url');
  if (contextLine !== undefined) redacted.contextLine = redactProse(contextLine);
  if (preContext !== undefined) redacted.preContext = preContext.map(redactProse);
  if (postContext !== undefined) redacted.postContext = postContext.map(redactProse);
  return redacted;
}

/** A query string, or a password before the host; `@` alone is common in the paths of packages. */
function isUrlWithSecretForm(filename: string): boolean {
  return filename.includes('=') || (filename.includes('@') && filename.includes('://'));
}

function redactOptionalProse(text: string | undefined): string | undefined {
  return text === undefined ? undefined : redactProse(text);
}

/** Messages and stacks are sentences and code: only URLs, JSON and printed objects in them are redacted. */
function redactProse(text: string): string {
  return PROSE_MARKS.some((mark) => text.includes(mark)) ? scanText(text, 'prose') : text;
}

/** Every form that is redacted in prose has one of these; most messages and stacks have none. */
const PROSE_MARKS = ['=', '@', '%3', '":', "':", '`:', '" :', "' :", ': "', ": '", ': `'];
