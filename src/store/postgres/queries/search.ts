// Substring search. Messages are compared in the form of `foldText`: where that is lower case in ASCII the database makes
// it, and it has an index of trigrams of it where `pg_trgm` is there.

import type { Condition } from '../../../answers/condition.js';
import { foldText } from '../../../answers/search-text.js';
import type { Queries } from '../connection.js';
import { ask } from './statement.js';

/** The folded message of a table. */
export function foldedMessage(alias: string): string {
  return `coalesce(${alias}.folded, lower(${alias}.message COLLATE "C"))`;
}

/** The message of a table holds the text; absent for an empty text, which is no search. */
export function whenMessageHolds(alias: string, text: string | undefined): Condition {
  if (text === undefined || text === '') return null;
  const [pattern, indexed] = [toPattern(text), toIndexPattern(text)];
  const holds = `${foldedMessage(alias)} LIKE :pattern`;
  if (indexed === pattern) return { sql: holds, values: { pattern } };
  return {
    sql: `(${holds} AND strpos(${foldedMessage(alias)}, :folded) > 0)`,
    values: { pattern: indexed, folded: foldText(text) },
  };
}

/** The message of a table does not hold the text; absent for an empty text. */
export function whenMessageLacks(alias: string, text: string | undefined): Condition {
  if (text === undefined || text === '') return null;
  return { sql: `${foldedMessage(alias)} NOT LIKE :excluded`, values: { excluded: toPattern(text) } };
}

/** What a folded text is like that holds another one. */
export function toPattern(text: string): string {
  return `%${escapeLike(foldText(text))}%`;
}

/**
 * What the index is asked for: of each long word its ends. Every trigram is one more list of rows that is read whole. What it finds
 * may lack the text.
 */
function toIndexPattern(text: string): string {
  return toPattern(text).replace(/([\p{L}\p{N}]{3})[\p{L}\p{N}]*([\p{L}\p{N}]{3})/gu, '$1%$2');
}

/** What a folded text is like that holds parts, one behind the other. */
export function toPatternInOrder(parts: readonly string[]): string {
  return `%${parts.map((part) => escapeLike(foldText(part))).join('%')}%`;
}

/** Whether an index of trigrams can find the text: it has three letters or digits in a row. */
export function hasTrigram(text: string | undefined): boolean {
  return text !== undefined && /[\p{L}\p{N}]{3}/u.test(foldText(text));
}

/** `%`, `_` and the backslash are ordinary characters. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** Whether logs have an index to search by. */
export async function hasSearchIndex(db: Queries): Promise<boolean> {
  const [row] = await ask<{ has: boolean }>(db, "/* reference */ SELECT to_regclass('logs_search') IS NOT NULL AS has");
  return row?.has === true;
}
