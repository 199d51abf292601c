import type { JsonObject } from '../../../schemas/common.js';
import type { EventPayload, StackFrame, StackFramePayload } from '../../../schemas/event.js';
import type { LogPayload } from '../../../schemas/log.js';
import type { RequestPayload } from '../../../schemas/request.js';
import type { LogLevel, Severity, Source } from '../../../schemas/words.js';
import { MAX_MESSAGE_LENGTH, MAX_STACK_FRAMES } from '../../constants.js';
import {
  BREADCRUMBS_MAX,
  COMPONENT_NAME_CHARS_MAX,
  COMPONENT_STACK_CHARS_MAX,
  FRAME_CONTEXT_LINE_CHARS_MAX,
  FRAME_CONTEXT_LINES_MAX,
  FRAME_FILENAME_CHARS_MAX,
  FRAME_FUNCTION_CHARS_MAX,
  LOG_MESSAGE_CHARS_MAX,
  RELEASE_CHARS_MAX,
  STACK_CHARS_MAX,
} from '../../limits.js';
import { parseTimestampMs } from '../../timestamp.js';
import { cutText, wellFormed } from './text.js';

/** In-app frames that take part in grouping. */
const GROUPING_FRAMES_MAX = 3;

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
export type SitePayload = Pick<EventPayload, 'type' | 'message' | 'stack' | 'stackFrames' | 'fingerprint'>;

export interface SiteFields {
  readonly type: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly stackFrames: readonly StackFrame[];
  /** The first in-app frames of all that were sent, also when they lie beyond the stored ones. */
  readonly groupingFrames: readonly StackFrame[];
  /** The client's own grouping. */
  readonly clientFingerprint: readonly string[] | undefined;
}

/** Texts cut, frames chosen. Still holds what the client sent: redact it next. */
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
}

/** Defaults filled in, texts cut, times read. Still holds what the client sent in its contexts: redact it next. */
export interface NormalizedEvent extends EventFields {
  readonly stage: 'normalized';
}

export interface NormalizedRequest extends NormalizedRecord {
  readonly stage: 'normalized';
  readonly method: string;
  readonly url: string;
  readonly statusCode: number | null;
  readonly duration: number | null;
  readonly errorEventId: string | null;
  readonly source: Source | null;
  readonly headers: JsonObject | undefined;
  readonly responseHeaders: JsonObject | undefined;
  readonly requestBody: unknown;
  readonly responseBody: unknown;
}

export interface NormalizedLog extends NormalizedRecord {
  readonly stage: 'normalized';
  readonly level: LogLevel;
  readonly message: string;
  readonly source: Source | null;
  readonly environment: JsonObject | undefined;
  readonly extra: JsonObject | undefined;
}

export function normalizeSite(payload: SitePayload): NormalizedSite {
  const { stackFrames, groupingFrames } = toFrames(payload.stackFrames ?? []);
  return {
    stage: 'normalized',
    type: wellFormed(payload.type),
    message: cutText(payload.message, MAX_MESSAGE_LENGTH),
    stack: cutOptional(payload.stack, STACK_CHARS_MAX),
    stackFrames,
    groupingFrames,
    clientFingerprint: payload.fingerprint?.map(wellFormed),
  };
}

export function normalizeEvent(payload: EventPayload, facts: IngestFacts): NormalizedEvent {
  return {
    stage: 'normalized',
    ...toRecord(payload, facts),
    eventId: wellFormed(payload.eventId ?? facts.newId()),
    source: payload.source,
    severity: payload.severity ?? 'error',
    componentStack: cutOptional(payload.componentStack, COMPONENT_STACK_CHARS_MAX),
    componentName: cutOptional(payload.componentName, COMPONENT_NAME_CHARS_MAX),
    release: cutOptional(payload.release, RELEASE_CHARS_MAX),
    request: payload.request ?? undefined,
    environment: payload.environment ?? undefined,
    extra: payload.extra ?? undefined,
    user: payload.user ?? undefined,
    tags: payload.tags ?? undefined,
    breadcrumbs: payload.breadcrumbs?.slice(-BREADCRUMBS_MAX),
  };
}

