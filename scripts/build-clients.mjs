// Builds the client libraries: `clients/*/dist` for npm, `dist/clients/errord.js` for the daemon to serve. Plain Node.
// `--packages` builds the former, `--script` the latter.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { minify } from 'terser';
import { INTERNAL_NAMES } from './internal-names.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const common = { absWorkingDir: root, bundle: true, sourcemap: true, logLevel: 'warning', legalComments: 'none' };
const node = { ...common, platform: 'node', target: 'node20' };
const browser = { ...common, platform: 'browser', target: 'es2022', minifySyntax: true };

/** A page redacts without the daemon's finders, so that the code that asks for them falls away. */
const withoutFinders = {
  name: 'without-finders',
  setup({ onResolve }) {
    onResolve({ filter: /\/redact-finders\.js$/ }, () => ({ path: `${root}clients/browser/src/no-finders.ts` }));
  },
};

/** Parts that a page loads when it needs them: the name in the package, and the name beside the script. */
const PARTS = [
  ['source-maps', 'errord-frames'],
  ['overlay', 'errord-overlay'],
];

if (process.argv.includes('--script')) await Promise.all([buildScript(), buildScriptParts()]);
if (process.argv.includes('--packages')) await Promise.all([buildNode(), buildBrowser()]);

/** The script-tag build; its global name is that of the product. */
async function buildScript() {
  await buildSmall({
    entryPoints: ['clients/browser/src/script.ts'],
    format: 'iife',
    globalName: 'errord',
    outfile: 'dist/clients/errord.js',
  });
}

/** Each leaves its exports on its own element, where `script-part.ts` finds them. */
async function buildScriptParts() {
  for (const [part, name] of PARTS) {
    await build({
      ...browser,
      minify: true,
      stdin: {
        contents: `import * as part from './${part}.ts'; document.currentScript.errordPart = part;`,
        resolveDir: `${root}clients/browser/src`,
      },
      format: 'iife',
      outfile: `dist/clients/${name}.js`,
    });
  }
}

async function buildNode() {
  clear('clients/node/dist');
  const entryPoints = ['clients/node/src/index.ts', 'clients/node/src/auto.ts'];
  await Promise.all([
    build({ ...node, entryPoints, format: 'esm', splitting: true, outdir: 'clients/node/dist' }),
    build({ ...node, entryPoints, format: 'cjs', outExtension: { '.js': '.cjs' }, outdir: 'clients/node/dist' }),
    buildTypes('clients/node', ['index', 'auto'], ['d.ts', 'd.cts']),
  ]);
}

async function buildBrowser() {
  clear('clients/browser/dist');
  const entries = ['index', 'react', 'vue', 'svelte'];
  await Promise.all([
    buildSmall({
      entryPoints: entries.map((entry) => `clients/browser/src/${entry}.ts`),
      format: 'esm',
      splitting: true,
      // What they share is the core, in one file; its size is tested.
      chunkNames: 'core',
      outdir: 'clients/browser/dist',
      external: PARTS.map(([part]) => `./${part}.js`),
    }),
    build({
      ...browser,
      minify: true,
      entryPoints: PARTS.map(([part]) => `clients/browser/src/${part}.ts`),
      format: 'esm',
      outdir: 'clients/browser/dist',
    }),
    buildTypes('clients/browser', entries, ['d.ts']),
  ]);
}

/** Shared files are named after what is in them: those of the last build would stay. */
function clear(path) {
  rmSync(`${root}${path}`, { recursive: true, force: true });
}

/** esbuild bundles, terser makes it as small as it gets: every page that is watched loads it. */
async function buildSmall(options) {
  // One file calls the properties of another.
  const nameCache = {};
  const { metafile } = await build({ ...browser, ...options, plugins: [withoutFinders], metafile: true });
  for (const path of Object.keys(metafile.outputs).filter((name) => name.endsWith('.js'))) {
    const file = `${root}${path}`;
    const { code, map } = await minify(readFileSync(file, 'utf8'), {
      module: options.format === 'esm',
      ecma: 2020,
      compress: {
        passes: 3,
        inline: 1,
        hoist_funs: true,
        sequences: false,
        unsafe: true,
        unsafe_arrows: true,
        unsafe_methods: true,
        // Counts for the daemon alone.
        pure_funcs: ['countRedaction', 'countSteps'],
      },
      // React names the boundary in the stacks of components.
      mangle: {
        reserved: ['ErrordBoundary'],
        properties: { builtins: true, regex: new RegExp(`^(?:${INTERNAL_NAMES.join('|')})$`) },
      },
      nameCache,
      sourceMap: { content: readFileSync(`${file}.map`, 'utf8'), url: `${path.split('/').at(-1)}.map` },
    });
    writeFileSync(file, code);
    writeFileSync(`${file}.map`, map);
  }
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
