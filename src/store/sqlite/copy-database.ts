import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import type { WritableDb } from './connection.js';

/**
 * Copies everything the connection sees, what is in the log included, into a new file for its owner only, and waits until
 * it is on disk. Refuses a name that is taken. A copy that fails leaves nothing behind.
 */
export function copyDatabase(db: WritableDb, path: string): void {
  // SQLite fills an empty file; one that it makes itself anybody could read.
  closeSync(openSync(path, 'wx', 0o600));
  try {
    db.prepare<{ path: string }>('VACUUM INTO :path').run({ path });
    const file = openSync(path, 'r+');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    rmSync(path, { force: true });
    rmSync(`${path}-journal`, { force: true });
    throw error;
  }
}
