// Texts that repeat between records: serialised and hashed once where that can be known for less than doing it again.

import { hash } from 'node:crypto';
import type { StackFrame } from '../../schemas/event.js';
import { KNOWN_STACK_CHARS_MAX, KNOWN_STACKS_MAX, KNOWN_TEXT_CHARS_MAX, KNOWN_TEXTS_MAX } from '../limits.js';
import type { ContentText } from '../messages.js';

const knownHashes = new Map<string, string>();

/** The content for a JSON text, or null for none. */
export function toContent(text: string | null): ContentText | null {
  if (text === null) return null;
  if (text.length > KNOWN_TEXT_CHARS_MAX) return { hash: toContentHash(text), text };
  let known = knownHashes.get(text);
  if (known === undefined) {
    known = toContentHash(text);
    if (knownHashes.size >= KNOWN_TEXTS_MAX) knownHashes.clear();
    knownHashes.set(text, known);
  }
  return { hash: known, text };
}

interface KnownStack {
  readonly stack: string | undefined;
  readonly frames: readonly StackFrame[];
  readonly content: ContentText;
}

/** Slots, which are overwritten. */
const knownStacks = new Array<KnownStack | undefined>(KNOWN_STACKS_MAX);

/** The content for a stack text and its frames, or null when the event has neither. */
export function toStackContent(stack: string | undefined, frames: readonly StackFrame[]): ContentText | null {
  if (stack === undefined && frames.length === 0) return null;
  const slot = toSlot(stack ?? '', frames);
  const known = knownStacks[slot];
  // Comparing what is equal is far cheaper than serialising and hashing it, and what differs shows early.
  if (known !== undefined && known.stack === stack && areSameFrames(known.frames, frames)) return known.content;
  const text = JSON.stringify({ stack, stackFrames: frames });
  const content = { hash: toContentHash(text), text };
  if (text.length <= KNOWN_STACK_CHARS_MAX) knownStacks[slot] = { stack, frames, content };
  return content;
}

/** Mixes what tells stacks apart most often: the message in front of them and the innermost lines. */
function toSlot(stack: string, frames: readonly StackFrame[]): number {
  let mix = stack.length;
  for (let index = Math.min(stack.length, SLOT_CHARS) - 1; index >= 0; index--) {
    mix = Math.imul(mix, 31) + stack.charCodeAt(index);
  }
  for (let index = Math.min(frames.length, SLOT_FRAMES) - 1; index >= 0; index--) {
    mix = Math.imul(mix, 31) + (frames[index]?.lineno ?? 0);
  }
  return (mix >>> 0) % KNOWN_STACKS_MAX;
}

const SLOT_CHARS = 128;
const SLOT_FRAMES = 3;

function areSameFrames(one: readonly StackFrame[], other: readonly StackFrame[]): boolean {
  return one.length === other.length && one.every((frame, index) => isSameFrame(frame, other[index]));
}

function isSameFrame(one: StackFrame, other: StackFrame | undefined): boolean {
  if (other === undefined) return false;
  return (
    one.lineno === other.lineno &&
    one.colno === other.colno &&
    one.inApp === other.inApp &&
    one.filename === other.filename &&
    one.function === other.function &&
    one.contextLine === other.contextLine &&
    areSameLines(one.preContext, other.preContext) &&
    areSameLines(one.postContext, other.postContext)
  );
}

function areSameLines(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.length === other.length && one.every((line, index) => line === other[index]);
}

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** 16 bytes are 21 characters and the first two bits of the next. */
const WHOLE_CHARS = 21;

/** First 16 bytes of SHA-256 as base64url, taken from the text of the whole hash: that is cheaper than from a buffer. */
export function toContentHash(text: string): string {
  const whole = hash('sha256', text, 'base64url');
  const lastBits = BASE64URL.indexOf(whole.charAt(WHOLE_CHARS)) & 0b110000;
  return whole.slice(0, WHOLE_CHARS) + BASE64URL.charAt(lastBits);
}
