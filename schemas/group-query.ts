// The language that error groups are looked for in: words and `key:value`, read the same by the API, the command line,
// saved views and the dashboard. Every term must hold; the values of one term, with commas between them, are alternatives.

import { GROUP_QUERY_CHARS_MAX, GROUP_QUERY_TERMS_MAX, GROUP_QUERY_VALUES_MAX, QUERY_COUNT_MAX } from './limits.js';
import {
  GROUP_NEWS,
  type GroupNews,
  SEVERITIES,
  type Severity,
  SOURCES,
  type Source,
  STATUSES,
  type Status,
} from './words.js';

/** What `is:` takes. */
export const GROUP_STATES = [...STATUSES, ...GROUP_NEWS] as const;
export type GroupState = Status | GroupNews;

export const COMPARISONS = ['<=', '>=', '<', '>', '='] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A number to compare with; a duration is in milliseconds. */
export interface Bound {
  readonly comparison: Comparison;
  readonly than: number;
}

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** Keys whose values are texts of the group or of its events. */
export const TEXT_KEYS = [
  'message',
  'type',
  'file',
  'release',
  'environment',
  'user',
  'server',
  'browser',
  'browserVersion',
  'runtime',
  'os',
  'url',
  'transaction',
  'correlation',
] as const;
export type TextKey = (typeof TEXT_KEYS)[number];

/** One of them for each key, so that a key tells which it is. */
type TextTerm<K extends TextKey> = K extends TextKey ? { readonly key: K; readonly values: readonly string[] } : never;

/** One condition: any of its values, or, with `isNot`, none of them. */
export type GroupTerm = { readonly isNot: boolean } & (
  | TextTerm<TextKey>
  | { readonly key: 'is'; readonly values: readonly GroupState[] }
  | { readonly key: 'severity'; readonly values: readonly Severity[] }
  | { readonly key: 'source'; readonly values: readonly Source[] }
  | { readonly key: 'tag'; readonly values: readonly NamedValue[] }
  | { readonly key: 'seen' | 'first' | 'changed' | 'count'; readonly values: readonly Bound[] }
);
export type GroupKey = GroupTerm['key'];

/** The keys in the order in which they are offered, each with an example and what it means. */
export const GROUP_KEYS: Readonly<Record<GroupKey, { readonly example: string; readonly meaning: string }>> = {
  is: { example: 'is:unresolved', meaning: 'unresolved, acknowledged, resolved, ignored, new, regressed or louder' },
  severity: { example: 'severity:fatal,error', meaning: 'fatal, error, warning or info' },
  type: { example: 'type:TypeError', meaning: 'error type' },
  file: { example: 'file:price.ts', meaning: 'part of the file that the error comes from' },
  release: { example: 'release:2.8.1', meaning: 'release of the application' },
  environment: { example: 'environment:production', meaning: 'where it runs' },
  user: { example: 'user:7', meaning: 'id, e-mail or name of a user who met it' },
  tag: { example: 'tag:tenant=north', meaning: 'tag of an event' },
  server: { example: 'server:web-1', meaning: 'name of the machine' },
  browser: { example: 'browser:Safari', meaning: 'browser, without its version' },
  browserVersion: { example: 'browserVersion:"Safari 17.4"', meaning: 'browser with its version' },
  runtime: { example: 'runtime:"node 22.3"', meaning: 'runtime with its version' },
  os: { example: 'os:Android', meaning: 'operating system' },
  url: { example: 'url:/orders/*', meaning: 'path of the page or the request, with * for ids' },
  transaction: { example: 'transaction:checkout', meaning: 'transaction of an event' },
  source: { example: 'source:frontend', meaning: 'backend or frontend' },
  seen: { example: 'seen:<1h', meaning: 'how long ago it was last seen' },
  first: { example: 'first:>7d', meaning: 'how long ago it was first seen' },
  changed: { example: 'changed:<1h', meaning: 'how long ago it was new, came back or became louder than usual' },
  count: { example: 'count:>100', meaning: 'number of events' },
  correlation: { example: 'correlation:4bf92f35', meaning: 'correlation id of an event' },
  message: { example: 'message:"timed out"', meaning: 'part of the message, as words without a key' },
};

/** What is wrong, and at which character, counted from 1. */
export interface GroupQueryFault {
  readonly at: number;
  readonly sentence: string;
}

export type ParsedGroupQuery =
  /** `starts` has the character at which each term begins, counted from 1. */
  | { readonly ok: true; readonly terms: readonly GroupTerm[]; readonly starts: readonly number[] }
  | { readonly ok: false; readonly fault: GroupQueryFault };

