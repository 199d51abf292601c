// Puts the compressed forms of what the daemon serves (the dashboard, the script-tag client) beside the files: the best
// that the formats give, made once at the build instead of at each start of the daemon. Plain Node.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const listed = (path, recursive) =>
  readdirSync(fileURLToPath(new URL(path, import.meta.url)), { recursive, withFileTypes: true });
/** Compressed formats of their own. */
const PACKED_ALREADY = new Set(['.png', '.ico', '.webp', '.woff2', '.br', '.gz']);

// What is below the client's folder is not served.
const files = [...listed('../dist/dashboard/', true), ...listed('../dist/clients/', false)]
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
// A packed form would outlive its file, or the day on which it was smaller.
for (const path of files) if (/\.(?:br|gz)$/.test(path)) rmSync(path);
for (const path of files) {
  if (PACKED_ALREADY.has(extname(path))) continue;
  const bytes = readFileSync(path);
  for (const [extension, packed] of [
    ['.br', brotliCompressSync(bytes)],
    ['.gz', gzipSync(bytes, { level: 9 })],
  ]) {
    if (packed.byteLength < bytes.byteLength) writeFileSync(path + extension, packed);
  }
}
