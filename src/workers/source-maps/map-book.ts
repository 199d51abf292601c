// The built files that a thread knows, with their maps: bounded in number and bytes, and looked at again when they may have
// changed. Reads while the thread waits, so a call may have only so much read.

import { statSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import {
  BUILT_FILE_BYTES_MAX,
  DEV_SERVER_CALLS_MAX,
  DEV_SERVER_LOOK_MS,
  SOURCE_FILE_BYTES_MAX,
  SOURCE_FILE_LOOK_MS,
  SOURCE_MAP_CALL_BYTES_MAX,
  SOURCE_MAPS_KEPT_MAX,
} from '../../limits.js';
import { type BuiltFile, openBuiltFile } from './built-file.js';
import { BUILT_FILE, type FolderIndex, openFolderIndex } from './folder-index.js';
import type { FrameFile } from './frame-file.js';
import { type KeptFile, type KeptFiles, openKeptFiles } from './kept-files.js';
import { type FoundFile, readFileInside, toPathInside } from './read-file.js';

/** Where a project has its maps looked for. */
export interface SourceMapPlaces {
  readonly folders: readonly string[];
  /** Origins of dev servers on this machine. */
  readonly servers: readonly string[];
}

export interface MapBookOptions {
  /** Milliseconds that never go back. */
  readonly nowMs: () => number;
  /** What a dev server answers; null where it does not. */
  readonly fetchFile: (address: string, bytesMax: number) => Uint8Array | null;
}

export interface MapBook {
  /** From now on another call: it has its own budget. */
  startCall(): void;
  /** The built file of a frame, with its map; null where nothing is found. */
  find(wanted: FrameFile, debugId: string | undefined, places: SourceMapPlaces): FoundBuilt | null;
  /** Whether what was found under a key is still what is there. */
  isCurrent(used: UsedFile): boolean;
  /** The text of a source; null for one outside the folders. */
  readSource(path: string, places: SourceMapPlaces): string | null;
}

export interface UsedFile {
  readonly key: string;
  readonly mark: string;
}

export interface FoundBuilt extends UsedFile {
  readonly file: BuiltFile;
  /** What its sources are named from. */
  readonly folder: string;
}

/** What one call may still have read. */
interface Budget {
  bytes: number;
  fetches: number;
}

export function openMapBook({ nowMs, fetchFile }: MapBookOptions): MapBook {
  const kept = openKeptFiles(nowMs);
  const indexOf = openIndexes(nowMs);
  const budget: Budget = { bytes: SOURCE_MAP_CALL_BYTES_MAX, fetches: DEV_SERVER_CALLS_MAX };
  const openPath = openPaths(kept, budget);
  const openAddress = openAddresses(kept, budget, { nowMs, fetchFile });
  return {
    startCall: () => void Object.assign(budget, { bytes: SOURCE_MAP_CALL_BYTES_MAX, fetches: DEV_SERVER_CALLS_MAX }),
    find(wanted, debugId, { folders, servers }) {
      for (const { path, folder } of toCandidates({ wanted, debugId, folders, indexOf })) {
        const found = openPath(path, folders);
        if (found?.file == null || (debugId !== undefined && found.file.debugId !== debugId)) continue;
        return { key: found.key, mark: found.mark, file: found.file, folder };
      }
      const { origin, request } = wanted;
      const found = origin !== null && servers.includes(origin) ? openAddress(origin + request) : null;
      if (found?.file == null) return null;
      return { key: found.key, mark: found.mark, file: found.file, folder: `${origin ?? ''}/` };
    },
    isCurrent({ key, mark }) {
      const known = isAddress(key)
        ? kept.recall(key, DEV_SERVER_LOOK_MS, () => null)
        : kept.recall(key, SOURCE_FILE_LOOK_MS, () => markOf(key));
      return known?.mark === mark;
    },
    readSource(path, { folders }) {
      if (budget.bytes <= 0 || !SOURCE_FILE.test(path)) return null;
      return charge(budget, readFileInside(path, folders, SOURCE_FILE_BYTES_MAX))?.bytes.toString('utf8') ?? null;
    },
  };
}

const isAddress = (key: string): boolean => /^https?:/.test(key);

function charge(budget: Budget, file: FoundFile | null): FoundFile | null {
  budget.bytes -= file?.bytes.length ?? 0;
  return file;
}

function openIndexes(nowMs: () => number): (folder: string) => FolderIndex {
  const indexes = new Map<string, FolderIndex>();
  return (folder) => {
    const known = indexes.get(folder) ?? openFolderIndex(folder, nowMs);
    // What no project lists any more must not stay for good.
    if (indexes.size >= SOURCE_MAPS_KEPT_MAX) indexes.clear();
    indexes.set(folder, known);
    return known;
  };
}

/** Opens files of folders. */
function openPaths(kept: KeptFiles, budget: Budget) {
  return (path: string, folders: readonly string[]): KeptFile | null => {
    const known = kept.recall(path, SOURCE_FILE_LOOK_MS, () => markOf(path));
    if (known !== null) return known;
    // Before it is read: a file that changes while it is read is read again.
    const mark = markOf(path);
    if (budget.bytes <= 0 || mark === null) return null;
    const found = charge(budget, readFileInside(path, folders, BUILT_FILE_BYTES_MAX));
    if (found === null) return null;
    const file = openBuiltFile(found, (reference, bytesMax) => {
      const beside = resolve(dirname(found.path), decodeReference(reference));
      return charge(budget, readFileInside(beside, folders, Math.min(bytesMax, Math.max(0, budget.bytes))));
    });
    return kept.keep({ key: path, file, mark });
  };
}

/** Opens what dev servers serve. It changes with every save, and nothing but asking tells. */
function openAddresses(kept: KeptFiles, budget: Budget, { nowMs, fetchFile }: MapBookOptions) {
  const fetchOne = (address: string, bytesMax: number): FoundFile | null => {
    if (budget.fetches <= 0) return null;
    budget.fetches -= 1;
    const bytes = fetchFile(address, bytesMax);
    return bytes === null ? null : { path: address, bytes: Buffer.from(bytes), writtenAtMs: 0 };
  };
  return (address: string): KeptFile | null => {
    const known = kept.recall(address, DEV_SERVER_LOOK_MS, () => null);
    if (known !== null) return known;
    if (budget.fetches <= 0) return null;
    const found = fetchOne(address, BUILT_FILE_BYTES_MAX);
    // Its own origin only: what a file names elsewhere is not asked for.
    const beside = (reference: string, bytesMax: number): FoundFile | null => {
      const at = URL.canParse(reference, address) ? new URL(reference, address) : null;
      return at === null || at.origin !== new URL(address).origin ? null : fetchOne(at.href, bytesMax);
    };
    const file = found === null ? null : openBuiltFile(found, beside);
    return kept.keep({ key: address, file, mark: String(nowMs()) });
  };
}

/** Of all that may be in a folder, only what frames come from is ever shown. */
const SOURCE_FILE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|coffee|mdx|elm|res|re|ml|fs|clj[sc]?|kt|scala|dart)$/i;

