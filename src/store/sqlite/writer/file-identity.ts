import { statSync } from 'node:fs';
import { ErrordError } from '../../../errors.js';

/**
 * Remembers which file the path names now. The result throws `storage_unavailable` once the path names another file or
 * none: what is written after that goes to a file without a name, and is gone when the daemon ends.
 */
export function openFileIdentity(path: string): () => void {
  const opened = statSync(path);
  return () => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.ino === opened.ino && found.dev === opened.dev) return;
    throw new ErrordError('storage_unavailable', `the database file ${path} was deleted or replaced while in use`);
  };
}
