// Pages of rows that are found another way than in the order of their list, each found once: paged, and counted.

import { type Condition, join, type Values } from '../../../answers/condition.js';
import {
  type Listing,
  type ListPlan,
  type ListShape,
  newestFirst,
  type Page,
  type Place,
  readPage,
  type Sized,
  takePage,
  toPlace,
  toRows,
  toWindow,
  whenBehind,
} from './lists.js';
import { scoped } from './scope.js';
import { ask, planForValues } from './statement.js';

export interface CountedPage<Row> extends Page<Row> {
  readonly total: number;
  /** The last row that was looked at, when there are more. */
  readonly end: Place | null;
}

export interface BoundedPlan extends ListPlan {
  /** Conditions on what is looked at, for which there is no index. */
  readonly filters: readonly Condition[];
  /** Columns that they look at. */
  readonly looksAt: readonly string[];
  /** How many rows are looked at. */
  readonly max: number;
  /** What the page goes on behind, of the rows that are looked at; the total leaves nothing out for it. */
  readonly behind?: Place | undefined;
}

/** The page, and how many rows pass the filters, both among the newest `max` rows that pass the conditions. */
export async function readBoundedPage<Row extends Place>(
  { db, shape, bytesOf }: Listing<Row>,
  plan: BoundedPlan,
): Promise<CountedPage<Row>> {
  const { where, values } = toLooked(shape, plan);
  const ends = `SELECT ${shape.alias}.id, ${shape.time} AS sort_ms FROM ${shape.from} ${where}
    ${newestFirst(shape)} LIMIT 2 OFFSET :max - 1`;
  const [found, [end = null, more]] = await Promise.all([
    readFoundPage<Row>({ db, shape }, plan, {
      ...toPassing(shape, plan, 'project_id, id, sort_ms'),
      behind: plan.behind,
    }),
    ask<Place>(db, scoped(plan.scope, ends), { ...values, max: plan.max }),
  ]);
  return { ...takePage(found.rows, bytesOf), total: found.total, end: more === undefined ? null : end };
}

/** Columns of the rows that pass the filters of a plan, in no order. */
export function readPassing<Row extends object>(
  { db, shape }: Unsized,
  plan: BoundedPlan,
  columns: string,
): Promise<Row[]> {
  const { sql, values } = toPassing(shape, plan, columns);
  return ask<Row>(db, scoped(plan.scope, sql), values);
}

function toPassing(shape: ListShape, plan: BoundedPlan, columns: string): Omit<Found, 'behind'> {
  const { where, values } = toLooked(shape, plan);
  const passing = join(plan.filters);
  const looksAt = [toPlace(shape), ...plan.looksAt].join(', ');
  return {
    sql: `SELECT ${columns} FROM (
        SELECT ${looksAt} FROM ${shape.from} ${where} ${newestFirst(shape)} LIMIT :max
      ) AS ${shape.alias} ${passing.where}`,
    values: { ...values, ...passing.values, max: plan.max },
  };
}

function toLooked(shape: ListShape, { conditions, before }: ListPlan): ReturnType<typeof join> {
  return join([...conditions, whenBehind(shape, before)]);
}

/**
 * The page of rows that conditions find by an index of another order, and how many pass, counted up to `max`. Where there are
 * more, the page is read in the order of the list, in which it is soon full.
 */
export async function readMatches<Row extends Place>(
  listing: Listing<Row>,
  plan: ListPlan & { readonly max: number },
): Promise<CountedPage<Row>> {
  const { db, shape, bytesOf } = listing;
  const { where, values } = join(plan.conditions);
  await planForValues(db);
  const { rows, total } = await readFoundPage<Row>({ db, shape }, plan, {
    sql: `SELECT ${toPlace(shape)} FROM ${shape.from} ${where} LIMIT ${plan.max}`,
    values,
    behind: plan.before,
  });
  const page = total < plan.max ? takePage(rows, bytesOf) : await readPage(listing, plan);
  return { ...page, total, end: null };
}

/**
 * The page of a list for which every row has to be looked at, by its conditions or its order, and how many there are, counted up
 * to a bound: both from one look.
 */
export async function readWholeList<Row extends Place>(
  { db, shape, bytesOf }: Listing<Row>,
  plan: ListPlan,
  totalMax?: number,
): Promise<Page<Row> & { readonly total: number }> {
  const { where, values } = join(plan.conditions);
  const { rows, total } = await readFoundPage<Row>({ db, shape }, plan, {
    sql: `SELECT ${toPlace(shape)} FROM ${shape.sortFrom ?? shape.from} ${where}`,
    values: { ...values, ...plan.orderValues },
    behind: plan.before,
  });
  return { ...takePage(rows, bytesOf), total: Math.min(total, totalMax ?? total) };
}

type Unsized = Pick<Listing<never>, 'db' | 'shape'>;

interface Found {
  /** A statement that gives places. */
  readonly sql: string;
  readonly values: Values;
  /** The place that the page goes on behind. */
  readonly behind: Place | undefined;
}

/** A page of rows whose places a statement finds, and how many it finds. */
async function readFoundPage<Row extends Place>(
  { db, shape }: Unsized,
  { scope, page, pageSize }: ListPlan,
  { sql, values, behind }: Found,
): Promise<{ rows: Sized<Row>[]; total: number }> {
  const order = { time: 'found.sort_ms', alias: 'found', isAscending: shape.isAscending ?? false };
  const following = join([whenBehind(order, behind)]);
  const places = `SELECT project_id, id, sort_ms FROM found ${following.where}
    ${newestFirst(order)} LIMIT :limit OFFSET :offset`;
  const names = ['id', 'sort_ms', 'page_rows', ...Object.keys(shape.columns)].join(', ');
  // Materialized: counted, and paged, without looking at the rows again. Where nothing is shown, the one row has the total.
  const rows = await ask<Sized<Row> & { readonly total: number }>(
    db,
    scoped(
      scope,
      `WITH found AS MATERIALIZED (${sql}), shown AS (${toRows(shape, places)})
       SELECT total, ${names} FROM (SELECT count(*) AS total FROM found) AS counted LEFT JOIN shown ON true
       ${newestFirst({ ...order, time: 'sort_ms', alias: 'shown' })}`,
    ),
    { ...values, ...following.values, ...toWindow(page, pageSize) },
  );
  return { rows: rows.filter(({ pageRows }) => pageRows !== null), total: rows[0]?.total ?? 0 };
}
