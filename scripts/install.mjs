// Installs what the lock file names. Plain Node: it runs before anything is installed.

import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...parts) => join(root, ...parts);

/** Its install takes a minute of one core, and the build needs nothing of it. */
const COMPILED = 'better-sqlite3';
/** There until all that is installed is whole; not in node_modules, which npm empties first. */
const UNFINISHED = at('dist', '.unfinished-install');
/** Without a name behind it, this would be done with all. */
const REBUILD = ['rebuild', '--loglevel=error'];

/** Whether all that the lock file names is here, and whole. */
export function isInstalled() {
  const wanted = readJson(at('package-lock.json'))?.packages;
  const present = readJson(at('node_modules', '.package-lock.json'))?.packages;
  if (!wanted || !present || existsSync(UNFINISHED)) return false;
  // Without either nothing can start; a compiler may be here by now.
  if (!isBuiltin('node:sqlite') && !existsSync(at('node_modules', COMPILED))) return false;
  // Native modules are compiled for one ABI; another Node major needs them anew.
  const abi = readJson(at('node_modules', '.abi.json'));
  if (abi && abi.modules !== process.versions.modules) return false;
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || entry.link || present[path]?.version === entry.version,
  );
}

/** Why nothing may be installed into a folder; null where it may. npm deletes what is in it first, also behind a link. */
export function refuseLinked(folder) {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) return null;
  const there = readlinkSync(folder);
  return `${folder} is a link to ${there}, which lacks some of what package-lock.json names. npm would empty it: install where it is, or take the link away.`;
}

/** Installs all but what is compiled here. `lock` is that of the build: whoever comes waits for npm too. */
export async function install(lock) {
  const refusal = refuseLinked(at('node_modules'));
  if (refusal !== null) {
    say(refusal);
    process.exit(1);
  }
  say('installing the dependencies (about a minute: the SQLite binding is compiled) …');
  writeFileSync(UNFINISHED, '');
  await run(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--include=dev', '--loglevel=error'], lock);
  const { needed, optional } = withInstallScript();
  if (needed.length > 0) await run([...REBUILD, ...needed], lock);
  for (const name of optional) {
    if (name !== COMPILED && (await call([...REBUILD, name], lock)) !== 0) say(`${name} could not be installed`);
  }
}

/** Names of packages that are here and do something when they are installed. */
function withInstallScript() {
  const { packages = {} } = readJson(at('node_modules', '.package-lock.json')) ?? {};
  const found = Object.entries(packages)
    .filter(([path, entry]) => entry.hasInstallScript && existsSync(at(path)))
    .map(([path, { optional = false }]) => ({ name: path.split('node_modules/').at(-1), optional }));
  const namesOf = (wanted) => found.filter(({ optional }) => optional === wanted).map(({ name }) => name);
  return { needed: namesOf(false), optional: namesOf(true) };
}

/**
 * Compiles the binding of SQLite while the rest is built. Where it cannot be compiled, it is taken away, as npm does with what is
 * optional, and the daemon has the SQLite of Node or says what is missing.
 */
export async function compileBinding(lock) {
  const status = await call([...REBUILD, COMPILED], lock);
  if (status !== 0) {
    say(`${COMPILED} could not be compiled`);
    rmSync(at('node_modules', COMPILED), { recursive: true, force: true });
  }
  writeFileSync(at('node_modules', '.abi.json'), JSON.stringify({ modules: process.versions.modules }));
  rmSync(UNFINISHED, { force: true });
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // Absent or half-written: the answer is to make it anew.
    return undefined;
  }
}

async function run(args, lock) {
  const status = await call(args, lock);
  if (status !== 0) process.exit(status);
}

/** Resolves with npm's status; 1 when it was killed or is not there. */
async function call(args, lock) {
  const child = spawn('npm', args, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  lock.holdFor(child);
  return await new Promise((resolve) => {
    child
      .once('exit', (code) => resolve(code ?? 1))
      .once('error', (error) => {
        say(`npm could not be started: ${error.message}`);
        resolve(1);
      });
  });
}

function say(text) {
  process.stderr.write(`errord: ${text}\n`);
}
