// Texts that are cut and redacted. What makes a text a secret may stand behind it, as the `@` of an address stands behind
// the password; so a text is cut with some more, redacted, and cut again.

import type { StackFrame } from '../../../schemas/event.js';
import {
  FRAME_CONTEXT_LINE_CHARS_MAX,
  FRAME_FILENAME_CHARS_MAX,
  FRAME_MODULE_CHARS_MAX,
  SECRET_AHEAD_CHARS,
  SECRET_GROUPS_CHARS,
} from '../../limits.js';
import { redactFrame, redactProse } from './redact-prose.js';
import type { RedactRules } from './redact-text.js';
import { cutText } from './text.js';

/** The first `charsMax` UTF-16 units of a text, and what redaction wants to see behind them: a little, and the word there. */
export function cutAhead(text: string, charsMax: number): string {
  if (text.length <= charsMax) return cutText(text, charsMax);
  const ahead = text.slice(charsMax + SECRET_GROUPS_CHARS, charsMax + SECRET_AHEAD_CHARS);
  const wordEnd = ahead.search(WORD_END);
  return cutText(text, charsMax + (wordEnd === -1 ? SECRET_AHEAD_CHARS : SECRET_GROUPS_CHARS + wordEnd));
}

const WORD_END = /[\s"'`<>]/;

/** As `cutAhead`; `undefined` for what is no text. */
export function cutAheadOptional(text: unknown, charsMax: number): string | undefined {
  return typeof text === 'string' ? cutAhead(text, charsMax) : undefined;
}

/**
 * What may be kept of a text that `cutAhead` has cut and that was redacted then: at most `charsMax` units. Where a long
 * secret was replaced, what stood behind the cut has moved up; its end is left out all the same, because a secret there may
 * have lost what it is known by.
 */
export function cutRedacted(redacted: string, ahead: string, charsMax: number): string {
  const kept = redacted.length - sameEndChars(redacted, ahead, ahead.length - charsMax);
  return cutText(redacted, Math.min(charsMax, kept));
}

/** How much of the end is as it was sent, up to what was read ahead: in front of that is a mark, or nothing was found. */
function sameEndChars(redacted: string, sent: string, charsMax: number): number {
  const max = Math.min(charsMax, redacted.length);
  let chars = 0;
  while (chars < max && redacted[redacted.length - 1 - chars] === sent[sent.length - 1 - chars]) chars += 1;
  return chars;
}

/** Prose that `cutAhead` has cut, redacted, of at most `charsMax` units. */
export function redactCut(text: string, charsMax: number, rules: RedactRules): string {
  return cutRedacted(redactProse(text, rules), text, charsMax);
}

/** As `redactCut`, where there is a text. */
export function redactCutOptional(text: string | undefined, charsMax: number, rules: RedactRules): string | undefined {
  return text === undefined ? undefined : redactCut(text, charsMax, rules);
}

/** A frame whose texts `cutAhead` has cut, redacted and within its limits; itself where nothing had to change. */
export function redactCutFrame(sent: StackFrame, rules: RedactRules): StackFrame {
  const frame = redactFrame(sent, rules);
  if (isShort(frame)) return frame;
  const { filename, module, contextLine } = frame;
  const cut = { ...frame };
  if (filename !== undefined) cut.filename = cutRedacted(filename, sent.filename ?? '', FRAME_FILENAME_CHARS_MAX);
  if (module !== undefined) cut.module = cutRedacted(module, sent.module ?? '', FRAME_MODULE_CHARS_MAX);
  if (contextLine !== undefined) cut.contextLine = cutLine(contextLine, sent.contextLine);
  if (frame.preContext) cut.preContext = frame.preContext.map((line, index) => cutLine(line, sent.preContext?.[index]));
  if (frame.postContext)
    cut.postContext = frame.postContext.map((line, index) => cutLine(line, sent.postContext?.[index]));
  return cut;
}

function cutLine(line: string, sent = ''): string {
  return cutRedacted(line, sent, FRAME_CONTEXT_LINE_CHARS_MAX);
}

function isShort({ filename = '', module = '', contextLine, preContext, postContext }: StackFrame): boolean {
  if (filename.length > FRAME_FILENAME_CHARS_MAX || module.length > FRAME_MODULE_CHARS_MAX) return false;
  const lines = [contextLine ?? '', ...(preContext ?? []), ...(postContext ?? [])];
  return lines.every((line) => line.length <= FRAME_CONTEXT_LINE_CHARS_MAX);
}
