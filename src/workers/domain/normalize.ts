import type { JsonObject } from '../../../schemas/common.js';
import type { EventPayload, StackFrame } from '../../../schemas/event.js';
import type { LogPayload } from '../../../schemas/log.js';
import type { RequestPayload } from '../../../schemas/request.js';
import type { LogLevel, Severity, Source } from '../../../schemas/words.js';
import { MAX_MESSAGE_LENGTH } from '../../constants.js';
import {
  BREADCRUMBS_MAX,
  COMPONENT_NAME_CHARS_MAX,
  COMPONENT_STACK_CHARS_MAX,
  DETAIL_CHARS_MAX,
  LOG_MESSAGE_CHARS_MAX,
  RELEASE_CHARS_MAX,
  STACK_CHARS_MAX,
} from '../../limits.js';
import { parseTimestampMs } from '../../timestamp.js';
import { cutAhead, cutAheadOptional } from './cut.js';
import { type EventDetails, toEventDetails } from './event-details.js';
import { toFrames } from './frames.js';
import { type RequestSpans, toRequestSpans } from './request-spans.js';
import { languageOfFrames, ownCodeRule, toLanguage } from './stacks/languages.js';
import type { Language } from './stacks/text-stack.js';
import { wellFormed } from './text.js';

/** What is known about a record besides what it says itself. The ids in it were checked before. */
export interface IngestFacts {
  readonly receivedAtMs: number;
  /** Makes the id of a record that brings none. */
  readonly newId: () => string;
  readonly projectName: string | null;
  readonly correlationId: string | null;
}

/** What the three kinds of record share. */
export interface NormalizedRecord {
  readonly projectName: string | null;
  readonly timestampMs: number;
  readonly receivedAtMs: number;
  readonly correlationId: string | null;
}

/** What of an event says where and how the program failed; the rest of it takes no part in grouping. */
export type SitePayload = Pick<EventPayload, 'type' | 'message' | 'stack' | 'stackFrames' | 'fingerprint' | 'platform'>;

export interface SiteFields {
  readonly type: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly stackFrames: readonly StackFrame[];
  /** The first in-app frames of all that were sent, also when they lie beyond the stored ones. */
  readonly groupingFrames: readonly StackFrame[];
  /** The client's own grouping. */
  readonly clientFingerprint: readonly string[] | undefined;
  /** As far as it is known. */
  readonly language: Language | undefined;
}

/** Texts cut (`cutAhead`), frames chosen. Still holds what the client sent: redact it next. */
export interface NormalizedSite extends SiteFields {
  readonly stage: 'normalized';
}

export interface EventFields extends NormalizedRecord {
  readonly eventId: string;
  readonly source: Source;
  readonly severity: Severity;
  readonly componentStack: string | undefined;
  readonly componentName: string | undefined;
  readonly release: string | undefined;
  readonly request: JsonObject | undefined;
  readonly environment: JsonObject | undefined;
  readonly extra: JsonObject | undefined;
  readonly user: JsonObject | undefined;
  readonly tags: JsonObject | undefined;
  readonly breadcrumbs: readonly unknown[] | undefined;
  readonly details: EventDetails | undefined;
}

/** Defaults filled in, texts cut (`cutAhead`), times read. Still holds what the client sent in its contexts: redact it next. */
export interface NormalizedEvent extends EventFields {
  readonly stage: 'normalized';
}

export interface NormalizedRequest extends NormalizedRecord {
  readonly stage: 'normalized';
  readonly recordId: string | null;
  readonly method: string;
  readonly url: string;
  readonly route: string | null;
  readonly statusCode: number | null;
  readonly duration: number | null;
  readonly errorEventId: string | null;
  readonly source: Source | null;
  readonly headers: JsonObject | undefined;
  readonly responseHeaders: JsonObject | undefined;
  readonly requestBody: unknown;
  readonly responseBody: unknown;
  readonly spans: RequestSpans | undefined;
}

export interface NormalizedLog extends NormalizedRecord {
  readonly stage: 'normalized';
  readonly recordId: string | null;
  readonly level: LogLevel;
  readonly message: string;
  readonly source: Source | null;
  readonly environment: JsonObject | undefined;
  readonly extra: JsonObject | undefined;
}

