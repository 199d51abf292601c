// Rows of the file: read in the form in which the database has them, and written back from it.

import type { ReadableDb, WritableDb } from '../sqlite/connection.js';
import type { Row, TransferTable } from './tables.js';

interface Page {
  readonly after: number;
  readonly limit: number;
}

export interface FilePage {
  readonly rows: Row[];
  /** Of the last row; null behind the last page. */
  readonly place: number | null;
}

export const BEFORE_ALL = Number.MIN_SAFE_INTEGER;

/** The next rows behind a place, with the ids of projects as `toProject` says them. */
export function readPage(
  source: ReadableDb,
  { select, columns, complete }: TransferTable,
  { after, limit, toProject = (id) => id }: Page & { readonly toProject?: (id: number) => number },
): FilePage {
  const found = source.prepare<Page, Row & { readonly place: number }>(select).all({ after, limit });
  const rows = found.map((row) => {
    const whole = complete('project_id' in row ? { ...row, project_id: toProject(Number(row.project_id)) } : row);
    return Object.fromEntries(Object.keys(columns).map((column) => [column, whole[column] ?? null]));
  });
  return { rows, place: found.at(-1)?.place ?? null };
}

export function countRows(source: ReadableDb, { select }: TransferTable): number {
  const count = source.prepare<Page, number>(`SELECT count(*) FROM (${select})`).pluck();
  return count.get({ after: BEFORE_ALL, limit: -1 }) ?? 0;
}

/** Writes rows of the database into the file, by the statements of their table. */
export function openFileWriter(
  db: WritableDb,
  { into, columns, toFile }: TransferTable,
): (rows: readonly Row[]) => void {
  const writes = into.map((sql) => {
    const statement = db.prepare<object>(sql);
    const names = Object.keys(columns).filter((name) => new RegExp(`:${name}\\b`).test(sql));
    return (row: Row) => statement.run(Object.fromEntries(names.map((name) => [name, toStored(row, name)])));
  });
  const toStored = (row: Row, name: string): string | number | null | Buffer => {
    const value = row[name] ?? null;
    const isBytes = columns[name] === 'uuid' || columns[name] === 'hex';
    return isBytes && value !== null ? Buffer.from(String(value).replaceAll('-', ''), 'hex') : value;
  };
  return (rows) => {
    for (const row of rows.map(toFile)) for (const write of writes) write(row);
  };
}
