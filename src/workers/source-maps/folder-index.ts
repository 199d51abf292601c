// The built files of a folder by name, and by debug id. Looked at only where the path of a frame leads to no file.

import { closeSync, constants, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { SOURCE_FOLDER_DEPTH_MAX, SOURCE_FOLDER_FILES_MAX, SOURCE_FOLDER_LOOK_MS } from '../../limits.js';
import { toDebugId } from './parse-map.js';

/** What a folder holds, in the order in which it was found. */
interface Listing {
  readonly atMs: number;
  readonly byName: ReadonlyMap<string, readonly string[]>;
  readonly paths: readonly string[];
  /** Filled when a debug id is first asked for. */
  byDebugId: ReadonlyMap<string, string> | null;
}

export interface FolderIndex {
  /** The one file whose path ends most like this one; null for none, and where two do. */
  findByPath(segments: readonly string[]): string | null;
  findByDebugId(debugId: string): string | null;
}

export const BUILT_FILE = /\.[cm]?js$/;

export function openFolderIndex(folder: string, nowMs: () => number): FolderIndex {
  let listing: Listing | null = null;
  /** Reads the folder anew where that was long ago. */
  const look = <T>(find: (found: Listing) => T | null): T | null => {
    const known = listing === null ? null : find(listing);
    if (known !== null || (listing !== null && nowMs() - listing.atMs < SOURCE_FOLDER_LOOK_MS)) return known;
    listing = readListing(folder, nowMs());
    return find(listing);
  };
  return {
    findByPath: (segments) =>
      look(({ byName }) => toNearest(byName.get(segments.at(-1) ?? '') ?? [], segments, folder)),
    findByDebugId: (debugId) =>
      look((found) => {
        found.byDebugId ??= readDebugIds(found.paths);
        return found.byDebugId.get(debugId) ?? null;
      }),
  };
}

function readListing(folder: string, atMs: number): Listing {
  const byName = new Map<string, string[]>();
  const paths: string[] = [];
  for (const path of walk(folder, SOURCE_FOLDER_DEPTH_MAX)) {
    if (paths.length >= SOURCE_FOLDER_FILES_MAX) break;
    paths.push(path);
    const name = path.slice(path.lastIndexOf(sep) + 1);
    byName.set(name, [...(byName.get(name) ?? []), path]);
  }
  return { atMs, byName, paths, byDebugId: null };
}

/** Built files, those of a folder before those below it. Links are not followed, so that there is an end and no way out. */
function* walk(folder: string, depth: number): Generator<string> {
  let entries: ReturnType<typeof readEntries>;
  try {
    entries = readEntries(folder);
  } catch {
    // A folder that is gone, or not ours to read, has no files.
    return;
  }
  for (const entry of entries) if (entry.isFile() && BUILT_FILE.test(entry.name)) yield join(folder, entry.name);
  if (depth === 0) return;
  for (const entry of entries) {
    if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
      yield* walk(join(folder, entry.name), depth - 1);
  }
}

const readEntries = (folder: string) => readdirSync(folder, { withFileTypes: true });

function toNearest(paths: readonly string[], segments: readonly string[], folder: string): string | null {
  let [best, bestCount, isAlone] = [null as string | null, 0, false];
  for (const path of paths) {
    const count = countSameEnd(relative(folder, path).split(sep), segments);
    if (count < bestCount) continue;
    isAlone = count > bestCount;
    [best, bestCount] = [path, count];
  }
  return isAlone ? best : null;
}

function countSameEnd(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < Math.min(one.length, other.length) && one.at(-1 - count) === other.at(-1 - count)) count += 1;
  return count;
}

function readDebugIds(paths: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const path of paths) {
    const debugId = findDebugId(readEnd(path));
    if (debugId !== undefined && !found.has(debugId)) found.set(debugId, path);
  }
  return found;
}

const END_BYTES = 1024;

function readEnd(path: string): string {
  try {
    const { size } = statSync(path);
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const bytes = Buffer.alloc(Math.min(size, END_BYTES));
      return bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, bytes.length, Math.max(0, size - END_BYTES)));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}

/** Of a built file, in the comments at its end. */
export function findDebugId(end: string): string | undefined {
  const at = end.lastIndexOf('//# debugId=');
  return at === -1 ? undefined : toDebugId(/^[\w-]{1,65}/.exec(end.slice(at + '//# debugId='.length))?.[0]);
}
