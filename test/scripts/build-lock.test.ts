import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PACKAGE_ROOT } from '../../src/package.js';
import { useTempDir } from '../support/temp-dir.js';

const LOCK = new URL('scripts/build-lock.mjs', PACKAGE_ROOT);

/** Says that it waits, that it builds, and builds until its input ends. */
const BUILD = `
  import { lockBuild } from './build-lock.mjs';
  const release = await lockBuild(process.argv[1], (text) => console.log(text));
  console.log('builds');
  process.stdin.resume().once('end', () => { if (process.argv[2] === 'release') release(); else process.exit(1); });
`;

describe('a build', function () {
  this.timeout(20_000);
  const dir = useTempDir();
  const builds: ChildProcess[] = [];
  // Beside the tree, where whoever runs the test as another user can read it.
  beforeEach(() => copyFileSync(LOCK, join(dir(), 'build-lock.mjs')));
  afterEach(() => {
    for (const child of builds.splice(0)) child.kill('SIGKILL');
  });

  function start(end: 'release' | 'exit', user: { readonly uid?: number } = {}) {
    const args = ['--input-type=module', '-e', BUILD, dir(), end];
    const child = spawn(process.execPath, args, { ...user, cwd: dir(), stdio: ['pipe', 'pipe', 'inherit'] });
    builds.push(child);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return { child, next: async () => String((await lines.next()).value) };
  }

  for (const end of ['release', 'exit'] as const) {
    it(`waits for the one that runs in the same tree, and says so: until ${end}`, async () => {
      const first = start(end);
      assert.equal(await first.next(), 'builds');
      const second = start('release');
      assert.match(await second.next(), new RegExp(`^waiting for the build of process ${first.child.pid} `));
      first.child.stdin.end();
      assert.equal(await second.next(), 'builds');
      second.child.stdin.end();
      await once(second.child, 'exit');
      assert.equal(existsSync(join(dir(), 'dist/.building')), false);
    });
  }

  it('does not wait for one that was killed', async () => {
    const killed = start('release');
    assert.equal(await killed.next(), 'builds');
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    const next = start('release');
    assert.equal(await next.next(), 'builds');
  });

  for (const isBuilt of [true, false]) {
    it(`goes on where it may not write, in a tree that was ${isBuilt ? '' : 'not '}built`, async () => {
      if (isBuilt) mkdirSync(join(dir(), 'dist'), { mode: 0o555 });
      chmodSync(dir(), 0o555);
      // Root may write everywhere.
      const next = start('release', process.getuid?.() === 0 ? { uid: 65_534 } : {});
      const said = await next.next();
      next.child.stdin.end();
      const [code] = (await once(next.child, 'exit')) as [number | null];
      chmodSync(dir(), 0o755);
      assert.deepEqual([said, code], ['builds', 0]);
    });
  }

  it('takes what is no number of a process for nobody', async () => {
    mkdirSync(join(dir(), 'dist'));
    writeFileSync(join(dir(), 'dist/.building'), '');
    assert.equal(await start('release').next(), 'builds');
  });
});
