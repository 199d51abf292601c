// The SQLite implementation of the store: one writer thread, a pool of reader threads.

import type { Store, StoreOptions } from '../store.js';
import { openReaderClient, type ReaderClient } from './reader/reader-client.js';
import { openWriterClient, type WriterClient } from './writer/writer-client.js';

/** The store with its threads, for tests that end one of them. */
export interface SqliteStore extends Store {
  readonly writer: WriterClient;
  readonly reader: ReaderClient;
}

export async function openSqliteStore(options: StoreOptions): Promise<SqliteStore> {
  // Both kinds of thread load their code at the same time; the readers open the file at their first query, by when the
  // writer has made it.
  const reader = openReaderClient({
    dbPath: options.dbPath,
    threads: options.readerThreads,
    onThreadFailure: (reason) => options.events.log('error', 'reader thread ended', { reason }),
  });
  const writer = await openWriterClient(options).catch(async (error: unknown) => {
    await reader.close();
    throw error;
  });
  return {
    writer,
    reader,
    acceptDigests: (port) => {
      writer.acceptDigests(port);
    },
    append: (digests) => writer.call('append', { digests }),
    setStatus: (groupId, status) => writer.call('setStatus', { groupId, status }),
    setStatuses: (groupIds, status) => writer.call('setStatuses', { groupIds, status }),
    clear: async (projectName) => void (await writer.call('clear', { projectName })),
    clearLogs: async (projectName) => void (await writer.call('clearLogs', { projectName })),
    prune: (policy) => writer.call('prune', policy),
    checkpoint: async () => void (await writer.call('checkpoint', null)),
    optimize: async () => void (await writer.call('optimize', null)),
    query: (request) => reader.query(request),
    async close() {
      // Readers first: a connection that is still open keeps the log from being truncated.
      await reader.close();
      await writer.close();
    },
  };
}
