import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { eventDigest, logDigest, requestDigest } from '../support/store-digests.js';
import { TEST_SQLITE } from '../support/test-sqlite.js';

/** Fills a database through the store: events of a few groups, a log for each, and half as many requests. */
export async function storeRecords(dbPath: string, eventCount: number): Promise<void> {
  const events = { commit: () => undefined, failed: () => undefined, groupings: () => undefined, log: () => undefined };
  const store = await openSqliteStore({ dbPath, sqlite: TEST_SQLITE, readerThreads: 1, events });
  try {
    for (let from = 0; from < eventCount; from += 500) {
      const indexes = Array.from({ length: Math.min(500, eventCount - from) }, (_, index) => from + index);
      await store.append(
        indexes.flatMap((index) => [
          eventDigest({ message: `part ${index % 7} failed`, projectName: index % 3 === 0 ? null : 'shop' }),
          logDigest({ message: `cart ${index} rendered` }),
          ...(index % 2 === 0 ? [requestDigest({ statusCode: index % 10 === 0 ? 500 : 200 })] : []),
        ]),
      );
    }
  } finally {
    await store.close();
  }
}
