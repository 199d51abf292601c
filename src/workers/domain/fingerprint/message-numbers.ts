import { CharSet, digitsEnd, isDigitAt, isWordAt, type Replacement } from './chars.js';
import {
  announcesAddress,
  isHost,
  isListenWord,
  isPlainHostName,
  portEnd,
  portPlace,
  wordBefore,
} from './message-ports.js';

const LINE_PLACE = '<line>';

/** How far back the surroundings of a number are looked at. */
const LOOK_BACK_CHARS_MAX = 160;

/** `:10:5` behind a file, or `:5432` behind a host; anything else behind a colon keeps its meaning. */
export function numbersAfterColon(text: string, colon: number, previousWord: string): Replacement | null {
  if (!isDigitAt(text, colon + 1)) return null;
  const firstEnd = digitsEnd(text, colon + 1);
  const before = tokenBefore(text, colon);
  if (text[firstEnd] === ':' && isDigitAt(text, firstEnd + 1)) {
    const end = digitsEnd(text, firstEnd + 1);
    if (!endsPosition(text, end) || !isFileLike(text, before)) return null;
    return { start: colon + 1, end, text: LINE_PLACE };
  }
  const end = portEnd(text, colon + 1);
  return end !== -1 && isHostBefore(text, before, previousWord) ? portPlace(colon + 1, end) : null;
}

/** The last segment of what stands in front of a colon, and the mark in front of that. */
interface Token {
  readonly text: string;
  readonly start: number;
  readonly mark: string;
}

/** Names with more characters are neither files nor hosts. */
const TOKEN_CHARS_MAX = 256;
const TOKEN_MARKS = new CharSet(/[\s:/\\"'`(,;=@{|]/);

function tokenBefore(text: string, colon: number): Token {
  let start = colon;
  while (start > 0 && colon - start < TOKEN_CHARS_MAX && !TOKEN_MARKS.hasAt(text, start - 1)) start -= 1;
  return { text: text.slice(start, colon), start, mark: text[start - 1] ?? '' };
}

/** A third number, a word or a fraction behind it: then it was no line and column. */
function endsPosition(text: string, end: number): boolean {
  if (isWordAt(text, end)) return false;
  const next = text[end];
  return !((next === ':' || next === '.' || next === '-') && isWordAt(text, end + 1));
}

/** `app.js`, `App.tsx?t=1`, and what runtimes write for code without a file. */
const FILE_NAME = /\.[a-z][a-z0-9]{0,9}(?:[?#].{0,200})?$/i;
/** Up to the last `=` in `App.tsx?t=1714566645123:45:13`. */
const FILE_QUERY = /\.[a-z][a-z0-9]{0,9}\?[^\s"'()]*=$/i;
const CODE_WITHOUT_FILE =
  /<[\w .-]{1,40}>$|^\[[\w -]{1,40}\]$|^(?:VM\d+|REPL\d*|evalmachine|native|unknown|code)$|^index\)$/;
/** The hour of a clock time or an ISO timestamp, in a path or a file name. */
const HOUR = /(?:^|\d-\d\dT)\d+$/;

function isFileLike(text: string, { text: name, start, mark }: Token): boolean {
  if (mark === '=') return FILE_QUERY.test(text.slice(Math.max(0, start - LOOK_BACK_CHARS_MAX), start));
  if (HOUR.test(name)) return false;
  if (mark === '/' || mark === '\\') return true;
  if (mark === ':') return text.slice(Math.max(0, start - 5), start) === 'node:' && name !== '';
  if (name === 'code') return text.slice(Math.max(0, start - 5), start) === 'eval ';
  if (name === 'index)') return mark === '(';
  if (name.endsWith('eval]')) return true;
  return FILE_NAME.test(name) || CODE_WITHOUT_FILE.test(name);
}

function isHostBefore(text: string, { text: name, start, mark }: Token, previousWord: string): boolean {
  if (mark === '@' || (mark === '/' && text[start - 2] === '/')) return name !== '';
  if (name === '') return mark !== ':' && isListenWord(previousWord);
  if (name === '*') return true;
  const host = stripOpening(name);
  if (mark === '/' || mark === '\\') return FILE_NAME.test(host) && isHost(host);
  return isHost(host) || (isPlainHostName(host) && announcesAddress(wordBefore(text, start)));
}

function stripOpening(name: string): string {
  return name.startsWith('[') || name.startsWith('<') ? name.slice(1) : name;
}

const LINE_WORD = /^(?:line|ln|lineno|linenumber)$/i;
const POSITION =
  /["']?[ \t]{0,3}[:=#]?[ \t]{0,3}\d+(?:[ \t]{0,3}[,;/]?[ \t]{0,3}(?:and[ \t]{1,3})?["']?(?:at[ \t])?(?:column|col|columnnumber|colno|char|character|position|pos)\.?["']?[ \t]{0,3}[:=#]?[ \t]{0,3}|:)\d+(?![\w:])/iy;

/** The offset in front of the line and column that say the same: `at position 42 (line 1 column 43)`. */
const OFFSET = / \d{1,10}(?= \(line \d{1,9} column \d{1,9}\))/y;

/** `line 3 column 5`, `line 3, col 5`, `line 3:5`. A line alone is a plain number. */
export function lineAndColumnAfterWord(text: string, word: string, wordEnd: number): Replacement | null {
  const pattern = LINE_WORD.test(word) ? POSITION : word === 'position' ? OFFSET : null;
  if (pattern === null) return null;
  pattern.lastIndex = wordEnd;
  return pattern.test(text) ? { start: wordEnd, end: pattern.lastIndex, text: ` ${LINE_PLACE}` } : null;
}

const IN_PARENTHESES = /\((\d{1,9})[:,] ?(\d{1,9})\)/y;
const PARSER_WORDS = /unexpected|expected|unterminated|syntax|pars(?:e|ing)|token|identifier|declared/i;
const FILE_END = /\.[a-z][a-z0-9]{0,9}$/i;

/** `a.ts(10,5)` of compilers, and the `(10:5)` at the end of what parsers say. */
export function positionInParentheses(text: string, at: number): Replacement | null {
  IN_PARENTHESES.lastIndex = at;
  if (!isDigitAt(text, at + 1) || !IN_PARENTHESES.test(text)) return null;
  const end = IN_PARENTHESES.lastIndex;
  const before = text.slice(Math.max(0, at - LOOK_BACK_CHARS_MAX), at);
  const isAtFile = FILE_END.test(before);
  const isAtLineEnd = end === text.length || text[end] === '\n' || text[end] === '\r';
  if (!isAtFile && !(text.slice(at, end).includes(':') && isAtLineEnd && PARSER_WORDS.test(before))) return null;
  return { start: at + 1, end: end - 1, text: LINE_PLACE };
}
