// Where the database really is. SQLite names the write-ahead log after the path, and two programs that reach one database
// by different names write two logs: both lose. https://sqlite.org/howtocorrupt.html#_multiple_links_to_the_same_file

import { closeSync, mkdirSync, openSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ErrordError } from '../../errors.js';

/**
 * The one name of the database: symbolic links are followed, and a file that more than one name leads to (hard links, a
 * mount of the file alone) is refused, so that whoever opens this file uses the same log and the same lock beside it,
 * whatever user or container it runs as. Makes the directory (0700) and the file (0600) when they are missing. Throws an
 * `ErrordError` for what is no file; a pipe or a device is looked at, never opened.
 */
export function locateDatabase(dbPath: string): string {
  createPrivately(dbPath);
  const path = realpathSync.native(dbPath);
  const names = statSync(path).nlink;
  if (names > 1) {
    throw unusable(
      `the file has ${names} names (hard links), and a log beside each; remove the others, which find -samefile lists`,
    );
  }
  if (mountPoints().has(path)) {
    throw unusable('the file is mounted by itself, without the log beside it; mount its directory instead');
  }
  return path;
}

/** The path without symbolic links; as it is when there is nothing yet, or nothing that can be reached. */
export function followLinks(dbPath: string): string {
  try {
    return realpathSync.native(dbPath);
  } catch {
    // Whoever opens it will say what is wrong with it, or make it.
    return dbPath;
  }
}

/** Makes an empty file for its owner only, and its directories, unless it is there. Follows symbolic links. */
export function createPrivately(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined) {
    assertFile(found);
    return;
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // SQLite gives -wal and -shm the mode of the database file.
  closeSync(openSync(path, 'a', 0o600));
}

function assertFile(found: Stats): void {
  const kind = kindOf(found);
  if (kind !== null) throw unusable(`it is ${kind}, not a file`);
}

function kindOf(found: Stats): string | null {
  if (found.isDirectory()) return 'a directory';
  if (found.isFIFO()) return 'a named pipe';
  if (found.isSocket()) return 'a socket';
  if (found.isFile()) return null;
  return 'a device';
}

const unusable = (reason: string): ErrordError => new ErrordError('database_unusable', reason);

/** Empty where the system does not list them: only Linux can mount a single file. */
function mountPoints(): ReadonlySet<string> {
  let list: string;
  try {
    list = readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    // No such list here; then the check has nothing to find.
    return new Set();
  }
  return new Set(list.split('\n').map((line) => unescapeMount(line.split(' ')[4] ?? '')));
}

/** The kernel writes space, tab, newline and backslash as octal numbers. */
function unescapeMount(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
