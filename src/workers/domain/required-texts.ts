// What an expression needs: texts of which one is in every message that it matches. Few messages hold the needed text of more
// than a few expressions, and to look for texts costs far less than to try hundreds of expressions.

import { EXPLAIN_REQUIRED_CHARS_MIN, EXPLAIN_REQUIRED_TEXTS_MAX } from '../../limits.js';

/** One of these is in every match, in lower case; null where no such texts are known. */
export type RequiredTexts = readonly string[] | null;

/**
 * Reads the source of a regular expression. Says null rather than too much: of what it does not understand it requires
 * nothing. An expression without `i` requires less than it could, as all is compared in lower case.
 */
export function toRequiredTexts(source: string): RequiredTexts {
  return readAlternatives(source, 0).texts;
}

interface Read {
  readonly texts: RequiredTexts;
  /** Behind the `)` of a group, or at the end. */
  readonly end: number;
}

/** The alternatives of a group, or of the whole: one of the texts of one of them. */
function readAlternatives(source: string, from: number): Read {
  const all: RequiredTexts[] = [];
  let at = from;
  for (;;) {
    const { texts, end } = readSequence(source, at);
    all.push(texts);
    at = end + 1;
    if (source.charAt(end) !== '|') return { texts: anyOf(all), end: at };
  }
}

function anyOf(all: readonly RequiredTexts[]): RequiredTexts {
  const texts = all.flatMap((one) => one ?? []);
  return all.includes(null) || texts.length > EXPLAIN_REQUIRED_TEXTS_MAX ? null : [...new Set(texts)];
}

/** What stands between two `|`: its best text, up to the `|` or `)` that ends it. */
function readSequence(source: string, from: number): Read {
  let best: RequiredTexts = null;
  let run = '';
  const take = (texts: RequiredTexts): void => {
    if (texts !== null && worthOf(texts) > worthOf(best)) best = texts;
  };
  const endRun = (): void => {
    take([run]);
    run = '';
  };
  let at = from;
  while (at < source.length && source.charAt(at) !== '|' && source.charAt(at) !== ')') {
    const piece = readPiece(source, at);
    const { isOptional, isRepeated, end } = readQuantifier(source, piece.end);
    if (piece.kind === 'char' && !isOptional) run += piece.char;
    if (piece.kind === 'other' || isOptional || isRepeated) endRun();
    if (piece.kind === 'group') {
      endRun();
      if (!isOptional) take(piece.texts);
    }
    at = end;
  }
  endRun();
  return { texts: best, end: at };
}

/** Long texts are rare ones, and few of them are found fast; too short ones are worth nothing. */
function worthOf(texts: RequiredTexts): number {
  if (texts === null || texts.length === 0) return 0;
  const shortest = Math.min(...texts.map((text) => text.length));
  return shortest < EXPLAIN_REQUIRED_CHARS_MIN ? 0 : shortest + 1 / texts.length;
}

type Piece =
  | { readonly kind: 'char'; readonly char: string; readonly end: number }
  | { readonly kind: 'group'; readonly texts: RequiredTexts; readonly end: number }
  /** What stands for many characters. */
  | { readonly kind: 'other'; readonly end: number }
  /** What stands for none. */
  | { readonly kind: 'place'; readonly end: number };

const GROUP_STARTS = ['(?:', '(?=', '(?!', '(?<=', '(?<!', '('];

function readPiece(source: string, at: number): Piece {
  const char = source.charAt(at);
  if (char === '^' || char === '$') return { kind: 'place', end: at + 1 };
  if (char === '.') return { kind: 'other', end: at + 1 };
  if (char === '\\') return readEscape(source, at);
  if (char === '[') return readClass(source, at);
  if (char !== '(') return { kind: 'char', char: char.toLowerCase(), end: at + 1 };
  const start = GROUP_STARTS.find((one) => source.startsWith(one, at)) ?? '(';
  const { texts, end } = readAlternatives(source, at + start.length);
  // What stands beside the match says nothing of it, and a name of a group would be read as text.
  if (start === '(' && source.charAt(at + 1) === '?') return { kind: 'other', end };
  return start === '(' || start === '(?:' ? { kind: 'group', texts, end } : { kind: 'place', end };
}

const LETTER = /[a-z]/i;

function readEscape(source: string, at: number): Piece {
  const char = source.charAt(at + 1);
  if (char === 'b' || char === 'B') return { kind: 'place', end: at + 2 };
  // A class or a control character, of which only the short ones are in use.
  if (LETTER.test(char) || /\d/.test(char)) return { kind: 'other', end: at + 2 };
  return { kind: 'char', char, end: at + 2 };
}

/** `[Cc]` is one letter in lower case. */
function readClass(source: string, at: number): Piece {
  let end = at + 1;
  while (end < source.length && source.charAt(end) !== ']') end += source.charAt(end) === '\\' ? 2 : 1;
  const [one = '', other = '', ...more] = source.slice(at + 1, end);
  const isLetter = more.length === 0 && LETTER.test(one) && one.toLowerCase() === other.toLowerCase();
  return isLetter ? { kind: 'char', char: one.toLowerCase(), end: end + 1 } : { kind: 'other', end: end + 1 };
}

const QUANTIFIER = /(?:[?*+]|\{(\d+)(?:,\d*)?\})\??/y;

function readQuantifier(source: string, at: number): { isOptional: boolean; isRepeated: boolean; end: number } {
  QUANTIFIER.lastIndex = at;
  const match = QUANTIFIER.exec(source);
  if (match === null) return { isOptional: false, isRepeated: false, end: at };
  const [whole, least] = match;
  return { isOptional: /^[?*]/.test(whole) || least === '0', isRepeated: true, end: at + whole.length };
}
