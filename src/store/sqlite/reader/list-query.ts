// Lists with optional filters. The texts of the conditions are constants; only parameters carry values, so the number of
// different statements is small and each is prepared once.

import type { ReadableDb } from '../connection.js';
import type { Place } from './cursor.js';

/** A constant condition and the parameters it needs; null when the filter is not used. */
export type Condition = { readonly sql: string; readonly bind: Readonly<Record<string, unknown>> } | null;

export interface ListPlan {
  readonly conditions: readonly Condition[];
  readonly page: number;
  readonly pageSize: number;
}

export interface ListShape {
  /** `SELECT … FROM …` of one row. */
  readonly select: string;
  /** `FROM …` of what is counted and paged. */
  readonly from: string;
  /** Key of the table, e.g. `l.id`. */
  readonly key: string;
  /** Newest first. */
  readonly order: string;
}

export interface ListQueries<Row> {
  rows(plan: ListPlan): Row[];
  /** Counts up to `max`. */
  count(plan: Pick<ListPlan, 'conditions'>, max: number): number;
}

export function openListQueries<Row>(db: ReadableDb, shape: ListShape): ListQueries<Row> {
  const prepare = openStatements(db);
  return {
    rows({ conditions, page, pageSize }) {
      const { where, bind } = join(conditions);
      // The page is found in an index first; only its rows are read whole.
      const sql = `${shape.select} WHERE ${shape.key} IN (
          SELECT ${shape.key} FROM ${shape.from} ${where} ORDER BY ${shape.order} LIMIT :limit OFFSET :offset)
        ORDER BY ${shape.order}`;
      return prepare(sql).all({ ...bind, ...toLimit(page, pageSize) }) as Row[];
    },
    count({ conditions }, max) {
      const { where, bind } = join(conditions);
      const sql = `SELECT count(*) AS count FROM (SELECT 1 FROM ${shape.from} ${where} LIMIT :max)`;
      return (prepare(sql).get({ ...bind, max }) as { count: number }).count;
    },
  };
}

export interface MatchShape {
  readonly select: string;
  /** The full-text table joined with the listed one, in this order. */
  readonly from: string;
  readonly key: string;
  /** A number; the page has the largest first. */
  readonly sortKey: string;
  /** Order in which the full-text table gives its rows without sorting them. */
  readonly foundOrder: string;
}

export interface MatchQueries<Row> {
  /** The page, and how many rows match, both among the newest `max` rows that pass every condition. */
  find(plan: ListPlan, max: number): { rows: Row[]; total: number };
}

/** Lists of what a full-text query finds. The conditions are checked on each match, so that no filter hides a row. */
export function openMatchQueries<Row>(db: ReadableDb, shape: MatchShape): MatchQueries<Row> {
  const prepare = openStatements(db);
  return {
    find({ conditions, page, pageSize }, max) {
      const { where, bind } = join(conditions);
      // SQLite sorts, pages and counts what it finds: handing over every match would cost more than finding it.
      const sql = `SELECT id, count(*) OVER () AS total FROM (
          SELECT ${shape.key} AS id, ${shape.sortKey} AS sortKey FROM ${shape.from} ${where}
          ORDER BY ${shape.foundOrder} LIMIT :max)
        ORDER BY sortKey DESC, id DESC LIMIT :limit OFFSET :offset`;
      const find = (of: number): FoundRow[] =>
        prepare(sql).all({ ...bind, max, ...toLimit(of, pageSize) }) as FoundRow[];
      const read = prepare(`${shape.select} WHERE ${shape.key} = :id`);
      return readFound((id) => read.get({ id }) as Row, find, page);
    },
  };
}

export interface ScanShape extends ListShape {
  /** A time. */
  readonly sortKey: string;
  /** What the filters look at. */
  readonly columns: string;
}

export interface ScanPlan extends ListPlan {
  /** Conditions that no index serves, on the columns of the shape. */
  readonly filters: readonly Condition[];
}

export interface ScanQueries<Row> {
  /**
   * The page, and how many rows pass the filters, both among the newest `max` rows that pass the conditions. `end` is the
   * last of those when there are more.
   */
  find(plan: ScanPlan, max: number): { rows: Row[]; total: number; end: Place | null };
}

/** Lists with filters that no index serves: so many rows are looked at, and no more. */
export function openScanQueries<Row>(db: ReadableDb, shape: ScanShape): ScanQueries<Row> {
  const prepare = openStatements(db);
  const { from, key, sortKey, order, columns } = shape;
  const alias = from.split(' ').at(-1) ?? '';
  return {
    find({ conditions, filters, page, pageSize }, max) {
      const looked = join(conditions);
      const passing = join(filters);
      const sql = `SELECT id, count(*) OVER () AS total FROM (
          SELECT ${key}, ${sortKey} AS sortMs, ${columns} FROM ${from} ${looked.where} ORDER BY ${order} LIMIT :max
        ) ${alias} ${passing.where} ORDER BY sortMs DESC, id DESC LIMIT :limit OFFSET :offset`;
      const find = (of: number): FoundRow[] =>
        prepare(sql).all({ ...looked.bind, ...passing.bind, max, ...toLimit(of, pageSize) }) as FoundRow[];
      const ends = prepare(
        `SELECT ${sortKey} AS sortMs, ${key} FROM ${from} ${looked.where} ORDER BY ${order} LIMIT 2 OFFSET :skip`,
      ).all({ ...looked.bind, skip: max - 1 }) as Place[];
      const [end = null, more] = ends;
      const read = prepare(`${shape.select} WHERE ${key} = :id`);
      return { ...readFound((id) => read.get({ id }) as Row, find, page), end: more ? end : null };
    },
  };
}

interface FoundRow {
  readonly id: number;
  readonly total: number;
}

/** The rows of a page of ids, and the total that each carries. */
function readFound<Row>(
  read: (id: number) => Row,
  find: (page: number) => readonly FoundRow[],
  page: number,
): { rows: Row[]; total: number } {
  const found = find(page);
  // A page past the last match has no row that could tell the total.
  const [first] = found.length > 0 || page === 1 ? found : find(1);
  return { rows: found.map(({ id }) => read(id)), total: first?.total ?? 0 };
}

function openStatements(db: ReadableDb): (sql: string) => ReturnType<ReadableDb['prepare']> {
  const statements = new Map<string, ReturnType<ReadableDb['prepare']>>();
  return (sql) => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = db.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
}

function toLimit(page: number, pageSize: number): { limit: number; offset: number } {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}

function join(conditions: readonly Condition[]): { where: string; bind: Record<string, unknown> } {
  const used = conditions.filter((condition) => condition !== null);
  const where = used.length === 0 ? '' : `WHERE ${used.map(({ sql }) => sql).join(' AND ')}`;
  return { where, bind: Object.assign({}, ...used.map(({ bind }) => bind)) as Record<string, unknown> };
}

/** A condition on one value, absent when there is none. */
export function when(sql: string, name: string, value: unknown): Condition {
  return value === undefined || value === null ? null : { sql, bind: { [name]: value } };
}
