// Processes without a home directory, as containers have them that are given a user by number.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { useTempDir } from '../support/temp-dir.js';
import { CLI_PATH, findLine } from './run-cli.js';

/** Of no user that the system knows. */
const NOBODY = 54_321;
const NO_HOME = /is in the home directory, and there is none \(HOME is empty, [^)]+\): set HOME, or .*\.\n$/;

describe('errord without a home directory', () => {
  const dir = useTempDir();
  const running = new Set<ChildProcess>();
  afterEach(async () => {
    for (const child of running) {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }
  });

  function run(args: readonly string[], env: Readonly<Record<string, string>>, uid?: number): ChildProcess {
    const child = spawn(process.execPath, [CLI_PATH, ...args], {
      cwd: dir(),
      env: { PATH: '/usr/bin:/bin', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid !== undefined && { uid, gid: uid }),
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  }

  async function toEnd(child: ChildProcess): Promise<{ exitCode: unknown; stderr: string }> {
    const exited = once(child, 'exit') as Promise<[unknown]>;
    const [stderr, [exitCode]] = await Promise.all([text(child.stderr ?? process.stdin), exited]);
    return { exitCode, stderr };
  }

  async function startsAndStops(child: ChildProcess): Promise<void> {
    assert.notEqual(await findLine(child.stdout, 'listens on'), null);
    child.kill('SIGTERM');
    const [exitCode] = (await once(child, 'exit')) as [unknown];
    assert.equal(exitCode, 0);
  }

  const START = ['--host', '127.0.0.1', '--port', '0'];

  it('refuses an empty or relative HOME where the default database is needed, and makes nothing', async () => {
    for (const HOME of ['', 'home', './']) {
      const { exitCode, stderr } = await toEnd(run(START, { HOME }));
      assert.equal(exitCode, 1);
      assert.match(stderr, /^errord: dbPath: the default database is in the home directory/);
      assert.match(stderr, NO_HOME);
    }
    assert.deepEqual(readdirSync(dir()), []);
  });

  it('refuses a path that begins with ~ then, and a service file', async () => {
    const tilde = await toEnd(run([...START, '--db-path', '~/service.db'], { HOME: '' }));
    assert.equal(tilde.exitCode, 1);
    assert.match(tilde.stderr, /^errord: "~\/service\.db" is in the home directory/);
    assert.match(tilde.stderr, NO_HOME);
    const service = await toEnd(run(['install-service', '--print', '--db-path', '/tmp/a.db'], { HOME: '' }));
    assert.equal(service.exitCode, 1);
    assert.match(service.stderr, /there is none: set HOME to its path\.\n$/);
    assert.deepEqual(readdirSync(dir()), []);
  });

  it('starts with an empty HOME and --db-path', async () => {
    await startsAndStops(run([...START, '--db-path', 'service.db'], { HOME: '' }));
    assert.ok(existsSync(join(dir(), 'service.db')));
  });

  it('starts without HOME and with --db-path, as a user that the system does not know', async function () {
    const asNobody = { uid: NOBODY, gid: NOBODY, env: {} };
    // Only root may become somebody else, who has to be able to read this folder.
    if (spawnSync(process.execPath, [CLI_PATH, '--version'], asNobody).status !== 0) this.skip();
    chmodSync(dir(), 0o777);
    await startsAndStops(run([...START, '--db-path', 'service.db'], {}, NOBODY));
    assert.equal(statSync(join(dir(), 'service.db')).uid, NOBODY);
    const { exitCode, stderr } = await toEnd(run(START, {}, NOBODY));
    assert.equal(exitCode, 1);
    assert.match(stderr, NO_HOME);
  });

  it('takes the home directory that the system knows where HOME is not set', async () => {
    const { exitCode, stderr } = await toEnd(run(['verify', '--db-path', '~/no/such/errord.db'], {}));
    assert.equal(exitCode, 1);
    assert.doesNotMatch(stderr, /home directory/);
  });

  it('asks a daemon without one: no database is opened for that', async () => {
    const { exitCode, stderr } = await toEnd(run(['status', '--port', '1'], { HOME: '' }));
    assert.match(stderr, /127\.0\.0\.1:1/);
    assert.doesNotMatch(stderr, /home directory/);
    assert.notEqual(exitCode, 0);
  });
});
