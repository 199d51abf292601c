// What is done when the files of an open database are taken away: everything is still there behind the open handles, until
// they are closed.

import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { WritableDb } from '../connection.js';
import { copyDatabase } from '../copy-database.js';
import { checkpoint } from '../database.js';
import type { MissingParts } from './file-identity.js';

/** Where the records are now. */
export interface Rescue {
  readonly path: string;
  /** Directories in which a copy was tried before, with what was in the way. */
  readonly failures: readonly string[];
}

export interface RescueOptions {
  readonly db: WritableDb;
  readonly dbPath: string;
  readonly missing: MissingParts;
  readonly nowMs: number;
}

/**
 * Saves what is stored. While the database is in its place and no other log is, the log is written back into it, and the
 * next start finds everything. Otherwise all of it is copied into a new file (0600) beside where the database was, or
 * into the directory for temporary files. Throws when neither can be written.
 */
export function rescue(options: RescueOptions): Rescue {
  const { db, dbPath, missing } = options;
  if (!missing.database && missing.log !== 'replaced' && checkpoint(db, 'TRUNCATE').isDone)
    return { path: dbPath, failures: [] };
  const failures: string[] = [];
  for (const directory of [dirname(dbPath), tmpdir()]) {
    try {
      return { path: copyInto(directory, options), failures };
    } catch (error) {
      failures.push(`${directory}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(failures.join('; '));
}

function copyInto(directory: string, { db, dbPath, nowMs }: RescueOptions): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const time = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const path = join(directory, `${basename(dbPath)}-rescued-${time}.db`);
  copyDatabase(db, path);
  return path;
}
