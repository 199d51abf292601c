import { REDACTED } from '../../constants.js';
import {
  BODY_NODES_MAX,
  BODY_TEXT_CHARS_MAX,
  BROKEN_JSON_STEPS,
  CONTEXT_CHARS_MAX,
  CONTEXT_DEPTH_MAX,
  CONTEXT_KEY_CHARS_MAX,
  CONTEXT_NODES_MAX,
  CONTEXT_TEXT_CHARS_MAX,
  RECORD_BODY_BYTES_MAX,
  RECORD_BODY_DEPTH_MAX,
  SCAN_CHARS_MAX,
  SECRET_AHEAD_CHARS,
} from '../../limits.js';
import { cutAhead, cutRedacted } from './cut.js';
import { findersOf } from './redact-finders.js';
import { type RedactRules, type ScanOptions, scanText } from './redact-text.js';
import { countRedaction, countSteps } from './redactions.js';
import { cutMarked, cutText, TRUNCATED, wellFormed } from './text.js';

/** What may still be kept of one record. Shared by all its contexts, so that ten small ones cost what one big one may. */
export interface Allowance extends ScanOptions {
  nodesLeft: number;
  charsLeft: number;
  /** What may still be looked at, kept or not: shared with the JSON inside texts. */
  readonly scan: ScanBudget;
  readonly depthMax: number;
  readonly textCharsMax: number;
  /** The whole is cut when it is redacted; a context is cut before, text by text. */
  readonly isCutAfterwards: boolean;
}

interface ScanBudget {
  charsLeft: number;
  /** Something was left out because it would have cost too much. */
  isSpent: boolean;
}

export function contextAllowance(rules: RedactRules): Allowance {
  return {
    rules,
    nodesLeft: CONTEXT_NODES_MAX,
    charsLeft: CONTEXT_CHARS_MAX,
    scan: { charsLeft: SCAN_CHARS_MAX, isSpent: false },
    depthMax: CONTEXT_DEPTH_MAX,
    textCharsMax: CONTEXT_TEXT_CHARS_MAX,
    outCharsMax: Number.POSITIVE_INFINITY,
    isCutAfterwards: false,
  };
}

/** What is beyond the bytes that are kept of a body need not be looked at. */
function bodyAllowance(rules: RedactRules): Allowance {
  return {
    rules,
    nodesLeft: BODY_NODES_MAX,
    // One character too many, so that the body is found to be too long.
    charsLeft: RECORD_BODY_BYTES_MAX + 1,
    scan: { charsLeft: SCAN_CHARS_MAX, isSpent: false },
    depthMax: RECORD_BODY_DEPTH_MAX,
    textCharsMax: BODY_TEXT_CHARS_MAX,
    outCharsMax: RECORD_BODY_BYTES_MAX,
    isCutAfterwards: true,
  };
}

/** For JSON inside a text, which the text bounds. */
function innerAllowance(outer: Allowance): Allowance {
  return {
    ...outer,
    nodesLeft: Number.POSITIVE_INFINITY,
    charsLeft: Number.POSITIVE_INFINITY,
    depthMax: RECORD_BODY_DEPTH_MAX,
    textCharsMax: Number.POSITIVE_INFINITY,
  };
}

/**
 * The value without secrets and within the allowance. A value in which nothing had to change comes back as the same
 * reference, uncopied. Objects that did change have no prototype.
 */
export function redactValue(value: unknown, allowance: Allowance): unknown {
  return visitValue(value, { depth: 1, isPair: false }, allowance);
}

export interface RedactedBody {
  readonly text: string;
  /** Its end was left out: beyond the stored bytes, or because looking at more of it would have cost too much. */
  readonly isCut: boolean;
}