/** Reads a query in one pass. A text that looks like a key nobody knows is refused, so that a typing error finds something. */
export function parseGroupQuery(text: string): ParsedGroupQuery {
  if (text.length > GROUP_QUERY_CHARS_MAX)
    return refuse(
      GROUP_QUERY_CHARS_MAX,
      `The query is longer than ${GROUP_QUERY_CHARS_MAX} characters; leave some out.`,
    );
  const terms: GroupTerm[] = [];
  const starts: number[] = [];
  for (let at = skipSpace(text, 0); at < text.length; ) {
    if (terms.length === GROUP_QUERY_TERMS_MAX)
      return refuse(at, `A query has at most ${GROUP_QUERY_TERMS_MAX} terms; leave some out.`);
    const read = readTerm(text, at);
    if ('fault' in read) return { ok: false, fault: read.fault };
    terms.push(read.term);
    starts.push(at + 1);
    at = skipSpace(text, read.end);
  }
  return { ok: true, terms, starts };
}

type Read<T> = (T & { readonly end: number }) | { readonly fault: GroupQueryFault };
type ReadTerm = Read<{ readonly term: GroupTerm }>;

function readTerm(text: string, start: number): ReadTerm {
  const next = text.charAt(start + 1);
  const isNot = isMinus(text.charAt(start)) && next !== '' && !isSpace(next);
  const at = isNot ? start + 1 : start;
  const found = findKey(text, at);
  if (found === null) return readWords(text, at, isNot);
  const { key, valueAt } = found;
  if (isKey(key)) return readKeyed(text, { key, valueAt, isNot });
  // As in `TypeError:`, `Error:cause` and `http://…`, which are pasted: a capital is no typing error of a key.
  const isPasted = isEnd(text, valueAt) || text.startsWith('//', valueAt) || key !== key.toLowerCase();
  if (isPasted) return readWords(text, at, isNot);
  const word = text.slice(at, wordEnd(text, at));
  return fault(
    at,
    `"${key}" is no key; use one of ${Object.keys(GROUP_KEYS).join(', ')}, or put the words in quotes: "${word}".`,
  );
}

/** A key, known or not, and where its values begin. */
export function findKey(text: string, at: number): { readonly key: string; readonly valueAt: number } | null {
  let end = at;
  while (end < text.length && isLetter(text.charCodeAt(end))) end += 1;
  return end > at && text.charAt(end) === ':' ? { key: text.slice(at, end), valueAt: end + 1 } : null;
}

/** A word, or several in quotes. Commas are part of it. */
function readWords(text: string, at: number, isNot: boolean): ReadTerm {
  const read = readText(text, at, false);
  if ('fault' in read) return read;
  if (read.text === '') return fault(at, 'There is nothing between the quotes; write the words to look for there.');
  return { term: { isNot, key: 'message', values: [read.text] }, end: read.end };
}

interface Keyed {
  readonly key: GroupKey;
  readonly valueAt: number;
  readonly isNot: boolean;
}

interface Value {
  readonly text: string;
  readonly at: number;
}

function readKeyed(text: string, { key, valueAt, isNot }: Keyed): ReadTerm {
  const values: Value[] = [];
  let at = valueAt;
  for (;;) {
    const read = readText(text, at, true);
    if ('fault' in read) return read;
    if (read.text === '')
      return fault(at, `A value is missing after "${key}:"; write for example ${GROUP_KEYS[key].example}.`);
    values.push({ text: read.text, at });
    if (values.length > GROUP_QUERY_VALUES_MAX)
      return fault(at, `A key has at most ${GROUP_QUERY_VALUES_MAX} values; leave some out.`);
    at = read.end + 1;
    if (text.charAt(read.end) !== ',') return toTerm(key, { isNot, values, end: read.end });
  }
}

/** Up to a space, or where values are listed a comma; not inside quotes, in which a backslash makes a quote ordinary. */
function readText(text: string, start: number, isListed: boolean): Read<{ readonly text: string }> {
  let taken = '';
  let quoteAt = -1;
  let at = start;
  for (; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quoteAt === -1 && (isSpace(character) || (isListed && character === ','))) break;
    if (character === '"' && (quoteAt !== -1 || at === start || isListed)) quoteAt = quoteAt === -1 ? at : -1;
    else if (character === '\\' && quoteAt !== -1 && isEscapable(text.charAt(at + 1))) {
      at += 1;
      taken += text.charAt(at);
    } else taken += character;
    // Words in quotes are a term of their own, whatever stands behind them.
    if (!isListed && quoteAt === -1 && character === '"' && at > start && text.charAt(start) === '"') {
      at += 1;
      break;
    }
  }
  if (quoteAt !== -1)
    return fault(quoteAt, 'The quote that begins here has no end; write another one behind the words.');
  return { text: taken, end: at };
}

