// Lists with optional filters. The texts of the conditions are constants; only parameters carry values, so the number of
// different statements is small and each is prepared once.

import type { ReadableDb } from './database.js';

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
  const statements = new Map<string, ReturnType<ReadableDb['prepare']>>();
  const prepare = (sql: string): ReturnType<ReadableDb['prepare']> => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = db.prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
  return {
    rows({ conditions, page, pageSize }) {
      const { where, bind } = join(conditions);
      // The page is found in an index first; only its rows are read whole.
      const sql = `${shape.select} WHERE ${shape.key} IN (
          SELECT ${shape.key} FROM ${shape.from} ${where} ORDER BY ${shape.order} LIMIT :limit OFFSET :offset)
        ORDER BY ${shape.order}`;
      return prepare(sql).all({ ...bind, limit: pageSize, offset: (page - 1) * pageSize }) as Row[];
    },
    count({ conditions }, max) {
      const { where, bind } = join(conditions);
      const sql = `SELECT count(*) AS count FROM (SELECT 1 FROM ${shape.from} ${where} LIMIT :max)`;
      return (prepare(sql).get({ ...bind, max }) as { count: number }).count;
    },
  };
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
