// Finished JSON. Parts that were stored as JSON text are spliced in as they are, not parsed and written again.

import { ErrorGroup, ErrorGroupList } from '../../schemas/error-group.js';
import { EventHead } from '../../schemas/event.js';
import { LogHead } from '../../schemas/log.js';
import { RequestList, RequestSummary } from '../../schemas/request.js';
import { ProjectList, Stats, Trends } from '../../schemas/stats.js';
import { MESSAGE_MARK } from '../constants.js';
import { compileStringify } from '../stringify.js';

export const stringifyErrorGroup = compileStringify(ErrorGroup);
export const stringifyErrorGroupList = compileStringify(ErrorGroupList);
export const stringifyRequestSummary = compileStringify(RequestSummary);
export const stringifyRequestList = compileStringify(RequestList);
export const stringifyStats = compileStringify(Stats);
export const stringifyTrends = compileStringify(Trends);
export const stringifyProjectList = compileStringify(ProjectList);

const stringifyEventHead = compileStringify(EventHead);

const stringifyLogHead = compileStringify(LogHead);

/** JSON object texts that become part of a larger object. */
type Splices = readonly (string | null)[];

/** An event as the API and the feed show it. `stack` holds `stack` and `stackFrames`; the others hold whole fields. */
export function eventJson(head: EventHead, stack: string | null, splices: Splices): string {
  return splice(stringifyEventHead(head), [withMessage(stack ?? '{"stackFrames":[]}', head.message), ...splices]);
}

/** Puts the event's message back into the text of its stack. */
function withMessage(stack: string, message: string): string {
  const at = stack.indexOf(MESSAGE_MARK);
  if (at === -1) return stack;
  return `${stack.slice(0, at)}${toJsonInside(message)}${stack.slice(at + MESSAGE_MARK.length)}`;
}

/** The text as JSON, without the quotes around it. */
function toJsonInside(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** A piece of a JSON text; what many records share is encoded once and repeated as bytes. */
export type JsonPart = string | Uint8Array;

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

/** The parts one after the other, in a buffer of their own. */
export function joinParts(parts: readonly JsonPart[]): Uint8Array<ArrayBuffer> {
  const byteCount = parts.reduce<number>((sum, part) => sum + Buffer.byteLength(part), 0);
  const joined = Buffer.from(new ArrayBuffer(byteCount));
  let at = 0;
  for (const part of parts) {
    if (typeof part === 'string') at += joined.write(part, at);
    else {
      joined.set(part, at);
      at += part.length;
    }
  }
  return joined;
}

export function logJson(head: LogHead, environment: string | null, extra: string | null): string {
  return splice(stringifyLogHead(head), [field('environment', environment), field('extra', extra)]);
}

/** `{"name":value}`, or null when there is no value. */
export function field(name: string, json: string | null): string | null {
  return json === null ? null : `{"${name}":${json}}`;
}

/** One JSON object out of several; the first is never empty. */
export function splice(head: string, splices: Splices): string {
  let json = head.slice(0, -1);
  for (const text of splices) if (text !== null && text.length > 2) json += `,${text.slice(1, -1)}`;
  return `${json}}`;
}
