// Builds the client libraries: `clients/*/dist` for npm, `dist/clients/errord.js` for the daemon to serve. Plain Node.
// With `--script`, only what the daemon serves.

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

const root = fileURLToPath(new URL('..', import.meta.url));
const common = { absWorkingDir: root, bundle: true, sourcemap: true, logLevel: 'warning', legalComments: 'none' };
const node = { ...common, platform: 'node', target: 'node20' };
const browser = { ...common, platform: 'browser', target: 'es2022', minify: true };

/** The script-tag build; its global name is that of the product. */
await build({
  ...browser,
  entryPoints: ['clients/browser/src/script.ts'],
  format: 'iife',
  outfile: 'dist/clients/errord.js',
});
if (!process.argv.includes('--script')) await Promise.all([buildNode(), buildBrowser()]);

async function buildNode() {
  const entryPoints = ['clients/node/src/index.ts', 'clients/node/src/auto.ts'];
  await Promise.all([
    build({ ...node, entryPoints, format: 'esm', splitting: true, outdir: 'clients/node/dist' }),
    build({ ...node, entryPoints, format: 'cjs', outExtension: { '.js': '.cjs' }, outdir: 'clients/node/dist' }),
    buildTypes('clients/node', ['index', 'auto'], ['d.ts', 'd.cts']),
  ]);
}

async function buildBrowser() {
  const entryPoints = ['clients/browser/src/index.ts', 'clients/browser/src/react.ts'];
  await Promise.all([
    build({
      ...browser,
      entryPoints,
      format: 'esm',
      splitting: true,
      external: ['react'],
      outdir: 'clients/browser/dist',
    }),
    buildTypes('clients/browser', ['index', 'react'], ['d.ts']),
  ]);
}

/** One file of types for each entry, which names nothing outside of the package. */
async function buildTypes(client, entries, extensions) {
  for (const entry of entries) {
    const bundle = await rollup({
      input: `${root}${client}/src/${entry}.ts`,
      external: ['react', /^node:/],
      plugins: [dts({ tsconfig: `${root}${client}/tsconfig.json` })],
    });
    const { output } = await bundle.generate({ format: 'es' });
    await bundle.close();
    mkdirSync(`${root}${client}/dist`, { recursive: true });
    for (const extension of extensions) writeFileSync(`${root}${client}/dist/${entry}.${extension}`, output[0].code);
  }
}
