// Statements with named parameters. Their texts are made of constants, and only parameters carry values: the number of
// different texts is small, and a connection prepares each once.

import { LRUCache } from '#lru-cache';
import type { Parameter, Queries } from '../connection.js';
import { NUMBERED_STATEMENTS_MAX } from '../limits.js';

export type Values = Readonly<Record<string, Parameter>>;

/** A constant condition and the parameters it needs; null when the filter is not used. */
export type Condition = { readonly sql: string; readonly values: Values } | null;

/** A condition on one value, absent when there is none. */
export function when(sql: string, name: string, value: string | number | null | undefined): Condition {
  return value === undefined || value === null ? null : { sql, values: { [name]: value } };
}

/** `WHERE …` of the conditions that are used, and their parameters. */
export function join(conditions: readonly Condition[]): { where: string; values: Values } {
  const used = conditions.filter((condition) => condition !== null);
  const where = used.length === 0 ? '' : `WHERE ${used.map(({ sql }) => sql).join(' AND ')}`;
  return { where, values: Object.assign({}, ...used.map(({ values }) => values)) as Values };
}

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
