// Moves a SQLite file into a PostgreSQL database. Each batch of rows is a transaction that also notes how far it came, so that
// an import that ended goes on where it was. At its end every row is read back and compared.

import { createHash } from 'node:crypto';
import { ErrordError } from '../../errors.js';
import { describeAddress } from '../postgres/address.js';
import { type Db, openDb, type Queries } from '../postgres/connection.js';
import { IMPORT_LOCK } from '../postgres/locks.js';
import { migrate } from '../postgres/migrations/migrate.js';
import { makePartitions, RECORD_TABLES } from '../postgres/partitions.js';
import { messageOf, toStartErrorCode } from '../postgres/postgres-error.js';
import type { ReadableDb } from '../sqlite/connection.js';
import { lockDatabase, openForReading, openWritable } from '../sqlite/database.js';
import { MIGRATIONS } from '../sqlite/migrations/migrate.js';
import { receivedAtMsOf, rowIdAt } from '../sqlite/row-id.js';
import { hasNoted, settleCounts } from '../sqlite/tables/noted-counts.js';
import { addRows, addSums, isSameSum, NO_ROWS, type Sum } from './checksum.js';
import { readRows, writeRows } from './database-rows.js';
import { BEFORE_ALL, countRows, readPage } from './file-rows.js';
import { TRANSFER_PARTITION_DAYS_MAX, TRANSFER_ROWS } from './limits.js';
import { type Row, TRANSFER_TABLES, type TransferTable } from './tables.js';

export interface TransferProgress {
  readonly table: string;
  /** Rows of all tables that were moved, and that there are. */
  readonly doneRows: number;
  readonly allRows: number;
}

export interface ImportOptions {
  readonly file: string;
  readonly url: string;
  readonly nowMs: number;
  readonly onProgress?: (progress: TransferProgress) => void;
  /** Ends it between two batches. What was moved stays, and the same call goes on behind it. */
  readonly signal?: AbortSignal;
}

export interface TransferReport {
  /** By table, those that have none left out. */
  readonly rows: Readonly<Record<string, number>>;
}

/** What is kept in the database of an import that is under way. */
interface State {
  /** Position in `TRANSFER_TABLES`, and the last row of it that was moved. */
  readonly table: number;
  readonly place: number;
  readonly sums: readonly Sum[];
}

/**
 * Moves everything but the sessions of browsers. Throws an `ErrordError`: the file is in use or not of this version, the
 * database holds other records or is in use, or what was read back differs.
 */
export async function importFile({ file, url, ...options }: ImportOptions): Promise<TransferReport> {
  const source = openForReading(file);
  const lock = lockDatabase(file);
  const db = openDb(url, { max: 1 });
  try {
    refuseOld(source, file);
    settleFile(source, file, options.nowMs);
    return await moveAll(source, db, options);
  } catch (error) {
    if (error instanceof ErrordError || options.signal?.aborted === true) throw error;
    const text = `The import into PostgreSQL at ${describeAddress(url)} ended: ${messageOf(error)}. Run it again to go on.`;
    throw new ErrordError(toStartErrorCode(error), text, { cause: error });
  } finally {
    await db.close();
    lock.release();
    source.close();
  }
}

function refuseOld(source: ReadableDb, file: string): void {
  const version = Number(source.pragma('user_version', { simple: true }));
  if (version === MIGRATIONS.at(-1)?.version) return;
  throw refusal(`${file} has schema ${version}; start this errord on it once, which brings it up to date`);
}

/** A daemon that was killed may have left counts to be written. */
function settleFile(source: ReadableDb, file: string, nowMs: number): void {
  if (!hasNoted(source)) return;
  const db = openWritable(file);
  try {
    settleCounts(db, nowMs);
  } finally {
    db.close();
  }
}

const refusal = (reason: string): ErrordError => new ErrordError('database_unusable', `Cannot import: ${reason}.`);

