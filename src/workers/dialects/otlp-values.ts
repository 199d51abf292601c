// Values as OTLP wraps them. What is read here was JSON or protobuf: the first says what it likes, so nothing is taken for what
// it should be, and what is of the wrong kind is absent.

import { COMPONENT_NAME_CHARS_MAX, CONTEXT_DEPTH_MAX, CONTEXT_NODES_MAX, SECRET_AHEAD_CHARS } from '../../limits.js';
import { toIsoText } from '../../timestamp.js';

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list of `KeyValue` as an object of its own; of two equal keys the last counts. */
export function toAttributes(list: unknown): Record<string, unknown> {
  return toObject(list, 1);
}

function toObject(list: unknown, depth: number): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  if (!Array.isArray(list)) return object;
  // One more than is kept of a record. What follows would be cut, and a name that nobody used costs microseconds.
  const end = Math.min(list.length, CONTEXT_NODES_MAX + 1);
  for (let index = 0; index < end; index++) {
    const pair: unknown = list[index];
    if (!isFields(pair)) continue;
    const { key } = pair;
    // The one key that would not become a field.
    if (typeof key === 'string' && key !== '__proto__') object[key] = toLevel(pair.value, depth);
  }
  return object;
}

const KINDS = [
  'stringValue',
  'boolValue',
  'intValue',
  'doubleValue',
  'arrayValue',
  'kvlistValue',
  'bytesValue',
] as const;

/** An `AnyValue` as plain JSON, null when it holds nothing. Levels that are cut as deeper than a context may be are null. */
export function toValue(any: unknown): unknown {
  return toLevel(any, 1);
}

function toLevel(any: unknown, depth: number): unknown {
  // An object here is one level deeper: one more than is kept, so that the cut leaves its mark.
  if (!isFields(any) || depth > CONTEXT_DEPTH_MAX) return null;
  // The reader of protobuf fills in every field, and names in `value` the one that was sent.
  const kind = typeof any.value === 'string' ? any.value : KINDS.find((name) => (any[name] ?? null) !== null);
  switch (kind) {
    case 'stringValue':
    case 'boolValue':
      return toScalar(any[kind]);
    case 'intValue':
      return toInteger(any.intValue);
    case 'doubleValue':
      // JSON has no word for the others.
      return Number.isFinite(any.doubleValue) ? any.doubleValue : String(any.doubleValue);
    case 'arrayValue':
      return toList(any.arrayValue, depth + 1);
    case 'kvlistValue':
      return isFields(any.kvlistValue) ? toObject(any.kvlistValue.values, depth + 1) : null;
    case 'bytesValue':
      return toBase64(any.bytesValue);
    default:
      return null;
  }
}

function toScalar(value: unknown): unknown {
  return typeof value === 'object' ? null : value;
}

/** JSON has integers of 64 bits as texts. What is no exact number stays a text. */
function toInteger(value: unknown): unknown {
  if (typeof value !== 'string') return toScalar(value);
  const number = Number(value);
  return Number.isSafeInteger(number) && value.trim() !== '' ? number : value;
}

function toList(list: unknown, depth: number): unknown {
  const values: unknown = isFields(list) ? list.values : null;
  return Array.isArray(values) ? values.map((value: unknown) => toLevel(value, depth)) : null;
}

/** JSON has it as base64 already. */
function toBase64(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : toScalar(value);
}

/** Text of a scalar that is not empty; undefined for anything else. */
export function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** A number, or a text that is one. */
export function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** The first of the names that has a text. */
export function findText(attributes: Fields, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const text = toText(attributes[name]);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The same, cut as names that are shown as labels are, with what redaction wants to see behind the cut. */
export function findLabel(attributes: Fields, ...names: readonly string[]): string | undefined {
  return toLabel(findText(attributes, ...names));
}

export function toLabel(text: string | undefined): string | undefined {
  return text === '' ? undefined : text?.slice(0, COMPONENT_NAME_CHARS_MAX + SECRET_AHEAD_CHARS);
}

/** A time in nanoseconds of the epoch; 0 for none, and for one that no date-time can say. */
export function toNanos(value: unknown): number {
  const nanos = toNumber(value) ?? 0;
  return nanos > 0 && nanos <= NANOS_MAX ? nanos : 0;
}

/** The end of the year 9999. */
const NANOS_MAX = 253_402_300_799_999 * 1e6;

export function toTimestamp(nanos: number): string | undefined {
  // A double holds such a time to a quarter of a microsecond, so that a whole millisecond may look like a little less.
  return nanos === 0 ? undefined : toIsoText(Math.floor(Math.round(nanos / 1e3) / 1e3));
}

/** An id of so many bytes in lower-case hex; undefined for what is none, and for all zeros, which mean none. */
export function toHexId(value: unknown, byteCount: 8 | 16): string | undefined {
  const hex = value instanceof Uint8Array ? toHex(value) : value;
  if (typeof hex !== 'string' || hex.length !== byteCount * 2 || !HEX.test(hex)) return undefined;
  return ZEROS.test(hex) ? undefined : hex.toLowerCase();
}

const HEX = /^[0-9a-f]+$/i;
const ZEROS = /^0+$/;

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
