// Rows of the database as they move: written many at a time, and read back in the order of their keys.

import type { Parameter } from '../../answers/condition.js';
import type { Queries } from '../postgres/connection.js';
import type { ColumnType, Row, TransferTable } from './tables.js';

type Shape = Pick<TransferTable, 'name' | 'columns' | 'key'>;

/** What an array of the type is made of; bytes come as digits. */
const toArrayType = (type: ColumnType): string => (type === 'hex' ? 'text' : type);

/** Inserts rows that are not there yet. */
export async function writeRows(transaction: Queries, { name, columns }: Shape, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const names = Object.keys(columns);
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${toArrayType(type)}[]`);
  const values = Object.entries(columns).map(([column, type]) =>
    type === 'hex' ? `decode(${column}, 'hex')` : column,
  );
  await transaction.change(
    `/* project */ INSERT INTO ${name} (${names.join(', ')}) OVERRIDING SYSTEM VALUE
     SELECT ${values.join(', ')} FROM unnest(${arrays.join(', ')}) AS moved (${names.join(', ')}) ON CONFLICT DO NOTHING`,
    names.map((column) => rows.map((row) => row[column] ?? null)),
  );
}

/** All rows, in parts. */
export async function* readRows(db: Queries, { name, columns, key }: Shape, limit: number): AsyncGenerator<Row[]> {
  const values = Object.entries(columns).map(([column, type], index) => {
    if (type === 'hex') return `encode(${column}, 'hex') AS c${index}`;
    return `${type === 'uuid' ? `${column}::text` : column} AS c${index}`;
  });
  const order = key.join(', ');
  const types = key.map((column, index) => `$${index + 1}::${columns[column] ?? 'text'}`);
  for (let after: readonly Parameter[] | null = null; ; ) {
    const rows: Record<string, Row[string]>[] = await db.query(
      `/* fan-out */ SELECT ${values.join(', ')} FROM ${name}
       ${after === null ? '' : `WHERE (${order}) > (${types.join(', ')})`} ORDER BY ${order} LIMIT ${limit}`,
      after ?? [],
    );
    if (rows.length === 0) return;
    const named = rows.map((row) =>
      Object.fromEntries(Object.keys(columns).map((column, index) => [column, row[`c${index}`] ?? null])),
    );
    yield named;
    after = key.map((column) => named.at(-1)?.[column] ?? null);
  }
}
