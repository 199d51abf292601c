import { REDACTED } from '../../constants.js';
import {
  CONTEXT_CHARS_MAX,
  CONTEXT_DEPTH_MAX,
  CONTEXT_KEY_CHARS_MAX,
  CONTEXT_NODES_MAX,
  CONTEXT_TEXT_CHARS_MAX,
  RECORD_BODY_DEPTH_MAX,
} from '../../limits.js';
import { scanText } from './redact-text.js';
import { isSecretHeaderName, isSecretName } from './secret-names.js';
import { cutMarked, cutText, TRUNCATED, wellFormed } from './text.js';

/** What may still be kept of one record. Shared by all its contexts, so that ten small ones cost what one big one may. */
export interface Allowance {
  nodesLeft: number;
  charsLeft: number;
  readonly depthMax: number;
  readonly textCharsMax: number;
}

export function contextAllowance(): Allowance {
  return {
    nodesLeft: CONTEXT_NODES_MAX,
    charsLeft: CONTEXT_CHARS_MAX,
    depthMax: CONTEXT_DEPTH_MAX,
    textCharsMax: CONTEXT_TEXT_CHARS_MAX,
  };
}

/** For text that has a bound of its own: a body is cut by its bytes, JSON inside a text by the text. */
function textAllowance(): Allowance {
  return { nodesLeft: Infinity, charsLeft: Infinity, depthMax: RECORD_BODY_DEPTH_MAX, textCharsMax: Infinity };
}

/**
 * The value without secrets and within the allowance. A value in which nothing had to change comes back as the same
 * reference, uncopied. Objects that did change have no prototype.
 */
export function redactValue(value: unknown, allowance: Allowance): unknown {
  return visitValue(value, { depth: 1, isPair: false }, allowance);
}

/** A body as JSON or text, without secrets, as text. Linear in its length, whatever it holds. */
export function redactBodyText(body: unknown): string {
  if (typeof body === 'string') return redactText(body, 1);
  return JSON.stringify(visitValue(body, { depth: 1, isPair: false }, textAllowance()));
}

interface Place {
  /** Levels from the root of the context. */
  readonly depth: number;
  /** An array inside an array: `[name, value]` in lists such as `Object.entries` makes. */
  readonly isPair: boolean;
}

function visitValue(value: unknown, place: Place, allowance: Allowance): unknown {
  if (typeof value === 'string') return visitText(value, place.depth, allowance);
  if (typeof value !== 'object' || value === null) return value;
  if (place.depth > allowance.depthMax) return TRUNCATED;
  return Array.isArray(value) ? visitArray(value, place, allowance) : visitObject(value, place.depth, allowance);
}

function visitObject(value: object, depth: number, allowance: Allowance): unknown {
  const object = value as JsonRecord;
  const pairedKey = secretPairKey(object);
  const inner = { depth: depth + 1, isPair: false };
  let copy: Record<string, unknown> | null = null;
  for (const key in object) {
    if (!spendNode(allowance, key.length)) return { ...copyBefore(copy ?? object, key), [TRUNCATED]: TRUNCATED };
    const sent = object[key];
    const kept = isSecretName(key) || key === pairedKey ? REDACTED : visitValue(sent, inner, allowance);
    const keptKey = keepKey(key);
    if (kept === sent && keptKey === key) continue;
    // A spread defines properties, so not even a key named __proto__ reaches a setter.
    copy ??= { ...object };
    if (keptKey === key) copy[key] = kept;
    else {
      Reflect.deleteProperty(copy, key);
      if (keptKey !== null) copy[keptKey] = kept;
    }
  }
  return copy ?? object;
}

type JsonRecord = Readonly<Record<string, unknown>>;

function copyBefore(object: JsonRecord, end: string): JsonRecord {
  const copy = Object.create(null) as Record<string, unknown>;
  for (const key in object) {
    if (key === end) break;
    copy[key] = object[key];
  }
  return copy;
}

/** Null for the one key that could do harm to whoever reads the stored JSON. */
function keepKey(key: string): string | null {
  if (key === '__proto__') return null;
  return key.length <= CONTEXT_KEY_CHARS_MAX ? wellFormed(key) : cutMarked(key, CONTEXT_KEY_CHARS_MAX);
}

/** In `{ name: 'authorization', value: '…' }` the name of the secret is itself a value. */
export function secretPairKey(object: JsonRecord): string | null {
  const valueKey = object.value !== undefined ? 'value' : object.Value !== undefined ? 'Value' : null;
  if (valueKey === null) return null;
  for (const nameKey of PAIR_NAME_KEYS) {
    const name = object[nameKey];
    if (typeof name === 'string' && isSecretName(name)) return valueKey;
  }
  return null;
}

const PAIR_NAME_KEYS = ['name', 'key', 'header', 'field', 'Name', 'Key'];

function visitArray(array: readonly unknown[], { depth, isPair }: Place, allowance: Allowance): unknown {
  const inner = { depth: depth + 1, isPair: true };
  let copy: unknown[] | null = null;
  for (let index = 0; index < array.length; index++) {
    if (!spendNode(allowance, 0)) {
      copy ??= array.slice(0, index);
      copy.push(TRUNCATED);
      return copy;
    }
    const sent = array[index];
    const kept = isSecretItem(array, { index, isPair }) ? REDACTED : visitValue(sent, inner, allowance);
    if (copy === null && kept === sent) continue;
    copy ??= array.slice(0, index);
    copy.push(kept);
  }
  return copy ?? array;
}

/** The second of `[name, value]` in a list of pairs, and in Node's `rawHeaders` and its like every second. */
export function isSecretItem(
  array: readonly unknown[],
  { index, isPair }: { readonly index: number; readonly isPair: boolean },
): boolean {
  if (index % 2 === 0) return false;
  const name = array[index - 1];
  if (typeof name !== 'string') return false;
  return isSecretHeaderName(name) || (isPair && array.length === 2 && isSecretName(name));
}

function visitText(text: string, depth: number, allowance: Allowance): string {
  const charsMax = Math.min(allowance.textCharsMax, allowance.charsLeft);
  if (text.length > 0 && charsMax <= 0) return TRUNCATED;
  // Cut first: the scanner knows texts that end in the middle of a secret, and what is cut off costs nothing.
  const isCut = text.length > charsMax;
  const redacted = redactText(isCut ? cutText(text, charsMax) : text, depth);
  const kept = isCut ? `${redacted}${TRUNCATED}` : redacted;
  allowance.charsLeft -= kept.length;
  return kept;
}

function spendNode(allowance: Allowance, chars: number): boolean {
  allowance.nodesLeft -= 1;
  allowance.charsLeft -= chars;
  return allowance.nodesLeft >= 0 && allowance.charsLeft >= 0;
}

/** `depth` counts on through JSON inside text inside JSON, so that the recursion ends. */
function redactText(text: string, depth: number): string {
  const sound = wellFormed(text);
  if (depth > RECORD_BODY_DEPTH_MAX || !LOOKS_LIKE_JSON.test(sound)) return scanText(sound, 'text');
  const parsed = parseJson(sound);
  if (parsed === undefined) return scanText(sound, 'broken_json');
  const kept = visitValue(parsed, { depth: depth + 1, isPair: false }, textAllowance());
  // Of two equal keys only the last is in the parsed value, so a text that looks clean is scanned as well.
  return kept === parsed ? scanText(sound, 'text') : JSON.stringify(kept);
}

export const LOOKS_LIKE_JSON = /^\s{0,64}[[{"]/;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON, or JSON that was cut: the scanner takes over.
    return undefined;
  }
}
