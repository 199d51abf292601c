// The language that log entries are looked for in, read the same by the API, the command line and the dashboard: words that all
// must be in the message, OR between alternatives, - before what must not be, parentheses, level: and source:. Read in one pass;
// what it is compared with is compared in one pass for each term.

import { withoutTerminalCodes } from '../src/terminal-codes.js';
import { LOG_QUERY_CHARS_MAX, LOG_QUERY_DEPTH_MAX, LOG_QUERY_TERMS_MAX } from './limits.js';
import { LOG_LEVELS, type LogLevel, SOURCES, type Source } from './words.js';

export type LogTerm =
  | { readonly kind: 'all' | 'any'; readonly terms: readonly LogTerm[] }
  | { readonly kind: 'not'; readonly term: LogTerm }
  /** The parts in this order, with anything between them. */
  | { readonly kind: 'text'; readonly parts: readonly string[] }
  | { readonly kind: 'level'; readonly levels: readonly LogLevel[] }
  | { readonly kind: 'source'; readonly sources: readonly Source[] };

/** What is wrong, and at which character, counted from 1. */
export interface LogQueryFault {
  readonly at: number;
  readonly sentence: string;
}

export type ParsedLogQuery =
  /** Null for a query that leaves everything. */
  { readonly ok: true; readonly term: LogTerm | null } | { readonly ok: false; readonly fault: LogQueryFault };

type Token = { readonly at: number } & (
  | { readonly kind: '(' | ')' | 'or' | 'and' | 'not' }
  | { readonly kind: 'word'; readonly text: string; readonly isQuoted: boolean }
);

/** Where reading has come to. */
interface Reading {
  readonly tokens: readonly Token[];
  next: number;
  termCount: number;
  readonly end: number;
}

type Read = { readonly term: LogTerm } | { readonly fault: LogQueryFault };

export function parseLogQuery(text: string): ParsedLogQuery {
  if (text.length > LOG_QUERY_CHARS_MAX)
    return {
      ok: false,
      fault: {
        at: LOG_QUERY_CHARS_MAX + 1,
        sentence: `The query is longer than ${LOG_QUERY_CHARS_MAX} characters; leave some out.`,
      },
    };
  const tokens = toTokens(text);
  if ('fault' in tokens) return { ok: false, fault: tokens.fault };
  if (tokens.list.length === 0) return { ok: true, term: null };
  const reading: Reading = { tokens: tokens.list, next: 0, termCount: 0, end: text.length };
  const read = readAny(reading, 0);
  if ('fault' in read) return { ok: false, fault: read.fault };
  const left = reading.tokens[reading.next];
  if (left !== undefined)
    return { ok: false, fault: faultAt(left.at, 'Nothing is open that this parenthesis could close; leave it out.') };
  return { ok: true, term: read.term };
}

/** What a query looks at. */
export interface QueriedLog {
  readonly level: LogLevel;
  readonly source?: Source;
  readonly message: string;
}

/** Whether an entry passes, decided as a store does. */
export function matchesLogQuery(term: LogTerm, log: QueriedLog): boolean {
  const folded = fold(log.message);
  const matches = (one: LogTerm): boolean => {
    switch (one.kind) {
      case 'all':
        return one.terms.every(matches);
      case 'any':
        return one.terms.some(matches);
      case 'not':
        return !matches(one.term);
      case 'text':
        return hasInOrder(folded, one.parts.map(fold));
      case 'level':
        return one.levels.includes(log.level);
      case 'source':
        return log.source !== undefined && one.sources.includes(log.source);
    }
  };
  return matches(term);
}

/** As stores compare texts: without the colours of a terminal, and a final sigma is a sigma. */
function fold(text: string): string {
  return withoutTerminalCodes(text).toLowerCase().replaceAll('ς', 'σ');
}

/** Each part as far at the front as can be: what follows then has the most room, and nothing is tried twice. */
export function hasInOrder(text: string, parts: readonly string[]): boolean {
  let at = 0;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return true;
}

/** Alternatives with OR between them. */
function readAny(reading: Reading, depth: number): Read {
  const terms: LogTerm[] = [];
  for (;;) {
    const read = readAll(reading, depth);
    if ('fault' in read) return read;
    terms.push(read.term);
    if (reading.tokens[reading.next]?.kind !== 'or') return { term: toOne('any', terms) };
    reading.next += 1;
  }
}

/** Terms that must all hold, with AND or nothing between them. */
function readAll(reading: Reading, depth: number): Read {
  const terms: LogTerm[] = [];
  for (;;) {
    const read = readOne(reading, depth);
    if ('fault' in read) return read;
    terms.push(read.term);
    const following = reading.tokens[reading.next]?.kind;
    if (following === undefined || following === 'or' || following === ')') return { term: toOne('all', terms) };
    if (following === 'and') reading.next += 1;
  }
}

