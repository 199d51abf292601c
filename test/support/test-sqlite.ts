import type { SqliteConnection } from '../../src/store/sqlite/binding/binding.js';
import { chooseSqlite, loadChosen, type SqliteChoice } from '../../src/store/sqlite/binding/choice.js';
import { type DatabaseSync, loadNodeSqlite } from '../../src/store/sqlite/binding/node-module.js';

/** The suites run by either binding to SQLite: `TEST_SQLITE=node TEST_NODE=24 npm test -- 'test/store/sqlite/*.test.ts'`. */
export const TEST_SQLITE = (process.env.TEST_SQLITE ?? 'auto') as SqliteChoice;

chooseSqlite(TEST_SQLITE);

/**
 * A connection beside those of the store, by the binding that the store has: another copy of SQLite in the same process
 * would drop the locks of the store when it closes its file.
 */
export function openSqlite(path: string, options: { readonly readonly?: boolean } = {}): SqliteConnection {
  return loadChosen().binding.open(path, { ...options, timeoutMs: 5000 });
}

/** A connection that may change the schema's own table: both bindings let nobody do so who does not ask. */
export function openUndefended(path: string): Pick<SqliteConnection, 'exec' | 'close'> {
  if (loadChosen().binding.name === 'node') {
    const { DatabaseSync } = loadNodeSqlite();
    const db: DatabaseSync & { enableDefensive?(isWanted: boolean): void } = new DatabaseSync(path);
    // Node 22 has no such defence.
    db.enableDefensive?.(false);
    return db;
  }
  const db: SqliteConnection & { unsafeMode?(isWanted: boolean): void } = openSqlite(path);
  db.unsafeMode?.(true);
  return db;
}
