import { EXPLAIN_BOUNDARIES_MAX } from '../../limits.js';
import type { Words } from './pattern.js';
import { type RequiredTexts, toRequiredTexts } from './required-texts.js';
import { openTextIndex } from './text-index.js';
import { hasWords, toPlainWords } from './words.js';

/** A message, as all matchers look at it. */
export interface Text {
  readonly content: string;
  /** Which matchers find one of their wordings in it; found once, when the first of them asks. */
  readonly matched: () => ReadonlySet<number>;
}

export interface Matcher {
  /** Whether one of its wordings matches. */
  (text: Text): boolean;
  /** As `Text.matched` names it. */
  readonly number: number;
}

/** Some expressions of a matcher that stand at one place and require the same texts, as one. */
interface Joined {
  readonly matcher: number;
  readonly place: Place;
  readonly expression: RegExp;
}

/** Words of a matcher, which are looked for as text. */
interface Worded {
  readonly matcher: number;
  readonly words: string;
}

type Part = Joined | Worded;

// Filled while the tables of expressions are made, all of them before the first message is looked at, and then only read.
const required = openTextIndex();
const requiring = new Map<number, Part[]>();
const always: Joined[] = [];
let matcherCount = 0;

/** A text whose sentences may begin at its boundaries; `isOneSentence` for one that begins at its start alone. */
export function toText(content: string, isOneSentence = false): Text {
  let found: ReadonlySet<number> | undefined;
  return { content, matched: () => (found ??= findMatchers(content, isOneSentence)) };
}

function findMatchers(content: string, isOneSentence: boolean): ReadonlySet<number> {
  const boundaries = isOneSentence ? [0] : toBoundaries(content);
  const found = new Set<number>();
  const tryAll = (parts: readonly Part[]): void => {
    for (const part of parts) {
      if (!found.has(part.matcher) && isPartIn(part, content, boundaries)) found.add(part.matcher);
    }
  };
  for (const text of required.find(content)) tryAll(requiring.get(text) ?? []);
  tryAll(always);
  return found;
}

function isPartIn(part: Part, content: string, boundaries: readonly number[]): boolean {
  if ('words' in part) return hasWords(content, part.words);
  const { place, expression } = part;
  return place === 'boundary' ? boundaries.some((at) => isMatchAt(expression, content, at)) : expression.test(content);
}

function toBoundaries(content: string): readonly number[] {
  const boundaries = [0];
  for (let at = content.indexOf(': '); at !== -1; at = content.indexOf(': ', at + 2)) {
    if (boundaries.length >= EXPLAIN_BOUNDARIES_MAX) break;
    boundaries.push(at + 2);
  }
  return boundaries;
}

/**
 * Hundreds of expressions cost mostly their calls and their scans. Those that stand at one place and require the same texts
 * are joined into one, which is tried on messages that hold one of these; one that matches at the start only, or at a
 * boundary only, is tried at these places.
 */
export function toMatcher(wordings: readonly Words[]): Matcher {
  const matcher = matcherCount++;
  for (const words of wordings) {
    if (typeof words === 'string') requireOne([toPlainWords(words).toLowerCase()], { matcher, words });
  }
  joinExpressions(
    matcher,
    wordings.filter((one) => one instanceof RegExp),
  );
  return Object.assign((text: Text) => text.matched().has(matcher), { number: matcher });
}

function joinExpressions(matcher: number, expressions: readonly RegExp[]): void {
  const groups = new Map<string, { place: Place; flags: string; texts: RequiredTexts; rests: string[] }>();
  for (const { source, flags } of expressions) {
    for (const alternative of topAlternatives(source)) {
      const place = placeOf(alternative);
      const texts = toRequiredTexts(alternative);
      const key = JSON.stringify([place, flags, texts]);
      const group = groups.get(key) ?? { place, flags, texts, rests: [] };
      group.rests.push(alternative.slice(LEADS[place].length));
      groups.set(key, group);
    }
  }
  for (const { place, flags, texts, rests } of groups.values()) {
    const anyRest = `(?:${rests.map((rest) => `(?:${rest})`).join('|')})`;
    const expression =
      place === 'boundary' ? new RegExp(anyRest, `${flags}y`) : new RegExp(LEADS[place] + anyRest, flags);
    const joined: Joined = { matcher, place, expression };
    if (texts === null) always.push(joined);
    else requireOne(texts, joined);
  }
}

function requireOne(texts: readonly string[], part: Part): void {
  for (const text of texts) {
    const number = required.add(text);
    requiring.set(number, [...(requiring.get(number) ?? []), part]);
  }
}

type Place = keyof typeof LEADS;

/** How an expression begins that matches at certain places only. */
const LEADS = {
  start: '^',
  // The start, or what follows an application's own words: "Failed to load user: connect ECONNREFUSED".
  boundary: '(?:^|: )',
  word: '\\b',
  anywhere: '',
} as const;

function placeOf(alternative: string): Place {
  if (alternative.startsWith(LEADS.boundary)) {
    return 'boundary';
  }
  if (alternative.startsWith(LEADS.start)) {
    return 'start';
  }
  return alternative.startsWith(LEADS.word) ? 'word' : 'anywhere';
}

function isMatchAt(sticky: RegExp, content: string, at: number): boolean {
  sticky.lastIndex = at;
  return sticky.test(content);
}

/** The parts of an expression between the `|` that stand outside of every group and character class. */
function topAlternatives(source: string): readonly string[] {
  const alternatives: string[] = [];
  let [depth, from, isInClass] = [0, 0, false];
  for (let at = 0; at < source.length; at++) {
    const char = source.charAt(at);
    if (char === '\\') {
      at += 1;
    } else if (isInClass) {
      isInClass = char !== ']';
    } else if (char === '[') {
      isInClass = true;
    } else if (char === '(') {
      depth += 1;
    } else if (char === ')') {
      depth -= 1;
    } else if (char === '|' && depth === 0) {
      alternatives.push(source.slice(from, at));
      from = at + 1;
    }
  }
  return [...alternatives, source.slice(from)];
}
