// Substring search. A trigram index finds candidates, and each is then compared for real, so that `%`, `_`, quotes and
// `*` are ordinary characters. https://sqlite.org/fts5.html#the_trigram_tokenizer

import { hasInOrder } from '../../../../schemas/log-query.js';
import { foldText } from '../../../answers/search-text.js';
import { withoutTerminalCodes } from '../../../terminal-codes.js';
import type { ReadableDb } from '../connection.js';
import { SEARCH_TRIGRAMS_MAX } from '../limits.js';

/** What one search asks of the index and of the comparison. */
export interface SearchTerm {
  /** FTS5 query; null when the text is shorter than a trigram and the rows themselves have to be read. */
  readonly match: string | null;
  /** The text in the form that `containsFolded` compares with. */
  readonly folded: string;
}

/** What one text asks for. An empty text is no search at all. */
export function toSearchTerm(sent: string): SearchTerm {
  const text = withoutTerminalCodes(sent).toWellFormed();
  return { match: toMatch([text]), folded: foldText(text) };
}

/** FTS5 query for texts that hold all of these; null where none is as long as a trigram. */
function toMatch(texts: readonly string[]): string | null {
  const trigrams = new Set<string>();
  // The index leaves out NUL, so that the characters on its sides are neighbours there.
  for (const part of texts.flatMap((text) => text.split('\0'))) addTrigrams(trigrams, part);
  const quoted = [...trigrams].map((trigram) => `"${trigram.replaceAll('"', '""')}"`);
  return quoted.length === 0 ? null : quoted.join(' AND ');
}

/** FTS5 query for messages with these parts; null where none is as long as a trigram. */
export function toPartsMatch(parts: readonly string[]): string | null {
  return toMatch(parts.map((part) => withoutTerminalCodes(part).toWellFormed()));
}

/** Finds what all of them find; null for none. */
export function joinMatches(matches: readonly string[]): string | null {
  return matches.length === 0 ? null : `(${matches.join(') AND (')})`;
}

/** Letters of scripts whose upper and lower case the index does not know to be the same; of the dotted capital i, that it is two then. */
const UNFOLDED = /[\u0130\u0307]|(?![\0-\u024f\u0370-\u0527\u0531-\u0587\u1e00-\u1eff])\p{Changes_When_Casemapped}/u;

/**
 * Every second trigram and the last: together they still hold each character with its neighbours, and the index reads a
 * list of rows for each, which is what a search spends its time on.
 */
function addTrigrams(trigrams: Set<string>, text: string): void {
  const characters = Array.from(text);
  const last = characters.length - 3;
  let isCovered = false;
  for (let index = 0; index <= last && trigrams.size < SEARCH_TRIGRAMS_MAX; index += 1) {
    const trigram = characters.slice(index, index + 3).join('');
    isCovered = (!isCovered || index === last) && !UNFOLDED.test(trigram);
    if (isCovered) trigrams.add(trigram);
  }
}

/**
 * The SQL condition that the text of a column contains the parameter, `:folded` unless it has another name. Most texts are ASCII, which SQLite folds as we do; only
 * others, and those with the colours of a terminal, are worth the call of a function outside of it. (`length` stops at a NUL, so texts with one
 * count as others.)
 */
export function containsFolded(column: string, name = 'folded'): string {
  return `((instr(lower(${column}), :${name}) AND instr(${column}, char(27)) = 0) OR
    ((length(${column}) <> octet_length(${column}) OR instr(${column}, char(27)) > 0) AND
      contains_folded(CAST(${column} AS BLOB), CAST(:${name} AS BLOB))))`;
}

/** No part of a query has one: it ends where the part does. */
const BETWEEN = '\n';

/** The parameter of `containsInOrder`. */
export function toInOrder(parts: readonly string[]): string {
  return parts.map(foldText).join(BETWEEN);
}

/** The SQL condition that the text of a column contains parts, one behind the other. */
export function containsInOrder(column: string, name: string): string {
  return `contains_in_order(CAST(${column} AS BLOB), CAST(:${name} AS BLOB))`;
}

/** Makes what `containsFolded` and `containsInOrder` need known to the connection. Texts come as bytes: Node 22 would end them at a NUL. */
export function registerSearchFunction(db: ReadableDb): void {
  db.function('contains_folded', { deterministic: true }, (text: unknown, folded: unknown) =>
    text instanceof Uint8Array && folded instanceof Uint8Array && foldText(toText(text)).includes(toText(folded))
      ? 1
      : 0,
  );
  db.function('contains_in_order', { deterministic: true }, (text: unknown, parts: unknown) =>
    text instanceof Uint8Array &&
    parts instanceof Uint8Array &&
    hasInOrder(foldText(toText(text)), toText(parts).split(BETWEEN))
      ? 1
      : 0,
  );
}

function toText({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString();
}
