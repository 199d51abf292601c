// Stacks are most of what an event says, and an application under load sends the same few again and again. One that stood in
// a body before is cut out of the text, which the parser then reads in a third of the time, and its value is put back:
// equal texts get the same value, so comparing what is made of it is cheap as well (docs/benchmarks.md tells the gain).

import { randomBytes } from 'node:crypto';
import {
  REPEATED_STACK_CHARS_MAX,
  REPEATED_STACK_CHARS_MIN,
  REPEATED_STACK_MISSES_MAX,
  REPEATED_STACKS_CHARS_MAX,
  REPEATED_STACKS_MAX,
  REPEATED_STACKS_PER_BODY_MAX,
} from '../../limits.js';
import { openBoundedCache } from '../domain/bounded-cache.js';

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

const knownFrames = new WeakSet<object>();

/** Whether the frames are an array that `parseEvents` gives again, so that who holds it holds no memory of its own. */
export function areRepeatedFrames(frames: object): boolean {
  return knownFrames.has(frames);
}

/** Keys that were met once: what comes a single time is not worth a place. */
const met = new Int32Array(REPEATED_STACKS_MAX);

/**
 * How the field of a stack's text and that of its frames end, from a letter that is rare in JSON: what begins with a frequent
 * one takes the search five times as long. The last character is the first of the value.
 */
const TEXT_END = 'k":"';
const FRAMES_END = 'kFrames":[';
/**
 * What stands before. The comma is what makes sure that a field begins here, and no text that reads like one: in JSON a quote
 * behind a comma opens a text or closes it, and behind one that closes no letter stands.
 */
const FIELD_START = ',"stac';

/** Stands in a text for what was cut out. No sender knows it. */
const MARK = randomBytes(12).toString('base64');

/**
 * What `JSON.parse` makes of the text of an event or of an array of events, and throws what it throws. The same frames may be
 * the same array in more than one event, also of other calls: they are for reading alone.
 */
export function parseEvents(text: string): unknown {
  const cut = cutStacks(text);
  if (cut === null) return JSON.parse(text);
  const value: unknown = JSON.parse(cut.text);
  const left = putBack(value, cut.stacks);
  if (left.length === 0) return value;
  for (const stack of left) stack.isElsewhere = true;
  return JSON.parse(text);
}

interface Cut {
  readonly text: string;
  /** By the number behind their mark. */
  readonly stacks: readonly KnownStack[];
}

function cutStacks(text: string): Cut | null {
  const stacks: KnownStack[] = [];
  let rest = '';
  let copiedTo = 0;
  let nextText = find(text, TEXT_END, 0);
  let nextFrames = find(text, FRAMES_END, 0);
  for (let count = 0; count < REPEATED_STACKS_PER_BODY_MAX; count += 1) {
    const isText = nextText < nextFrames;
    const start = Math.min(nextText, nextFrames);
    if (start === NOWHERE) break;
    let end = start + (isText ? TEXT_END : FRAMES_END).length - 1;
    const stack = text.startsWith(FIELD_START, start - FIELD_START.length) ? findKnown(text, end) : null;
    if (stack !== null) {
      rest += `${text.slice(copiedTo, end)}"${MARK}${stacks.length}"`;
      stacks.push(stack);
      end += stack.json.length;
      copiedTo = end;
    }
    if (nextText < end) nextText = find(text, TEXT_END, end);
    if (nextFrames < end) nextFrames = find(text, FRAMES_END, end);
  }
  return stacks.length === 0 ? null : { text: rest + text.slice(copiedTo), stacks };
}

const NOWHERE = Number.POSITIVE_INFINITY;

function find(text: string, wanted: string, from: number): number {
  const at = text.indexOf(wanted, from);
  return at === -1 ? NOWHERE : at;
}

/** Into the events and their causes. Returns what was cut out of something else. */
function putBack(value: unknown, stacks: readonly KnownStack[]): readonly KnownStack[] {
  const left: (KnownStack | null)[] = [...stacks];
  const take = (field: string): unknown => {
    if (!field.startsWith(MARK)) return field;
    const place = Number(field.slice(MARK.length));
    const stack = left[place];
    left[place] = null;
    return stack?.value;
  };
  const fill = (holder: unknown): void => {
    if (!isHolder(holder)) return;
    if (typeof holder.stack === 'string') holder.stack = take(holder.stack);
    if (typeof holder.stackFrames === 'string') holder.stackFrames = take(holder.stackFrames);
  };
  const events: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const event of events) {
    fill(event);
    if (isHolder(event) && Array.isArray(event.causes)) event.causes.forEach(fill);
  }
  return left.filter((stack) => stack !== null);
}

/** What may have these fields, an event or a cause of one. */
type Holder = Partial<Record<'stack' | 'stackFrames' | 'causes', unknown>>;

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null;
}

function findKnown(text: string, at: number): KnownStack | null {
  const key = toKey(text, at);
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
  if (met[place] === key) remember(key, text, at);
  met[place] = key;
  return null;
}

function remember(key: number, text: string, at: number): void {
  const end = findEnd(text, at);
  if (end === -1) return;
  // A slice would hold all of the body.
  const json = Buffer.from(text.slice(at, end)).toString();
  const value: unknown = JSON.parse(json);
  if (typeof value === 'object' && value !== null) knownFrames.add(value);
  known.set(key, { json, value, misses: 0, isElsewhere: false });
}

const KEY_STEP = 8;

/** An integer of 32 bits of characters as far as the shortest stack that is remembered. */
function toKey(text: string, at: number): number {
  let key = 0;
  for (let next = at + REPEATED_STACK_CHARS_MIN - KEY_STEP; next > at; next -= KEY_STEP) {
    key = Math.imul(key, 31) + text.charCodeAt(next);
  }
  return key | 0;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Behind the text or the array that begins there; -1 where that is too near, too far or nowhere. */
function findEnd(text: string, start: number): number {
  const last = Math.min(text.length, start + REPEATED_STACK_CHARS_MAX) - 1;
  let depth = 0;
  for (let at = start; at <= last; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      at = findQuote(text, at + 1, last);
      if (at === -1) return -1;
    } else if (char === OPEN_ARRAY || char === OPEN_OBJECT) {
      depth += 1;
    } else if (char === CLOSE_ARRAY || char === CLOSE_OBJECT) {
      depth -= 1;
    }
    if (depth === 0) return at + 1 - start < REPEATED_STACK_CHARS_MIN ? -1 : at + 1;
  }
  return -1;
}

function findQuote(text: string, from: number, last: number): number {
  for (let at = from; at <= last; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) return at;
    if (char === BACKSLASH) at += 1;
  }
  return -1;
}
