import { ErrordError, START_ERROR_CODES, type StartErrorCode, type StoreErrorCode } from '../../errors.js';

const STORE_CODES: readonly StoreErrorCode[] = [
  'storage_full',
  'storage_unavailable',
  'queue_full',
  'worker_lost',
  'shutting_down',
  'internal',
];

/** Classes of SQLSTATE, or whole ones: disk full, and out of what the server allots. */
const FULL = ['53100', '53200', '53400'];
/**
 * Connection lost, refused or too many, server stopping or starting, read-only (a standby), statement ended, transaction that
 * said nothing for too long, no permission, no such database, serialization given up.
 */
const UNAVAILABLE = ['08', '53', '57', '58', '25006', '25P03', '28', '3D', '40', '42501', '55P03'];
/** Of the driver, and of sockets. */
const DISCONNECTED = /^(CONNECTION_|CONNECT_TIMEOUT|E[A-Z]+$|SASL_|AUTH_)/;

/** Ended by the server for the sake of another transaction: the same again can succeed. */
const RETRIED = ['40001', '40P01', '55P03'];
/** A statement that was prepared before a change of the schema; the driver prepares it anew. */
const STALE_PLAN = 'RevalidateCachedQuery';

/** Classifies a failure of the database. */
export function toStoreErrorCode(error: unknown): StoreErrorCode {
  if (error instanceof ErrordError) return toKnownCode(error.code);
  const code = codeOf(error);
  if (code === null) return 'internal';
  if (FULL.includes(code)) return 'storage_full';
  if (UNAVAILABLE.some((start) => code.startsWith(start))) return 'storage_unavailable';
  return DISCONNECTED.test(code) ? 'storage_unavailable' : 'internal';
}

/** The connection is gone, or was never there. */
export function isDisconnected(error: unknown): boolean {
  const code = codeOf(error);
  return code !== null && DISCONNECTED.test(code);
}

/** The server ended the statement because it took too long: it would elsewhere too. */
export function isTimedOut(error: unknown): boolean {
  return codeOf(error) === '57014';
}

/** The connection is gone, or the server has ended it: what it had been told last may be done or not. */
export function isCutOff(error: unknown): boolean {
  return isDisconnected(error) || codeOf(error)?.startsWith('57') === true;
}

export function isRetried(error: unknown): boolean {
  const code = codeOf(error);
  return code !== null && (RETRIED.includes(code) || isStalePlan(error));
}

function isStalePlan(error: unknown): boolean {
  return error instanceof Error && 'routine' in error && error.routine === STALE_PLAN;
}

/** Why the database could not be opened. */
export function toStartErrorCode(error: unknown): StartErrorCode {
  const code = error instanceof ErrordError ? error.code : null;
  return START_ERROR_CODES.find((known) => known === code) ?? 'database_unusable';
}

/** The code itself when it is one of a store's. */
export function toKnownCode(code: string): StoreErrorCode {
  return STORE_CODES.find((known) => known === code) ?? 'internal';
}

export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message === '' ? (codeOf(error) ?? 'it failed') : message;
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
