/** Extended codes that the store tells from their primary one. https://sqlite.org/rescode.html */
const EXTENDED = new Map([
  [4618, 'SQLITE_IOERR_SHMOPEN'],
  [4874, 'SQLITE_IOERR_SHMSIZE'],
]);

const PRIMARY = new Map([
  [1, 'SQLITE_ERROR'],
  [3, 'SQLITE_PERM'],
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [7, 'SQLITE_NOMEM'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [18, 'SQLITE_TOOBIG'],
  [19, 'SQLITE_CONSTRAINT'],
  [26, 'SQLITE_NOTADB'],
]);

/**
 * The name that SQLite has for its error, whichever binding has thrown it; null for an error that is not SQLite's.
 * better-sqlite3 names extended codes, `node:sqlite` numbers them: of those only the ones above have a name of their own here.
 */
export function sqliteCodeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  if (error.code.startsWith('SQLITE_')) return error.code;
  if (error.code !== 'ERR_SQLITE_ERROR' || !('errcode' in error)) return null;
  const number = Number(error.errcode);
  // The low byte of an extended code is its primary one.
  return EXTENDED.get(number) ?? PRIMARY.get(number & 0xff) ?? 'SQLITE_ERROR';
}
