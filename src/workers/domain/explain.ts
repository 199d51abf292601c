import { EXPLAIN_MEMO_MAX } from '../../limits.js';
import type { ExplanationText } from '../../messages.js';
import { openBoundedCache } from './bounded-cache.js';
import { type Matcher, type Text, toMatcher, toText } from './matcher.js';
import type { PatternCase } from './pattern.js';
import { PATTERNS } from './patterns.js';
import type { Language } from './stacks/text-stack.js';

/**
 * What an error message means and what to do about it, from the first built-in pattern that matches; null when none does,
 * and when it says what only holds in JavaScript of an error of another language.
 * Says the same of a message with and without the prefixes that clients put in front of it, and whatever UUIDs it names.
 */
export function explain(type: string, message: string, language?: Language): ExplanationText | null {
  const explanation = explainAny(type, message);
  const isForeign = language !== undefined && language !== 'javascript';
  return isForeign && explanation !== null && SPEAKS_OF_JAVASCRIPT.has(explanation) ? null : explanation;
}

function explainAny(type: string, message: string): ExplanationText | null {
  // Which one it is says nothing about what went wrong, and without it such messages are found again.
  const stable = message.replace(UUID, ANY_UUID);
  const key = `${type}\n${stable}`;
  const known = remembered.get(key);
  if (known !== undefined) {
    return known.explanation;
  }
  const explanation = explainAnew(type, stable);
  remembered.set(key, { explanation });
  return explanation;
}

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const ANY_UUID = '00000000-0000-4000-8000-000000000000';

interface Remembered {
  readonly explanation: ExplanationText | null;
}

// A cache and nothing else: the answer depends on the arguments alone.
const remembered = openBoundedCache<string, Remembered>(EXPLAIN_MEMO_MAX);

interface Explainer {
  readonly isMatch: Matcher;
  readonly isTypedMatch: Matcher;
  readonly cases: readonly ExplainedCase[];
  readonly general: ExplanationText;
}

interface ExplainedCase {
  readonly when: RegExp;
  readonly explanation: ExplanationText;
}

const EXPLAINERS: readonly Explainer[] = PATTERNS.map((pattern) => ({
  isMatch: toMatcher(pattern.match),
  isTypedMatch: toMatcher(pattern.matchTyped ?? []),
  cases: (pattern.cases ?? []).map((one) => ({ when: one.when, explanation: toExplanation(pattern.title, one) })),
  general: toExplanation(pattern.title, pattern),
}));

function toExplanation(title: string, { text, suggestion }: Pick<PatternCase, 'text' | 'suggestion'>): ExplanationText {
  return { title, explanation: `${text} ${suggestion}`, suggestion };
}

/** What only means something to who writes JavaScript: its words, its runtime, its packages and frameworks. */
const JAVASCRIPT_WORDS =
  /\b(?:node(?:_modules|\.?js)?|npm|npx|yarn|pnpm|javascript|typescript|await|promises?|undefined|json\.(?:parse|stringify)|process\.env|import\.meta|react|vue|svelte|angular|next\.js|nuxt|express|electron|webpack|vite|bundler|bundle|commonjs|es modules?|optional chaining|typeof|dom|hydration|middleware\b.{0,40}\bnext|package\.json|response\.json|fetch|abortcontroller|eventemitter|worker thread|v8)\b|\?\.|`(?:let|const|class)`/i;

/** Those that would mislead who writes in another language. */
const SPEAKS_OF_JAVASCRIPT: ReadonlySet<ExplanationText> = new Set(
  EXPLAINERS.flatMap(({ cases, general }) => [general, ...cases.map(({ explanation }) => explanation)]).filter(
    ({ title, explanation }) => JAVASCRIPT_WORDS.test(`${title} ${explanation}`),
  ),
);

function explainAnew(type: string, message: string): ExplanationText | null {
  const { className, bare } = stripPrefixes(type, message);
  const text = toText(bare);
  const typed: Text | null = className === null ? null : { content: `${className}: ${bare}`, boundaries: [0] };
  const explainer = EXPLAINERS.find(
    ({ isMatch, isTypedMatch }) => isMatch(text) || (typed !== null && isTypedMatch(typed)),
  );
  if (explainer === undefined) {
    return null;
  }
  const fitting = explainer.cases.find(
    ({ when }) => when.test(text.content) || (typed !== null && when.test(typed.content)),
  );
  return fitting?.explanation ?? explainer.general;
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
