// An event as answers and feed messages show it.

import { EventHead } from '../../schemas/event.js';
import type { Severity, Source } from '../../schemas/words.js';
import { MESSAGE_MARK, toJsonInside, withMessage } from '../stack-text.js';
import { compileStringify } from '../stringify.js';
import { toIsoText } from '../timestamp.js';
import { type JsonPart, type Splices, splice } from './json-text.js';
import { optional } from './optional.js';

/** What a store knows of an event besides its texts. */
export interface EventFacts {
  readonly eventId: string;
  /** As the client sent it. */
  readonly timestampMs: number;
  readonly receivedAtMs: number;
  readonly type: string;
  readonly message: string;
  readonly source: Source;
  readonly severity: Severity;
  readonly projectName: string | null;
  readonly correlationId: string | null;
}

const stringifyEventHead = compileStringify(EventHead);

export function toEventHead(facts: EventFacts): EventHead {
  return {
    eventId: facts.eventId,
    timestamp: toIsoText(facts.timestampMs),
    receivedAt: toIsoText(facts.receivedAtMs),
    type: facts.type,
    message: facts.message,
    source: facts.source,
    severity: facts.severity,
    ...optional('projectId', facts.projectName),
    ...optional('correlationId', facts.correlationId),
  };
}

/** An event as JSON. `stack` holds `stack` and `stackFrames` (see stack-text.ts); the others hold whole fields. */
export function eventJson(head: EventHead, stack: string | null, splices: Splices): string {
  return splice(stringifyEventHead(head), [withMessage(stack ?? '{"stackFrames":[]}', head.message), ...splices]);
}

/** The fields of a stored JSON object as they follow others, cut where the message goes: `{"a":1}` is `,"a":1`. */
export interface SharedText {
  readonly before: Uint8Array;
  /** Null when the message has no place in it. */
  readonly after: Uint8Array | null;
}

/** An event whose shared texts are what `toSharedText` made of the stored ones. */
export interface EventTexts {
  readonly head: EventHead;
  readonly stack: SharedText | null;
  readonly context: SharedText | null;
  readonly details: string | null;
}

/** A head without its texts, and the names of fields. */
const EVENT_HEAD_BYTES = 512;

/** Bytes that an event takes in an answer, nearly: of its message, as if no character were escaped. */
export function eventBytes({ head, stack, context, details }: EventTexts): number {
  const shared = (text: SharedText | null): number => (text?.before.length ?? 0) + (text?.after?.length ?? 0);
  const own = Buffer.byteLength(head.message) + Buffer.byteLength(details ?? '');
  return EVENT_HEAD_BYTES + own + shared(stack) + shared(context);
}

/** As `eventJson`, for many events with commas between them, in parts. */
export function eventParts(events: readonly EventTexts[]): JsonPart[] {
  const parts: JsonPart[] = [];
  // What ends one event and starts the next is one part: each costs a call when they are joined.
  let text = '';
  for (const { head, stack, context, details } of events) {
    text += stringifyEventHead(head).slice(0, -1);
    if (stack === null) text += ',"stackFrames":[]';
    parts.push(text);
    if (stack !== null) parts.push(stack.before);
    if (stack?.after) parts.push(toJsonInside(head.message), stack.after);
    if (context !== null) parts.push(context.before);
    text = details === null || details.length <= 2 ? '},' : `,${details.slice(1)},`;
  }
  parts.push(text.slice(0, -1));
  return parts;
}

const COMMA = ','.charCodeAt(0);

const MARK = MESSAGE_MARK.charCodeAt(0);

/** Changes the bytes it is given. */
export function toSharedText(object: Uint8Array): SharedText {
  if (object.length <= 2) return { before: object.subarray(0, 0), after: null };
  object[0] = COMMA;
  const fields = object.subarray(0, -1);
  const at = fields.indexOf(MARK);
  if (at === -1) return { before: fields, after: null };
  return { before: fields.subarray(0, at), after: fields.subarray(at + MESSAGE_MARK.length) };
}