async function moveAll(
  source: ReadableDb,
  db: Db,
  { nowMs, onProgress, signal }: Omit<ImportOptions, 'file' | 'url'>,
): Promise<TransferReport> {
  await migrate(db);
  await holdAlone(db);
  const name = toSourceName(source);
  let state = await begin(db, name, nowMs);
  const projects = await moveProjects(source, db);
  await makePartitions(db, nowMs, daysOf(source, nowMs));
  const allRows = TRANSFER_TABLES.reduce((rows, table) => rows + countRows(source, table), 0);
  const moved = (): number => state.sums.reduce((rows, { count }) => rows + count, 0);
  for (;;) {
    signal?.throwIfAborted();
    const table = TRANSFER_TABLES[state.table];
    if (table === undefined) break;
    state = await moveBatch({ source, db, projects, name }, table, state);
    onProgress?.({ table: table.name, doneRows: moved(), allRows });
  }
  await compare(db, state, signal);
  await finish(db, name, nowMs);
  return { rows: toCounts(state) };
}

/** No daemon may write meanwhile, and no second import. */
async function holdAlone(db: Db): Promise<void> {
  const [row] = await db.query<{ isHeld: boolean; others: number }>(
    `/* reference */ SELECT pg_try_advisory_lock(${IMPORT_LOCK}, 0) AS is_held,
       (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'errord%'
        AND pid <> pg_backend_pid()) AS others`,
  );
  const inUse = (why: string): ErrordError => new ErrordError('database_in_use', `Cannot import: ${why}.`);
  if (row?.isHeld !== true) throw inUse('another import is under way');
  if (row.others > 0) throw inUse('daemons use the database; stop them first');
}

/** What tells one file from another: how many rows its tables have, and which are the newest. */
function toSourceName(source: ReadableDb): string {
  const facts = ['projects', 'error_groups', 'events', 'requests', 'logs', 'contents', 'audit', 'keys'].map((name) =>
    source
      .prepare<[], { n: number; last: number }>(`SELECT count(*) AS n, coalesce(max(id), 0) AS last FROM ${name}`)
      .get(),
  );
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
}

async function begin(db: Db, name: string, nowMs: number): Promise<State> {
  const rows = await db.query<{ source: string; state: string | null }>(
    '/* reference */ SELECT source, state FROM imports',
  );
  const known = rows.find(({ source }) => source === name);
  if (known?.state === null) throw refusal('this file is in the database already');
  if (known !== undefined) return JSON.parse(known.state) as State;
  const [held] = await db.query<{ rows: number }>(
    `/* fan-out */ SELECT (SELECT count(*) FROM projects WHERE id > 0) + (SELECT count(*) FROM keys)
       + (SELECT count(*) FROM project_settings) + (SELECT count(*) FROM (SELECT FROM error_groups LIMIT 1) g)
       + ${RECORD_TABLES.map((table) => `(SELECT count(*) FROM (SELECT FROM ${table} LIMIT 1) r)`).join(' + ')} AS rows`,
  );
  if (held?.rows !== 0) throw refusal('the database has records, projects or keys already; give an empty one');
  const state: State = { table: 0, place: BEFORE_ALL, sums: TRANSFER_TABLES.map(() => NO_ROWS) };
  await db.transact(async (transaction) => {
    // The version of new projects comes from the file.
    await transaction.change('/* reference */ DELETE FROM groupings');
    await transaction.change('/* reference */ INSERT INTO imports (source, started_at_ms, state) VALUES ($1, $2, $3)', [
      name,
      nowMs,
      JSON.stringify(state),
    ]);
  });
  return state;
}

/** By the id in the file; those below 1 stand for no project and for all of them, on both sides. */
async function moveProjects(source: ReadableDb, db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = source
    .prepare<[], { id: number; name: string; createdAtMs: number }>(
      'SELECT id, name, created_at_ms AS createdAtMs FROM projects ORDER BY id',
    )
    .all();
  await db.change(
    `/* reference */ INSERT INTO projects (name, created_at_ms)
     SELECT name, at FROM unnest($1::text[], $2::bigint[]) AS moved (name, at) ON CONFLICT (name) DO NOTHING`,
    [rows.map(({ name }) => name), rows.map(({ createdAtMs }) => createdAtMs)],
  );
  const made = await db.query<{ id: number; name: string }>('/* reference */ SELECT id, name FROM projects');
  const idOf = new Map(made.map(({ id, name }) => [name, id]));
  return new Map(rows.map(({ id, name }) => [id, idOf.get(name) ?? 0]));
}

