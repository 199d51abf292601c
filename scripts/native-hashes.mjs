// The hashes of what the gateway loads that is no source of ours: the binaries of uWebSockets.js, and the file that picks
// one. The build and every start of the daemon compare by them. `node scripts/native-hashes.mjs` writes the list anew, from
// what is installed. Plain Node: it runs before anything is built.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LIST = 'scripts/native-hashes.json';
const FOLDER = 'node_modules/uWebSockets.js';
const LOADER = 'uws.js';
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The binary that this Node loads on this system, as `uws.js` names it. */
export function toBinaryName({ platform, arch, versions } = process) {
  return `uws_${platform}_${arch}_${versions.modules}.node`;
}

/** How a file differs from the one of its name in the list, in a sentence without its end; null when it does not. */
export function findFault(path, list = readList(ROOT)) {
  return findFaultOf(path, () => readFileSync(path), list);
}

/** As above, of bytes that are not in a file of their own yet. */
export function findFaultIn(path, bytes) {
  return findFaultOf(path, () => bytes, readList(ROOT));
}

function findFaultOf(path, read, list) {
  const name = basename(path);
  if (!Object.hasOwn(list.files, name)) return `${path} is not in ${LIST}`;
  return hash(read()) === list.files[name] ? null : `${path} is not the file of ${LIST}`;
}

/**
 * What differs from the list in a repository, in sentences; none when all is as it should be. `all` looks at every file,
 * else only at those that would be loaded.
 */
export function findForeign(root, { all }) {
  const list = readList(root);
  const locked = readLocked(root);
  if (locked.integrity !== list.integrity) {
    return [`${LIST} was made of ${list.version}, but package-lock.json has ${locked.version}`];
  }
  const found = all
    ? nativeFiles(root)
    : [LOADER, toBinaryName()].filter((name) => existsSync(join(root, FOLDER, name)));
  return found.map((name) => findFault(join(root, FOLDER, name), list)).filter((fault) => fault !== null);
}

function nativeFiles(root) {
  return readdirSync(join(root, FOLDER))
    .filter((name) => name.endsWith('.node') || name === LOADER)
    .sort();
}

function hash(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

function readList(root) {
  return readJson(join(root, LIST));
}

function readLocked(root) {
  return readJson(join(root, 'package-lock.json')).packages[FOLDER];
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function write(root) {
  const { version, integrity } = readLocked(root);
  const files = Object.fromEntries(
    nativeFiles(root).map((name) => [name, hash(readFileSync(join(root, FOLDER, name)))]),
  );
  writeFileSync(join(root, LIST), `${JSON.stringify({ version, integrity, files }, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) write(ROOT);
