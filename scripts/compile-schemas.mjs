// After tsc. Evaluates the schemas and writes plain values in place of what tsc made of them, then compiles them to the
// code that validates and stringifies. It evaluates the sources, because tsc writes only what has changed: the rest of its
// files are values already, which the builders of a schema cannot use. The daemon loads the results: the schema builder
// and the two compilers cost each thread some 40 MB and 300 ms, and every one of the threads would need them.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build, transformSync } from 'esbuild';
import { compileRaw } from 'pbf/compile';
import { parse } from 'protocol-buffers-schema';
import { openAjv } from '../dist/src/ajv.js';

const require = createRequire(import.meta.url);
const fastJsonStringify = require('fast-json-stringify');
/**
 * What the compiled code calls of its compilers. It is put beside that code: they themselves are for the build alone, and the
 * package is small without them.
 */
const CALLED = {
  ucs2length: 'ajv/dist/runtime/ucs2length',
  formats: 'ajv-formats/dist/formats',
  serializer: 'fast-json-stringify/lib/serializer',
};
const root = fileURLToPath(new URL('..', import.meta.url));
const sourcesDir = join(root, 'schemas');
const schemasDir = join(root, 'dist', 'schemas');
const compiledDir = join(root, 'dist', 'compiled');

rmSync(compiledDir, { recursive: true, force: true });
const modules = await evaluate(readdirSync(sourcesDir).filter((name) => name.endsWith('.ts')));
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

for (const [name, path] of Object.entries(CALLED)) await bundle(`${name}.cjs`, path);
write('protobuf', 'otlp', toProtobufReaders(readFileSync(join(sourcesDir, 'otlp', 'otlp.proto'), 'utf8')));

/** What each source exports, by the name of the file that tsc makes of it. */
async function evaluate(names) {
  const outdir = join(root, 'dist', '.schema-code');
  rmSync(outdir, { recursive: true, force: true });
  await build({ entryPoints: names.map((name) => join(sourcesDir, name)), outdir, format: 'esm', logLevel: 'warning' });
  return Promise.all(
    names
      .map((name) => name.replace(/\.ts$/, '.js'))
      .map(async (name) => [name, await import(pathToFileURL(join(outdir, name)).href)]),
  );
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

/** Readers and writers of all messages, with the names of fields that they have in JSON, so that both forms are read by one. */
function toProtobufReaders(proto) {
  const schema = parse(proto);
  for (const field of schema.messages.flatMap(({ fields }) => fields)) {
    field.name = field.name.replace(/_([a-z])/g, (_all, letter) => letter.toUpperCase());
  }
  // The library's own makes a double of a 64-bit integer.
  return compileRaw(schema, { legacy: true }).replaceAll('readVarint(true)', 'readInt64()');
}

/** Made small: nobody reads it, and it would be a tenth of what the package brings. */
function write(kind, id, code) {
  mkdirSync(join(compiledDir, kind), { recursive: true });
  const linked = code.replaceAll(/\brequire\((["'])(.+?)\1\)/g, toNeighbour);
  const small = transformSync(linked, { minify: true, platform: 'node', format: 'cjs', target: 'node20' });
  writeFileSync(join(compiledDir, kind, `${id}.cjs`), small.code);
}

/** The module in `called/` instead of that of the compiler. */
function toNeighbour(_call, _quote, path) {
  const [name] = Object.entries(CALLED).find(([, called]) => called === path) ?? [];
  if (name === undefined) throw new Error(`compiled code calls ${path}, which CALLED does not name`);
  return `require("../called/${name}.cjs")`;
}

/** One file of what a package has at `path`, with its licence, which wants to be told in every copy. */
async function bundle(outfile, path) {
  const file = path.startsWith('.') ? join(root, path) : require.resolve(path);
  const [folder] = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file) ?? [];
  const licence = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  await build({
    entryPoints: [file],
    outfile: join(compiledDir, 'called', outfile),
    format: outfile.endsWith('.mjs') ? 'esm' : 'cjs',
    bundle: true,
    platform: 'node',
    target: 'node20',
    banner: { js: `/*\n${path}\n\n${readFileSync(join(folder, licence), 'utf8').trim()}\n*/` },
    logLevel: 'warning',
  });
}
