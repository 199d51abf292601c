import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { OPTION_CHECKS } from '../../../clients/core/options.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** What the core may take on the wire: what captures, redacts, queues and sends. */
const CORE_BYTES_MAX = 8192;
/** With every hook, the options read from the element, and what loads the parts that are seldom needed. */
const SCRIPT_BYTES_MAX = 13.5 * 1024;

function packedBytes(path: string): number {
  return gzipSync(readFileSync(ROOT + path), { level: 9 }).byteLength;
}

describe('the size of the browser client', () => {
  it('is at most 8 KiB for the core', () => {
    const bytes = packedBytes('clients/browser/dist/core.js');
    assert.ok(bytes <= CORE_BYTES_MAX, `${bytes} bytes`);
  });

  it('is bounded for the script with everything in it', () => {
    const bytes = packedBytes('dist/clients/errord.js');
    assert.ok(bytes <= SCRIPT_BYTES_MAX, `${bytes} bytes`);
  });

  it('is not bought with a name that somebody outside knows', async () => {
    const { INTERNAL_NAMES } = (await import(`${ROOT}scripts/internal-names.mjs`)) as { INTERNAL_NAMES: string[] };
    const known = new Set(Object.keys(OPTION_CHECKS));
    for (const name of readdirSync(`${ROOT}schemas/json`)) {
      collectProperties(JSON.parse(readFileSync(`${ROOT}schemas/json/${name}`, 'utf8')), known);
    }
    for (const entry of ['index', 'react', 'vue', 'svelte']) {
      const types = readFileSync(`${ROOT}clients/browser/dist/${entry}.d.ts`, 'utf8');
      for (const [, name = ''] of types.matchAll(/(\w+)\??[:(]/g)) known.add(name);
    }
    assert.ok(known.has('stackFrames') && known.has('resetKeys') && known.has('sampleRate'));
    assert.deepEqual(
      INTERNAL_NAMES.filter((name) => known.has(name)),
      [],
    );
  });
});

/** Every name under a `properties` of a schema. */
function collectProperties(schema: unknown, names: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name);
    collectProperties(value, names);
  }
}
