// Reading what a stranger's JSON may hold: each function answers `undefined` for what is not of the kind it looks for.

import { CONTEXT_NODES_MAX } from '../../limits.js';
import { sliceText } from '../../slice-text.js';

export type JsonMap = Readonly<Record<string, unknown>>;

export function asMap(value: unknown): JsonMap | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonMap) : undefined;
}

/** A text that says something. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The elements of an array, or of the object `{"values": […]}` that the protocol also knows; none of anything else. */
export function asList(value: unknown): readonly unknown[] {
  const list = asMap(value)?.values ?? value;
  return Array.isArray(list) ? (list as unknown[]) : [];
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A number, also where an SDK writes it as text. */
export function readNumber(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > NUMBER_CHARS_MAX || value.trim() === '') return asNumber(value);
  return asNumber(Number(value));
}

/** A number of digits that no clock and no status code has. */
const NUMBER_CHARS_MAX = 32;

/** Any value as text, objects as JSON; cut where a length is given. `undefined` for nothing and for the empty text. */
export function toText(value: unknown, charsMax = Number.POSITIVE_INFINITY): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const text = typeof value === 'string' ? value : toJsonText(value);
  return text.length > charsMax ? sliceText(text, charsMax) : text;
}

/** What is parsed may be deeper than what can be written again. */
function toJsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // A RangeError, the only thing it throws for JSON: the stack is full.
    return '(a value of too many levels)';
  }
}

/** An object with other values, of at most as many fields as are kept of one; a field whose value becomes `undefined` goes. */
export function mapValues(map: JsonMap | undefined, change: (value: unknown) => unknown): JsonMap | undefined {
  const entries = Object.entries(map ?? {}).slice(0, CONTEXT_NODES_MAX);
  return toFilled(Object.fromEntries(entries.map(([name, value]) => [name, change(value)])));
}

/** An object out of what senders write as an object or as a list of pairs. Names and values as they came. */
export function toMap(value: unknown): JsonMap | undefined {
  const map = asMap(value);
  if (map !== undefined) return map;
  if (!Array.isArray(value)) return undefined;
  const pairs = value
    .slice(0, CONTEXT_NODES_MAX)
    .filter((pair): pair is [string, unknown] => Array.isArray(pair) && typeof pair[0] === 'string');
  // `fromEntries` makes own properties of whatever names they are.
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs.map(([name, inner]) => [name, inner]));
}

/** The fields that have a value, at most as many as are kept of one record; `undefined` when none has. */
export function toFilled(fields: JsonMap): JsonMap | undefined {
  const values = Object.values(fields);
  if (values.length === 0) return undefined;
  if (values.length <= CONTEXT_NODES_MAX && values.every(isThere)) return fields;
  const filled: Record<string, unknown> = {};
  let filledCount = 0;
  for (const [name, value] of Object.entries(fields)) {
    if (!isThere(value)) continue;
    if (filledCount++ >= CONTEXT_NODES_MAX) break;
    // A stranger's name may be one that an assignment would take for something else.
    if (name === '__proto__')
      Object.defineProperty(filled, name, { value, enumerable: true, writable: true, configurable: true });
    else filled[name] = value;
  }
  return filledCount === 0 ? undefined : filled;
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The first that is a text. */
export function firstText(...values: readonly unknown[]): string | undefined {
  for (const value of values) if (typeof value === 'string' && value !== '') return value;
  return undefined;
}