export function normalizeRequest(payload: RequestPayload, facts: IngestFacts): NormalizedRequest {
  return {
    stage: 'normalized',
    ...toRecord(payload, facts),
    method: wellFormed(payload.method),
    url: wellFormed(payload.url),
    statusCode: payload.statusCode ?? null,
    duration: payload.duration ?? null,
    errorEventId: wellFormedOrNull(payload.errorEventId),
    source: payload.source ?? null,
    headers: payload.headers ?? undefined,
    responseHeaders: payload.responseHeaders ?? undefined,
    requestBody: payload.requestBody ?? undefined,
    responseBody: payload.responseBody ?? undefined,
  };
}

export function normalizeLog(payload: LogPayload, facts: IngestFacts): NormalizedLog {
  return {
    stage: 'normalized',
    ...toRecord(payload, facts),
    level: payload.level,
    message: cutText(payload.message, LOG_MESSAGE_CHARS_MAX),
    source: payload.source ?? null,
    environment: payload.environment ?? undefined,
    extra: payload.extra ?? undefined,
  };
}

/** Frames in `node_modules` are not the application's, wherever a client's build put its own paths around them. */
function isDependencyPath(filename: string): boolean {
  for (let at = filename.indexOf(DEPENDENCY_DIR); at !== -1; at = filename.indexOf(DEPENDENCY_DIR, at + 1)) {
    if (isSegmentEdge(filename[at - 1]) && isSegmentEdge(filename[at + DEPENDENCY_DIR.length])) return true;
  }
  return false;
}

const DEPENDENCY_DIR = 'node_modules';

function isSegmentEdge(char: string | undefined): boolean {
  return char === undefined || char === '/' || char === '\\';
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

interface Frames {
  readonly stackFrames: readonly StackFrame[];
  readonly groupingFrames: readonly StackFrame[];
}

function toFrames(payloads: readonly StackFramePayload[]): Frames {
  const stackFrames: StackFrame[] = [];
  const groupingFrames: StackFrame[] = [];
  for (const payload of payloads) {
    const isStored = stackFrames.length < MAX_STACK_FRAMES;
    if (!isStored && groupingFrames.length >= GROUPING_FRAMES_MAX) break;
    if (!saysSomething(payload)) continue;
    const frame = toFrame(payload);
    if (isStored) stackFrames.push(frame);
    if (frame.inApp && groupingFrames.length < GROUPING_FRAMES_MAX) groupingFrames.push(frame);
  }
  return { stackFrames, groupingFrames };
}

/** A frame without file, function and line is a hole that some clients leave; it neither shows nor groups anything. */
function saysSomething(frame: StackFramePayload): boolean {
  return (frame.filename ?? frame.function ?? frame.lineno ?? null) !== null;
}

/** Only the known fields; what is absent stays absent. */
function toFrame(payload: StackFramePayload): StackFrame {
  const frame: StackFrame = { inApp: isInApp(payload) };
  if (typeof payload.filename === 'string') frame.filename = cutText(payload.filename, FRAME_FILENAME_CHARS_MAX);
  if (typeof payload.function === 'string') frame.function = cutText(payload.function, FRAME_FUNCTION_CHARS_MAX);
  if (typeof payload.lineno === 'number') frame.lineno = payload.lineno;
  if (typeof payload.colno === 'number') frame.colno = payload.colno;
  if (typeof payload.contextLine === 'string') {
    frame.contextLine = cutText(payload.contextLine, FRAME_CONTEXT_LINE_CHARS_MAX);
  }
  // The lines nearest to the frame are the last ones before it and the first ones after it.
  if (Array.isArray(payload.preContext))
    frame.preContext = payload.preContext.slice(-FRAME_CONTEXT_LINES_MAX).map(toLine);
  if (Array.isArray(payload.postContext)) {
    frame.postContext = payload.postContext.slice(0, FRAME_CONTEXT_LINES_MAX).map(toLine);
  }
  return frame;
}

function toLine(line: string): string {
  return cutText(line, FRAME_CONTEXT_LINE_CHARS_MAX);
}

function isInApp({ inApp, filename }: StackFramePayload): boolean {
  if (inApp === false) return false;
  return typeof filename !== 'string' || !(filename.startsWith('node:') || isDependencyPath(filename));
}

function cutOptional(text: string | null | undefined, charsMax: number): string | undefined {
  return typeof text === 'string' ? cutText(text, charsMax) : undefined;
}

function wellFormedOrNull(text: string | null | undefined): string | null {
  return typeof text === 'string' ? wellFormed(text) : null;
}
