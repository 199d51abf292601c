// Pages of lists with optional filters, and their totals. A page ends early where it would hold more than an answer may.

import { openByteBudget } from '../../../answers/byte-budget.js';
import { type Condition, join, type Values } from '../../../answers/condition.js';
import { type CursorPlace, parseCursor, toCursor, toNextCursor } from '../../../answers/cursor.js';
import { ANSWER_BYTES_MAX } from '../../../limits.js';
import { parsePublicId, toPublicId } from '../../sqlite/row-id.js';
import type { Queries } from '../connection.js';
import { type ProjectScope, scoped } from './scope.js';
import { ask } from './statement.js';

/** The place of a row in a list that is ordered by a time and then by id. */
export interface Place {
  readonly sortMs: number;
  readonly id: number;
}

export interface ListShape {
  /** The table, with the alias that the columns name it by. */
  readonly from: string;
  readonly alias: string;
  /** What it is ordered by, a time in most lists, the largest first. */
  readonly time: string;
  readonly isAscending?: boolean;
  /** The table with what else its order looks at. */
  readonly sortFrom?: string;
  /** Expressions by the names of what they give; of the table, and of `joins`. */
  readonly columns: Readonly<Record<string, string>>;
  readonly joins: string;
  /** Bytes that a row takes in the answer, or fewer: an expression. */
  readonly bytes: string;
}

/** A list as it is read now. */
export interface Listing<Row> {
  readonly db: Queries;
  readonly shape: ListShape;
  /** What a row takes in the answer. */
  readonly bytesOf: (row: Row) => number;
}

export interface ListPlan {
  readonly scope: ProjectScope;
  readonly conditions: readonly Condition[];
  /** The place that the list goes on behind; a total leaves nothing out for it. */
  readonly before: Place | undefined;
  readonly page: number;
  readonly pageSize: number;
  /** Of the order of the shape. */
  readonly orderValues?: Values;
}

export interface Page<Row> {
  readonly rows: Row[];
  /** It would have held more rows, had there been room. */
  readonly isCut: boolean;
}

/** What a row has besides its columns: how many rows the page has. */
export type Sized<Row> = Row & { readonly pageRows: number | null };

/** The rows of a page. */
export async function readPage<Row extends Place>(
  { db, shape, bytesOf }: Listing<Row>,
  plan: ListPlan,
): Promise<Page<Row>> {
  return takePage(await readRows<Row>(db, shape, plan), bytesOf);
}

/** The rows of a page as far as they may go into an answer, and maybe some more: see `takePage`. */
export function readRows<Row extends Place>(
  db: Queries,
  shape: ListShape,
  { scope, conditions, before, page, pageSize, orderValues = {} }: ListPlan,
): Promise<Sized<Row>[]> {
  const { where, values } = join([...conditions, whenBehind(shape, before)]);
  const list = `SELECT ${toPlace(shape)} FROM ${shape.sortFrom ?? shape.from} ${where} ${newestFirst(shape)}`;
  const sql = scoped(scope, toRows(shape, toPlaces(list, shape, { page, pageSize })));
  return ask<Sized<Row>>(db, sql, { ...values, ...orderValues, ...toWindow(page, pageSize) });
}

/** Those that go into the answer. */
export function takePage<Row extends Place>(found: readonly Sized<Row>[], bytesOf: (row: Row) => number): Page<Row> {
  const budget = openByteBudget();
  const rows: Row[] = [];
  for (const row of found) {
    if (!budget.take(bytesOf(row))) break;
    rows.push(row);
  }
  return { rows, isCut: rows.length < (found[0]?.pageRows ?? 0) };
}

/** Counts up to `max`. */
export async function countRows(
  { db, shape: { from } }: Pick<Listing<never>, 'db' | 'shape'>,
  { scope, conditions }: Pick<ListPlan, 'scope' | 'conditions'>,
  max?: number,
): Promise<number> {
  const { where, values } = join(conditions);
  const sql =
    max === undefined
      ? `SELECT count(*) AS count FROM ${from} ${where}`
      : `SELECT count(*) AS count FROM (SELECT FROM ${from} ${where} LIMIT :max) AS found`;
  const [row] = await ask<{ count: number }>(db, scoped(scope, sql), max === undefined ? values : { ...values, max });
  return row?.count ?? 0;
}

