// Many rows in one statement: an array for each column. A statement goes to the rows of one project, which is its first
// parameter: a database that is distributed by project sends it to one server. Arrays are made here as the texts that PostgreSQL
// reads: the driver makes three texts of each element, which was a tenth of the writer's time.

import type { Parameter } from '../../answers/condition.js';
import { encodeText } from './text.js';

/** Names and types of columns, in their order. */
export type Columns = Readonly<Record<string, string>>;

export interface BulkRows<Row> {
  /** `$1::bigint[], $2::text[], …` for `unnest`. */
  readonly arrays: string;
  /** The columns by name, with commas. */
  readonly names: string;
  parameters(rows: readonly Row[]): Parameter[];
}

/** The columns besides `project_id`, which is `$1`. */
export interface ProjectRows<Row> extends Pick<BulkRows<Row>, 'arrays' | 'names'> {
  parameters(projectId: number, rows: readonly Row[]): Parameter[];
}

/** The columns of rows whose fields have the same names in camelCase. */
export function openBulk<Row extends object>(columns: Columns, firstParameter = 1): BulkRows<Row> {
  const entries = Object.entries(columns);
  const writers = entries.map(([name, type]) => {
    const field = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    return type === 'text' ? openTexts<Row>(field) : openPlain<Row>(field);
  });
  return {
    arrays: entries.map(([, type], index) => `$${index + firstParameter}::${type}[]`).join(', '),
    names: entries.map(([name]) => name).join(', '),
    parameters: (rows) => writers.map((write) => write(rows)),
  };
}

type Value = string | number | null | undefined;
type ArrayWriter<Row> = (rows: readonly Row[]) => string;

/** Of numbers, and of texts that need no quotes, such as hashes. */
function openPlain<Row extends object>(field: string): ArrayWriter<Row> {
  return (rows) => {
    let text = '{';
    for (const row of rows)
      text += `${text === '{' ? '' : ','}${String((row as Record<string, Value>)[field] ?? null)}`;
    return `${text}}`;
  };
}

function openTexts<Row extends object>(field: string): ArrayWriter<Row> {
  return (rows) => {
    let text = '{';
    for (const row of rows) {
      const value = (row as Record<string, Value>)[field] ?? null;
      if (text !== '{') text += ',';
      text += value === null ? 'null' : `"${quote(encodeText(String(value)))}"`;
    }
    return `${text}}`;
  };
}

function quote(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}

/** The same for rows of one project. */
export function openProjectBulk<Row extends object>(columns: Columns): ProjectRows<Row> {
  const { arrays, names, parameters } = openBulk<Row>(columns, 2);
  return { arrays, names, parameters: (projectId, rows) => [projectId, ...parameters(rows)] };
}

/** A statement that inserts them all; `tail` is what follows the rows. */
export function toInsert(table: string, { names, arrays }: ProjectRows<never>, tail = ''): string {
  return `/* project */ INSERT INTO ${table} (project_id, ${names})
    SELECT $1::integer, ${names} FROM unnest(${arrays}) AS new (${names}) ${tail}`;
}

/**
 * Sends what each project needs, one project behind the other in the order of their ids, in which every transaction locks. Of
 * one project, by far the usual, the rows are taken as they are.
 */
export async function byProject<Row extends { readonly projectId: number }, T>(
  rows: readonly Row[],
  send: (projectId: number, rows: readonly Row[]) => Promise<T>,
): Promise<T[]> {
  const [first] = rows;
  if (first === undefined) return [];
  if (rows.every(({ projectId }) => projectId === first.projectId)) return [await send(first.projectId, rows)];
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const own = groups.get(row.projectId);
    if (own === undefined) groups.set(row.projectId, [row]);
    else own.push(row);
  }
  const inOrder = [...groups].sort(([one], [other]) => one - other);
  return Promise.all(inOrder.map(([projectId, own]) => send(projectId, own)));
}
