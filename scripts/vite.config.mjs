// How the dashboard is built: `vite build --config scripts/vite.config.mjs`. Plain Node, because only tools run it.

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The daemon that a development server (`npm run dashboard`) takes its data from. */
const DAEMON_URL = 'http://localhost:3800';

/**
 * What pages share, as few files: a browser has six connections to the daemon, and twenty small files of a page wait for one
 * another. `parts` is what the overview has too.
 */
const SHARED_CHUNKS = [
  [
    'parts',
    /\/src\/(?:filters\/time-(?:choice|dialog)|merge\/merge|trends\/[\w-]+|ui\/(?:copy-text|density|dialog|dialog-form|relative-time|request-tone|segments|sparkline|use-media))\./,
  ],
  [
    'lists',
    /\/src\/(?:lists|filters)\/|\/src\/(?:router\/memory|ui\/new-pill)\.|\/@tanstack\/(?:react-virtual|virtual-core)\//,
  ],
];

/** In which file a module goes; undefined leaves it to Rollup. */
function toChunk(id, { getModuleInfo }) {
  // A file takes along what its modules import: what every page has must have a place of its own.
  if (listEntry(getModuleInfo).has(id)) return 'index';
  return SHARED_CHUNKS.find(([, ids]) => ids.test(id))?.[0];
}

let entryIds;

/** What is loaded before any page is known. */
function listEntry(getModuleInfo) {
  if (entryIds !== undefined) return entryIds;
  entryIds = new Set([at('../dashboard/src/main.tsx')]);
  for (const id of entryIds) for (const imported of getModuleInfo(id)?.importedIds ?? []) entryIds.add(imported);
  return entryIds;
}

export default defineConfig({
  root: at('../dashboard/'),
  // Relative addresses: a proxy may serve the dashboard below any path.
  base: './',
  publicDir: at('../dashboard/public/'),
  cacheDir: at('../node_modules/.vite/'),
  esbuild: { jsx: 'automatic' },
  build: {
    outDir: at('../dist/dashboard/'),
    emptyOutDir: true,
    target: 'es2022',
    // Files, never data: addresses: the gateway lets browsers keep what is under /assets/ for good.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      // A page is some files, not a file for each thing that two pages share.
      output: { experimentalMinChunkSize: 20_000, manualChunks: toChunk },
      // Libraries mark their files for server rendering, which there is none of.
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
    },
  },
  server: { proxy: { '/api': DAEMON_URL, '/ws': { target: DAEMON_URL, ws: true } } },
});