/** The place of a cursor. Throws `invalid_cursor` for a text that is none. */
export function parsePlace(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const { sortMs, publicId } = parseCursor(cursor);
  // An id that cannot be is that of no row, below every other.
  return { sortMs, id: parsePublicId(publicId) ?? 0 };
}

interface PageEnd {
  readonly pageSize: number;
  readonly isCut: boolean;
  /** Where what was looked at ends, when there is more. */
  readonly end?: Place | null;
}

/** The cursor of what follows a page; undefined when nothing does. */
export function toNext(rows: readonly Place[], { pageSize, isCut, end = null }: PageEnd): string | undefined {
  const behindEnd = end === null ? undefined : toCursor(toCursorPlace(end));
  return toNextCursor(rows.map(toCursorPlace), pageSize, isCut) ?? behindEnd;
}

function toCursorPlace({ sortMs, id }: Place): CursorPlace {
  return { sortMs, publicId: toPublicId(id) };
}

type Sorted = Pick<ListShape, 'time' | 'alias' | 'isAscending'>;

function toDirection(isAscending = false): string {
  return isAscending ? 'ASC' : 'DESC';
}

/** What comes after a place, of a table. */
export function whenBehind({ time, alias, isAscending }: Sorted, before: Place | undefined): Condition {
  return before === undefined
    ? null
    : {
        sql: `(${time}, ${alias}.id) ${isAscending === true ? '>' : '<'} (:beforeMs, :beforeId)`,
        values: { beforeMs: before.sortMs, beforeId: before.id },
      };
}

/** `ORDER BY …` of a list. */
export function newestFirst({ time, alias, isAscending }: Sorted): string {
  const direction = toDirection(isAscending);
  return `ORDER BY ${time} ${direction}, ${alias}.id ${direction}`;
}

/** The columns of a place, and the project that its row is in. */
export function toPlace({ alias, time }: Pick<ListShape, 'time' | 'alias'>): string {
  return `${alias}.project_id, ${alias}.id, ${time} AS sort_ms`;
}

/** The columns of a list, by their names. */
export function columnsOf({ columns }: Pick<ListShape, 'columns'>): string {
  return Object.entries(columns)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(', ');
}

/**
 * The places of a page. Of the first page the text tells a size that it does not pass: with it the server can keep a plan that
 * stops after so many, and planning all partitions anew takes longer than reading the page.
 */
function toPlaces(
  list: string,
  { isAscending }: ListShape,
  { page, pageSize }: Pick<ListPlan, 'page' | 'pageSize'>,
): string {
  if (page > 1) return `${list} LIMIT :limit OFFSET :offset`;
  return `SELECT project_id, id, sort_ms FROM (${list} LIMIT ${2 ** Math.ceil(Math.log2(pageSize))}) AS first
    ORDER BY sort_ms ${toDirection(isAscending)}, id ${toDirection(isAscending)} LIMIT :limit OFFSET :offset`;
}

/** The rows at places, the first ones up to the bytes of an answer. */
export function toRows({ from, alias, columns, joins, bytes, isAscending }: ListShape, places: string): string {
  const direction = toDirection(isAscending);
  return `SELECT id, sort_ms, page_rows, ${Object.keys(columns).join(', ')} FROM (
      SELECT f.id, f.sort_ms, ${columnsOf({ columns })},
        count(*) OVER () AS page_rows, sum(${bytes}) OVER page - (${bytes}) AS bytes_before
      FROM (${places}) AS f JOIN ${from} ON ${alias}.project_id = f.project_id AND ${alias}.id = f.id ${joins}
      WINDOW page AS (ORDER BY f.sort_ms ${direction}, f.id ${direction} ROWS UNBOUNDED PRECEDING)
    ) AS sized WHERE bytes_before <= ${ANSWER_BYTES_MAX} ORDER BY sort_ms ${direction}, id ${direction}`;
}

/** `:limit` and `:offset` of a page. */
export function toWindow(page: number, pageSize: number): Values {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}
