// better-sqlite3 is compiled where there is no binary to download, and its compiler leaves 15 MB that nobody reads again: a
// compile begins by deleting them (`node-gyp rebuild`). npm runs that compile, with a script of better-sqlite3, so the first
// start is the first that errord can do about it (docs/adr/0032-libraries-in-files.md).

import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../package.js';
import { findBetterSqlite3 } from './better-sqlite3.js';

/** All that is loaded of a compile. */
const COMPILED = 'better_sqlite3.node';

/** Below `build/Release`; `obj` has the source of SQLite once more. */
const LEFTOVERS = ['obj', 'obj.target', '.deps', 'sqlite3.a', 'test_extension.node'];

/**
 * Deletes what the compiler has left of better-sqlite3, and returns the folder; null when there was nothing to delete. Never
 * throws. A clone of the repository keeps it: only an installed errord looks.
 */
export function tidyBetterSqlite3(): string | null {
  const folder = PACKAGE_ROOT.pathname.includes('/node_modules/') ? findBetterSqlite3() : null;
  return folder !== null && deleteLeftovers(folder) ? folder : null;
}

/** False when there is nothing to delete in this folder of better-sqlite3, or nothing that may be. Never throws. */
export function deleteLeftovers(folder: string): boolean {
  const build = join(folder, 'build');
  const release = join(build, 'Release');
  // node-gyp has this folder while it compiles, and a build without what is loaded has come to nothing, or not yet to it.
  if (existsSync(join(build, 'node_gyp_bins')) || !existsSync(join(release, COMPILED))) return false;
  try {
    const found = readdirSync(release).filter((name) => LEFTOVERS.includes(name));
    for (const name of found) rmSync(join(release, name), { recursive: true, force: true });
    return found.length > 0;
  } catch {
    // The package is another user's, who may start errord too: what is left serves nobody, and disturbs nobody.
    return false;
  }
}