interface Listed {
  readonly isNot: boolean;
  readonly values: readonly Value[];
  readonly end: number;
}

function toTerm(key: GroupKey, { isNot, values, end }: Listed): ReadTerm {
  switch (key) {
    case 'is': {
      const read = readKnown(key, GROUP_STATES, values);
      return 'fault' in read ? read : { term: { isNot, key, values: read.words }, end };
    }
    case 'severity': {
      const read = readKnown(key, SEVERITIES, values);
      return 'fault' in read ? read : { term: { isNot, key, values: read.words }, end };
    }
    case 'source': {
      const read = readKnown(key, SOURCES, values);
      return 'fault' in read ? read : { term: { isNot, key, values: read.words }, end };
    }
    case 'tag':
      return tagTerm({ isNot, values, end });
    case 'seen':
    case 'first':
    case 'changed':
    case 'count':
      return boundTerm(key, { isNot, values, end });
    default:
      return { term: { isNot, key, values: values.map(({ text }) => text) }, end };
  }
}

/** The words among the known ones, in lower case. */
function readKnown<W extends string>(
  key: GroupKey,
  known: readonly W[],
  values: readonly Value[],
): { readonly words: readonly W[] } | { readonly fault: GroupQueryFault } {
  const words: W[] = [];
  for (const { text, at } of values) {
    const word = known.find((one) => one === text.toLowerCase());
    if (word === undefined) return fault(at, `"${key}:" takes ${toList(known)}, and not "${text}".`);
    words.push(word);
  }
  return { words };
}

/** A value without a name is of the tag before it. */
function tagTerm({ isNot, values, end }: Listed): ReadTerm {
  const tags: NamedValue[] = [];
  for (const { text, at } of values) {
    const equals = text.indexOf('=');
    const name = equals === -1 ? tags.at(-1)?.name : text.slice(0, equals);
    const value = text.slice(equals + 1);
    if (name === undefined || name === '' || value === '')
      return fault(at, `A tag has a name and a value; write for example ${GROUP_KEYS.tag.example}.`);
    tags.push({ name, value });
  }
  return { term: { isNot, key: 'tag', values: tags }, end };
}

function boundTerm(key: 'seen' | 'first' | 'changed' | 'count', { isNot, values, end }: Listed): ReadTerm {
  const bounds: Bound[] = [];
  for (const { text, at } of values) {
    const given = COMPARISONS.find((comparison) => text.startsWith(comparison));
    const rest = text.slice(given?.length ?? 0);
    const than = key === 'count' ? toCount(rest) : toDurationMs(rest);
    // An age is never met to the millisecond: without a sign, or with `=`, it means "within".
    const comparison = key === 'count' ? (given ?? '=') : given === undefined || given === '=' ? '<=' : given;
    if (than === null)
      return fault(
        at,
        key === 'count'
          ? `"count:" compares with a whole number; write for example ${GROUP_KEYS.count.example}.`
          : `"${key}:" compares with a time in s, m, h, d or w; write for example ${GROUP_KEYS[key].example}.`,
      );
    bounds.push({ comparison, than });
  }
  return { term: { isNot, key, values: bounds }, end };
}

function toCount(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Math.min(Number(text), QUERY_COUNT_MAX) : null;
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

function toDurationMs(text: string): number | null {
  const unitMs = UNIT_MS[text.at(-1) ?? ''];
  const count = text.slice(0, -1);
  return unitMs === undefined || !/^\d{1,6}$/.test(count) ? null : Number(count) * unitMs;
}

/** A value as a query has it: in quotes where it would end too soon. */
export function toQueryValue(value: string): string {
  return /[\s,"]/.test(value) || value === '' ? `"${value.replace(/[\\"]/g, '\\$&')}"` : value;
}

function skipSpace(text: string, from: number): number {
  const found = text.slice(from).search(/\S/);
  return found === -1 ? text.length : from + found;
}

function wordEnd(text: string, from: number): number {
  let at = from;
  while (!isEnd(text, at)) at += 1;
  return at;
}

const isEnd = (text: string, at: number): boolean => at >= text.length || isSpace(text.charAt(at));
export const isSpace = (character: string): boolean => /^\s$/.test(character);
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
export const isMinus = (character: string): boolean => character === '-' || character === '!';
const isEscapable = (character: string): boolean => character === '"' || character === '\\';

export const isKey = (text: string): text is GroupKey => Object.hasOwn(GROUP_KEYS, text);

const toList = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;

const fault = (at: number, sentence: string): { readonly fault: GroupQueryFault } => ({
  fault: { at: at + 1, sentence },
});
const refuse = (at: number, sentence: string): ParsedGroupQuery => ({ ok: false, ...fault(at, sentence) });
