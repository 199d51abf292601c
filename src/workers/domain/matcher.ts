import { EXPLAIN_BOUNDARIES_MAX } from '../../limits.js';

/** A message, and where in it a sentence may begin. */
export interface Text {
  readonly content: string;
  readonly boundaries: readonly number[];
}

/** Whether one of the expressions matches. */
export type Matcher = (text: Text) => boolean;

/** Finds the boundaries once, for all matchers. */
export function toText(content: string): Text {
  const boundaries = [0];
  for (let at = content.indexOf(': '); at !== -1; at = content.indexOf(': ', at + 2)) {
    if (boundaries.length >= EXPLAIN_BOUNDARIES_MAX) {
      break;
    }
    boundaries.push(at + 2);
  }
  return { content, boundaries };
}

/**
 * Joins expressions into a few large ones, which say the same as each in turn. Hundreds of expressions cost mostly their
 * calls and their scans: those that match at the start only, or at a boundary only, are tried at these places alone.
 */
export function toMatcher(expressions: readonly RegExp[]): Matcher {
  const groups = new Map<string, { readonly place: Place; readonly flags: string; readonly rests: string[] }>();
  for (const { source, flags } of expressions) {
    for (const alternative of topAlternatives(source)) {
      const place = placeOf(alternative);
      const group = groups.get(place + flags) ?? { place, flags, rests: [] };
      group.rests.push(alternative.slice(LEADS[place].length));
      groups.set(place + flags, group);
    }
  }
  const [unbound, sticky]: [RegExp[], RegExp[]] = [[], []];
  for (const { place, flags, rests } of groups.values()) {
    const anyRest = `(?:${rests.map((rest) => `(?:${rest})`).join('|')})`;
    if (place === 'boundary') {
      sticky.push(new RegExp(anyRest, `${flags}y`));
    } else {
      unbound.push(new RegExp(LEADS[place] + anyRest, flags));
    }
  }
  return (text) =>
    unbound.some((expression) => expression.test(text.content)) ||
    sticky.some((expression) => text.boundaries.some((at) => isMatchAt(expression, text.content, at)));
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
