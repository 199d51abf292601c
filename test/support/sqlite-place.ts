// Places for SQLite stores under test: each a file in a directory of its own.

import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore, type SqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { atCleanUp, type Harness, openHarness, type StorePlace } from './store-harness.js';
import { TEST_SQLITE } from './test-sqlite.js';

export interface SqlitePlace extends StorePlace<SqliteStore> {
  readonly dbPath: string;
}

/** A database that does not exist yet. */
export function makeSqlitePlace(): Promise<SqlitePlace> {
  const directory = mkdtempSync(join(tmpdir(), 'errord-store-'));
  return Promise.resolve({
    ...sqlitePlaceAt(join(directory, 'service.db')),
    remove: () => rm(directory, { recursive: true, force: true }),
  });
}

/** A new directory, which `cleanUp` removes. */
export function tempDir(): string {
  const directory = mkdtempSync(join(tmpdir(), 'errord-store-'));
  atCleanUp(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** The database at a path; whoever chose the path removes it. */
function sqlitePlaceAt(dbPath: string): SqlitePlace {
  return {
    dbPath,
    open: (events) => openSqliteStore({ dbPath, sqlite: TEST_SQLITE, readerThreads: 1, events }),
    remove: () => Promise.resolve(),
  };
}

/** A SQLite store, at `dbPath` when it is given. */
export async function openSqliteHarness({
  dbPath,
  ...options
}: {
  readonly dbPath?: string;
  readonly feedClients?: number;
} = {}): Promise<Harness<SqlitePlace> & { readonly dbPath: string }> {
  const place = dbPath === undefined ? {} : { place: sqlitePlaceAt(dbPath) };
  const harness = await openHarness(makeSqlitePlace, { ...options, ...place });
  return { ...harness, dbPath: harness.place.dbPath };
}
