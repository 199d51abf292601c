// Places for PostgreSQL stores under test: each a database of its own.

import { openDb } from '../../src/store/postgres/connection.js';
import { openPostgresStore, type PostgresStore } from '../../src/store/postgres/postgres-store.js';
import { makeDatabase, sharedPostgres } from './postgres-server.js';
import type { StorePlace } from './store-harness.js';

export interface PostgresPlace extends StorePlace<PostgresStore> {
  readonly url: string;
}

/** Databases whose places are gone, emptied: to make one takes far longer than most tests. */
const free: string[] = [];

/**
 * A commit may take so long: whoever runs tests on a busy machine learns nothing from one that was given up. Tests of that
 * limit choose their own.
 */
const COMMIT_TIMEOUT_MS = 45_000;

/** A database that others make and take away. */
export function toPostgresPlace(url: string): PostgresPlace {
  return {
    url,
    open: (events) => openPostgresStore({ url, commitTimeoutMs: COMMIT_TIMEOUT_MS, events }),
    remove: () => Promise.resolve(),
  };
}

/** A database that holds nothing. */
export async function makePostgresPlace(): Promise<PostgresPlace> {
  const url = free.pop() ?? (await makeDatabase(await sharedPostgres()));
  return {
    ...toPostgresPlace(url),
    remove: async () => {
      await emptyDatabase(url);
      free.push(url);
    },
  };
}

/** Deletes what a store has written, but for what every store begins with. */
async function emptyDatabase(url: string): Promise<void> {
  const db = openDb(url, { max: 1 });
  const tables = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND NOT relispartition AND relname <> 'migrations'`,
  );
  await db.exec(tables.map(({ name }) => `DELETE FROM ${name}`).join(';'));
  await db.exec("INSERT INTO projects (id, name, created_at_ms) VALUES (0, '', 0)");
  await db.close();
}
