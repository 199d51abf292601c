// Opening and closing of the database file. The only place where pragmas are set.

import { accessSync, closeSync, constants, openSync, readSync } from 'node:fs';
import { ErrordError } from '../../errors.js';
import type { ConnectionOptions } from './binding/binding.js';
import { loadChosen } from './binding/choice.js';
import { sqliteCodeOf } from './binding/error-code.js';
import type { ReadableDb, WritableDb } from './connection.js';
import { createPrivately, locateDatabase } from './location.js';
import { copyBeforeMigration } from './migrations/copy-before.js';
import { MIGRATIONS, migrate } from './migrations/migrate.js';
import type { Migration } from './migrations/migration.js';
import { assertSound } from './soundness.js';
import { DAMAGE_ADVICE, isCorruption } from './sqlite-error.js';

/** "errd" in ASCII, in the header of each database of ours. https://sqlite.org/fileformat2.html#application_id */
const APPLICATION_ID = 0x65727264;

/** Nobody else should write; a person with the sqlite3 shell may, for a moment. */
const BUSY_TIMEOUT_MS = 5000;

/** Held by the writer for its life, so that a second daemon on the same file refuses to start. */
export interface DatabaseLock {
  /** The one name of the database, whatever links led to it. */
  readonly dbPath: string;
  release(): void;
}

export interface OpenOptions {
  /** Other than the released ones in tests only. */
  readonly migrations?: readonly Migration[];
  /** Told where the copy is that was made before the schema was changed. */
  readonly onCopy?: (path: string) => void;
}

/**
 * Opens the one read-write connection: creates the directory (0700) and the file (0600), checks what is there, migrates the
 * schema. Throws an `ErrordError` that tells what is wrong.
 */
export function openWritable(dbPath: string, { migrations = MIGRATIONS, onCopy }: OpenOptions = {}): WritableDb {
  try {
    const located = locateDatabase(dbPath);
    // SQLite opens a file that it may not write for reading, and would fail at the first commit only.
    accessSync(located, constants.R_OK | constants.W_OK);
    refuseForeign(located);
    const db = connect(located, { timeoutMs: BUSY_TIMEOUT_MS });
    try {
      configureWriter(db);
      assertSound(db, located);
      migrate(db, migrations, (version) => {
        const copy = copyBeforeMigration(db, located, version);
        onCopy?.(copy);
      });
    } catch (error) {
      db.close();
      throw error;
    }
    return db;
  } catch (error) {
    throw toOpenError(error, dbPath);
  }
}

/** Bytes of the database with everything in the log written back. */
export function databaseBytes(db: ReadableDb): number {
  return Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }));
}

export interface CheckpointResult {
  /** False when a reader kept it from doing all of its work. */
  readonly isDone: boolean;
  /** Pages of the log that are in the database file now. */
  readonly writtenPages: number;
}

/**
 * Writes the log back into the database file. PASSIVE never waits for readers; the log is reused from its start once all
 * of it has been written back. RESTART sees to that, unless readers are at work just then and for `waitMs`. TRUNCATE also
 * gives its space back.
 */
