import { EXPLAIN_MEMO_MAX } from '../../limits.js';
import type { ExplanationText } from '../../messages.js';
import { openBoundedCache } from './bounded-cache.js';
import {
  causesEvidence,
  type ErrorFacts,
  type Evidence,
  type Surroundings,
  toEvidence,
  toSurroundings,
} from './evidence/evidence.js';
import {
  namedInLogLine,
  outputOfCommand,
  toldError,
  toldInOutput,
  withoutLogPrefix,
  wrappedBy,
} from './evidence/told-error.js';
import { indexKinds, isWithin, type Kind, type KindIndex, matches, narrowness, toExplanation } from './kind-index.js';
import { type Matcher, toMatcher } from './matcher.js';
import type { Example, Pattern, PatternCase } from './pattern.js';
import { PATTERNS } from './patterns.js';

/**
 * What an error means and what to do about it; null where its evidence names no built-in pattern, where it names two that
 * tie, and where what is known of it only holds in JavaScript and the error is of another language.
 *
 * The strongest evidence speaks: codes, then classes, then wording, then the library that threw and general classes; of an error with causes those of the innermost one
 * first, as what came out names where it was noticed and the cause why. Says the same of a message with and without the
 * prefixes that clients put in front of it, and whatever UUIDs it names.
 */
export function explain(facts: ErrorFacts): ExplanationText | null {
  // Which one it is says nothing about what went wrong, and without it such messages are found again.
  const stable = { ...facts, message: facts.message.replace(UUID, ANY_UUID) };
  if ((facts.causes?.length ?? 0) > 0) return explainBy([...causesEvidence(stable), toEvidence(stable)]);
  const { code = '', language, type, message } = stable;
  const surroundings = toSurroundings(stable);
  const key = [type, code, language ?? '', surroundings.isThrownByOthers, surroundings.libraries, message].join('\n');
  const known = remembered.get(key);
  if (known !== undefined) return known.explanation;
  const explanation = explainOutput(stable) ?? explainOne(stable, surroundings);
  remembered.set(key, { explanation });
  return explanation;
}

function explainOne(facts: ErrorFacts, surroundings: Surroundings): ExplanationText | null {
  const evidence = toEvidence(facts, surroundings);
  const told = toldError(evidence.text.content);
  const { language } = facts;
  const inner = told === null ? [] : [{ ...toEvidence({ ...told, language }, surroundings), isTechnical: true }];
  return explainBy([...inner, evidence]) ?? explainParts(facts, surroundings);
}

/** Why a command failed stands in what it printed, and that it failed says least. */
function explainOutput({ message }: ErrorFacts): ExplanationText | null {
  const output = outputOfCommand(message);
  return output === null ? null : explainOne({ type: 'Error', message: output }, OF_COMMAND);
}

const OF_COMMAND: Surroundings = { libraries: [], isThrownByOthers: true };

/** By what remains of a message that says nothing as a whole: without what was written in front, or a line of it. */
function explainParts(facts: ErrorFacts, surroundings: Surroundings): ExplanationText | null {
  for (const message of partsOf(facts)) {
    const told = toldError(message);
    const inner = told === null ? [] : [toEvidence({ ...told, language: facts.language }, surroundings)];
    const explanation = explainBy([...inner, toEvidence({ ...facts, message }, surroundings)]);
    if (explanation !== null) return explanation;
  }
  return null;
}

function partsOf({ type, message }: ErrorFacts): readonly string[] {
  const logged = withoutLogPrefix(message);
  const named = namedInLogLine(message);
  // Go wraps an error by writing what was tried and a colon in front: `get user: sql: no rows in result set`.
  return [
    ...(logged === null ? [] : [logged]),
    ...(named === null ? [] : [named]),
    ...(type.startsWith('*') ? wrappedBy(message) : []),
    ...toldInOutput(message),
  ];
}

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const ANY_UUID = '00000000-0000-4000-8000-000000000000';

interface Remembered {
  readonly explanation: ExplanationText | null;
}

// A cache and nothing else: the answer depends on the arguments alone.
const remembered = openBoundedCache<string, Remembered>(EXPLAIN_MEMO_MAX);

/** The patterns as they are looked through. */
interface Tables {
  readonly kinds: KindIndex;
  readonly explainers: readonly Explainer[];
  readonly cases: ReadonlyMap<Pattern, readonly WordedCase[]>;
  /** Texts that would mislead who writes in another language. */
  readonly speakOfJavascript: ReadonlySet<string>;
}

let made: Tables | undefined;

/** Made for the first error: it takes as long as the rest of what a digest thread loads, and a start would wait for it. */
function tables(): Tables {
  made ??= {
    kinds: indexKinds(PATTERNS),
    explainers: PATTERNS.map(toExplainer),
    cases: new Map(PATTERNS.map((family) => [family, toWordedCases(family)])),
    speakOfJavascript: findTextsOfJavascript(),
  };
  return made;
}

/** What one sort of evidence says: an explanation, the titles of families that tie, undefined where it is silent. */
type Verdict = ExplanationText | readonly string[] | undefined;

