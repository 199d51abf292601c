import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PACKAGE_ROOT } from '../../src/package.js';
import { useTempDir } from '../support/temp-dir.js';

const LOCK = new URL('scripts/build-lock.mjs', PACKAGE_ROOT);

/**
 * Says that it waits, that it builds, and builds until its input ends. For "child" it has a
 * child, and names its process first.
 */
const BUILD = `
  import { spawn } from 'node:child_process';
  import { lockBuild } from './build-lock.mjs';
  const lock = await lockBuild(process.argv[1], (text) => console.log(text));
  const end = process.argv[2];
  const ended = () => (end === 'release' ? lock.release() : process.exit(1));
  if (end === 'child') {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
    lock.holdFor(child);
    child.once('exit', () => console.log('child ended'));
    console.log(child.pid);
  }
  console.log('builds');
  process.stdin.resume().once('end', ended);
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

  function start(end: 'release' | 'exit' | 'child', user: { readonly uid?: number } = {}) {
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

  it('waits for what one that was killed has started, and works on', async () => {
    const killed = start('child');
    const orphan = Number(await killed.next());
    try {
      assert.equal(await killed.next(), 'builds');
      killed.child.kill('SIGKILL');
      await once(killed.child, 'exit');
      const next = start('release');
      assert.match(await next.next(), new RegExp(`^waiting for the build of process ${orphan} `));
      process.kill(orphan, 'SIGKILL');
      assert.equal(await next.next(), 'builds');
    } finally {
      killIfAlive(orphan);
    }
  });

  it('no longer waits for a child that has ended', async () => {
    const first = start('child');
    const child = Number(await first.next());
    assert.equal(await first.next(), 'builds');
    process.kill(child, 'SIGKILL');
    assert.equal(await first.next(), 'child ended');
    assert.equal(readFileSync(join(dir(), 'dist/.building'), 'utf8'), String(first.child.pid));
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

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
