// Stacks are most of what an event says, and an application under load sends the same few again and again. One that stood in
// a body before is cut out of the text, which the parser then reads in a third of the time, and its value is put back:
// equal texts get the same value, so comparing what is made of it is cheap as well (docs/benchmarks.md tells the gain).

import { randomBytes } from 'node:crypto';
import {
  REPEATED_STACK_CHARS_MAX,
  REPEATED_STACK_CHARS_MIN,
  REPEATED_STACK_LOOKS_MAX,
  REPEATED_STACK_MISSES_MAX,
  REPEATED_STACKS_CHARS_MAX,
  REPEATED_STACKS_MAX,
  REPEATED_STACKS_PER_BODY_MAX,
} from '../../limits.js';
import { openBoundedCache } from '../domain/bounded-cache.js';
import { addRepeatedFrames } from '../domain/repeated-frames.js';

interface KnownStack {
  /** As it stands in the body: a whole JSON value. */
  readonly json: string;
  readonly value: unknown;
  /** How often another text stood where this one was looked for, since it was found last. */
  misses: number;
  /** Stood in a field of that name which is not an event's own, so all of its body was parsed twice. */
  isElsewhere: boolean;
}

/** By some of the first characters: what is found is compared. */
const known = openBoundedCache<number, KnownStack>(REPEATED_STACKS_MAX, {
  sizeMax: REPEATED_STACKS_CHARS_MAX,
  sizeOf: ({ json }) => json.length,
});

/** Keys that were met once: what comes a single time is not worth a place. */
const met = new Int32Array(REPEATED_STACKS_MAX);

export interface StackField {
  /**
   * How it begins behind `,"stac`: with a letter that is rare in JSON, because what begins with a frequent one takes the search
   * five times as long. The last character is the first of the value.
   */
  readonly start: string;
  /** How its value ends, where stacks that begin alike are told apart by their ends. Stood within it too, it tells less. */
  readonly end?: string;
}

/** Where a dialect has the stacks of a body. */
export interface StackLayout {
  readonly fields: readonly [StackField, StackField?];
  /** Writes over each such field of the parsed value that is a text with what `take` makes of it. */
  readonly putBack: (value: unknown, take: (text: string) => unknown) => void;
}

/**
 * What stands before. The comma is what makes sure that a field begins here, and no text that reads like one: in JSON a quote
 * behind a comma opens a text or closes it, and behind one that closes no letter stands.
 */
const FIELD_START = ',"stac';

/** Stands in a text for what was cut out. No sender knows it. */
const MARK = randomBytes(12).toString('base64');

/**
 * What `JSON.parse` makes of a text, and throws what it throws. The same frames may be the same array in more than one event,
 * also of other calls: they are for reading alone.
 */
export function parseWithStacks(text: string, layout: StackLayout): unknown {
  const cut = cutStacks(text, layout);
  if (cut === null) return JSON.parse(text);
  const value: unknown = JSON.parse(cut.text);
  const left = putBack(value, cut.stacks, layout);
  if (left.length === 0) return value;
  for (const stack of left) stack.isElsewhere = true;
  return JSON.parse(text);
}

/** A text with the characters that may still be looked at in it. */
interface Look {
  readonly text: string;
  charsLeft: number;
}

interface Cut {
  readonly text: string;
  /** By the number behind their mark. */
  readonly stacks: readonly KnownStack[];
}

function cutStacks(text: string, { fields: [first, second] }: StackLayout): Cut | null {
  const stacks: KnownStack[] = [];
  const look: Look = { text, charsLeft: REPEATED_STACK_LOOKS_MAX * text.length };
  let rest = '';
  let copiedTo = 0;
  let nextFirst = find(text, first, 0);
  let nextSecond = find(text, second, 0);
  for (let count = 0; count < REPEATED_STACKS_PER_BODY_MAX; count += 1) {
    const found = Math.min(nextFirst, nextSecond);
    const field = found === nextFirst ? first : second;
    if (found === NOWHERE || field === undefined || look.charsLeft <= 0) break;
    let end = found + field.start.length - 1;
    const stack = text.startsWith(FIELD_START, found - FIELD_START.length) ? findKnown(look, end, field) : null;
    if (stack !== null) {
      rest += `${text.slice(copiedTo, end)}"${MARK}${stacks.length}"`;
      stacks.push(stack);
      end += stack.json.length;
      copiedTo = end;
    }
    if (nextFirst < end) nextFirst = find(text, first, end);
    if (nextSecond < end) nextSecond = find(text, second, end);
  }
  return stacks.length === 0 ? null : { text: rest + text.slice(copiedTo), stacks };
}

