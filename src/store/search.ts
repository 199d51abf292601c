// Substring search. A trigram index finds candidates, and each is then compared for real, so that `%`, `_`, quotes and
// `*` are ordinary characters. https://sqlite.org/fts5.html#the_trigram_tokenizer

import { SEARCH_TRIGRAMS_MAX } from '../limits.js';
import type { ReadableDb } from './database.js';

/** What one search asks of the index and of the comparison. */
export interface SearchTerm {
  /** FTS5 query; null when the text is shorter than a trigram and the rows themselves have to be read. */
  readonly match: string | null;
  /** The text in the form that `contains_folded` compares with. */
  readonly folded: string;
}

/** Null when the text cannot be in any message. An empty text is no search at all. */
export function toSearchTerm(text: string): SearchTerm | null {
  // Stored texts end at no NUL, but the query language of FTS5 does.
  if (text.includes('\0')) return null;
  const characters = Array.from(text.toWellFormed());
  const trigrams = new Set<string>();
  for (let index = 0; index + 3 <= characters.length && trigrams.size < SEARCH_TRIGRAMS_MAX; index += 1) {
    trigrams.add(characters.slice(index, index + 3).join(''));
  }
  const quoted = [...trigrams].map((trigram) => `"${trigram.replaceAll('"', '""')}"`);
  return { match: quoted.length === 0 ? null : quoted.join(' AND '), folded: fold(text) };
}

/** Case folding of search; the index folds the same way. */
function fold(text: string): string {
  return text.toLowerCase();
}

/** Makes `contains_folded(text, folded)` known to the connection. */
export function registerSearchFunction(db: ReadableDb): void {
  db.function('contains_folded', { deterministic: true }, (text: unknown, folded: unknown) =>
    typeof text === 'string' && typeof folded === 'string' && fold(text).includes(folded) ? 1 : 0,
  );
}