export function checkpoint(db: WritableDb, mode: 'PASSIVE' | 'RESTART' | 'TRUNCATE', waitMs = 0): CheckpointResult {
  // A slow query must not hold up the writer: a checkpoint that cannot finish does what it can, and the next one the rest.
  db.pragma(`busy_timeout = ${waitMs}`);
  try {
    const [result] = db.pragma(`wal_checkpoint(${mode})`) as { busy: number; checkpointed: number }[];
    return { isDone: result?.busy === 0, writtenPages: result?.checkpointed ?? 0 };
  } finally {
    db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

export interface LogPosition {
  /** What of the write-ahead log is in use: nothing after it has started over. The size of its file does not tell. */
  readonly usedBytes: number;
  /** What of that is not in the database file yet. */
  readonly unwrittenBytes: number;
}

/** The first that tells without writing anything: https://www.sqlite.org/pragma.html#pragma_wal_checkpoint. Older ones take the word for PASSIVE. */
const SQLITE_WITH_NOOP = [3, 51] as const;
const FRAME_HEADER_BYTES = 24;

/** How to read it, in a microsecond or two; null where SQLite is too old to tell. */
export function openLogPosition(db: WritableDb): (() => LogPosition) | null {
  const { version } = db.prepare('SELECT sqlite_version() AS version').get() as { version: string };
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < SQLITE_WITH_NOOP[0] || (major === SQLITE_WITH_NOOP[0] && minor < SQLITE_WITH_NOOP[1])) return null;
  const frameBytes = Number(db.pragma('page_size', { simple: true })) + FRAME_HEADER_BYTES;
  const statement = db.prepare('PRAGMA wal_checkpoint(NOOP)');
  return () => {
    const { log, checkpointed } = statement.get() as { log: number; checkpointed: number };
    return { usedBytes: Math.max(0, log) * frameBytes, unwrittenBytes: Math.max(0, log - checkpointed) * frameBytes };
  };
}

/** ON overwrites also the pages that a deletion frees, each of which is written once more for it. */
export function setSecureDelete(db: WritableDb, mode: 'ON' | 'FAST'): void {
  db.pragma(`secure_delete = ${mode}`);
}

/** Opens a connection for checkpoints on a database that the writer has opened before. */
export function openForCheckpoints(dbPath: string): WritableDb {
  const db = connect(dbPath, { fileMustExist: true, timeoutMs: 0 });
  db.pragma('synchronous = FULL');
  db.pragma('checkpoint_fullfsync = ON');
  db.pragma('wal_autocheckpoint = 0');
  return db;
}

/**
 * Loads the binding to SQLite, which is otherwise loaded when the first database is opened, and tells which one it is. Throws
 * `sqlite_unavailable` when there is none.
 */
export function loadSqlite(): { readonly sqlite: string; readonly sqliteVersion: string; readonly reason?: string } {
  const { binding, reason } = loadChosen();
  return { sqlite: binding.name, sqliteVersion: binding.version, ...(reason !== null && { reason }) };
}

/** Opens a file as it is. Throws `sqlite_unavailable` when there is no binding that could. */
function connect(path: string, options: ConnectionOptions): WritableDb {
  return loadChosen().binding.open(path, options);
}

/** Opens a read-only connection on a database that the writer has opened before. */
export function openReadable(dbPath: string): ReadableDb & { close(): void } {
  const db = connect(dbPath, { readonly: true, fileMustExist: true, timeoutMs: BUSY_TIMEOUT_MS });
  // 16 MB of pages per reader: the upper levels of every index of a million-row database.
  db.pragma('cache_size = -16384');
  // No mapping: each reader's would count as memory of the daemon, page by page up to the whole file, and a file that is
  // cut short underneath would end the process. Reading a row from the kernel's copy costs at most some 4 µs more.
  db.pragma('mmap_size = 0');
  return db;
}

/**
 * Opens any database of ours for reading, beside a daemon or without one: a backup as well. Throws an `ErrordError` that
 * tells what is wrong with the file.
 */
export function openForReading(path: string): ReadableDb & Pick<WritableDb, 'backup' | 'close'> {
  try {
    accessSync(path, constants.R_OK);
    refuseForeign(path);
    return connect(path, { readonly: true, fileMustExist: true, timeoutMs: BUSY_TIMEOUT_MS });
  } catch (error) {
    if (error instanceof ErrordError) throw toOpenError(error, path);
    throw new ErrordError('database_unusable', `Cannot read the database ${path}: ${toReason(error)}.`, {
      cause: error,
    });
  }
}

/** Makes the file its own whole: without a log beside it, until a daemon opens it for writing. */
export function foldLog(path: string): void {
  const db = connect(path, { fileMustExist: true, timeoutMs: 0 });
  try {
    db.pragma('synchronous = FULL');
    db.pragma('fullfsync = ON');
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
}

/** A connection that nobody refers to is closed by the collector of garbage, and its lock with it. */
const held = new Set<WritableDb>();

/**
 * Refuses with `database_in_use` while another process holds the lock; the system drops it when a process dies. What is
 * locked is a file of its own beside the database: a lock on the database itself would shut out our own readers, and
 * letting go of any handle on it would drop SQLite's locks with ours. The database has one name, so the lock has one too.
 */
export function lockDatabase(dbPath: string): DatabaseLock {
  try {
    const located = locateDatabase(dbPath);
    createPrivately(lockPathOf(located));
    const lock = connect(lockPathOf(located), { timeoutMs: 0 });
    try {
      lock.pragma('journal_mode = MEMORY');
      lock.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      lock.close();
      throw error;
    }
    held.add(lock);
    const release = (): void => {
      held.delete(lock);
      lock.close();
    };
    return { dbPath: located, release };
  } catch (error) {
    if (sqliteCodeOf(error)?.startsWith('SQLITE_BUSY') === true) {
      throw new ErrordError(
        'database_in_use',
        `Another errord is using the database ${dbPath}; stop it or give this one another --db-path.`,
      );
    }
    throw toOpenError(error, dbPath);
  }
}

/** The file that the writer holds locked. */
export function lockPathOf(dbPath: string): string {
  return `${dbPath}-lock`;
}

const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';

/**
 * Looks at the header before SQLite opens the file, because opening another program's database in WAL mode can already
 * write to it. An empty file is a new database. https://sqlite.org/fileformat2.html#the_database_header
 */
function refuseForeign(dbPath: string): void {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(dbPath, 'r');
  try {
    if (readSync(file, header, 0, HEADER_BYTES, 0) === 0) return;
  } finally {
    closeSync(file);
  }
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new ErrordError('database_foreign', 'the file is not a SQLite database');
  }
  if (header.readUInt32BE(68) !== APPLICATION_ID) {
    throw new ErrordError('database_foreign', 'the file is a database of another program');
  }
}

function configureWriter(db: WritableDb): void {
  if (db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0) {
    // Pages freed by retention go back to the file system in steps. Must be set before the first table.
    db.pragma('auto_vacuum = INCREMENTAL');
    db.pragma(`application_id = ${APPLICATION_ID}`);
  }
  // Readers do not wait for the writer, nor the writer for readers.
  db.pragma('journal_mode = WAL');
  // FULL: an acknowledged record survives a power cut. One fsync per commit, shared by the whole group.
  db.pragma('synchronous = FULL');
  // On macOS a plain fsync leaves the data in the cache of the drive. Elsewhere these do nothing.
  db.pragma('fullfsync = ON');
  db.pragma('checkpoint_fullfsync = ON');
  // Checkpoints are made by the writer when it is idle or the log is large, never inside a commit.
  db.pragma('wal_autocheckpoint = 0');
  // 32 MB of pages: the hot ends of the tables and indexes.
  db.pragma('cache_size = -32768');
  db.pragma('temp_store = MEMORY');
  // Deleted records are overwritten where that writes no page more; clearing overwrites all of them (`erase.ts`).
  setSecureDelete(db, 'FAST');
  // No foreign keys are declared: rows are deleted in receipt order, by range.
  db.pragma('foreign_keys = OFF');
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** One sentence for the person who starts the daemon, whatever went wrong underneath. */
function toOpenError(error: unknown, dbPath: string): ErrordError {
  // It says what to do, and it is not about this database.
  if (error instanceof ErrordError && error.code === 'sqlite_unavailable') return error;
  if (error instanceof ErrordError) {
    return new ErrordError(error.code, `Cannot use the database ${dbPath}: ${error.message}.`, { cause: error });
  }
  const message = toReason(error);
  if (sqliteCodeOf(error) === 'SQLITE_NOTADB') {
    return new ErrordError('database_foreign', `Cannot use ${dbPath}: it is not a SQLite database.`, { cause: error });
  }
  if (isCorruption(error)) {
    return new ErrordError(
      'database_unusable',
      `Cannot use the database ${dbPath}: it is damaged (${message}). ${DAMAGE_ADVICE}`,
      { cause: error },
    );
  }
  return new ErrordError(
    'database_unusable',
    `Cannot open the database ${dbPath}: ${message}. Check that its directory exists, is writable and has space.`,
    { cause: error },
  );
}
