import { readdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ErrordError } from '../../../errors.js';
import type { WritableDb } from '../connection.js';
import { copyDatabase } from '../copy-database.js';
import { MIGRATION_COPIES_MAX } from '../limits.js';

const BYTES_PER_MB = 1024 * 1024;

/**
 * Copies a database beside it before a migration changes it: the way back to the older build. Answers the path of the copy,
 * `service.db.before-0020` for the one before migration 20. Refuses when the disk has no room for it, and then nothing
 * has changed. Of older copies the newest few stay.
 */
export function copyBeforeMigration(db: WritableDb, dbPath: string, version: number): string {
  assertRoom(db, dbPath);
  const path = `${dbPath}.before-${String(version).padStart(4, '0')}`;
  // A copy that was cut short must not be taken for one.
  const partial = `${path}.partial`;
  rmSync(partial, { force: true });
  copyDatabase(db, partial);
  renameSync(partial, path);
  for (const old of copiesOf(dbPath).slice(0, -MIGRATION_COPIES_MAX)) rmSync(old, { force: true });
  return path;
}

function assertRoom(db: WritableDb, dbPath: string): void {
  const bytesNeeded =
    Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }));
  const { bavail, bsize } = statfsSync(dirname(dbPath));
  if (bavail * bsize >= bytesNeeded) return;
  throw new ErrordError(
    'database_unusable',
    `it is copied before its schema is brought up to date, which takes ${Math.ceil(bytesNeeded / BYTES_PER_MB)} MB of free space; make room and start again`,
  );
}

/** Oldest first: their names end in the migration, in four digits. */
function copiesOf(dbPath: string): string[] {
  const prefix = `${basename(dbPath)}.before-`;
  return readdirSync(dirname(dbPath))
    .filter((name) => name.startsWith(prefix) && /^\d{4}$/.test(name.slice(prefix.length)))
    .sort()
    .map((name) => join(dirname(dbPath), name));
}