/** How many days back the file has records, as far as partitions are worth having. */
function daysOf(source: ReadableDb, nowMs: number): number {
  const DAY_MS = 86_400_000;
  const first = RECORD_TABLES.map(
    (name) => source.prepare<[], number>(`SELECT min(id) FROM ${name}`).pluck().get() ?? rowIdAt(nowMs),
  );
  const days = Math.ceil((nowMs - receivedAtMsOf(Math.min(...first))) / DAY_MS);
  return Math.min(TRANSFER_PARTITION_DAYS_MAX, Math.max(0, days));
}

interface Move {
  readonly source: ReadableDb;
  readonly db: Db;
  readonly projects: ReadonlyMap<number, number>;
  readonly name: string;
}

async function moveBatch({ source, db, projects, name }: Move, table: TransferTable, state: State): Promise<State> {
  const toProject = (id: number): number => projects.get(id) ?? id;
  const { rows, place } = readPage(source, table, { after: state.place, limit: TRANSFER_ROWS, toProject });
  const sums = state.sums.map((sum, index) => (index === state.table ? addRows(sum, table, rows) : sum));
  const next: State =
    place === null ? { table: state.table + 1, place: BEFORE_ALL, sums } : { table: state.table, place, sums };
  await db.transact(async (transaction) => {
    await writeRows(transaction, table, rows);
    await countSizes(transaction, table, rows);
    await transaction.change('/* reference */ UPDATE imports SET state = $2 WHERE source = $1', [
      name,
      JSON.stringify(next),
    ]);
  });
  return next;
}

/** What the rows take counts for their projects, as if the daemon with the number 0 had written them. */
async function countSizes(transaction: Queries, { bytesOf }: TransferTable, rows: readonly Row[]): Promise<void> {
  if (bytesOf === undefined || rows.length === 0) return;
  const sizes = new Map<number, number>();
  for (const row of rows) {
    const id = Number(row.project_id);
    sizes.set(id, (sizes.get(id) ?? 0) + bytesOf(row));
  }
  await transaction.change(
    `/* project */ INSERT INTO project_sizes (project_id, shard, bytes)
     SELECT id, 0, bytes FROM unnest($1::integer[], $2::bigint[]) AS moved (id, bytes)
     ON CONFLICT (project_id, shard) DO UPDATE SET bytes = project_sizes.bytes + excluded.bytes`,
    [[...sizes.keys()], [...sizes.values()]],
  );
}

/** Reads everything back. */
async function compare(db: Db, { sums }: State, signal: AbortSignal | undefined): Promise<void> {
  const differing: string[] = [];
  for (const name of new Set(TRANSFER_TABLES.map((table) => table.name))) {
    const tables = TRANSFER_TABLES.map((table, index) => ({ table, sum: sums[index] ?? NO_ROWS })).filter(
      ({ table }) => table.name === name,
    );
    const [first] = tables;
    if (first === undefined) continue;
    let found = NO_ROWS;
    for await (const rows of readRows(db, first.table, TRANSFER_ROWS)) {
      signal?.throwIfAborted();
      found = addRows(found, first.table, rows);
    }
    if (!isSameSum(found, tables.map(({ sum }) => sum).reduce(addSums))) differing.push(name);
  }
  if (differing.length > 0) {
    const names = differing.join(', ');
    throw refusal(`what was read back from ${names} is not what was written; empty the database and begin again`);
  }
}

/** Identities go on behind what was moved. */
async function finish(db: Db, name: string, nowMs: number): Promise<void> {
  await db.transact(async (transaction) => {
    for (const table of ['keys', 'audit'])
      await transaction.query(
        `/* reference */ SELECT setval(pg_get_serial_sequence('${table}', 'id'), greatest(max(id), 1)) FROM ${table}`,
      );
    // Counted in steps by the daemons that use the database from now on.
    await transaction.change(
      `/* fan-out */ INSERT INTO facet_gaps (project_id, gap_from, gap_to)
       SELECT project_id, 0, max(id) FROM events GROUP BY project_id ON CONFLICT (project_id) DO NOTHING`,
    );
    await transaction.change('/* reference */ UPDATE imports SET state = NULL, finished_at_ms = $2 WHERE source = $1', [
      name,
      nowMs,
    ]);
  });
  await db.exec('ANALYZE');
}

function toCounts({ sums }: State): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [index, { count }] of sums.entries()) {
    const { name = '' } = TRANSFER_TABLES[index] ?? {};
    if (count > 0) counts[name] = (counts[name] ?? 0) + count;
  }
  return counts;
}
