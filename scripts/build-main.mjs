// Makes a few files of the main thread's modules, `dist/main/`: what `errord start` runs, what every command does, and one for
// each command beside that (docs/adr/0030-a-thread-is-one-file.md). Plain Node.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS } from './bundle-options.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

// Names of shared files change with what is in them.
rmSync(join(root, 'dist/main'), { recursive: true, force: true });

await build({
  ...BUNDLE_OPTIONS,
  entryPoints: {
    cli: 'dist/src/cli/entry.js',
    // For programs that start a daemon within themselves.
    daemon: 'dist/src/daemon.js',
    // For the Dockerfile.
    'native-server': 'dist/src/gateway/transport/native-server.js',
  },
  outdir: 'dist/main',
  splitting: true,
  // All in one folder, so that each finds the package two levels above it.
  chunkNames: '[name]-[hash]',
});
