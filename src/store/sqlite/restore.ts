// Puts a backup in the place of a database.

import { existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ErrordError } from '../../errors.js';
import { type CopyWatch, copyDatabase, removeDatabase, syncDirectory } from './backup.js';
import { foldLog, lockDatabase, openForReading } from './database.js';
import { messageOf } from './sqlite-error.js';
import { type Fault, verifyDatabase } from './verify.js';

export interface RestoreOptions extends CopyWatch {
  readonly dbPath: string;
  /** The backup; absolute. It stays as it is. */
  readonly file: string;
  readonly nowMs: number;
}

export type RestoreReport =
  /** `keptAs` is where the database that was there is now; null when there was none. */
  | { readonly kind: 'restored'; readonly keptAs: string | null }
  /** Nothing was changed. */
  | { readonly kind: 'faulty'; readonly faults: readonly Fault[] };

/**
 * Verifies the backup, copies it beside the database, and then changes the two by their names, so that at any moment one
 * of them has the database's name. Refuses with `database_in_use` while a daemon runs on it.
 */
export async function restoreDatabase({ dbPath, file, nowMs, ...watch }: RestoreOptions): Promise<RestoreReport> {
  if (isSameFile(dbPath, file)) throw refusal(dbPath, `${file} is the database itself`);
  // The lock makes the file where there is none.
  const isThere = existsSync(dbPath);
  const lock = lockDatabase(dbPath);
  const incoming = `${dbPath}.${process.pid}.incoming`;
  try {
    const { faults } = verifyDatabase(file, { nowMs });
    if (faults.length > 0) return { kind: 'faulty', faults };
    await copyDatabase(file, incoming, watch);
    const keptAs = isThere ? keep(dbPath, nowMs) : null;
    renameSync(incoming, dbPath);
    syncDirectory(dirname(dbPath));
    return { kind: 'restored', keptAs };
  } catch (error) {
    removeDatabase(incoming);
    if (error instanceof ErrordError) throw error;
    throw refusal(dbPath, messageOf(error), error);
  } finally {
    lock.release();
  }
}

/** Gives the database a second name, under which it stays, whole or as damaged as it was. */
function keep(dbPath: string, nowMs: number): string {
  // Without the milliseconds and the colons, which other systems do not take in a name.
  const time = new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '');
  const keptAs = `${dbPath}.before-restore-${time}Z`;
  if (existsSync(keptAs)) throw refusal(dbPath, `${keptAs} is there already; try again in a second`);
  tryToFoldLog(dbPath);
  linkSync(dbPath, keptAs);
  // What the new one would take for its own log.
  if (existsSync(`${dbPath}-wal`)) renameSync(`${dbPath}-wal`, `${keptAs}-wal`);
  rmSync(`${dbPath}-shm`, { force: true });
  return keptAs;
}

function tryToFoldLog(dbPath: string): void {
  // SQLite deletes the log of an empty file.
  if (statSync(dbPath).size === 0) return;
  try {
    openForReading(dbPath).close();
    foldLog(dbPath);
  } catch {
    // Too damaged to be opened: its log is kept beside it, so nothing is lost.
  }
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev;
}

function refusal(dbPath: string, problem: string, cause?: unknown): ErrordError {
  return new ErrordError('database_unusable', `Cannot restore ${dbPath}: ${problem}.`, { cause });
}
