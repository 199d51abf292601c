// Makes one file of each library that the daemon runs with, `dist/libraries/`, and of what it needs: the package that people
// install brings these files, and nothing has to be fetched beside it. Plain Node.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'dist', 'libraries');

/** What the daemon takes of each, as `imports` in package.json names them. */
const LIBRARIES = {
  'fzstd.mjs': "export { Decompress } from 'fzstd';",
  'lru-cache.mjs': "export { LRUCache } from 'lru-cache';",
  'node-cron.mjs': "export { createTask } from 'node-cron';",
  'nodemailer.mjs': "export { createTransport } from 'nodemailer';",
  'pbf.mjs': "export { PbfReader, PbfWriter } from 'pbf';",
  'pino.cjs': "export { pino } from 'pino';",
  // Its threads share the state of the code that starts them, so both are in one file.
  'piscina.cjs': `export { move, Piscina, transferableSymbol, valueSymbol } from 'piscina';
    export const startThread = () => require('./node_modules/piscina/dist/worker.js');`,
  'postgres.mjs': "export { default } from 'postgres';",
  'trace-mapping.mjs': "export * from '@jridgewell/trace-mapping';",
  'ws.cjs': "export { WebSocket, WebSocketServer } from 'ws';",
};

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, code] of Object.entries(LIBRARIES)) await bundle(name, code);
// What Piscina starts in a thread has this name and lies beside it.
writeFileSync(join(folder, 'worker.js'), "require('./piscina.cjs').startThread();\n");
writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n');

/** Those of CommonJS stay so: as ES modules they could not ask for the modules of Node. */
async function bundle(name, code) {
  const options = {
    stdin: { contents: code, resolveDir: root },
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node20',
    format: name.endsWith('.cjs') ? 'cjs' : 'esm',
    // Names stay, which profiles go by.
    minifyWhitespace: true,
    minifySyntax: true,
    // Errors are told apart by the names of their classes.
    keepNames: true,
    legalComments: 'none',
    // ws goes on without the first two, and Piscina asks for the third when it is told to be nice.
    external: ['bufferutil', 'utf-8-validate', '@napi-rs/nice'],
    logLevel: 'warning',
  };
  const { metafile } = await build(options);
  const licences = toPackages(metafile).map(toLicence).join('\n\n');
  await build({ ...options, write: true, outfile: join(folder, name), banner: { js: `/*\n${licences}\n*/` } });
}

/** The folders of the packages that have come into the file. */
function toPackages({ inputs }) {
  const folders = Object.keys(inputs).map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0]);
  return [...new Set(folders)].filter((path) => path !== undefined).sort();
}

/** Its licence, which wants to be told in every copy; the name of it where the package has no file with its text. */
function toLicence(path) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
  const file = readdirSync(join(root, path)).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined && license !== 'Unlicense') throw new Error(`${name} has no file with its licence`);
  const text = file === undefined ? `Licence: ${license}` : readFileSync(join(root, path, file), 'utf8').trim();
  return `${name} ${version}\n\n${text.replaceAll('*/', '* /')}`;
}
