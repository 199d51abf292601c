// The hashes of what the gateway loads that is no source of ours: the binaries of uWebSockets.js, and the file that picks
// one. `node scripts/native-hashes.mjs` writes the list anew, from what is installed. Plain Node.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LIST = 'scripts/native-hashes.json';
const FOLDER = 'node_modules/uWebSockets.js';
const LOADER = 'uws.js';

/** The binary that this Node loads on this system, as `uws.js` names it. */
export function toBinaryName({ platform, arch, versions } = process) {
  return `uws_${platform}_${arch}_${versions.modules}.node`;
}

/**
 * What differs from the list, in sentences; none when all is as it should be. `all` looks at every file, else only at those
 * that would be loaded.
 */
export function findForeign(root, { all }) {
  const list = readJson(join(root, LIST));
  const locked = readJson(join(root, 'package-lock.json')).packages[FOLDER];
  if (locked.integrity !== list.integrity) {
    return [`${LIST} was made of ${list.version}, but package-lock.json has ${locked.version}`];
  }
  const found = all
    ? nativeFiles(root)
    : [LOADER, toBinaryName()].filter((name) => existsSync(join(root, FOLDER, name)));
  return found.flatMap((name) => {
    if (!Object.hasOwn(list.files, name)) return [`${FOLDER}/${name} is not in ${LIST}`];
    return hashFile(root, name) === list.files[name] ? [] : [`${FOLDER}/${name} is not the file of ${LIST}`];
  });
}

function nativeFiles(root) {
  return readdirSync(join(root, FOLDER))
    .filter((name) => name.endsWith('.node') || name === LOADER)
    .sort();
}

function hashFile(root, name) {
  return createHash('sha256')
    .update(readFileSync(join(root, FOLDER, name)))
    .digest('hex');
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function write(root) {
  const { version, integrity } = readJson(join(root, 'package-lock.json')).packages[FOLDER];
  const files = Object.fromEntries(nativeFiles(root).map((name) => [name, hashFile(root, name)]));
  writeFileSync(join(root, LIST), `${JSON.stringify({ version, integrity, files }, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) write(fileURLToPath(new URL('..', import.meta.url)));
