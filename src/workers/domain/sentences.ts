// Secrets in messages, stacks and other sentences: `login failed, token: 12345`, `password=hunter2`. A name in a sentence
// is often just a word, so the value behind it has to look like one.

import { REDACTED } from '../../constants.js';
import { TEXT_NAME_CHARS_MAX } from '../../limits.js';
import { findFoldEnd } from './folded-lines.js';
import type { Name } from './names-in-text.js';
import type { Scan, Secret } from './redact-text.js';
import { formValueEnd, jsonValueEnd, lineEnd, quotedValue } from './text-values.js';

/** The secret behind a secret name in a sentence, or null. `end` is behind the colon or `=`. */
export function findInSentence(scan: Scan, name: Name, end: number): Secret | null {
  const { text } = scan;
  const at = skipBlanks(text, end);
  if (name.quote !== '') return behindQuotedName(text, at, name.quote);
  if (PARSER_WORDS.test(text.slice(Math.max(0, name.start - WORD_CHARS_MAX), name.start))) return null;
  if (text[end - 1] !== ':') return assigned(text, { at, isTight: at === end });
  if (isPosition(text, name.start, at)) return null;
  const mark = text[at] ?? '';
  if (mark === '[' || mark === '{') {
    return FILLED.test(text.slice(at, at + 16))
      ? { start: at, end: jsonValueEnd(text, at), replacement: REDACTED }
      : null;
  }
  if (scan.rules.isSecretHeaderName(name.text)) return headerValue(text, name, at);
  return wordOrText(text, at);
}

