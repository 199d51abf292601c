// Texts that repeat between records: serialised and hashed once where that can be known for less than doing it again.

import { hash } from 'node:crypto';
import type { StackFrame } from '../../schemas/event.js';
import {
  KNOWN_SITE_CHARS_MAX,
  KNOWN_SITES_CHARS_MAX,
  KNOWN_SITES_MAX,
  KNOWN_TEXT_CHARS_MAX,
  KNOWN_TEXTS_MAX,
  MESSAGE_IN_STACK_AT_MAX,
} from '../limits.js';
import type { ContentText } from '../messages.js';
import { MESSAGE_MARK } from '../stack-text.js';
import { openBoundedCache } from './domain/bounded-cache.js';
import type { RedactedSite } from './domain/redact-site.js';
import { areSameFrames, toStackKey } from './same-stack.js';

const knownTexts = openBoundedCache<string, ContentText>(KNOWN_TEXTS_MAX);

/** The content for a JSON text, or null for none. Equal texts share the object while it is remembered. */
export function toContent(text: string): ContentText;
export function toContent(text: string | null): ContentText | null;
export function toContent(text: string | null): ContentText | null {
  if (text === null) return null;
  if (text.length > KNOWN_TEXT_CHARS_MAX) return { hash: toContentHash(text), text };
  let known = knownTexts.get(text);
  if (known === undefined) {
    known = { hash: toContentHash(text), text };
    knownTexts.set(text, known);
  }
  return known;
}

interface KnownStack {
  readonly parts: StackParts;
  readonly frames: readonly StackFrame[];
  readonly content: ContentText;
}

/** Different stacks may have one key: what is found is compared. */
const knownStacks = openBoundedCache<number, KnownStack>(KNOWN_SITES_MAX, {
  sizeMax: KNOWN_SITES_CHARS_MAX,
  sizeOf: ({ content }) => content.text.length,
});

type StackSite = Pick<RedactedSite, 'stack' | 'stackFrames' | 'message' | 'causes'>;

/** The content for the stack text and the frames of a site, and the causes in the text; null when it has none. */
export function toStackContent(site: StackSite): ContentText | null {
  const { stack, stackFrames: frames, message, causes } = site;
  if (stack === undefined && frames.length === 0) return null;
  const parts = splitStack(stack, message);
  if (causes.length > 0) return toContent(toStackText(parts, { stackFrames: frames, causes }));
  const key = toStackKey(parts.head ?? '', parts.tail ?? '', frames);
  const known = knownStacks.get(key);
  if (known !== undefined && areSameParts(known.parts, parts) && areSameFrames(known.frames, frames)) {
    return known.content;
  }
  const text = toStackText(parts, { stackFrames: frames });
  const content = { hash: toContentHash(text), text };
  if (text.length <= KNOWN_SITE_CHARS_MAX) knownStacks.set(key, { parts, frames, content });
  return content;
}

/** As `toStackContent`, of frames that a source map told: they differ in more than is compared there. */
export function toMappedStackContent({ stack, stackFrames, message, causes }: StackSite): ContentText {
  return toContent(toStackText(splitStack(stack, message), { stackFrames, ...(causes.length > 0 && { causes }) }));
}

const FRAMES_FIELD = '"stackFrames":[';

/** A stored stack with other frames; null where it is not written as this file writes it. */
export function replaceFrames(stored: string, stackFrames: readonly StackFrame[]): ContentText | null {
  // Inside of a text its quotes would stand behind backslashes.
  const at = stored.indexOf(FRAMES_FIELD);
  if (at === -1) return null;
  const rest = JSON.parse(`{${stored.slice(at)}`) as Record<string, unknown>;
  return toContent(stored.slice(0, at) + JSON.stringify({ ...rest, stackFrames }).slice(1));
}

/** A stack text before and after the event's message. Without `tail` the head is all of it, or there is none. */
interface StackParts {
  readonly head: string | undefined;
  readonly tail: string | undefined;
}

/** Most stacks begin with the message, which may hold an id while the rest is always the same. */
function splitStack(stack: string | undefined, message: string): StackParts {
  if (stack === undefined || message === '') return { head: stack, tail: undefined };
  const at = stack.slice(0, MESSAGE_IN_STACK_AT_MAX + message.length).indexOf(message);
  if (at === -1) return { head: stack, tail: undefined };
  return { head: stack.slice(0, at), tail: stack.slice(at + message.length) };
}

function areSameParts(one: StackParts, other: StackParts): boolean {
  return one.tail === other.tail && one.head === other.head;
}

function toStackText({ head, tail }: StackParts, rest: Partial<StackSite>): string {
  if (head === undefined || tail === undefined) return JSON.stringify({ stack: head, ...rest });
  const stack = `${JSON.stringify(head).slice(0, -1)}${MESSAGE_MARK}${JSON.stringify(tail).slice(1)}`;
  return `{"stack":${stack},${JSON.stringify(rest).slice(1)}`;
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
