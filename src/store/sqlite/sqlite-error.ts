import {
  ErrordError,
  type QueryErrorCode,
  START_ERROR_CODES,
  type StartErrorCode,
  type StoreErrorCode,
} from '../../errors.js';
import { toDocPath } from '../../package.js';
import { sqliteCodeOf } from './binding/error-code.js';

/** Full disk, and the forms it takes when the file cannot grow under a mapping or the journal. */
const FULL = ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'SQLITE_IOERR_SHMOPEN'];
const UNAVAILABLE = [
  'SQLITE_IOERR',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
  'SQLITE_CORRUPT',
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_NOTADB',
  'SQLITE_PERM',
];

const STORE_CODES: readonly StoreErrorCode[] = [
  'storage_full',
  'storage_unavailable',
  'queue_full',
  'worker_lost',
  'shutting_down',
  'internal',
];

/** Classifies a failure on the thread where its class still exists; a posted error has lost it. */
export function toStoreErrorCode(error: unknown): StoreErrorCode {
  if (error instanceof ErrordError) return toKnownCode(error.code);
  const code = sqliteCodeOf(error);
  if (code !== null) {
    if (FULL.some((full) => code.startsWith(full))) return 'storage_full';
    if (UNAVAILABLE.some((name) => code.startsWith(name))) return 'storage_unavailable';
  }
  // The file system's own refusal: the file was moved or deleted under the daemon.
  if (error instanceof Error && 'syscall' in error) return 'storage_unavailable';
  return 'internal';
}

/** What a person can do about a damaged database, in one sentence. */
export const DAMAGE_ADVICE = `Stop errord, keep the damaged file for inspection, and put the last backup in its place (${toDocPath('operating.md')}).`;

/** Tells damage of the database from a disk that cannot be reached or written. */
export function isCorruption(error: unknown): error is Error {
  const code = sqliteCodeOf(error);
  return code !== null && (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB');
}

/** The code itself when it is one of a store's. */
export function toKnownCode(code: string): StoreErrorCode {
  return STORE_CODES.find((known) => known === code) ?? 'internal';
}

/** Why the database could not be opened. */
export function toStartErrorCode(error: unknown): StartErrorCode {
  const code = error instanceof ErrordError ? error.code : null;
  return START_ERROR_CODES.find((known) => known === code) ?? 'database_unusable';
}

/** The same for a query, which can fail because of what it asks for. */
export function toQueryErrorCode(error: unknown): QueryErrorCode {
  return error instanceof ErrordError && error.code === 'invalid_cursor' ? error.code : toStoreErrorCode(error);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
