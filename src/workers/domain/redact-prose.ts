// Redaction of sentences and code: messages, stacks, names, source lines. Also run by the client libraries.

import type { StackFrame } from '../../../schemas/event.js';
import { findersOf } from './redact-finders.js';
import { type RedactRules, scanText } from './redact-text.js';

const UNBOUNDED = Number.POSITIVE_INFINITY;

/** Only forms that no sentence has are redacted: `Unexpected token: x` stays. */
export function redactProse(text: string, rules: RedactRules): string {
  return findersOf(rules) !== null || PROSE_MARKS.test(text)
    ? scanText(text, 'prose', { rules, outCharsMax: UNBOUNDED })
    : text;
}

/** Every form that a client redacts in prose has one of these; most messages and stacks have none. */
const PROSE_MARKS = /[=@%]|["'`] ?:|: ["'`]/;

/** A text that is a URL as a whole: the values of its parameters may hold spaces and quotation marks. */
export function redactUrl(url: string, rules: RedactRules): string {
  return scanText(url, 'url', { rules, outCharsMax: UNBOUNDED });
}

/** A frame that holds no secret comes back as the same reference. Most frames are a path and a name. */
export function redactFrame<Frame extends Partial<StackFrame>>(frame: Frame, rules: RedactRules): Frame {
  const { filename, module, contextLine, preContext, postContext } = frame;
  const mayHold = (text: string | undefined): text is string =>
    text !== undefined && (findersOf(rules)?.hasOwnPatterns === true || isUrlWithSecretForm(text));
  const hasUrl = mayHold(filename);
  const hasModule = mayHold(module);
  if (!hasUrl && !hasModule && contextLine === undefined && preContext === undefined && postContext === undefined)
    return frame;
  const toRedacted = (line: string): string => redactProse(line, rules);
  const redacted = { ...frame };
  if (hasUrl) redacted.filename = redactUrl(filename, rules);
  if (hasModule) redacted.module = redactProse(module, rules);
  if (contextLine !== undefined) redacted.contextLine = toRedacted(contextLine);
  if (preContext !== undefined) redacted.preContext = preContext.map(toRedacted);
  if (postContext !== undefined) redacted.postContext = postContext.map(toRedacted);
  return redacted;
}

/** A query string, or a password before the host; `@` alone is common in the paths of packages. */
function isUrlWithSecretForm(filename: string): boolean {
  return filename.includes('=') || (filename.includes('@') && filename.includes('://')) || filename.includes('%');
}
