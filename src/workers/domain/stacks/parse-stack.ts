// Text stacks of all languages. Which one it is shows in the text: every language has lines that no other has.

import type { Cause, StackFrame } from '../../../../schemas/event.js';
import { MAX_MESSAGE_LENGTH } from '../../../constants.js';
import {
  CAUSE_FRAMES_MAX,
  DETAIL_CHARS_MAX,
  EVENT_CAUSES_MAX,
  KNOWN_SITE_CHARS_MAX,
  KNOWN_SITES_CHARS_MAX,
  KNOWN_SITES_MAX,
  UNKNOWN_LINE_STEPS,
} from '../../../limits.js';
import { openBoundedCache } from '../bounded-cache.js';
import { toFrames } from '../frames.js';
import { countSteps } from '../redactions.js';
import { addRepeatedFrames } from '../repeated-frames.js';
import { cutText } from '../text.js';
import { DART } from './dart.js';
import { DOTNET } from './dotnet.js';
import { ELIXIR } from './elixir.js';
import { GO } from './go.js';
import { JAVA } from './java.js';
import { JAVASCRIPT } from './javascript.js';
import { PHP } from './php.js';
import { PYTHON } from './python.js';
import { RUBY } from './ruby.js';
import { RUST } from './rust.js';
import { SWIFT } from './swift.js';
import { type Language, type StackReader, type ThrownText, toLines } from './text-stack.js';

export interface ParsedStack {
  readonly language: Language;
  readonly stackFrames: readonly StackFrame[];
  /** The first in-app frames; none of JavaScript, whose stack texts do not group (docs/adr/0018). */
  readonly groupingFrames: readonly StackFrame[];
  /** The nearest first. */
  readonly causes: readonly Cause[];
}

/** In the order in which they are asked: .NET has calls that could be Java's, were they not looked at first. */
const READERS: readonly StackReader[] = [PYTHON, JAVA, PHP, DOTNET, GO, RUBY, RUST, ELIXIR, DART, SWIFT];

interface KnownCalls {
  readonly parsed: ParsedStack;
  readonly chars: number;
}

/** Calls of JavaScript below a line that may hold an id: an application under load fails in few places. */
const known = openBoundedCache<string, KnownCalls>(KNOWN_SITES_MAX, {
  sizeMax: KNOWN_SITES_CHARS_MAX,
  sizeOf: ({ chars }) => chars,
});
/** Keys of calls that came before. What comes once is not worth the memory: to keep it costs as much as to read it. */
const seen = openBoundedCache<number, true>(KNOWN_SITES_MAX);
const FIRST_CALL = '\n    at ';
/** A first line that says more than what was thrown. */
const IS_TELLING = /^(?:Caused by|Error \d|\s)|[\n@]/;

/** The frames of a stack text, or null when no language is known by it. Takes time in proportion to its length. */
export function parseStackText(stack: string): ParsedStack | null {
  const at = stack.indexOf(FIRST_CALL);
  const isRemembered = at > 0 && stack.length - at <= KNOWN_SITE_CHARS_MAX && !IS_TELLING.test(stack.slice(0, at));
  if (!isRemembered) return parseAnew(stack);
  const calls = stack.slice(at);
  const found = known.get(calls);
  if (found !== undefined) return found.parsed;
  const parsed = parseAnew(stack);
  if (parsed?.language !== 'javascript') return parsed;
  const key = toKey(calls);
  if (seen.get(key) === undefined) {
    seen.set(key, true);
  } else {
    addRepeatedFrames(parsed.stackFrames);
    known.set(calls, { parsed, chars: calls.length });
  }
  return parsed;
}

/** An integer of 32 bits that is the same for equal texts and seldom for others. */
function toKey(text: string): number {
  let mix = text.length;
  for (let index = 0; index < text.length; index++) mix = (Math.imul(mix, 31) + text.charCodeAt(index)) | 0;
  return mix;
}

function parseAnew(stack: string): ParsedStack | null {
  const lines = toLines(stack);
  const reader = findReader(lines);
  if (reader === undefined) return null;
  const { language } = reader;
  const [thrown = { frames: [] }, ...causes] = reader.read(lines);
  const { stackFrames, groupingFrames } = toFrames(thrown.frames, { cut: cutText });
  return {
    language,
    stackFrames,
    groupingFrames: language === 'javascript' ? [] : groupingFrames,
    causes: toCauses(causes),
  };
}

/** A message may quote the stack of another program; so that of JavaScript, which most events have, goes before all others. */
function findReader(lines: readonly string[]): StackReader | undefined {
  if (lines.some(JAVASCRIPT.isOwnLine)) return JAVASCRIPT;
  for (const line of lines) {
    countSteps(UNKNOWN_LINE_STEPS);
    const reader = READERS.find(({ isOwnLine }) => isOwnLine(line));
    if (reader !== undefined) return reader;
  }
  return undefined;
}

function toCauses(thrown: readonly ThrownText[]): Cause[] {
  let framesLeft = CAUSE_FRAMES_MAX;
  return thrown.slice(0, EVENT_CAUSES_MAX).flatMap(({ type, message, frames }) => {
    const stackFrames = toFrames(frames, { cut: cutText }).stackFrames.slice(0, framesLeft);
    framesLeft -= stackFrames.length;
    const cause: Cause = {
      ...(type ? { type: cutText(type, DETAIL_CHARS_MAX) } : null),
      ...(message ? { message: cutText(message, MAX_MESSAGE_LENGTH) } : null),
      ...(stackFrames.length > 0 ? { stackFrames } : null),
    };
    return Object.keys(cause).length === 0 ? [] : [cause];
  });
}
