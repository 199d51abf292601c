// How the dashboard is built: `vite build --config scripts/vite.config.mjs`. Plain Node, because only tools run it.

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The daemon that a development server (`npm run dashboard`) takes its data from. */
const DAEMON_URL = 'http://localhost:3800';

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
      output: { experimentalMinChunkSize: 20_000 },
      // Libraries mark their files for server rendering, which there is none of.
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
    },
  },
  server: { proxy: { '/api': DAEMON_URL, '/ws': { target: DAEMON_URL, ws: true } } },
});
