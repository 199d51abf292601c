// https://develop.sentry.dev/sdk/data-model/envelopes/: lines of JSON, and payloads of a given length or up to the end of
// their line.

import { BATCH_ITEMS_MAX } from '../../../schemas/limits.js';
import { SENTRY_HEADER_BYTES_MAX, SENTRY_TORN_LINES_MAX } from '../../limits.js';
import type { Rejection } from '../../outcome.js';
import { parseJsonBody } from './json-body.js';
import { asMap, asText, type JsonMap } from './sentry-values.js';

export interface EnvelopeItem {
  readonly type: string;
  readonly header: JsonMap;
  readonly payload: Uint8Array;
}

export interface Envelope {
  readonly header: JsonMap;
  /** In their order; a rejection stands where the bytes are not what their header says. */
  readonly items: readonly (EnvelopeItem | Rejection)[];
}

/**
 * Takes an envelope apart. What is torn costs the item that it is in: those before are whole, and those behind are found
 * again at the next line that begins one. An envelope without a readable first line, or with too many items, is refused.
 */
export function splitEnvelope(bytes: Uint8Array): Envelope | Rejection {
  const first = readHeader(bytes, 0);
  if ('reason' in first) return first;
  const items: (EnvelopeItem | Rejection)[] = [];
  let tornLines = 0;
  let isTorn = false;
  for (let at = first.next; at < bytes.length && tornLines < SENTRY_TORN_LINES_MAX; ) {
    const { item, next } = readItem(bytes, at);
    at = next;
    if (item === null) continue;
    if (items.length >= BATCH_ITEMS_MAX) return TOO_MANY;
    if (item === NO_HEADER) tornLines += 1;
    // However many lines the payload of a torn item has, it is one item.
    if (!('reason' in item && isTorn)) items.push(item);
    isTorn = 'reason' in item;
  }
  return { header: first.header, items };
}

const NEWLINE = 0x0a;

const TOO_MANY: Rejection = {
  kind: 'rejected',
  reason: 'batch_too_long',
  message: `The envelope holds more than ${BATCH_ITEMS_MAX} items; send it in parts.`,
};
const NO_HEADER = refuse('A line of the envelope that must be the header of an item is not a JSON object with a type.');
const TORN = refuse('The envelope ends before the length that the header of its last item gives.');
const WRONG_LENGTH = refuse('The length in the header of an item is not that of its payload.');
const NO_ENVELOPE = refuse('The first line of the body is not the header of an envelope: one JSON object.');

function refuse(message: string): Rejection {
  return { kind: 'rejected', reason: 'invalid_json', message };
}

interface ReadItem {
  /** Null for an empty line. */
  readonly item: EnvelopeItem | Rejection | null;
  readonly next: number;
}

function readItem(bytes: Uint8Array, start: number): ReadItem {
  if (bytes[start] === NEWLINE) return { item: null, next: start + 1 };
  const read = readHeader(bytes, start);
  // A line that is no header may be the rest of a payload: the next one may be a header.
  if ('reason' in read) return { item: NO_HEADER, next: endOfLine(bytes, start) + 1 };
  const { header, next: at } = read;
  const type = asText(header.type);
  const lineEnd = endOfLine(bytes, at);
  if (type === undefined) return { item: NO_HEADER, next: at };
  const { length } = header;
  if (length === undefined || length === null) {
    return { item: { type, header, payload: bytes.subarray(at, lineEnd) }, next: lineEnd + 1 };
  }
  const end = typeof length === 'number' && Number.isInteger(length) && length >= 0 ? at + length : Number.NaN;
  if (end > bytes.length) return { item: TORN, next: lineEnd + 1 };
  if (end === bytes.length || bytes[end] === NEWLINE) {
    return { item: { type, header, payload: bytes.subarray(at, end) }, next: end + 1 };
  }
  return { item: WRONG_LENGTH, next: lineEnd + 1 };
}

function readHeader(bytes: Uint8Array, start: number): { header: JsonMap; next: number } | Rejection {
  const end = endOfLine(bytes, start);
  if (end - start > SENTRY_HEADER_BYTES_MAX) return NO_ENVELOPE;
  const parsed = parseJsonBody(bytes.subarray(start, end));
  if (!('ok' in parsed)) return start === 0 && bytes.length === 0 ? parsed : NO_ENVELOPE;
  const header = asMap(parsed.value);
  return header === undefined ? NO_ENVELOPE : { header, next: end + 1 };
}

/** Where the next newline is, or the end of the bytes. */
function endOfLine(bytes: Uint8Array, start: number): number {
  const at = bytes.indexOf(NEWLINE, start);
  return at === -1 ? bytes.length : at;
}
