import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../../src/package.js';
import { answering, openFakeDaemon, statusOf } from './fake-daemon.js';
import { findLine, openTempDir, runCli, spawnCli } from './run-cli.js';

describe('errord', () => {
  const home = openTempDir();
  const options = { homeDir: home.path };
  after(home.remove);

  it('shows help with 0', async () => {
    const { exitCode, stdout, stderr } = await runCli(['--help'], options);
    assert.deepEqual([exitCode, stderr], [0, '']);
    assert.match(stdout, /^errord: local-first error monitoring\.\n\nUsage: errord \[command\] \[flags\]/);
  });

  it('shows its version with 0', async () => {
    const { exitCode, stdout } = await runCli(['--version'], options);
    assert.deepEqual([exitCode, stdout], [0, `errord ${VERSION}\n`]);
  });

  const usages: readonly [readonly string[], string][] = [
    [['--prot', '1'], 'errord: there is no flag --prot; see errord --help.\n'],
    [['restart'], 'errord: there is no command "restart"; see errord --help.\n'],
    [['stop', '\u001b[2J'], 'errord: there is no command "stop"; see errord --help.\n'],
    [['start', '\u001b[2J'], 'errord: start takes no argument, but got "\\u001b[2J"; see errord --help.\n'],
  ];
  for (const [args, stderr] of usages) {
    it(`refuses ${JSON.stringify(args)} with 2 and points to the help`, async () => {
      assert.deepEqual(await runCli(args, options), { exitCode: 2, stdout: '', stderr });
    });
  }

  it('ends a start with a bad setting with 1 and one sentence', async () => {
    const { exitCode, stdout, stderr } = await runCli(['--port', '80a'], options);
    assert.deepEqual([exitCode, stdout], [1, '']);
    assert.match(stderr, /^errord: port: flag --port has "80a", but must be a whole number .*\.\n$/);
  });

  it('ends a start with a bad configuration file with 1 and one sentence', async () => {
    const path = join(home.path, 'bad.json');
    writeFileSync(path, '{"port": "\u202e"}');
    const { exitCode, stderr } = await runCli(['--config', path], options);
    assert.equal(exitCode, 1);
    assert.match(stderr, /^errord: port: file .*bad\.json key "port" has "\\u202e", but must be .*\.\n$/);
  });
});

describe('errord start', () => {
  const home = openTempDir();
  after(home.remove);
  const options = (env: Record<string, string> = {}) => ({ homeDir: home.path, env });

  it('says where it listens and what it keeps, serves, and stops with 0 on SIGTERM', async () => {
    const child = spawnCli(['start', '--port', '0', '--retention-days', '7'], options());
    const ended = once(child, 'exit');
    const output: string[] = [];
    child.stdout?.on('data', (chunk) => output.push(String(chunk)));
    const line = await findLine(child.stdout, 'listens on');
    const url = /listens on (http:\/\/localhost:\d+) \(on every network interface\)/.exec(line ?? '')?.[1];
    assert.ok(url !== undefined, line ?? '');
    const health = await fetch(`${url.replace('localhost', '127.0.0.1')}/api/health`);
    assert.equal(health.status, 200);
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    assert.match(output.join(''), /retention keeps 7 days, at most 2048 MB/);
    assert.match(output.join(''), /access {4}open: whoever reaches this port can read and delete everything/);
    assert.match(output.join(''), /pages of any origin can read it[^]*--private/);
    assert.ok(output.join('').includes(join(home.path, '.service', 'service.db')));
  });

  it('stops with 0 on SIGINT, and says who can reach it on the loopback interface', async () => {
    const child = spawnCli(['--port', '0', '--host', '127.0.0.1', '--no-dashboard'], options());
    const ended = once(child, 'exit');
    const output: string[] = [];
    child.stdout?.on('data', (chunk) => output.push(String(chunk)));
    assert.match((await findLine(child.stdout, 'listens on')) ?? '', /http:\/\/127\.0\.0\.1:\d+$/);
    child.kill('SIGINT');
    assert.deepEqual(await ended, [0, null]);
    assert.match(output.join(''), /dashboard off/);
    assert.match(output.join(''), /access {4}open to this machine[^]*pages of any origin can read it/);
  });

  it('says that it is private, and listens on this machine alone', async () => {
    const child = spawnCli(['--port', '0', '--private'], options());
    const ended = once(child, 'exit');
    const output: string[] = [];
    child.stdout?.on('data', (chunk) => output.push(String(chunk)));
    assert.match((await findLine(child.stdout, 'listens on')) ?? '', /http:\/\/127\.0\.0\.1:\d+$/);
    child.kill('SIGINT');
    assert.deepEqual(await ended, [0, null]);
    assert.match(output.join(''), /access {4}private: this machine only/);
    assert.doesNotMatch(output.join(''), /--private|open/);
  });

  it('logs unknown SERVICE_ variables as JSON on standard error', async () => {
    const child = spawnCli(['--port', '0', '--host', '127.0.0.1'], options({ SERVICE_PROT: '1' }));
    const ended = once(child, 'exit');
    const line = await findLine(child.stderr, 'SERVICE_PROT');
    child.kill('SIGTERM');
    await ended;
    const entry: unknown = JSON.parse(line ?? 'null');
    assert.ok(typeof entry === 'object' && entry !== null && 'warning' in entry);
    assert.equal(entry.warning, 'environment variable SERVICE_PROT is not a setting of errord and is ignored');
  });

  it('says with 1 that the port is taken by another errord, and which', async () => {
    const other = await openFakeDaemon(answering({ '/api/status': [200, statusOf()] }));
    const { exitCode, stderr } = await runCli(
      ['--host', '127.0.0.1', '--port', String(other.port)],
      options({ SERVICE_AUTH_TOKEN: 'correct-horse', SERVICE_LOG_LEVEL: 'silent' }),
    );
    await other.close();
    assert.equal(exitCode, 1);
    assert.match(
      stderr,
      /^errord: Port \d+ on 127\.0\.0\.1 is taken by another errord \(version 9\.8\.7, pid 4242, database \/home/,
    );
    assert.match(stderr, /--port or SERVICE_PORT\.\n$/);
    assert.deepEqual(other.tokens, [undefined]);
  });

  it('says with 1 that the port is taken by another program', async () => {
    const other = await openFakeDaemon(answering({}));
    const { exitCode, stderr } = await runCli(
      ['--host', '127.0.0.1', '--port', String(other.port), '--log-level', 'silent'],
      options(),
    );
    await other.close();
    assert.equal(exitCode, 1);
    assert.match(stderr, /^errord: Port \d+ on 127\.0\.0\.1 is taken by another program, no errord: .*\.\n$/);
  });
});
