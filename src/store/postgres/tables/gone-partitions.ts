// Days that retention has taken out of the tables of records, each a table of its own until what is counted of its records has
// been taken off, project by project. Nobody writes to it any more.

import type { Queries } from '../connection.js';
import { PARTITION_LOCK_WAIT_MS } from '../limits.js';
import type { Partition, RecordTable } from '../partitions.js';
import { type OldRows, SELECT_GONE } from './record-deletes.js';

export interface GonePartition {
  readonly name: string;
  readonly kind: RecordTable;
  /** Done up to here. */
  readonly projectId: number;
  readonly lastId: number;
}

const COLUMNS = 'name, kind, project_id, last_id';

/** The oldest first. */
export function readGonePartitions(db: Queries): Promise<GonePartition[]> {
  return db.query<GonePartition>(`/* reference */ SELECT ${COLUMNS} FROM gone_partitions ORDER BY name`);
}

/** Whether one of these projects has a record of the day. */
export async function hasRecordsOf(
  db: Queries,
  { name }: Pick<Partition, 'name'>,
  projectIds: readonly number[],
): Promise<boolean> {
  const found = await db.query(
    `/* fan-out */ SELECT FROM projects p WHERE p.id = ANY($1::bigint[])
       AND EXISTS (SELECT FROM ${name} r WHERE r.project_id = p.id) LIMIT 1`,
    [projectIds],
  );
  return found.length > 0;
}

/** Its records are not found any more. Whoever does it holds every project. */
export async function takeOut(transaction: Queries, { table, name }: Partition): Promise<void> {
  // Who reads the table is waited for, and who comes behind waits too.
  await transaction.exec(`SET LOCAL lock_timeout = ${PARTITION_LOCK_WAIT_MS}`);
  await transaction.exec(`ALTER TABLE ${table} DETACH PARTITION ${name}`);
  await transaction.exec(`ALTER TABLE ${name} RENAME TO gone_${name}`);
  await transaction.change('/* reference */ INSERT INTO gone_partitions (name, kind) VALUES ($1, $2)', [
    `gone_${name}`,
    table,
  ]);
}

/** As it is now, and nobody else goes on with it until the transaction ends; null when it is through. */
export async function lockGone(transaction: Queries, name: string): Promise<GonePartition | null> {
  const [row] = await transaction.query<GonePartition>(
    `/* reference */ SELECT ${COLUMNS} FROM gone_partitions WHERE name = $1 FOR UPDATE`,
    [name],
  );
  return row ?? null;
}

/** The project whose records come next; null when there is none. */
export async function findNextProject(db: Queries, gone: GonePartition): Promise<number | null> {
  const { name, projectId, lastId } = gone;
  const [row] = await db.query<{ projectId: number }>(
    `/* fan-out */ SELECT project_id FROM ${name} WHERE (project_id, id) > ($1::int, $2::bigint)
     ORDER BY project_id, id LIMIT 1`,
    [projectId, lastId],
  );
  return row?.projectId ?? null;
}

/** The records of a project behind this one. */
export async function readGone(
  transaction: Queries,
  { name, kind }: GonePartition,
  { projectId, afterId, limit }: { readonly projectId: number; readonly afterId: number; readonly limit: number },
): Promise<OldRows> {
  const rows = await transaction.query(SELECT_GONE[kind](name), [projectId, afterId, limit]);
  return { events: [], requests: [], logs: [], [kind]: rows };
}

/** What records take that are still counted, by project. */
export function readGoneBytes(
  transaction: Queries,
  { name, projectId, lastId }: GonePartition,
): Promise<{ projectId: number; bytes: number }[]> {
  return transaction.query(
    `/* fan-out */ SELECT project_id, sum(bytes) AS bytes FROM ${name}
     WHERE (project_id, id) > ($1::int, $2::bigint) GROUP BY project_id`,
    [projectId, lastId],
  );
}

/** What came up to here is taken off. */
export async function noteGone(
  transaction: Queries,
  { name, projectId, lastId }: Omit<GonePartition, 'kind'>,
): Promise<void> {
  await transaction.change('/* reference */ UPDATE gone_partitions SET project_id = $2, last_id = $3 WHERE name = $1', [
    name,
    projectId,
    lastId,
  ]);
}

/** Its room is free at once. */
export async function dropGone(transaction: Queries, name: string): Promise<void> {
  await transaction.exec(`DROP TABLE IF EXISTS ${name}`);
  await transaction.change('/* reference */ DELETE FROM gone_partitions WHERE name = $1', [name]);
}
