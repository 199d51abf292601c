// A table as it moves: its columns in the database, and the statement that reads the same from the file.

import type { ColumnType, Row, TransferTable } from './transfer-table.js';

type Facts = Omit<TransferTable, 'select' | 'complete' | 'toFile' | 'columns' | 'into'> & {
  /** Names with the first letter of the type: `id:b`. */
  readonly columns: string;
  /** Of the file: a table with the alias `t`, and what is joined to it. */
  readonly from: string;
  /** Columns that are not those of `t` with the same name. */
  readonly values?: Readonly<Record<string, string>>;
  readonly place: string;
  /** Makes columns of `MADE`, or makes another one what it is in the database. */
  readonly complete?: (row: Row) => Row;
  readonly toFile?: (row: Row) => Row;
  readonly into?: readonly string[];
};

const TYPES: Readonly<Record<string, ColumnType>> = {
  i: 'integer',
  b: 'bigint',
  s: 'smallint',
  d: 'double precision',
  t: 'text',
  u: 'uuid',
  h: 'hex',
};

/** Columns that no file has. */
const MADE: ReadonlySet<string> = new Set(['bytes', 'folded', 'shard']);

export function table({
  columns,
  from,
  values = {},
  place,
  complete = (row) => row,
  toFile = (row) => row,
  into = [],
  ...facts
}: Facts): TransferTable {
  const typed = columns.split(/\s+/).map((column): [string, ColumnType] => {
    const [name = '', type = ''] = column.split(':');
    return [name, TYPES[type] ?? 'text'];
  });
  const names = typed.map(([name]) => name).filter((name) => !MADE.has(name));
  const read = names.map((name) => `${values[name] ?? `t.${name}`} AS ${name}`).join(', ');
  const select = `SELECT ${names.join(', ')}, place FROM (SELECT ${read}, ${place} AS place FROM ${from})
    WHERE place > :after ORDER BY place LIMIT :limit`;
  return { ...facts, columns: Object.fromEntries(typed), complete, toFile, select, into };
}

/** Inserts a row of the file: columns that are parameters of their names, then those that are something else. */
export function insert(name: string, columns: string, others: Readonly<Record<string, string>> = {}): string {
  const named = columns.split(/\s+/);
  const values = [...named.map((column) => `:${column}`), ...Object.values(others)];
  return `INSERT INTO ${name} (${[...named, ...Object.keys(others)].join(', ')}) VALUES (${values.join(', ')})`;
}
