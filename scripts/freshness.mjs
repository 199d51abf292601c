// What tells whether a step of the build must run again: what is in the files it reads and in the files it left, never
// their times, which a checkout or a copy changes at will. Plain Node: it runs before anything is installed.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** What is built or installed is nobody's source. */
const NOT_SOURCE = new Set(['node_modules', 'dist']);

/**
 * The files at or below the paths, sorted. Paths are relative to the root and use `/`; one may be `{ path, only }`, where
 * `only` is a pattern for the path of each file. What is absent has no files.
 */
export function listFiles(root, paths) {
  const found = paths.flatMap((entry) => {
    const { path, only } = typeof entry === 'string' ? { path: entry } : entry;
    return below(root, path).filter((file) => only === undefined || only.test(file));
  });
  return [...new Set(found)].sort();
}

function below(root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => !NOT_SOURCE.has(name))
    .flatMap((name) => below(root, posix.join(path, name)));
}

const NOTHING = Buffer.alloc(0);

/**
 * Stands for the names and the contents of the files; a rename or a deletion changes it as an edit does. Of those that
 * match `namesOnly`, the names alone.
 */
function toDigest(root, files, namesOnly) {
  const hash = createHash('sha256');
  for (const file of files) {
    const bytes = namesOnly?.test(file) === true ? NOTHING : readFileSync(join(root, file));
    hash.update(`${file}\0${bytes.byteLength}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** The relative specifiers of `import … from`, `export … from` and `import(…)`. */
const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"](\.{1,2}\/[^'"]+)['"]/g;

/** The files, and those that they import by relative path, and so on: what a bundle of them can be made of. */
export function followImports(root, files) {
  const found = new Set(files);
  // A set visits what is added while it is walked.
  for (const file of found) {
    if (!/\.[cm]?[jt]sx?$/.test(file)) continue;
    for (const [, specifier] of readFileSync(join(root, file), 'utf8').matchAll(SPECIFIER)) {
      const source = toSource(root, posix.join(posix.dirname(file), specifier));
      if (source !== undefined) found.add(source);
    }
  }
  return [...found].sort();
}

/** TypeScript names the file that will be built: `./a.js` stands for `./a.ts`. */
function toSource(root, path) {
  const candidates = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.jsx?$/, '.tsx')];
  return candidates.find((candidate) => statSync(join(root, candidate), { throwIfNoEntry: false })?.isFile());
}

/**
 * Whether a step must run: `no`; `again`, when its inputs have changed and what it left is as it left it; `anew`, when
 * nothing that it left can be trusted: it was never finished, or others have changed its outputs.
 */
export function judge(root, step) {
  const stamp = readStamp(root, step);
  if (stamp === undefined || stamp.outputs !== digestOutputs(root, step)) return 'anew';
  return stamp.inputs === digestInputs(root, step) ? 'no' : 'again';
}

/** Before a step runs: a run that is killed leaves no stamp. */
export function dropStamp(root, step) {
  rmSync(stampPath(root, step), { force: true });
}

/**
 * After a step has run to its end. `inputs` is their digest from before the run, so that what was edited meanwhile counts
 * as changed; null when the step has failed: it runs again, from what it left.
 */
export function writeStamp(root, step, inputs) {
  const path = stampPath(root, step);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, JSON.stringify({ inputs, outputs: digestOutputs(root, step) }));
  renameSync(`${path}.new`, path);
}

export function digestInputs(root, { inputs, follows = false }) {
  const files = listFiles(root, inputs);
  return toDigest(root, follows ? followImports(root, files) : files);
}

/** Two compilations of one source may list the members of a type in another order: it depends on what they met first. */
const DECLARATIONS = /\.d\.c?ts$/;

function digestOutputs(root, { outputs }) {
  return toDigest(root, listFiles(root, outputs), DECLARATIONS);
}

function readStamp(root, step) {
  try {
    return JSON.parse(readFileSync(stampPath(root, step), 'utf8'));
  } catch {
    // Absent or half-written: the step runs anew.
    return undefined;
  }
}

function stampPath(root, { name }) {
  return join(root, 'dist', '.stamps', `${name}.json`);
}

/** Deletes what the compiler has made of sources that are gone: tests among it would still run. */
export function deleteOrphans(root, folders) {
  for (const file of listFiles(root, folders)) {
    const [, stem] = /^dist\/(.+?)(?:\.d\.c?ts|\.c?js|\.c?js\.map)$/.exec(file) ?? [];
    if (stem === undefined) continue;
    const hasSource = ['.ts', '.tsx', '.cts'].some((extension) => existsSync(join(root, stem + extension)));
    if (!hasSource) rmSync(join(root, file));
  }
}
