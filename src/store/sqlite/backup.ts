// Copies of a database that may be in use.

import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ErrordError } from '../../errors.js';
import { databaseBytes, foldLog, openForReading } from './database.js';
import { BACKUP_STEP_PAGES } from './limits.js';
import { messageOf } from './sqlite-error.js';

export interface CopyProgress {
  readonly copiedBytes: number;
  readonly totalBytes: number;
}

export interface CopyWatch {
  /** Called after each step; the last call has copied everything. */
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
  /** Ends the copy between two steps, which leaves nothing behind. */
  readonly signal?: AbortSignal | undefined;
}

export interface BackupOptions extends CopyWatch {
  /** The database; a daemon may be writing to it. */
  readonly dbPath: string;
  /** The backup; absolute. */
  readonly file: string;
  /** Whether a file of that name gives way. */
  readonly replace: boolean;
}

/** What SQLite would take for a part of the file that it stands beside. */
const COMPANIONS = ['-wal', '-shm', '-journal'];

/**
 * Writes the database as it is now into one file with mode 0600. The name appears when all of it is on disk, never before.
 * Answers how large it is. Throws an `ErrordError` that tells why not; then nothing is left of it.
 */
export async function backupDatabase({ dbPath, file, replace, ...watch }: BackupOptions): Promise<number> {
  refuseTarget(dbPath, file, replace);
  const partial = `${file}.${process.pid}.partial`;
  try {
    await copyDatabase(dbPath, partial, watch);
    refuseTarget(dbPath, file, replace);
    renameSync(partial, file);
    syncDirectory(dirname(file));
    return statSync(file).size;
  } catch (error) {
    removeDatabase(partial);
    if (error instanceof ErrordError) throw error;
    throw new ErrordError('database_unusable', `Cannot write the backup ${file}: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

/**
 * Copies a database as it is at the first step, page by page, into a new file with mode 0600 that needs no log beside it,
 * and brings it to disk. Of what fails a part is left.
 */
export async function copyDatabase(from: string, to: string, { onProgress, signal }: CopyWatch): Promise<void> {
  const db = openForReading(from);
  try {
    // SQLite would create it for everybody to read.
    closeSync(openSync(to, 'wx', 0o600));
    // Within a read transaction the pages stay as they are. Without one SQLite starts the copy over whenever another
    // process commits between two steps, so that under load it never ends. https://sqlite.org/c3ref/backup_finish.html
    db.prepare('BEGIN').run();
    const totalBytes = databaseBytes(db);
    const pageBytes = Number(db.pragma('page_size', { simple: true }));
    await db.backup(to, {
      rate: BACKUP_STEP_PAGES,
      progress({ remainingPages }) {
        signal?.throwIfAborted();
        // Left to the system, all of it would go to disk at once, and commits would wait behind it.
        syncFile(to);
        onProgress?.({ copiedBytes: totalBytes - remainingPages * pageBytes, totalBytes });
        return BACKUP_STEP_PAGES;
      },
    });
    onProgress?.({ copiedBytes: totalBytes, totalBytes });
  } finally {
    db.close();
  }
  foldLog(to);
  syncFile(to);
}

/** Deletes a file and what SQLite may have put beside it. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', ...COMPANIONS]) rmSync(path + suffix, { force: true });
}

export function syncDirectory(path: string): void {
  syncFile(path);
}

function syncFile(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Throws where the file may not be written; `dbPath` is what it would be a copy of, if that is a file. */
export function refuseTarget(dbPath: string | null, file: string, replace: boolean): void {
  const found = statSync(file, { throwIfNoEntry: false });
  const source = dbPath === null ? undefined : statSync(dbPath, { throwIfNoEntry: false });
  if (found !== undefined && found.ino === source?.ino && found.dev === source.dev) {
    throw refusal(file, 'is the database itself');
  }
  if (found !== undefined && !replace) throw refusal(file, 'is there already; give another name, or --force');
  const companion = COMPANIONS.find((suffix) => existsSync(file + suffix));
  // The log of another database would be read as this one's.
  if (companion !== undefined) throw refusal(file, `has a ${companion} file beside it: another database has this name`);
}

function refusal(file: string, problem: string): ErrordError {
  return new ErrordError('database_unusable', `Cannot write the copy: ${file} ${problem}.`);
}
