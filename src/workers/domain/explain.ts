import { EXPLAIN_MEMO_MAX } from '../../limits.js';
import type { ExplanationText } from '../../messages.js';
import type { Pattern } from './pattern.js';
import { PATTERNS } from './patterns.js';

/**
 * What an error message means and what to do about it, from the first built-in pattern that matches; null when none does.
 * Says the same of a message with and without the prefixes that clients put in front of it.
 */
export function explain(type: string, message: string): ExplanationText | null {
  const key = `${type}\n${message}`;
  const known = memo.get(key);
  if (known !== undefined) {
    return known;
  }
  const explanation = explainAnew(type, message);
  if (memo.size >= EXPLAIN_MEMO_MAX) {
    forgetOldest();
  }
  memo.set(key, explanation);
  return explanation;
}

// A cache and nothing else: the answer depends on the arguments alone.
const memo = new Map<string, ExplanationText | null>();

const TEXTS: ReadonlyMap<Pattern, ExplanationText> = new Map(
  PATTERNS.map((pattern) => [
    pattern,
    {
      title: pattern.title,
      explanation: `${pattern.text} ${pattern.suggestion}`,
      suggestion: pattern.suggestion,
    },
  ]),
);

/** Oldest first, not least used: a frequent message comes back at the cost of one miss in many. */
function forgetOldest(): void {
  for (const oldest of memo.keys()) {
    memo.delete(oldest);
    return;
  }
}

function explainAnew(type: string, message: string): ExplanationText | null {
  const { className, bare } = stripPrefixes(type, message);
  const typed = className === null ? null : `${className}: ${bare}`;
  for (const pattern of PATTERNS) {
    if (isMatch(pattern, bare, typed)) {
      return TEXTS.get(pattern) ?? null;
    }
  }
  return null;
}

function isMatch(pattern: Pattern, bare: string, typed: string | null): boolean {
  if (pattern.match.some((expression) => expression.test(bare))) {
    return true;
  }
  return typed !== null && (pattern.matchTyped?.some((expression) => expression.test(typed)) ?? false);
}

interface BareMessage {
  readonly className: string | null;
  readonly bare: string;
}

// `Uncaught `, `Uncaught (in promise) `, `Unhandled promise rejection: `, `(node:12) ` and the like.
const REPORTER_PREFIX =
  /^(?:Uncaught \(in promise\):? |Uncaught (?:exception: )?|Unhandled(?: promise)? rejection(?: \([^)]{0,80}\))?: |Unhandled (?:exception|error): |unhandledRejection: |uncaughtException: |\(node:\d{1,10}\) |Exception in (?:promise|thread "[^"]{0,80}") )/i;
// `TypeError: `, `Error [ERR_X]: `, `java.io.IOException: `, `DOMException [AbortError]: `.
const CLASS_PREFIX =
  /^(?:[A-Za-z_$][\w$]{0,60}\.){0,8}([A-Za-z_$][\w$]{0,80}(?:Error|Exception|Rejection|Warning)|Error|error|Exception)(?: \[([\w.]{1,60})\])?: /;
const BRACKETED = /^\[((?:[A-Za-z_$][\w$]{0,80})?(?:Error|Exception)(?: \[\w{1,60}\])?: .{1,2048})\]$/s;
const CLASS_NAME = /^(?:[A-Za-z_$][\w$]{0,60}\.){0,8}([A-Za-z_$][\w$]{0,100})$|^([A-Z]\w{1,40} (?:Violation|error))$/;
const PREFIXES_MAX = 8;
const VAGUE_NAMES: ReadonlySet<string> = new Set(['Error', 'error', 'Exception', 'DOMException', 'Warning']);

/** Takes off what clients and consoles put in front, as often as it repeats, and keeps the most telling class name. */
function stripPrefixes(type: string, message: string): BareMessage {
  let className = classNameOf(type);
  let bare = message.trim();
  for (let count = 0; count < PREFIXES_MAX; count++) {
    const reporter = REPORTER_PREFIX.exec(bare);
    if (reporter !== null) {
      bare = bare.slice(reporter[0].length);
      continue;
    }
    const bracketed = BRACKETED.exec(bare);
    if (bracketed?.[1] !== undefined) {
      bare = bracketed[1];
      continue;
    }
    const prefix = CLASS_PREFIX.exec(bare);
    if (prefix === null) {
      break;
    }
    className = moreTelling(className, prefix[2]?.endsWith('Error') === true ? prefix[2] : (prefix[1] ?? null));
    bare = bare.slice(prefix[0].length);
  }
  return { className, bare };
}

function classNameOf(type: string): string | null {
  const match = CLASS_NAME.exec(type);
  return match?.[1] ?? match?.[2] ?? null;
}

/** The later name stands closer to the message, unless it says nothing. */
function moreTelling(earlier: string | null, later: string | null): string | null {
  return later === null || (earlier !== null && VAGUE_NAMES.has(later)) ? earlier : later;
}