function decodeReference(reference: string): string {
  try {
    return decodeURIComponent(reference.split(/[?#]/)[0] ?? '');
  } catch {
    return reference;
  }
}

/** Of a file and the map beside it: one may be written before the other. */
function markOf(path: string): string | null {
  const marks = [path, `${path}.map`].map((one) => {
    const stat = statSync(one, { throwIfNoEntry: false });
    return stat === undefined ? '' : `${stat.size}.${stat.mtimeMs}.${stat.ino}`;
  });
  return marks[0] === '' ? null : marks.join('/');
}

interface Candidate {
  readonly path: string;
  readonly folder: string;
}

/** Where the file of a frame may be, the surest first. */
function* toCandidates(search: {
  readonly wanted: FrameFile;
  readonly debugId: string | undefined;
  readonly folders: readonly string[];
  readonly indexOf: (folder: string) => FolderIndex;
}): Generator<Candidate> {
  const { wanted, debugId, folders, indexOf } = search;
  if (!BUILT_FILE.test(wanted.path)) return;
  const isOfMachine = wanted.origin === null && isAbsolute(wanted.path);
  for (const folder of folders) {
    const path = isOfMachine ? toPathInside(wanted.path, [folder]) : null;
    if (path !== null) yield { path, folder };
  }
  for (const folder of folders) {
    for (let start = 0; start < wanted.segments.length; start += 1) {
      const path = toPathInside(resolve(folder, ...wanted.segments.slice(start)), [folder]);
      if (path !== null) yield { path, folder };
    }
  }
  // A dependency's `index.js` is not that of the application.
  const isNamed = !wanted.segments.includes('node_modules');
  for (const folder of folders) {
    const byId = debugId === undefined ? null : indexOf(folder).findByDebugId(debugId);
    const byName = isNamed ? indexOf(folder).findByPath(wanted.segments) : null;
    for (const path of [byId, byName]) if (path !== null) yield { path, folder };
  }
}
