// A daemon at work has noted what its last commits counted, and so has one that was killed; see tables/gathered-counts.ts.

import type { ReadableDb, WritableDb } from '../connection.js';
import { hasNoted, writeNoted } from '../tables/gathered-counts.js';
import type { Check } from './check.js';

/** The tables that it belongs into. */
const COUNTING = ['error_groups', 'event_counts', 'group_counts', 'request_counts', 'log_counts'] as const;

/** A check of tables that count: at one moment, and with what is noted in copies of them that only its connection has. */
export function asIfWritten(find: Check['find']): Check['find'] {
  return (db, nowMs) =>
    db.transaction(() => {
      if (!hasNoted(db)) return find(db, nowMs);
      for (const table of COUNTING) {
        db.prepare(`CREATE TEMP TABLE ${table} AS SELECT ${columnsOf(db, table)} FROM main.${table}`).run();
      }
      db.prepare('CREATE INDEX temp.error_groups_id ON error_groups (id)').run();
      try {
        writeNoted(toCopies(db), nowMs);
        return find(db, nowMs);
      } finally {
        for (const table of COUNTING) db.prepare(`DROP TABLE temp.${table}`).run();
      }
    })();
}

function columnsOf(db: ReadableDb, table: string): string {
  return db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table).join(', ');
}

/** Names without a schema are those of the copies. */
function toCopies(db: ReadableDb): WritableDb {
  return db as WritableDb;
}
