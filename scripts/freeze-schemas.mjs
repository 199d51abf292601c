// Evaluates the built schema modules and writes them back as plain values. The schema builder costs each thread 20 MB and
// 150 ms to load; the daemon needs only the JSON Schema that it makes.

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const dir = fileURLToPath(new URL('../dist/schemas/', import.meta.url));
const files = readdirSync(dir).filter((name) => name.endsWith('.js'));

// All are evaluated before the first is replaced, since they build on each other.
const modules = await Promise.all(files.map(async (name) => [name, await import(pathToFileURL(join(dir, name)).href)]));
for (const [name, exports] of modules) {
  const entries = Object.entries(exports);
  // Functions are for building schemas; a module of them is loaded by nobody once the schemas are values.
  if (entries.length === 0 || entries.some(([, value]) => typeof value === 'function')) continue;
  const lines = entries.map(([key, value]) => `export const ${key} = ${JSON.stringify(value)};\n`);
  writeFileSync(join(dir, name), lines.join(''));
}
