import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory of its own for each test of the calling suite, removed afterwards. */
export function useTempDir(): () => string {
  let dir = '';
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'errord-test-'));
  });
  afterEach(() => {
    // Tried again where a daemon that is ended only after this hook has just made a file in it.
    rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    dir = '';
  });
  return () => {
    // A hook that was registered before this one would write at the root of the file system.
    if (dir === '') throw new Error('the directory is made in a hook that has not run yet');
    return dir;
  };
}
