// Where the code of each thread is: a bundle of its own, because a thread reads its modules anew at every start, and finding
// and compiling a hundred files takes longer than running them (docs/adr/0030-a-thread-is-one-file.md).

import { fileURLToPath } from 'node:url';
import { PACKAGE_ROOT } from './package.js';

/** As `scripts/build-threads.mjs` names them. */
export type ThreadName =
  | 'dev-server'
  | 'digest'
  | 'fingerprint'
  | 'sqlite-checkpoint'
  | 'sqlite-reader'
  | 'sqlite-writer'
  | 'postgres-reader'
  | 'postgres-writer';

/** What a `Worker` is started with. */
export function toThreadFile(name: ThreadName): URL {
  return new URL(`dist/threads/${name}.js`, PACKAGE_ROOT);
}

/**
 * What Piscina starts a thread with. It loads a file by `require` before it tries `import`, and Node ends the whole process
 * when a thread is ended while it loads an ES module by `require`: so this one is CommonJS, and imports the thread's.
 */
export function toPoolThreadPath(name: ThreadName): string {
  return fileURLToPath(new URL(`dist/threads/${name}.cjs`, PACKAGE_ROOT));
}
