// Packs the binaries of the native gateway that a package brings along, for `npm pack` alone: one archive for each system, with
// the binaries of all versions of Node in it, because those of two versions are nearly the same. Plain Node.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { findFault, toBinaryName } from './native-hashes.mjs';

/** What people run: Node 20, 22 and 24. For anything else there is the portable gateway. */
const MODULES = ['115', '127', '137'];
const SYSTEMS = ['linux', 'darwin'].flatMap((platform) => ['x64', 'arm64'].map((arch) => ({ platform, arch })));
/** 11 makes them a tenth smaller and takes ten times as long. */
const QUALITY = 9;

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const from = at('node_modules/uWebSockets.js');
const to = at('dist/native');

rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
const archives = await Promise.all(SYSTEMS.map(packSystem));
writeFileSync(join(to, 'index.json'), `${JSON.stringify({ archives }, null, 2)}\n`);
// Apache 2.0, which wants to be handed on.
writeFileSync(join(to, 'LICENSE'), readFileSync(join(from, 'LICENSE')));

/** Its entry in the index: the binaries in their order in the archive. */
async function packSystem({ platform, arch }) {
  const names = MODULES.map((modules) => toBinaryName({ platform, arch, versions: { modules } }));
  for (const fault of names.map((name) => findFault(join(from, name)))) if (fault !== null) throw new Error(fault);
  const binaries = names.map((name) => readFileSync(join(from, name)));
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const archive = `uws_${platform}_${arch}.br`;
  writeFileSync(join(to, archive), await promisify(brotliCompress)(Buffer.concat(binaries), { params }));
  return { archive, files: names.map((name, index) => ({ name, byteCount: binaries[index].byteLength })) };
}
