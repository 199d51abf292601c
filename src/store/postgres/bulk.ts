// Many rows in one statement: an array for each column.

import type { Parameter } from './connection.js';

/** Names and types of columns, in their order. */
export type Columns = Readonly<Record<string, string>>;

export interface BulkRows<Row> {
  /** `$1::bigint[], $2::text[], …` for `unnest`. */
  readonly arrays: string;
  /** The columns by name, with commas. */
  readonly names: string;
  parameters(rows: readonly Row[]): Parameter[];
}

/** The columns of rows whose fields have the same names in camelCase. */
export function openBulk<Row extends object>(columns: Columns): BulkRows<Row> {
  const entries = Object.entries(columns);
  const fields = entries.map(([name]) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
  return {
    arrays: entries.map(([, type], index) => `$${index + 1}::${type}[]`).join(', '),
    names: entries.map(([name]) => name).join(', '),
    parameters: (rows) =>
      fields.map((field) => rows.map((row) => (row as Record<string, string | number | null>)[field] ?? null)),
  };
}

/** A statement that inserts them all; `tail` is what follows the rows. */
export function toInsert(table: string, { names, arrays }: BulkRows<never>, tail = ''): string {
  return `/* project */ INSERT INTO ${table} (${names}) SELECT ${names} FROM unnest(${arrays}) AS new (${names}) ${tail}`;
}
