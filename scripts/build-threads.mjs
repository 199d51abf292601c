// Makes one file of each thread and the modules of ours that it imports, `dist/threads/`: a thread reads its code anew at
// every start (docs/adr/0030-a-thread-is-one-file.md). Plain Node.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS } from './bundle-options.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** By their names, as in `src/threads.ts`. */
const THREADS = {
  'dev-server': 'dist/src/workers/source-maps/dev-server-thread.js',
  digest: 'dist/src/workers/task.js',
  fingerprint: 'dist/src/workers/fingerprint-thread.js',
  'sqlite-checkpoint': 'dist/src/store/sqlite/writer/checkpoint-thread.js',
  'sqlite-reader': 'dist/src/store/sqlite/reader/reader-thread.js',
  'sqlite-writer': 'dist/src/store/sqlite/writer/writer-thread.js',
  'postgres-reader': 'dist/src/store/postgres/reader/reader-thread.js',
  'postgres-writer': 'dist/src/store/postgres/writer/writer-thread.js',
};

/** Those that Piscina starts, which takes the function that such a file exports. */
const OF_POOLS = ['digest', 'sqlite-reader', 'postgres-reader'];

await build({
  ...BUNDLE_OPTIONS,
  entryPoints: THREADS,
  outdir: 'dist/threads',
});

for (const name of OF_POOLS) {
  const path = join(root, 'dist/threads', `${name}.cjs`);
  writeFileSync(path, `module.exports = import('./${name}.js').then((thread) => thread.default);\n`);
}
