// Finished JSON. Parts that were stored as JSON text are spliced in as they are, not parsed and written again.

import { ErrorGroup, ErrorGroupList } from '../../schemas/error-group.js';
import { EventHead } from '../../schemas/event.js';
import { LogHead } from '../../schemas/log.js';
import { RequestList, RequestSummary } from '../../schemas/request.js';
import { ProjectList, Stats } from '../../schemas/stats.js';
import { compileStringify } from '../stringify.js';

export const stringifyErrorGroup = compileStringify(ErrorGroup);
export const stringifyErrorGroupList = compileStringify(ErrorGroupList);
export const stringifyRequestSummary = compileStringify(RequestSummary);
export const stringifyRequestList = compileStringify(RequestList);
export const stringifyStats = compileStringify(Stats);
export const stringifyProjectList = compileStringify(ProjectList);

const stringifyEventHead = compileStringify(EventHead);

const stringifyLogHead = compileStringify(LogHead);

/** JSON object texts that become part of a larger object. */
type Splices = readonly (string | null)[];

/** An event as the API and the feed show it. `stack` holds `stack` and `stackFrames`; the others hold whole fields. */
export function eventJson(head: EventHead, stack: string | null, splices: Splices): string {
  return splice(stringifyEventHead(head), [stack ?? '{"stackFrames":[]}', ...splices]);
}

/** A piece of a JSON text; what many records share is encoded once and repeated as bytes. */
export type JsonPart = string | Uint8Array;

/** An event whose shared texts are what `toContinuation` made of the stored ones. */
export interface EventTexts {
  readonly head: EventHead;
  readonly stack: Uint8Array | null;
  readonly context: Uint8Array | null;
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
    if (stack !== null) parts.push(stack);
    if (context !== null) parts.push(context);
    text = details === null || details.length <= 2 ? '},' : `,${details.slice(1)},`;
  }
  parts.push(text.slice(0, -1));
  return parts;
}

const COMMA = ','.charCodeAt(0);

/** The fields of a JSON object, as they follow others: `{"a":1}` becomes `,"a":1`. Changes the bytes it is given. */
export function toContinuation(object: Uint8Array): Uint8Array {
  if (object.length <= 2) return object.subarray(0, 0);
  object[0] = COMMA;
  return object.subarray(0, -1);
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
