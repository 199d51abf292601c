// Second step of the build, after tsc. Evaluates the schemas and writes them back as plain values, then compiles them to
// the code that validates and stringifies. The daemon loads the results: the schema builder and the two compilers cost
// each thread some 40 MB and 300 ms, and every one of the threads would need them.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { openAjv } from '../dist/src/ajv.js';

const fastJsonStringify = createRequire(import.meta.url)('fast-json-stringify');
const schemasDir = fileURLToPath(new URL('../dist/schemas/', import.meta.url));
const compiledDir = fileURLToPath(new URL('../dist/compiled/', import.meta.url));

const files = readdirSync(schemasDir).filter((name) => name.endsWith('.js'));
// All are evaluated before the first is replaced, since they build on each other.
const modules = await Promise.all(
  files.map(async (name) => [name, await import(pathToFileURL(join(schemasDir, name)).href)]),
);
for (const [name, exports] of modules) freeze(name, Object.entries(exports));
const schemas = new Map(
  modules.flatMap(([, exports]) => Object.values(exports).flatMap((value) => (value?.$id ? [[value.$id, value]] : []))),
);
for (const [id, schema] of schemas) {
  const plain = withoutIds(schema);
  write('body', id, toValidator('body', plain));
  if (id.endsWith('Query')) write('query', id, toValidator('query', plain));
  write('json', id, fastJsonStringify(plain, { mode: 'standalone', inlineValidators: true }));
}

/** A copy that stands alone: the names of schemas inside of it would clash where one occurs twice. */
function withoutIds(schema) {
  return JSON.parse(
    JSON.stringify(schema, (key, value) => (key === '$id' && typeof value === 'string' ? undefined : value)),
  );
}

/** Functions are for building schemas; a module of them is loaded by nobody once the schemas are values. */
function freeze(name, entries) {
  if (entries.length === 0 || entries.some(([, value]) => typeof value === 'function')) return;
  const lines = entries.map(([key, value]) => `export const ${key} = ${JSON.stringify(value)};\n`);
  writeFileSync(join(schemasDir, name), lines.join(''));
}

function toValidator(kind, schema) {
  const ajv = openAjv(kind, { source: true });
  return standaloneCode.default(ajv, ajv.compile(schema));
}

function write(kind, id, code) {
  mkdirSync(join(compiledDir, kind), { recursive: true });
  writeFileSync(join(compiledDir, kind, `${id}.cjs`), code);
}
