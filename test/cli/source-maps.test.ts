import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectSettings } from '../../schemas/project-settings.js';
import { useDaemon } from '../support/daemon.js';
import { useTempDir } from '../support/temp-dir.js';
import { openTempDir, runCli } from './run-cli.js';

describe('errord sourcemaps', () => {
  const fixture = useDaemon();
  const dir = useTempDir();
  const home = openTempDir();
  after(home.remove);

  it('lists places of a project, adds them and removes them', async () => {
    const daemon = await fixture.start();
    const run = (...args: string[]) =>
      runCli(['sourcemaps', ...args, '--project', 'shop', '--port', String(daemon.port), '--host', '127.0.0.1'], {
        homeDir: home.path,
      });
    const places = async (): Promise<readonly string[]> => {
      const answer = await fetch(`${daemon.url}/api/projects/shop/settings`);
      return ((await answer.json()) as ProjectSettings).sourceMaps;
    };
    const dist = join(dir(), 'dist');
    mkdirSync(dist);
    assert.match((await run('list')).stdout, /^project shop has no source maps listed\n$/);
    assert.equal((await run('add', `${dist}/`)).stdout, `source maps of project shop\n  ${dist}\n`);
    await run('add', 'http://localhost:5173/');
    await run('add', dist);
    assert.deepEqual(await places(), [dist, 'http://localhost:5173']);
    assert.deepEqual(JSON.parse((await run('list', '--json')).stdout), {
      projectId: 'shop',
      sourceMaps: await places(),
    });
    assert.equal((await run('remove', dist)).stdout, 'source maps of project shop\n  http://localhost:5173\n');
    const refused = [
      ['remove', dist],
      ['add', join(dir(), 'nowhere')],
      ['add', '/'],
    ];
    for (const args of refused) assert.notEqual((await run(...args)).exitCode, 0, args.join(' '));
    assert.deepEqual(await places(), ['http://localhost:5173']);
  }).timeout(60_000);
});
