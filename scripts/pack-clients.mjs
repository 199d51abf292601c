// Packs the client libraries into the archives that the daemon serves at /clients/, as `npm pack` makes them: the same files give
// the same bytes. Each takes the licence of the repository along. Plain Node.

import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLIENTS = ['node', 'browser'];
const PARTS = ['package.json', 'README.md', 'dist'];

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'dist', 'packages');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const draft = mkdtempSync(join(folder, '.packing-'));
const folders = CLIENTS.map((client) => {
  const copy = join(draft, client);
  for (const part of PARTS) cpSync(join(root, 'clients', client, part), join(copy, part), { recursive: true });
  copyFileSync(join(root, 'LICENSE'), join(copy, 'LICENSE'));
  return copy;
});
const { status, error, stderr } = spawnSync(
  'npm',
  ['pack', ...folders, '--ignore-scripts', '--pack-destination', draft],
  {
    cwd: root,
    encoding: 'utf8',
    // Under `npm pack --dry-run` this npm would write nothing either.
    env: Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^npm_config_(dry_run|json|workspaces?)$/i.test(name)),
    ),
    shell: process.platform === 'win32',
  },
);
if (error) throw error;
if (status !== 0) throw new Error(stderr);
for (const client of CLIENTS) {
  const packed = readdirSync(draft).find((name) => name.startsWith(`errord-${client}-`) && name.endsWith('.tgz'));
  if (packed === undefined) throw new Error(`npm has packed no client for ${client}: ${stderr}`);
  renameSync(join(draft, packed), join(folder, `${client}.tgz`));
}
rmSync(draft, { recursive: true });
