// A daemon at work has noted what its last commits counted, and so has one that was killed; see tables/gathered-counts.ts.

import type { ReadableDb, WritableDb } from '../connection.js';
import { type CountingTable, hasNoted, writeNotedFor } from '../tables/noted-counts.js';
import type { Check } from './check.js';

/** A check of one table that counts: at one moment, and with what is noted in a copy of it that only its connection has. */
export function asIfWritten(table: CountingTable, find: Check['find']): Check['find'] {
  return (db, nowMs) => {
    try {
      return db.transaction(() => {
        if (hasNoted(db)) copy(db, table, nowMs);
        return find(db, nowMs);
      })();
    } finally {
      // Where a damaged page has ended the transaction, the copy is gone; that it is would hide why.
      db.prepare(`DROP TABLE IF EXISTS temp.${table}`).run();
    }
  };
}

function copy(db: ReadableDb, table: CountingTable, nowMs: number): void {
  const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table).join(', ');
  db.prepare(`CREATE TEMP TABLE ${table} AS SELECT ${columns} FROM main.${table}`).run();
  // Noted heads are found by it. A counter is added as a row of its own: checks compare sums.
  if (table === 'error_groups') db.prepare('CREATE INDEX temp.error_groups_id ON error_groups (id)').run();
  // Names without a schema are those of the copy.
  writeNotedFor(db as WritableDb, table, nowMs);
}
