// Records are kept in partitions of a day, by receipt, so that what is too old goes at once.

import { rowIdAt } from '../sqlite/row-id.js';
import type { Db, Queries } from './connection.js';
import { PARTITIONS_AHEAD } from './limits.js';
import { REGISTRY_LOCK } from './locks.js';

export const RECORD_TABLES = ['events', 'requests', 'logs'] as const;
export type RecordTable = (typeof RECORD_TABLES)[number];

const DAY_MS = 86_400_000;

export interface Partition {
  readonly table: RecordTable;
  readonly name: string;
  /** Ids from here on, and before there. */
  readonly fromId: number;
  readonly toId: number;
}

/** Partitions by day, the oldest first; not the one that takes what has none. */
export async function readPartitions(db: Queries): Promise<Partition[]> {
  const rows = await db.query<{ table: RecordTable; name: string }>(
    `/* reference */ SELECT p.relname AS table, c.relname AS name
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
     WHERE i.inhparent = ANY(ARRAY[${RECORD_TABLES.map((name) => `'${name}'::regclass`).join(', ')}]::oid[])
       AND c.relname ~ '_[0-9]{8}$' ORDER BY c.relname`,
  );
  return rows.map(({ table, name }) => {
    const dayMs = Date.parse(`${name.slice(-8, -4)}-${name.slice(-4, -2)}-${name.slice(-2)}T00:00:00Z`);
    return { table, name, fromId: rowIdAt(dayMs), toId: rowIdAt(dayMs + DAY_MS) };
  });
}

/** Makes those of today, of so many days before and of the days to come. One that cannot be made is no loss: the default one takes its rows. */
export async function makePartitions(db: Db, nowMs: number, daysBefore = 0): Promise<string[]> {
  const there = new Set((await readPartitions(db)).map(({ name }) => name));
  const missing = RECORD_TABLES.flatMap((table) =>
    Array.from({ length: daysBefore + PARTITIONS_AHEAD + 1 }, (_, index) =>
      toPartition(table, nowMs + (index - daysBefore) * DAY_MS),
    ),
  ).filter(({ name }) => !there.has(name));
  if (missing.length === 0) return [];
  return db.transact(async (transaction) => {
    await transaction.query(`/* reference */ SELECT pg_advisory_xact_lock(${REGISTRY_LOCK}, 1)`);
    const made: string[] = [];
    for (const { table, name, fromId, toId } of missing) {
      // The default partition may hold rows of the day already: then it keeps them, and the day has no other.
      const [row] = await transaction.query<{ held: boolean; there: boolean }>(
        `/* fan-out */ SELECT EXISTS (SELECT FROM ${table}_other WHERE id >= $1 AND id < $2) AS held,
           to_regclass('${name}') IS NOT NULL AS there`,
        [fromId, toId],
      );
      if (row === undefined || row.held || row.there) continue;
      await transaction.exec(`CREATE TABLE ${name} PARTITION OF ${table} FOR VALUES FROM (${fromId}) TO (${toId})`);
      made.push(name);
    }
    return made;
  });
}

/** That of the day. It need not be there. */
export function toPartition(table: RecordTable, atMs: number): Partition {
  const dayMs = Math.floor(atMs / DAY_MS) * DAY_MS;
  const name = `${table}_${new Date(dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`;
  return { table, name, fromId: rowIdAt(dayMs), toId: rowIdAt(dayMs + DAY_MS) };
}

/**
 * Drops the partitions of days that are over and of which nothing is left: their room is free at once. Answers their names.
 */
export async function dropEmptyPartitions(transaction: Queries, nowMs: number): Promise<string[]> {
  const over = (await readPartitions(transaction)).filter(({ toId }) => toId <= rowIdAt(nowMs - DAY_MS));
  const dropped: string[] = [];
  for (const { name } of over) {
    // Alone with it: a daemon whose clock is a day behind may be about to write into it.
    await transaction.exec(`LOCK TABLE ${name} IN SHARE ROW EXCLUSIVE MODE`);
    const rows = await transaction.query(`/* fan-out */ SELECT FROM ${name} LIMIT 1`);
    if (rows.length > 0) continue;
    await transaction.exec(`DROP TABLE ${name}`);
    dropped.push(name);
  }
  return dropped;
}
