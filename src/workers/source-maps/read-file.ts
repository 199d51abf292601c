// Reads files of listed folders, and nothing outside: what a path leads to in the end is compared with what the folder is in
// the end, and the file that was opened is the one that is looked at.

import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';

/** A file as it was found. */
export interface FoundFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly writtenAtMs: number;
}

/** The path that a path leads to, if that is in one of the folders; null for what is not there. */
export function toPathInside(path: string, folders: readonly string[]): string | null {
  const real = toRealPath(path);
  if (real === null) return null;
  return folders.some((folder) => isInside(real, toRealPath(folder))) ? real : null;
}

function isInside(path: string, folder: string | null): boolean {
  if (folder === null) return false;
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Null where nothing is, or where the path cannot be one. */
export function toRealPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    // Not there, not allowed, a loop of links, or no path at all: it is the same to who looks for a map.
    return null;
  }
}

/** A regular file of up to `bytesMax` in one of the folders; null for everything else. */
export function readFileInside(path: string, folders: readonly string[], bytesMax: number): FoundFile | null {
  const real = toPathInside(path, folders);
  if (real === null) return null;
  let descriptor: number;
  try {
    // A link in its last part was followed above, so one there now was put there since; a pipe would hold up the thread.
    descriptor = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const stat = fstatSync(descriptor);
    const { size, mtimeMs } = stat;
    if (!stat.isFile() || size > bytesMax) return null;
    const bytes = Buffer.alloc(size);
    let length = 0;
    while (length < size) {
      const count = readSync(descriptor, bytes, length, size - length, length);
      if (count === 0) break;
      length += count;
    }
    return { path: real, bytes: bytes.subarray(0, length), writtenAtMs: mtimeMs };
  } catch {
    return null;
  } finally {
    closeSync(descriptor);
  }
}
