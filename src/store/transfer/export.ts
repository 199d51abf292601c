// Moves what a PostgreSQL database holds into a SQLite file, as it is at one moment, also beside daemons. What a file makes of
// its records (counters, indexes) is made of them anew, and every row is read back and compared.

import { renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { ALL_TIME } from '../../answers/spans.js';
import { ErrordError } from '../../errors.js';
import { describeAddress } from '../postgres/address.js';
import { openDb, type Queries } from '../postgres/connection.js';
import { migrate } from '../postgres/migrations/migrate.js';
import { messageOf, toStartErrorCode } from '../postgres/postgres-error.js';
import { EVERY_PROJECT_ID } from '../postgres/tables/projects.js';
import { refuseTarget, removeDatabase, syncDirectory } from '../sqlite/backup.js';
import { counters } from '../sqlite/checks/counters.js';
import { derived } from '../sqlite/checks/derived.js';
import type { WritableDb } from '../sqlite/connection.js';
import { checkpoint, foldLog, openWritable } from '../sqlite/database.js';
import { recountFacets } from '../sqlite/tables/facets.js';
import { addRows, addSums, isSameSum, NO_ROWS, type Sum } from './checksum.js';
import { readRows } from './database-rows.js';
import { BEFORE_ALL, openFileWriter, readPage } from './file-rows.js';
import type { TransferProgress, TransferReport } from './import.js';
import { TRANSFER_ROWS } from './limits.js';
import { TRANSFER_TABLES, type TransferTable } from './tables.js';

export interface ExportOptions {
  readonly url: string;
  /** Absolute. */
  readonly file: string;
  /** Whether a file of that name gives way. */
  readonly replace: boolean;
  readonly nowMs: number;
  readonly onProgress?: (progress: TransferProgress) => void;
  /** Ends it between two batches, which leaves nothing behind. */
  readonly signal?: AbortSignal;
}

/** Tables that a file has in this form. */
const TABLES = TRANSFER_TABLES.filter(({ into }) => into.length > 0);

/** Writes everything but sessions into one file with mode 0600, whose name appears when all of it is on disk. */
export async function exportFile({ url, file, replace, ...options }: ExportOptions): Promise<TransferReport> {
  refuseTarget(null, file, replace);
  const partial = `${file}.${process.pid}.partial`;
  const source = openDb(url, { max: 1 });
  try {
    await migrate(source);
    const report = await source.read((transaction) => moveAll(transaction, partial, options));
    foldLog(partial);
    refuseTarget(null, file, replace);
    renameSync(partial, file);
    syncDirectory(dirname(file));
    return report;
  } catch (error) {
    removeDatabase(partial);
    if (error instanceof ErrordError || options.signal?.aborted === true) throw error;
    const text = `The export from PostgreSQL at ${describeAddress(url)} ended: ${messageOf(error)}.`;
    throw new ErrordError(toStartErrorCode(error), text, { cause: error });
  } finally {
    removeDatabase(`${partial}-lock`);
    await source.close();
  }
}

async function moveAll(
  source: Queries,
  path: string,
  { nowMs, onProgress, signal }: Omit<ExportOptions, 'url' | 'file' | 'replace'>,
): Promise<TransferReport> {
  const db = openWritable(path);
  try {
    // All of it is brought to disk at the end, or taken away.
    db.pragma('synchronous = OFF');
    await moveProjects(source, db);
    const sums = new Map<TransferTable, Sum>();
    const allRows = onProgress === undefined ? 0 : await countAll(source);
    let doneRows = 0;
    for (const table of TABLES) {
      const write = openFileWriter(db, table);
      let sum = NO_ROWS;
      for await (const rows of readRows(source, table, TRANSFER_ROWS)) {
        signal?.throwIfAborted();
        db.transaction(() => write(rows)).immediate();
        sum = addRows(sum, table, rows);
        doneRows += rows.length;
        onProgress?.({ table: table.name, doneRows, allRows: Math.max(allRows, doneRows) });
      }
      sums.set(table, sum);
    }
    db.transaction(() => makeDerived(db, nowMs)).immediate();
    compare(db, sums);
    checkpoint(db, 'TRUNCATE');
    const counted = [...sums].map(([{ name }, { count }]) => [name, count] as const);
    return { rows: Object.fromEntries(counted.filter(([, count]) => count > 0)) };
  } finally {
    db.close();
  }
}

const OF_ALL = `WHERE project_id = ${EVERY_PROJECT_ID} AND span_ms = ${ALL_TIME}`;
/** Of records, what the counters say: to count them anew would take as long as to read them. */
const COUNTED: Readonly<Record<string, string>> = {
  events: `SELECT sum(count) AS rows FROM event_counts ${OF_ALL}`,
  requests: `SELECT sum(total) AS rows FROM request_counts ${OF_ALL}`,
  logs: `SELECT sum(count) AS rows FROM log_counts ${OF_ALL}`,
};

async function countAll(source: Queries): Promise<number> {
  let all = 0;
  for (const { name } of TABLES) {
    const [row] = await source.query<{ rows: number | null }>(COUNTED[name] ?? `SELECT count(*) AS rows FROM ${name}`);
    all += row?.rows ?? 0;
  }
  return all;
}

async function moveProjects(source: Queries, db: WritableDb): Promise<void> {
  const rows = await source.query<{ id: number; name: string; createdAtMs: number }>(
    '/* reference */ SELECT id, name, created_at_ms FROM projects WHERE id > 0',
  );
  const insert = db.prepare<{ id: number; name: string; createdAtMs: number }>(
    'INSERT INTO projects (id, name, created_at_ms) VALUES (:id, :name, :createdAtMs)',
  );
  db.transaction(() => {
    for (const { id, name, createdAtMs } of rows) insert.run({ id, name, createdAtMs });
  }).immediate();
}

/** Counters, search, and the indexes that are written in parts. */
function makeDerived(db: WritableDb, nowMs: number): void {
  for (const { repair } of [...derived, ...counters]) repair?.(db, nowMs);
  recountFacets(db);
  for (const kind of ['request', 'log']) {
    db.exec(
      `INSERT INTO ${kind}_ids (record_id, project_id, id)
         SELECT record_id, project_id, id FROM identified_${kind}s ORDER BY record_id, project_id;
       UPDATE index_marks SET indexed_to = (SELECT coalesce(max(id), 0) FROM identified_${kind}s)
         WHERE name = '${kind}_ids'`,
    );
  }
}

function compare(db: WritableDb, sums: ReadonlyMap<TransferTable, Sum>): void {
  for (const [table, sum] of sums) {
    let found = NO_ROWS;
    for (let after: number | null = BEFORE_ALL; after !== null; ) {
      const { rows, place }: ReturnType<typeof readPage> = readPage(db, table, { after, limit: TRANSFER_ROWS });
      found = addSums(found, addRows(NO_ROWS, table, rows));
      after = place;
    }
    if (!isSameSum(found, sum))
      throw new ErrordError(
        'database_unusable',
        `Cannot export: what was read back from ${table.name} is not what was written; try again.`,
      );
  }
}
