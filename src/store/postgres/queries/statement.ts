// Statements with named parameters. Their texts are made of constants, and only parameters carry values: the number of
// different texts is small, and a connection prepares each once.

import { LRUCache } from '#lru-cache';
import type { Values } from '../../../answers/condition.js';
import type { Queries } from '../connection.js';
import { NUMBERED_STATEMENTS_MAX } from '../limits.js';

/** Runs a statement in which `:name` stands for a value. */
export function ask<Row extends object>(db: Queries, text: string, values: Values = {}): Promise<Row[]> {
  const { sql, names } = toNumbered(text);
  const parameters = names.map((name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for :${name}`);
    return value;
  });
  return db.query<Row>(sql, parameters);
}

/**
 * From here to its end, the transaction plans each statement for its values: whether an index finds few rows or most of them
 * depends on what is searched for, and a plan that is kept does not know.
 */
export function planForValues(transaction: Queries): Promise<void> {
  return transaction.exec('SET LOCAL plan_cache_mode = force_custom_plan');
}

interface Numbered {
  readonly sql: string;
  /** What stands for `$1` and the following. */
  readonly names: readonly string[];
}

const numbered = new LRUCache<string, Numbered>({ max: NUMBERED_STATEMENTS_MAX });

/** PostgreSQL has parameters by number. `::` is a cast. */
function toNumbered(text: string): Numbered {
  let made = numbered.get(text);
  if (made === undefined) {
    const names: string[] = [];
    const sql = text.replace(/(?<!:):([a-z]\w*)/gi, (_, name: string) => {
      if (!names.includes(name)) names.push(name);
      return `$${names.indexOf(name) + 1}`;
    });
    made = { sql, names };
    numbered.set(text, made);
  }
  return made;
}
