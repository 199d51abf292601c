// Installs and builds what is missing, and nothing when nothing is missing. Plain Node: it runs before anything is
// installed.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...parts) => join(root, ...parts);

/** Builds `all` (with tests and benchmarks) or only what the daemon needs. Exits on failure. */
export function prepare({ all }) {
  if (!isInstalled()) install();
  const stamp = at('dist', all ? '.stamp-all' : '.stamp');
  if (!isBuilt(stamp)) build(all, stamp);
}

function isInstalled() {
  const wanted = readJson(at('package-lock.json'))?.packages;
  const present = readJson(at('node_modules', '.package-lock.json'))?.packages;
  if (!wanted || !present) return false;
  // Native modules are compiled for one ABI; another Node major needs them anew.
  const abi = readJson(at('node_modules', '.abi.json'));
  if (abi && abi.modules !== process.versions.modules) return false;
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || entry.link || present[path]?.version === entry.version,
  );
}

function install() {
  say('installing the dependencies (about a minute: the SQLite binding is compiled) …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--include=dev', '--loglevel=error']);
  writeFileSync(at('node_modules', '.abi.json'), JSON.stringify({ modules: process.versions.modules }));
}

/** Newer than every input, directories included, so that a deleted file counts as a change. */
function isBuilt(stamp) {
  if (!existsSync(stamp)) return false;
  const builtAtMs = statSync(stamp).mtimeMs;
  const inputs = [
    'src',
    'schemas',
    'dashboard',
    'clients',
    join('scripts', 'vite.config.mjs'),
    join('scripts', 'build-clients.mjs'),
    'tsconfig.json',
    'tsconfig.build.json',
    'package.json',
    'package-lock.json',
  ];
  if (stamp.endsWith('-all')) inputs.push('test', 'bench');
  return inputs.every((input) => newestMs(at(input)) <= builtAtMs);
}

function newestMs(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))));
}

function build(all, stamp) {
  say('building …');
  // From scratch: files whose source is gone must not run as tests, and the schemas are replaced by their values.
  for (const built of ['dist', join('clients', 'node', 'dist'), join('clients', 'browser', 'dist')]) {
    rmSync(at(built), { recursive: true, force: true });
  }
  const startedAt = new Date();
  run(process.execPath, [
    at('node_modules', 'typescript', 'bin', 'tsc'),
    '-p',
    all ? 'tsconfig.json' : 'tsconfig.build.json',
  ]);
  run(process.execPath, [at('scripts', 'compile-schemas.mjs')]);
  // Vite and esbuild drop the types without looking at them.
  for (const project of all ? ['dashboard', join('clients', 'node'), join('clients', 'browser')] : []) {
    run(process.execPath, [at('node_modules', 'typescript', 'bin', 'tsc'), '-p', project]);
  }
  run(process.execPath, [
    at('node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    '--config',
    join('scripts', 'vite.config.mjs'),
    '--logLevel=warn',
  ]);
  run(process.execPath, [at('scripts', 'build-clients.mjs'), ...(all ? [] : ['--script'])]);
  run(process.execPath, [at('scripts', 'pack-static.mjs')]);
  writeFileSync(stamp, startedAt.toISOString());
  if (all) writeFileSync(at('dist', '.stamp'), startedAt.toISOString());
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // Absent or half-written: the answer is to make it anew.
    return undefined;
  }
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (error) say(`${command} could not be started: ${error.message}`);
  if (status !== 0) process.exit(status || 1);
}

function say(text) {
  process.stderr.write(`errord: ${text}\n`);
}