/** A body as JSON or text, without secrets, as text of at least the stored bytes. Its cost is bounded. */
export function redactBody(body: unknown, rules: RedactRules): RedactedBody {
  const allowance = bodyAllowance(rules);
  const kept = visitValue(body, { depth: 1, isPair: false }, allowance);
  const text = typeof kept === 'string' && typeof body === 'string' ? kept : JSON.stringify(kept);
  return { text, isCut: allowance.scan.isSpent };
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
  const { rules } = allowance;
  const pairedKey = secretPairKey(object, rules);
  const inner = { depth: depth + 1, isPair: false };
  let copy: Record<string, unknown> | null = null;
  for (const key in object) {
    if (!spendNode(allowance, Math.min(key.length, CONTEXT_KEY_CHARS_MAX)))
      return { ...copyBefore(copy ?? object, key), [TRUNCATED]: TRUNCATED };
    const sent = object[key];
    const isSecret = rules.isSecretName(key) || key === pairedKey;
    if (isSecret) countRedaction();
    const kept = isSecret ? REDACTED : visitValue(sent, inner, allowance);
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
export function secretPairKey(object: JsonRecord, rules: RedactRules): string | null {
  const valueKey = object.value !== undefined ? 'value' : object.Value !== undefined ? 'Value' : null;
  if (valueKey === null) return null;
  for (const nameKey of PAIR_NAME_KEYS) {
    const name = object[nameKey];
    if (typeof name === 'string' && rules.isSecretName(name)) return valueKey;
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
    const isSecret = isSecretItem(array, { index, isPair, rules: allowance.rules });
    if (isSecret) countRedaction();
    const kept = isSecret ? REDACTED : visitValue(sent, inner, allowance);
    if (copy === null && kept === sent) continue;
    copy ??= array.slice(0, index);
    copy.push(kept);
  }
  return copy ?? array;
}

/** The second of `[name, value]` in a list of pairs, and in Node's `rawHeaders` and its like every second. */
export function isSecretItem(array: readonly unknown[], { index, isPair, rules }: ItemPlace): boolean {
  if (index % 2 === 0) return false;
  const name = array[index - 1];
  if (typeof name !== 'string') return false;
  return rules.isSecretHeaderName(name) || (isPair && array.length === 2 && rules.isSecretName(name));
}

interface ItemPlace {
  readonly index: number;
  readonly isPair: boolean;
  readonly rules: RedactRules;
}

function visitText(text: string, depth: number, allowance: Allowance): string {
  if (text.length > 0 && allowance.charsLeft <= 0) return TRUNCATED;
  const { textCharsMax, isCutAfterwards } = allowance;
  const charsMax = isCutAfterwards ? textCharsMax : Math.min(textCharsMax, allowance.charsLeft);
  const kept =
    text.length > charsMax ? redactStart(text, { depth, charsMax }, allowance) : redactText(text, depth, allowance);
  allowance.charsLeft -= kept.length;
  return kept;
}

/** The start of a text that is too long, and a mark. What is cut off costs nothing. */
function redactStart(text: string, { depth, charsMax }: StartPlace, allowance: Allowance): string {
  const { rules, scan, isCutAfterwards } = allowance;
  if (!isCutAfterwards) {
    const start = cutAhead(text, charsMax);
    return `${cutRedacted(redactText(start, depth, allowance), start, charsMax)}${TRUNCATED}`;
  }
  scan.isSpent = true;
  // Of all this some 16 KiB are stored, so what stands at the cut is kept only where nearly all in front of it was secret.
  const window = text.slice(0, charsMax + SECRET_AHEAD_CHARS);
  const start = cutText(findersOf(rules)?.replaceForms(window, rules) ?? window, charsMax);
  return `${redactText(start, depth, allowance)}${TRUNCATED}`;
}

interface StartPlace {
  readonly depth: number;
  readonly charsMax: number;
}

function spendNode(allowance: Allowance, chars: number): boolean {
  allowance.nodesLeft -= 1;
  allowance.charsLeft -= chars;
  return allowance.nodesLeft >= 0 && allowance.charsLeft >= 0;
}

/** `depth` counts on through JSON inside text inside JSON, so that the recursion ends. */
function redactText(text: string, depth: number, allowance: Allowance): string {
  const { scan } = allowance;
  scan.charsLeft -= text.length;
  if (scan.charsLeft < 0) {
    scan.isSpent = true;
    return TRUNCATED;
  }
  const sound = wellFormed(text);
  if (!LOOKS_LIKE_JSON.test(sound) || depth > RECORD_BODY_DEPTH_MAX) return scanText(sound, 'text', allowance);
  // What is in it is looked at once more; a text that is too long for that is scanned as it is.
  countRedaction();
  const parsed = sound.length * 2 > scan.charsLeft ? undefined : parseJson(sound);
  if (parsed === undefined) return scanText(sound, 'broken_json', allowance);
  const kept = visitValue(parsed, { depth: depth + 1, isPair: false }, innerAllowance(allowance));
  // Of two equal keys only the last is in the parsed value, so a text that looks clean is scanned as well.
  return kept === parsed ? scanText(sound, 'text', allowance) : JSON.stringify(kept);
}

export const LOOKS_LIKE_JSON = /^\s{0,64}[[{"]/;

/** Of objects, arrays and texts, as `LOOKS_LIKE_JSON` has their starts. */
const JSON_ENDS: ReadonlySet<string> = new Set([']', '}', '"']);

function parseJson(text: string): unknown {
  // `[info] ready` is known by its end to be none, which costs less than the parser's exception.
  if (!JSON_ENDS.has(text.trimEnd().at(-1) ?? '')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON, or JSON that was cut: the scanner takes over.
    countSteps(BROKEN_JSON_STEPS);
    return undefined;
  }
}
