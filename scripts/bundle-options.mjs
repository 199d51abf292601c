// How the build makes bundles of our own modules, for the main thread and for the others. Plain Node.

import { fileURLToPath } from 'node:url';

/** Packages stay outside, and files of libraries: a bundle holds nobody else's code. Nothing is made shorter. */
export const BUNDLE_OPTIONS = {
  absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
  bundle: true,
  packages: 'external',
  external: ['#*'],
  // Its paths lead to types; what runs is found as Node finds it.
  tsconfigRaw: {},
  platform: 'node',
  target: 'node20',
  format: 'esm',
  logLevel: 'warning',
};
