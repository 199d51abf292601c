// The store that the configuration names.

import type { Config } from '../schemas/config.js';
import { describeAddress } from './store/postgres/address.js';
import { openSqliteStore } from './store/sqlite/sqlite-store.js';
import type { Store, StoreEvents } from './store/store.js';
import type { RunningThreads } from './thread-memory.js';

export interface OpenStore {
  readonly store: Store;
  /** The threads that it runs. */
  threads(): Omit<RunningThreads, 'digest'>;
}

/** Instead of those of `limits.ts`; for tests. */
export interface StoreLimits {
  readonly commitTimeoutMs?: number;
}

/** Two, so that one slow query does not hold up the others. */
const READER_THREADS = 2;

/** Rejects with a `StartErrorCode` when the database cannot be opened. */
export async function openStore(
  config: Config,
  events: StoreEvents,
  { commitTimeoutMs }: StoreLimits = {},
): Promise<OpenStore> {
  const {
    dbPath,
    storeUrl: url,
    storeReadUrl: readUrl,
    storeMayLoseCommits: mayLoseCommits,
    sqlite,
    grouping,
  } = config;
  if (url === undefined) {
    const store = await openSqliteStore({ dbPath, sqlite, readerThreads: READER_THREADS, grouping, events });
    const { writer, reader } = store;
    return {
      store,
      threads: () => ({
        writer: writer.worker.threadId,
        reader: reader.pool.threads.map(({ threadId }) => threadId),
      }),
    };
  }
  // Loaded where it is asked for: who uses the file pays nothing for it.
  const { openPostgresStore } = await import('./store/postgres/postgres-store.js');
  const store = await openPostgresStore({
    url,
    mayLoseCommits,
    grouping,
    events,
    ...(readUrl !== undefined && { readUrl }),
    ...(commitTimeoutMs !== undefined && { commitTimeoutMs }),
  });
  const { writer, reader } = store;
  return {
    store,
    threads: () => ({
      writer: writer.worker.threadId,
      reader: reader.pool.threads.map(({ threadId }) => threadId),
    }),
  };
}

/** Where the records are, without who logs in there. */
export function toStorePlace({ dbPath, storeUrl }: Config): string {
  return storeUrl === undefined ? dbPath : `PostgreSQL at ${describeAddress(storeUrl)}`;
}