export function normalizeSite(payload: SitePayload): NormalizedSite {
  const { stackFrames, groupingFrames } = toFrames(payload.stackFrames ?? [], { isOwn: ownCodeRule(payload.platform) });
  return {
    stage: 'normalized',
    type: wellFormed(payload.type),
    message: cutAhead(payload.message, MAX_MESSAGE_LENGTH),
    stack: cutAheadOptional(payload.stack, STACK_CHARS_MAX),
    stackFrames,
    groupingFrames,
    clientFingerprint: payload.fingerprint?.map(wellFormed),
    language: toLanguage(payload.platform) ?? languageOfFrames(stackFrames),
  };
}

export function normalizeEvent(payload: EventPayload, facts: IngestFacts): NormalizedEvent {
  return {
    stage: 'normalized',
    ...toRecord(payload, facts),
    eventId: wellFormed(payload.eventId ?? facts.newId()),
    source: payload.source,
    severity: payload.severity ?? 'error',
    componentStack: cutAheadOptional(payload.componentStack, COMPONENT_STACK_CHARS_MAX),
    componentName: cutAheadOptional(payload.componentName, COMPONENT_NAME_CHARS_MAX),
    release: cutAheadOptional(payload.release, RELEASE_CHARS_MAX),
    request: payload.request ?? undefined,
    environment: payload.environment ?? undefined,
    extra: payload.extra ?? undefined,
    user: payload.user ?? undefined,
    tags: payload.tags ?? undefined,
    breadcrumbs: payload.breadcrumbs?.slice(-BREADCRUMBS_MAX),
    details: toEventDetails(payload),
  };
}

export function normalizeRequest(payload: RequestPayload, facts: IngestFacts): NormalizedRequest {
  return {
    stage: 'normalized',
    ...toRecord(payload, facts),
    recordId: wellFormedOrNull(payload.recordId),
    method: wellFormed(payload.method),
    url: wellFormed(payload.url),
    route: cutAheadOptional(payload.route, DETAIL_CHARS_MAX) ?? null,
    statusCode: payload.statusCode ?? null,
    duration: payload.duration ?? null,
    errorEventId: wellFormedOrNull(payload.errorEventId),
    source: payload.source ?? null,
    headers: payload.headers ?? undefined,
    responseHeaders: payload.responseHeaders ?? undefined,
    requestBody: payload.requestBody ?? undefined,
    responseBody: payload.responseBody ?? undefined,
    spans: toRequestSpans(payload.spans),
  };
}

export function normalizeLog(payload: LogPayload, facts: IngestFacts): NormalizedLog {
  return {
    stage: 'normalized',
    ...toRecord(payload, facts),
    recordId: wellFormedOrNull(payload.recordId),
    level: payload.level,
    message: cutAhead(payload.message, LOG_MESSAGE_CHARS_MAX),
    source: payload.source ?? null,
    environment: payload.environment ?? undefined,
    extra: payload.extra ?? undefined,
  };
}

interface SharedPayload {
  readonly projectId?: string | null;
  readonly correlationId?: string | null;
  readonly timestamp?: string | null;
}

function toRecord(payload: SharedPayload, facts: IngestFacts): NormalizedRecord {
  return {
    projectName: wellFormedOrNull(payload.projectId) ?? facts.projectName,
    timestampMs: toTimestampMs(payload.timestamp, facts.receivedAtMs),
    receivedAtMs: facts.receivedAtMs,
    correlationId: wellFormedOrNull(payload.correlationId) ?? facts.correlationId,
  };
}

/** A date-time far outside of what `Date` holds passes the schema; such a record was sent now. */
function toTimestampMs(timestamp: string | null | undefined, receivedAtMs: number): number {
  if (timestamp === null || timestamp === undefined) return receivedAtMs;
  const ms = parseTimestampMs(timestamp);
  return Number.isNaN(ms) ? receivedAtMs : ms;
}

function wellFormedOrNull(text: string | null | undefined): string | null {
  return typeof text === 'string' ? wellFormed(text) : null;
}