/** Of a chain of errors, the innermost first. Between families that tie, what is weaker may decide, and only between these. */
export function explainBy(chain: readonly Evidence[]): ExplanationText | null {
  let tied: readonly string[] | undefined;
  for (const speak of [byCode, byClass, byOwnWords, byWording, byLibrary, byLastClass]) {
    for (const evidence of chain) {
      const verdict = speak(evidence);
      if (verdict === undefined) continue;
      if (!isTie(verdict)) return tied === undefined || tied.includes(verdict.title) ? verdict : null;
      tied ??= verdict;
    }
  }
  return null;
}

function isTie(verdict: ExplanationText | readonly string[]): verdict is readonly string[] {
  return Array.isArray(verdict);
}

function byCode(evidence: Evidence): Verdict {
  for (const code of evidence.codes) {
    for (const kinds of tables().kinds.byCode(code)) {
      const verdict = narrowest(kinds, evidence);
      if (verdict !== undefined) return verdict;
    }
  }
  return undefined;
}

function byClass(evidence: Evidence): Verdict {
  return evidence.className === null ? undefined : narrowest(tables().kinds.byClass(evidence.className), evidence);
}

function byOwnWords(evidence: Evidence): Verdict {
  return narrowest(tables().kinds.bySaid(evidence), evidence);
}

/** Of the kinds that fit, the one that is narrowed most; their titles where several families fit equally. */
function narrowest(kinds: readonly Kind[], evidence: Evidence): Verdict {
  const fitting = kinds.filter((kind) => isWithin(kind.signs, evidence) && holdsIn(kind.explanation, evidence));
  const most = Math.max(...fitting.map(({ signs }) => narrowness(signs)));
  const narrow = fitting.filter(({ signs }) => narrowness(signs) === most);
  const [kind] = narrow;
  if (kind === undefined) return undefined;
  if (narrow.some(({ family }) => family !== kind.family)) return narrow.map(({ family }) => family.title);
  // A family that is named as a whole may know from the wording which kind it is.
  return kind.isWholeFamily ? (kindByWording(kind.family, evidence) ?? kind.explanation) : kind.explanation;
}

interface Explainer {
  readonly family: Pattern;
  readonly isMatch: Matcher;
  readonly isTypedMatch: Matcher;
  readonly general: ExplanationText;
}

function toExplainer(family: Pattern): Explainer {
  return {
    family,
    isMatch: toMatcher(family.match),
    isTypedMatch: toMatcher(family.matchTyped ?? []),
    general: toExplanation(family.title, family),
  };
}

function byWording(evidence: Evidence): Verdict {
  const { text, typed } = evidence;
  const explainer = tables().explainers.find(
    ({ isMatch, isTypedMatch }) => isMatch(text) || (typed !== null && isTypedMatch(typed)),
  );
  if (explainer === undefined) return undefined;
  const told = kindByWording(explainer.family, evidence) ?? explainer.general;
  return holdsIn(told, evidence) ? told : [];
}

/** What a library throws itself, by what the library does. */
function byLibrary(evidence: Evidence): Verdict {
  for (const name of evidence.throwers) {
    const verdict = narrowest(tables().kinds.byLibrary(name), evidence);
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}

function byLastClass(evidence: Evidence): Verdict {
  return evidence.className === null ? undefined : narrowest(tables().kinds.byLastClass(evidence.className), evidence);
}

interface WordedCase {
  readonly when: NonNullable<PatternCase['when']>;
  readonly explanation: ExplanationText;
}

function toWordedCases(family: Pattern): readonly WordedCase[] {
  return (family.cases ?? []).flatMap(({ when, ...texts }) =>
    when === undefined ? [] : [{ when, explanation: toExplanation(family.title, texts) }],
  );
}

function kindByWording(family: Pattern, evidence: Evidence): ExplanationText | undefined {
  return tables()
    .cases.get(family)
    ?.find(({ when, explanation }) => matches(when, evidence) && holdsIn(explanation, evidence))?.explanation;
}

/** What only means something to who writes JavaScript: its words, its runtime, its packages and frameworks. */
const JAVASCRIPT_WORDS =
  /\b(?:node(?:_modules|\.?js)?|npm|npx|yarn|pnpm|javascript|typescript|await|promises?|undefined|json\.(?:parse|stringify)|process\.env|import\.meta|react|vue|svelte|angular|next\.js|nuxt|express|electron|webpack|vite|bundler|bundle|commonjs|es modules?|optional chaining|typeof|dom|hydration|middleware\b.{0,40}\bnext|package\.json|response\.json|fetch|abortcontroller|eventemitter|worker thread|v8)\b|\?\.|`(?:let|const|class)`/i;

/** A case that has an example of another language holds there. */
function findTextsOfJavascript(): ReadonlySet<string> {
  const told = PATTERNS.flatMap((family) =>
    [family, ...(family.cases ?? []).filter((one) => !one.examples.some(isOfOtherLanguage))].map((one) =>
      toExplanation(family.title, one),
    ),
  );
  const ofJavascript = told.filter(({ title, explanation }) => JAVASCRIPT_WORDS.test(`${title} ${explanation}`));
  return new Set(ofJavascript.map(({ explanation }) => explanation));
}

function isOfOtherLanguage(example: string | Example): boolean {
  return typeof example !== 'string' && example.language !== undefined && example.language !== 'javascript';
}

function holdsIn({ explanation }: ExplanationText, { language }: Evidence): boolean {
  return language === undefined || language === 'javascript' || !tables().speakOfJavascript.has(explanation);
}
