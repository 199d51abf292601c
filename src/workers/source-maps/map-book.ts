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
  SOURCE_MAPS_KEPT_BYTES_MAX,
  SOURCE_MAPS_KEPT_MAX,
} from '../../limits.js';
import { type BuiltFile, openBuiltFile } from './built-file.js';
import { BUILT_FILE, type FolderIndex, openFolderIndex } from './folder-index.js';
import type { FrameFile } from './frame-file.js';
import { type FoundFile, readFileInside, toMark, toPathInside } from './read-file.js';

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

interface Entry {
  /** Null for a file without a map that can be used. */
  readonly file: BuiltFile | null;
  readonly mark: string;
  readonly costBytes: number;
  lookedAtMs: number;
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

export function openMapBook({ nowMs, fetchFile }: MapBookOptions): MapBook {
  const entries = new Map<string, Entry>();
  const indexes = new Map<string, FolderIndex>();
  let keptBytes = 0;
  let bytesLeft = SOURCE_MAP_CALL_BYTES_MAX;
  let fetchesLeft = DEV_SERVER_CALLS_MAX;

  const keep = (key: string, entry: Entry): Entry => {
    drop(key);
    entries.set(key, entry);
    keptBytes += entry.costBytes;
    for (const oldest of entries.keys()) {
      if (entries.size <= SOURCE_MAPS_KEPT_MAX && keptBytes <= SOURCE_MAPS_KEPT_BYTES_MAX) break;
      if (oldest !== key) drop(oldest);
    }
    return entry;
  };
  const drop = (key: string): void => {
    keptBytes -= entries.get(key)?.costBytes ?? 0;
    entries.delete(key);
  };
  const charge = (file: FoundFile | null): FoundFile | null => {
    bytesLeft -= file?.bytes.length ?? 0;
    return file;
  };
  const indexOf = (folder: string): FolderIndex => {
    const known = indexes.get(folder) ?? openFolderIndex(folder, nowMs);
    // What no project lists any more must not stay for good.
    if (indexes.size >= SOURCE_MAPS_KEPT_MAX) indexes.clear();
    indexes.set(folder, known);
    return known;
  };
  /** What is known of a key, as long as it holds. */
  const recall = (key: string, lookMs: number, mark: () => string | null): Entry | null => {
    const known = entries.get(key);
    if (known === undefined) return null;
    if (nowMs() - known.lookedAtMs >= lookMs) {
      if (mark() !== known.mark) return null;
      known.lookedAtMs = nowMs();
    }
    // The oldest go first.
    entries.delete(key);
    entries.set(key, known);
    return known;
  };
  const openPath = (path: string, folders: readonly string[]): (Entry & { readonly key: string }) | null => {
    const known = recall(path, SOURCE_FILE_LOOK_MS, () => markOf(path));
    if (known !== null) return { ...known, key: path };
    if (bytesLeft <= 0) return null;
    const found = charge(readFileInside(path, folders, BUILT_FILE_BYTES_MAX));
    if (found === null) return null;
    const file = openBuiltFile(found, (reference, bytesMax) =>
      charge(
        readFileInside(
          resolve(dirname(found.path), decodeReference(reference)),
          folders,
          Math.min(bytesMax, Math.max(0, bytesLeft)),
        ),
      ),
    );
    const entry = { file, mark: markOf(path) ?? found.mark, costBytes: file?.costBytes ?? 64, lookedAtMs: nowMs() };
    return { ...keep(path, entry), key: path };
  };
  const openAddress = (address: string): (Entry & { readonly key: string }) | null => {
    // What a dev server has changes with every save, and nothing but asking tells.
    const known = recall(address, DEV_SERVER_LOOK_MS, () => null);
    if (known !== null) return { ...known, key: address };
    const fetchOne = (at: string, bytesMax: number): FoundFile | null => {
      if (fetchesLeft <= 0) return null;
      fetchesLeft -= 1;
      const bytes = fetchFile(at, bytesMax);
      return bytes === null ? null : { path: at, bytes: Buffer.from(bytes), mark: '', writtenAtMs: 0 };
    };
    const found = fetchOne(address, BUILT_FILE_BYTES_MAX);
    // Its own origin only: what a file names elsewhere is not asked for.
    const beside = (reference: string, bytesMax: number): FoundFile | null => {
      const at = URL.canParse(reference, address) ? new URL(reference, address) : null;
      return at === null || at.origin !== new URL(address).origin ? null : fetchOne(at.href, bytesMax);
    };
    const file = found === null ? null : openBuiltFile(found, beside);
    const entry = { file, mark: String(nowMs()), costBytes: file?.costBytes ?? 64, lookedAtMs: nowMs() };
    return { ...keep(address, entry), key: address };
  };

  return {
    startCall() {
      bytesLeft = SOURCE_MAP_CALL_BYTES_MAX;
      fetchesLeft = DEV_SERVER_CALLS_MAX;
    },
    find(wanted, debugId, { folders, servers }) {
      for (const { path, folder } of toCandidates({ wanted, debugId, folders, indexOf })) {
        const opened = openPath(path, folders);
        if (opened?.file == null) continue;
        if (debugId !== undefined && opened.file.debugId !== debugId) continue;
        return { key: opened.key, mark: opened.mark, file: opened.file, folder };
      }
      const { origin, request } = wanted;
      if (origin === null || !servers.includes(origin)) return null;
      const opened = openAddress(origin + request);
      if (opened?.file == null) return null;
      return { key: opened.key, mark: opened.mark, file: opened.file, folder: `${origin}/` };
    },
    isCurrent({ key, mark }) {
      const isAddress = /^https?:/.test(key);
      const known = recall(key, isAddress ? DEV_SERVER_LOOK_MS : SOURCE_FILE_LOOK_MS, () =>
        isAddress ? null : markOf(key),
      );
      return known?.mark === mark;
    },
    readSource(path, { folders }) {
      if (bytesLeft <= 0 || !SOURCE_FILE.test(path)) return null;
      return charge(readFileInside(path, folders, SOURCE_FILE_BYTES_MAX))?.bytes.toString('utf8') ?? null;
    },
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
    return stat === undefined ? '' : toMark(stat);
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
