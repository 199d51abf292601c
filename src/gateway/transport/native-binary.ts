// Where the binary of the native gateway is. A clone has it in node_modules, as npm has put it there. A package has those of
// several systems, packed (scripts/pack-native.mjs): the first start unpacks the one that fits. Nothing here is trusted: what
// was found is compared with the list again, right before it is loaded (native-server.ts).

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { findFault, findFaultIn, toBinaryName } from '#native-hashes';
import { ErrordError } from '../../errors.js';
import { PACKAGE_ROOT, toDocPath } from '../../package.js';

/** Where packed binaries are, and the first place that one is unpacked to. */
const PACKED_DIR = fileURLToPath(new URL('dist/native/', PACKAGE_ROOT));
const CLONE_DIR = fileURLToPath(new URL('node_modules/uWebSockets.js/', PACKAGE_ROOT));

/** What scripts/pack-native.mjs has left: the files of each archive, one behind the other. */
interface ArchiveIndex {
  readonly archives: readonly {
    readonly archive: string;
    readonly files: readonly { readonly name: string; readonly byteCount: number }[];
  }[];
}

/**
 * The path of the binary for this system and this Node, unpacked where that had to be done: beside the package, or else in
 * `cacheDir`, an absolute path, null where there is none. Throws `gateway_unavailable` when there is no such binary, or no
 * place for it, and `gateway_foreign` when what is packed is not the listed binary.
 */
export function placeNativeBinary(cacheDir: string | null): string {
  const name = toBinaryName();
  const installed = join(CLONE_DIR, name);
  if (existsSync(installed)) return installed;
  const places = [{ dir: PACKED_DIR, isOwn: false }, ...(cacheDir === null ? [] : [{ dir: cacheDir, isOwn: true }])];
  const ready = places.find((place) => isReady(place, name));
  if (ready !== undefined) return join(ready.dir, name);
  const bytes = unpack(name);
  const refusals: string[] = [];
  for (const place of places) {
    const problem = write(place, name, bytes);
    if (problem === null) return join(place.dir, name);
    refusals.push(`${place.dir} (${problem})`);
  }
  if (cacheDir === null) refusals.push('a cache folder (there is no home directory)');
  throw unavailable(`its binary can be unpacked neither into ${refusals.join(' nor into ')}`);
}

interface Place {
  readonly dir: string;
  /** It belongs to whoever runs the daemon, and nobody else may write to it. The package belongs to who installed it. */
  readonly isOwn: boolean;
}

function isReady({ dir, isOwn }: Place, name: string): boolean {
  try {
    return (!isOwn || findIntruder(dir) === null) && findFault(join(dir, name)) === null;
  } catch {
    // Absent, or not for us to read: it is unpacked anew.
    return false;
  }
}

/** Throws unless it is the listed one. */
function unpack(name: string): Uint8Array {
  const { archives } = readIndex();
  const found = archives.find(({ files }) => files.some((file) => file.name === name));
  if (found === undefined) throw unavailable(`there is no ${name} in ${PACKED_DIR}`);
  const path = join(PACKED_DIR, found.archive);
  const start = found.files
    .slice(
      0,
      found.files.findIndex((file) => file.name === name),
    )
    .reduce(addBytes, 0);
  const end = start + (found.files.find((file) => file.name === name)?.byteCount ?? 0);
  let fault: string | null;
  try {
    // An archive that holds more than it says fills no memory.
    const whole = brotliDecompressSync(readFileSync(path), { maxOutputLength: found.files.reduce(addBytes, 0) });
    const bytes = whole.subarray(start, end);
    fault = findFaultIn(name, bytes);
    if (fault === null) return bytes;
  } catch (error) {
    fault = `it cannot be unpacked: ${toReason(error)}`;
  }
  throw new ErrordError(
    'gateway_foreign',
    `errord does not start, because ${path} was changed: ${fault}. Remove node_modules and install again; ` +
      `${toDocPath('dependencies.md')} says what this means.`,
  );
}

const addBytes = (sum: number, { byteCount }: { readonly byteCount: number }): number => sum + byteCount;

function readIndex(): ArchiveIndex {
  const path = join(PACKED_DIR, 'index.json');
  if (!existsSync(path)) return { archives: [] };
  return JSON.parse(readFileSync(path, 'utf8')) as ArchiveIndex;
}

/**
 * Puts the binary there in one step, so that another start sees none of it or all; null when it is there, else why not. What
 * was there before, be it half-written or a link, goes, and nobody writes through it.
 */
function write({ dir, isOwn }: Place, name: string, bytes: Uint8Array): string | null {
  let draftDir: string | undefined;
  try {
    if (isOwn) mkdirSync(dir, { recursive: true, mode: 0o700 });
    const intruder = isOwn ? findIntruder(dir) : null;
    if (intruder !== null) return intruder;
    // A new folder of an unknown name, for its owner only: nobody can have put a link there.
    draftDir = mkdtempSync(join(dir, '.unpacking-'));
    const draft = join(draftDir, name);
    writeFileSync(draft, bytes);
    // Beside the package it serves all users, whatever the umask of the first.
    chmodSync(draft, isOwn ? 0o600 : 0o644);
    renameSync(draft, join(dir, name));
    return null;
  } catch (error) {
    return toReason(error);
  } finally {
    if (draftDir !== undefined) rmSync(draftDir, { recursive: true, force: true });
  }
}

/** Who else could put a file into the folder, which is there; null when nobody could. */
function findIntruder(dir: string): string | null {
  const stat = lstatSync(dir);
  if (!stat.isDirectory()) return 'it is no folder';
  if (stat.uid !== process.getuid?.()) return 'it belongs to another user';
  if ((stat.mode & 0o022) !== 0) return 'other users may write to it';
  return null;
}

function unavailable(reason: string): ErrordError {
  const { platform, arch, version } = process;
  return new ErrordError(
    'gateway_unavailable',
    `errord cannot serve here by its native gateway on ${platform} ${arch} with Node ${version}: ${reason}.`,
  );
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
