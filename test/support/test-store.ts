// The suites run on either store of the daemon: `TEST_STORE=postgres npm test -- 'test/daemon/*.test.ts'`.

import { makeDatabase, sharedPostgres } from './postgres-server.js';

export const TEST_STORE = (process.env.TEST_STORE ?? 'sqlite') as 'sqlite' | 'postgres';

/** To be called within `describe`: what it holds is about the file of SQLite, and is left out where there is none. */
export function onlyOnFile(): void {
  before(function () {
    if (TEST_STORE !== 'sqlite') this.skip();
  });
}

const databases = new Map<string, Promise<string>>();

/** The database that stands for a file: the same one for the same path. Null where the store is the file. */
export async function findStoreUrl(dbPath: string): Promise<string | null> {
  if (TEST_STORE === 'sqlite') return null;
  const known = databases.get(dbPath) ?? sharedPostgres().then(makeDatabase);
  databases.set(dbPath, known);
  return known;
}
