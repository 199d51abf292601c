// Makes one file of the MCP SDK and what it needs, `dist/mcp/sdk.js`, with the licenses of what is in it: the package
// that people install has none of the SDK's dependencies, of which a server over stdio needs a fifth. Plain Node.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const noAjv = join(root, 'scripts/mcp-no-ajv.mjs');

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['scripts/mcp-sdk.mjs'],
  outfile: 'dist/mcp/sdk.js',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  minify: true,
  alias: { ajv: noAjv, 'ajv-formats': noAjv },
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
});

writeFileSync(join(root, 'dist/mcp/LICENSES.txt'), toPackages(metafile).map(toLicense).join('\n'));

/** The folders of the packages that have come into the bundle. */
function toPackages({ outputs }) {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  const folders = files.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0]);
  return [...new Set(folders)].filter((folder) => folder !== undefined).sort();
}

function toLicense(folder) {
  const path = join(root, folder);
  const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  const file = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no file with its license`);
  return `${name} ${version}\n\n${readFileSync(join(path, file), 'utf8')}\n`;
}