const WORD_CHARS_MAX = 24;
/** What parsers say of a token, not what one holds. */
const PARSER_WORDS = /(?:unexpected|expected|illegal|unrecogni[sz]ed|unterminated|reserved|next|end of)[ "'`]{1,2}$/i;
const FILLED = /^(?!\[object )[[{]{1,4}\s{0,4}["'\w-]/;

/** `/src/session:12:5`: the line and column of a file or a module. */
function isPosition(text: string, nameStart: number, at: number): boolean {
  return PATH_MARK.test(text[nameStart - 1] ?? '') && matchAt(POSITION, text, at) !== '';
}

const PATH_MARK = /[/\\.]/;
const POSITION = /\d{1,9}(?::\d{1,9})?(?![\w-])/y;

/** `"password": 12345`, `'secret': {…}`: what only JSON and printed objects have, not `"token": expected a string`. */
function behindQuotedName(text: string, at: number, quote: string): Secret | null {
  const char = text[at] ?? '';
  if (char === '[' || char === '{') {
    return { start: at, end: jsonValueEnd(text, at), replacement: quote + REDACTED + quote };
  }
  const literal = matchAt(LITERAL, text, at);
  return literal === '' ? null : { start: at, end: at + literal.length, replacement: quote + REDACTED + quote };
}

const LITERAL = /-?\d[\w.+-]{0,127}|(?:true|false|null|None|True|False)\b/y;

/** `Authorization: Basic …`, `Cookie: a=b; c=d`, `X-Api-Key: …`. */
function headerValue(text: string, name: Name, at: number): Secret | null {
  const end = foldedEnd(text, name.start, at);
  if (end !== -1) return { start: at, end, replacement: REDACTED };
  if (/cookie$/i.test(name.text)) {
    const pairs = matchAt(COOKIES, text, at);
    return pairs === '' ? null : { start: at, end: at + pairs.length, replacement: REDACTED };
  }
  const start = at + matchAt(SCHEME, text, at).length;
  const value = matchAt(WORD_START, text, start);
  if (!looksSecret(value) && (start === at || value.length < OPAQUE_CHARS_MIN)) return wordOrText(text, at);
  return { start, end: start + matchAt(WORD, text, start).length, replacement: REDACTED };
}

/** The end of a header on lines of its own, when there are several; -1 for one line, and for a message above its stack. */
function foldedEnd(text: string, nameStart: number, at: number): number {
  if (nameStart > 0 && text[nameStart - 1] !== '\n') return -1;
  const end = findFoldEnd(text, nameStart, lineEnd(text, at, nameStart));
  const fold = text.slice(at, end).search(FOLD);
  return fold === -1 || STACK_LINE.test(text.slice(at + fold, at + fold + STACK_LINE_CHARS_MAX)) ? -1 : end;
}

const FOLD = /[\r\n]/;
const STACK_LINE_CHARS_MAX = 32;
const STACK_LINE = /^\r?\n\s{1,16}(?:at|in|from|File) /;
const SCHEME = /(?:Bearer|Basic|Digest|Token|ApiKey|Negotiate|NTLM|Key)[ \t]{1,8}/iy;
const COOKIES = /[\w.%-]{1,128}=[^\s;,"'`]{0,4096}(?:; ?[\w.%-]{1,128}=[^\s;,"'`]{0,4096}){0,64}/y;
/** Shorter words without a digit are words of a sentence. */
const OPAQUE_CHARS_MIN = 20;

/** `password=hunter2`; with blanks around the mark it may be code, and only what is in quotation marks is a value. */
function assigned(text: string, { at, isTight }: { readonly at: number; readonly isTight: boolean }): Secret | null {
  const quoted = quotedValue(text, at);
  if (quoted !== null) {
    const charsMin = isTight ? 1 : SECRET_CHARS_MIN;
    return quoted.end - quoted.start < charsMin ? null : { ...quoted, replacement: REDACTED };
  }
  if (isTight) {
    if (PLACEHOLDER.test(text.slice(at, at + 16))) return null;
    const end = formValueEnd(text, at, { isForm: false, encodedTimes: 0 });
    return end === at ? null : { start: at, end: trimEnd(text, at, end), replacement: REDACTED };
  }
  const value = matchAt(WORD, text, at);
  return looksSecret(value) ? { start: at, end: at + value.length, replacement: REDACTED } : null;
}

/** What stands for a value in code, templates and help texts. */
const PLACEHOLDER =
  /^(?:[${<%*&,;.)}]|\[?(?:undefined|null|none|nil|true|false|redacted|empty|x{3,}|string|your)\b|\.{3}|$)/i;

/** Behind the value, without the marks that end a sentence or a parenthesis. */
function trimEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at - 1 > start && ').,;:!]'.includes(text[at - 1] ?? '')) at -= 1;
  return at;
}

function wordOrText(text: string, at: number): Secret | null {
  // Whether it is a secret shows in a part of it, so that none is read to its end in vain.
  const window = text.slice(at, at + QUOTED_CHARS_MAX);
  const start = quotedValue(window, 0);
  if (start !== null) {
    if (!looksSecret(window.slice(start.start, start.end))) return null;
    const quoted = quotedValue(text, at);
    return quoted === null ? null : { ...quoted, replacement: REDACTED };
  }
  if (!looksSecret(matchAt(WORD_START, text, at))) return null;
  const value = matchAt(WORD, text, at);
  if (NUMBER.test(value) && matchAt(UNIT, text, at + value.length) !== '') return null;
  return { start: at, end: at + value.length, replacement: REDACTED };
}

const NUMBER = /^\d+$/;
const UNIT =
  /[ \t](?:characters?|chars?|bytes?|bits?|times|attempts?|of|more|or|and|to|ms|s|seconds?|minutes?|hours?|days?|errors?)\b/iy;
/** So much of a word is read to tell whether it is a secret: where names follow one another without a blank, each behind each. */
const WORD_START = /[^\s,;"'`(){}[\]<>]{1,256}/y;
const WORD = /[^\s,;"'`(){}[\]<>]{1,4096}/y;

/** Three characters with a digit, or a mark that no word has in its middle. */
function looksSecret(value: string): boolean {
  const bare = value.replace(SENTENCE_END, '');
  return bare.length >= SECRET_CHARS_MIN && HAS_DIGIT.test(bare) && !/\s/.test(bare) && !URL_START.test(bare);
}

const SECRET_CHARS_MIN = 3;
/** As many as a name may have, and room for what keys look like. */
const QUOTED_CHARS_MAX = TEXT_NAME_CHARS_MAX * 4;
const SENTENCE_END = /[.:!?]{1,3}$/;
const HAS_DIGIT = /\d/;
const URL_START = /^\w{1,12}:\/\//;

function matchAt(sticky: RegExp, text: string, at: number): string {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0] ?? '';
}

function skipBlanks(text: string, at: number): number {
  let index = at;
  while (text[index] === ' ' || text[index] === '\t') index += 1;
  return index;
}