const NOWHERE = Number.POSITIVE_INFINITY;

function find(text: string, field: StackField | undefined, from: number): number {
  const at = field === undefined ? -1 : text.indexOf(field.start, from);
  return at === -1 ? NOWHERE : at;
}

/** Returns what was cut out of something else. */
function putBack(value: unknown, stacks: readonly KnownStack[], layout: StackLayout): readonly KnownStack[] {
  const left: (KnownStack | null)[] = [...stacks];
  layout.putBack(value, (text) => {
    if (!text.startsWith(MARK)) return text;
    const place = Number(text.slice(MARK.length));
    const stack = left[place];
    left[place] = null;
    return stack?.value;
  });
  return left.filter((stack) => stack !== null);
}

function findKnown(look: Look, at: number, field: StackField): KnownStack | null {
  const { text } = look;
  const key = toKey(look, at, field);
  if (key === null) return null;
  const stack = known.get(key);
  if (stack !== undefined) {
    if (stack.isElsewhere) return null;
    if (text.slice(at, at + stack.json.length) === stack.json) {
      stack.misses = 0;
      return stack;
    }
    stack.misses += 1;
    if (stack.misses <= REPEATED_STACK_MISSES_MAX) return null;
  }
  const place = key & (REPEATED_STACKS_MAX - 1);
  if (met[place] === key) remember(look, key, at);
  met[place] = key;
  return null;
}

function remember(look: Look, key: number, at: number): void {
  const { text } = look;
  const end = findEnd(text, at);
  // Where there is none, all was looked at that may be.
  look.charsLeft -= (end ?? Math.min(text.length, at + REPEATED_STACK_CHARS_MAX)) - at;
  if (end === null || end - at < REPEATED_STACK_CHARS_MIN) return;
  // A slice would hold all of the body.
  const json = Buffer.from(text.slice(at, end)).toString();
  const value: unknown = JSON.parse(json);
  if (typeof value === 'object' && value !== null) addRepeatedFrames(value);
  known.set(key, { json, value, misses: 0, isElsewhere: false });
}

/** As many as the shortest stack has that is remembered; at an end more, where the innermost frame has lines of source. */
const KEY_CHARS = REPEATED_STACK_CHARS_MIN;
const KEY_CHARS_AT_END = 4 * KEY_CHARS;
/** Of the first characters so many are passed over: most stacks begin with a message. */
const KEY_STEP = 4;

/**
 * An integer of 32 bits of some of the first characters of the value or, with its length, of all of the last in front of its
 * end: two places in one function may differ in a digit. Null where it has no end.
 */
function toKey(look: Look, at: number, { end }: StackField): number | null {
  const { text } = look;
  if (end === undefined) return mix(text, { from: at, to: at + KEY_CHARS, step: KEY_STEP });
  const length = text.slice(at, at + REPEATED_STACK_CHARS_MAX).indexOf(end);
  look.charsLeft -= length === -1 ? Math.min(REPEATED_STACK_CHARS_MAX, text.length - at) : length;
  if (length < KEY_CHARS) return null;
  const from = at + Math.max(0, length - KEY_CHARS_AT_END);
  return (mix(text, { from, to: at + length, step: 1 }) + length) | 0;
}

function mix(text: string, { from, to, step }: { from: number; to: number; step: number }): number {
  let key = 0;
  for (let at = from; at < to; at += step) key = Math.imul(key, 31) + text.charCodeAt(at);
  return key | 0;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Behind the text or the array that begins there; null where that is too far or nowhere. */
function findEnd(text: string, start: number): number | null {
  const last = Math.min(text.length, start + REPEATED_STACK_CHARS_MAX) - 1;
  let depth = 0;
  for (let at = start; at <= last; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      at = findQuote(text, at + 1, last);
      if (at === -1) return null;
    } else if (char === OPEN_ARRAY || char === OPEN_OBJECT) {
      depth += 1;
    } else if (char === CLOSE_ARRAY || char === CLOSE_OBJECT) {
      depth -= 1;
    }
    if (depth === 0) return at + 1;
  }
  return null;
}

function findQuote(text: string, from: number, last: number): number {
  for (let at = from; at <= last; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) return at;
    if (char === BACKSLASH) at += 1;
  }
  return -1;
}