function readOne(reading: Reading, depth: number): Read {
  const token = reading.tokens[reading.next];
  if (token === undefined)
    return { fault: faultAt(reading.end, 'The query ends where a word is expected; write one, or leave the end out.') };
  if (depth > LOG_QUERY_DEPTH_MAX)
    return { fault: faultAt(token.at, `A query nests at most ${LOG_QUERY_DEPTH_MAX} deep; leave some out.`) };
  reading.next += 1;
  switch (token.kind) {
    case 'not': {
      const read = readOne(reading, depth + 1);
      return 'fault' in read ? read : { term: { kind: 'not', term: read.term } };
    }
    case '(': {
      const read = readAny(reading, depth + 1);
      if ('fault' in read) return read;
      if (reading.tokens[reading.next]?.kind !== ')')
        return { fault: faultAt(token.at, 'The parenthesis that begins here has no end; write another one behind.') };
      reading.next += 1;
      return read;
    }
    case 'word':
      reading.termCount += 1;
      if (reading.termCount > LOG_QUERY_TERMS_MAX)
        return { fault: faultAt(token.at, `A query has at most ${LOG_QUERY_TERMS_MAX} terms; leave some out.`) };
      return toTerm(token);
    default:
      return { fault: faultAt(token.at, 'A word is expected here; write one, or put this into quotes.') };
  }
}

function toOne(kind: 'all' | 'any', terms: readonly LogTerm[]): LogTerm {
  const [first] = terms;
  return terms.length === 1 && first !== undefined ? first : { kind, terms };
}

function toTerm({ text, isQuoted, at }: Extract<Token, { kind: 'word' }>): Read {
  if (isQuoted)
    return text === ''
      ? { fault: faultAt(at, 'There is nothing between the quotes; write the words to look for there.') }
      : { term: { kind: 'text', parts: [text] } };
  if (text.startsWith('level:')) {
    const levels = pickAll(LOG_LEVELS, text.slice('level:'.length));
    return levels === null
      ? { fault: faultAt(at, `A level is one of ${LOG_LEVELS.join(', ')}; write for example level:warn.`) }
      : { term: { kind: 'level', levels } };
  }
  if (text.startsWith('source:')) {
    const sources = pickAll(SOURCES, text.slice('source:'.length));
    return sources === null
      ? { fault: faultAt(at, `A source is one of ${SOURCES.join(', ')}; write for example source:backend.`) }
      : { term: { kind: 'source', sources } };
  }
  const parts = text.split('*').filter((part) => part !== '');
  if (parts.length === 0) return { fault: faultAt(at, 'Every message has this; put a * that is meant into quotes.') };
  return { term: { kind: 'text', parts } };
}

/** The words with commas between them, when all of them are known. */
function pickAll<T extends string>(known: readonly T[], text: string): readonly T[] | null {
  const picked = text.split(',').map((word) => known.find((one) => one === word));
  return picked.every((word) => word !== undefined) ? picked : null;
}

function toTokens(text: string): { readonly list: readonly Token[] } | { readonly fault: LogQueryFault } {
  const list: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at);
    if (isSpace(character)) at += 1;
    else if (character === '(' || character === ')') {
      list.push({ kind: character, at });
      at += 1;
    } else if ((character === '-' || character === '!') && !isBreak(text.charAt(at + 1), ')')) {
      list.push({ kind: 'not', at });
      at += 1;
    } else if (character === '"') {
      const quoted = readQuoted(text, at);
      if (quoted === null)
        return {
          fault: faultAt(at, 'The quote that begins here has no end; write another one behind the words.'),
        };
      list.push({ kind: 'word', text: quoted.text, isQuoted: true, at });
      at = quoted.end;
    } else {
      let end = at + 1;
      while (!isBreak(text.charAt(end), '()"')) end += 1;
      list.push(toWord(text.slice(at, end), at));
      at = end;
    }
  }
  return { list };
}

function toWord(text: string, at: number): Token {
  if (text === 'OR') return { kind: 'or', at };
  if (text === 'AND') return { kind: 'and', at };
  if (text === 'NOT') return { kind: 'not', at };
  return { kind: 'word', text, isQuoted: false, at };
}

/** In quotes, a backslash makes a quote or a backslash an ordinary character. */
function readQuoted(text: string, start: number): { readonly text: string; readonly end: number } | null {
  let taken = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') return { text: taken, end: at + 1 };
    const next = text.charAt(at + 1);
    if (character === '\\' && (next === '"' || next === '\\')) {
      taken += next;
      at += 1;
    } else taken += character;
  }
  return null;
}

/** The end, a space, or one of these. */
function isBreak(character: string, others: string): boolean {
  return character === '' || isSpace(character) || others.includes(character);
}

function isSpace(character: string): boolean {
  return character.trim() === '' && character !== '';
}

function faultAt(index: number, sentence: string): LogQueryFault {
  return { at: index + 1, sentence };
}
