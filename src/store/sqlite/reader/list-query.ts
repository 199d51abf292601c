// Lists with optional filters. The texts of the conditions are constants; only parameters carry values, so the number of
// different statements is small and each is prepared once.

import { LRUCache } from '#lru-cache';
import { type Condition, join, type Values } from '../../../answers/condition.js';
import type { ReadableDb } from '../connection.js';
import { LIST_STATEMENTS_MAX } from '../limits.js';
import type { Place } from '../place.js';

export interface ListPlan {
  readonly conditions: readonly Condition[];
  /** Where it is not that of the shape. */
  readonly order?: ListOrder | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/** Another order of a list: SQL, with the tables that it looks at. */
export interface ListOrder {
  readonly from: string;
  readonly order: string;
  readonly values: Values;
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

/** Whether a row still goes into the answer. The page ends with the first that does not. */
export type Fits<Row> = (row: Row) => boolean;

export interface ListQueries<Row> {
  /** Reads one row after the other, so that a page that is cut short holds no texts of the rest. */
  rows(plan: ListPlan, fits: Fits<Row>): Row[];
  /** Counts up to `max`. */
  count(plan: Pick<ListPlan, 'conditions'>, max: number): number;
}

export function openListQueries<Row>(db: ReadableDb, shape: ListShape): ListQueries<Row> {
  const prepare = openStatements(db);
  return {
    rows({ conditions, page, pageSize, order }, fits) {
      const { where, values } = join(conditions);
      const sorted = order ?? { from: shape.from, order: shape.order, values: {} };
      // The page is found in an index first; only its rows are read whole.
      const sql = `SELECT ${shape.key} AS id FROM ${sorted.from} ${where} ORDER BY ${sorted.order} LIMIT :limit OFFSET :offset`;
      const found = prepare(sql).all({ ...values, ...sorted.values, ...toLimit(page, pageSize) }) as Pick<
        FoundRow,
        'id'
      >[];
      const read = prepare(`${shape.select} WHERE ${shape.key} = :id`);
      return readWhile(found, (id) => read.get({ id }) as Row, fits);
    },
    count({ conditions }, max) {
      const { where, values } = join(conditions);
      const sql = `SELECT count(*) AS count FROM (SELECT 1 FROM ${shape.from} ${where} LIMIT :max)`;
      return (prepare(sql).get({ ...values, max }) as { count: number }).count;
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

export interface MatchPlan<Row> extends ListPlan {
  /** On `sortKey` and `id`; what it leaves out still counts. */
  readonly before: Condition;
  readonly fits: Fits<Row>;
}

export interface MatchQueries<Row> {
  /** The page, and how many rows match, both among the newest `max` rows that pass every condition. */
  find(plan: MatchPlan<Row>, max: number): { rows: Row[]; total: number };
}

/** Lists of what a full-text query finds. The conditions are checked on each match, so that no filter hides a row. */
export function openMatchQueries<Row>(db: ReadableDb, shape: MatchShape): MatchQueries<Row> {
  const prepare = openStatements(db);
  return {
    find({ conditions, before, fits, page, pageSize }, max) {
      const { where, values } = join(conditions);
      // SQLite sorts, pages and counts what it finds: handing over every match would cost more than finding it.
      const matches = `SELECT id, sortKey, count(*) OVER () AS total FROM (
          SELECT ${shape.key} AS id, ${shape.sortKey} AS sortKey FROM ${shape.from} ${where}
          ORDER BY ${shape.foundOrder} LIMIT :max)`;
      const find = (of: number, behind: Condition): FoundRow[] => {
        const rest = join([behind]);
        // Counted before the rows that follow are picked out, so that the total is that of all.
        const picked = behind === null ? matches : `SELECT id, total FROM (${matches}) ${rest.where}`;
        const sql = `${picked} ORDER BY sortKey DESC, id DESC LIMIT :limit OFFSET :offset`;
        return prepare(sql).all({ ...values, ...rest.values, max, ...toLimit(of, pageSize) }) as FoundRow[];
      };
      const found = find(page, before);
      const read = prepare(`${shape.select} WHERE ${shape.key} = :id`);
      const rows = readWhile(found, (id) => read.get({ id }) as Row, fits);
      return { rows, total: toTotal(found, () => (page === 1 && before === null ? [] : find(1, null))) };
    },
  };
}

export interface ScanShape extends ListShape {
  /** A time: the first of the order. */
  readonly sortKey: string;
}

export interface ScanPlan<Row> extends ListPlan {
  /** Conditions that no index serves. */
  readonly filters: readonly Condition[];
  readonly fits: Fits<Row>;
}

export interface ScanQueries<Row> {
  /**
   * The page, and how many rows pass the filters, both among the newest `max` rows that pass the conditions. `end` is the
   * last of those when there are more.
   */
  find(plan: ScanPlan<Row>, max: number): { rows: Row[]; total: number; end: Place | null };
}

/**
 * Lists with filters that no index serves: so many rows are looked at, and no more. Where the last of them is, an index tells; then the
 * page ends with its last row, and what is counted is neither kept nor sorted.
 */
export function openScanQueries<Row>(db: ReadableDb, shape: ScanShape): ScanQueries<Row> {
  const prepare = openStatements(db);
  const { select, from, key, sortKey, order } = shape;
  const findEnd = (conditions: readonly Condition[], max: number): Place[] => {
    const { where, values } = join(conditions);
    const sql = `SELECT ${sortKey} AS sortMs, ${key} FROM ${from} ${where} ORDER BY ${order} LIMIT 2 OFFSET :skip`;
    return prepare(sql).all({ ...values, skip: max - 1 }) as Place[];
  };
  return {
    find({ conditions, filters, fits, page, pageSize }, max) {
      const [end = null, more] = findEnd(conditions, max);
      const { where, values } = join([...conditions, whenNotBehind(shape, end), ...filters]);
      const find = prepare(`SELECT ${key} FROM ${from} ${where} ORDER BY ${order} LIMIT :limit OFFSET :offset`);
      const count = prepare(`SELECT count(*) AS count FROM ${from} ${where}`);
      const found = find.all({ ...values, ...toLimit(page, pageSize) }) as Pick<FoundRow, 'id'>[];
      const total = totalOfPage({ page, pageSize }, found.length) ?? (count.get(values) as { count: number }).count;
      const read = prepare(`${select} WHERE ${key} = :id`);
      return { rows: readWhile(found, (id) => read.get({ id }) as Row, fits), total, end: more ? end : null };
    },
  };
}

function whenNotBehind({ sortKey, key }: ScanShape, end: Place | null): Condition {
  if (end === null) return null;
  return { sql: `(${sortKey}, ${key}) >= (:endMs, :endId)`, values: { endMs: end.sortMs, endId: end.id } };
}

/**
 * What a page tells of the total of its list, so that nobody counts what was just looked through; null when it tells nothing:
 * it is full, or begins nowhere. `rowCount` is that of a page that was not cut short, and begins at no cursor.
 */
export function totalOfPage({ page, pageSize }: Pick<ListPlan, 'page' | 'pageSize'>, rowCount: number): number | null {
  const holdsLast = rowCount < pageSize && (rowCount > 0 || page === 1);
  return holdsLast ? (page - 1) * pageSize + rowCount : null;
}

interface FoundRow {
  readonly id: number;
  readonly total: number;
}

/** The total that each found row carries. A page past the last match has none that could tell it. */
function toTotal(found: readonly FoundRow[], findFirst: () => readonly FoundRow[]): number {
  const [first] = found.length > 0 ? found : findFirst();
  return first?.total ?? 0;
}

function readWhile<Row>(
  found: readonly { readonly id: number }[],
  read: (id: number) => Row,
  fits: (row: Row) => boolean,
): Row[] {
  const rows: Row[] = [];
  for (const { id } of found) {
    const row = read(id);
    if (!fits(row)) break;
    rows.push(row);
  }
  return rows;
}

/** Keeps the statements of the latest texts. */
export function openStatements(db: ReadableDb): (sql: string) => ReturnType<ReadableDb['prepare']> {
  const statements = new LRUCache<string, ReturnType<ReadableDb['prepare']>>({ max: LIST_STATEMENTS_MAX });
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
