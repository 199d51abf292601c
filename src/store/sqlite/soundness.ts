// A look at the database before it is used. Reading all of it would hold up the start of a large one.

import { statSync } from 'node:fs';
import { ErrordError } from '../../errors.js';
import type { ReadableDb } from './connection.js';
import { START_CHECK_BYTES_MAX } from './limits.js';
import { DAMAGE_ADVICE } from './sqlite-error.js';

/**
 * Throws when the database is damaged: a small one is checked whole; of a larger one its length, its schema, and the first
 * and last record of each table are looked at. What is damaged in between shows when it is read.
 */
export function assertSound(db: ReadableDb, dbPath: string): void {
  const bytes = Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }));
  assertWhole(dbPath, bytes);
  if (bytes <= START_CHECK_BYTES_MAX) checkAll(db);
  else readEnds(db);
}

/** While the log holds nothing, every page must be in the file. */
function assertWhole(dbPath: string, bytes: number): void {
  const logBytes = statSync(`${dbPath}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const fileBytes = statSync(dbPath).size;
  if (logBytes === 0 && fileBytes < bytes) throw damaged(`${fileBytes} of ${bytes} bytes are there`);
}

function checkAll(db: ReadableDb): void {
  const finding = db.prepare<[], string>('PRAGMA quick_check(1)').pluck().get();
  if (finding !== 'ok') throw damaged(finding ?? 'it cannot be checked');
}

interface TableRow {
  readonly name: string;
  readonly withoutRowid: number;
}

/** Walks down the outermost branches of each table; SQLite refuses a page that is none. */
function readEnds(db: ReadableDb): void {
  const tables = db
    .prepare<[], TableRow>(
      "SELECT name, wr AS withoutRowid FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')",
    )
    .all();
  for (const { name, withoutRowid } of tables) {
    const table = quote(name);
    if (withoutRowid === 1) db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get();
    else
      for (const end of ['ASC', 'DESC']) db.prepare(`SELECT rowid FROM ${table} ORDER BY rowid ${end} LIMIT 1`).get();
  }
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function damaged(finding: string): ErrordError {
  return new ErrordError('database_unusable', `it is damaged (${finding}); ${DAMAGE_ADVICE}`);
}
