import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toServiceManager } from '../../src/cli/service-manager.js';
import { openTempDir, runCli } from './run-cli.js';

describe('errord install-service', () => {
  let home: ReturnType<typeof openTempDir>;

  beforeEach(function () {
    if (process.platform !== 'linux') this.skip();
    home = openTempDir();
  });
  afterEach(() => {
    home.remove();
  });

  const unitPath = () => join(home.path, '.config/systemd/user/errord.service');
  const run = (args: readonly string[], env: Record<string, string> = {}) =>
    runCli(args, { homeDir: home.path, env: { PATH: join(home.path, 'bin'), ...env } });

  /** Puts a systemctl on the PATH that writes down how it was called and ends as the test says. */
  function plantSystemctl(script = ''): () => string[] {
    const callsPath = join(home.path, 'calls');
    mkdirSync(join(home.path, 'bin'), { recursive: true });
    writeFileSync(join(home.path, 'bin/systemctl'), `#!/bin/sh\necho "$*" >> "${callsPath}"\n${script}\n`, {
      mode: 0o755,
    });
    return () => (existsSync(callsPath) ? readFileSync(callsPath, 'utf8').trim().split('\n') : []);
  }

  it('only shows the unit with --print, with absolute paths and the given flags', async () => {
    const calls = plantSystemctl();
    const args = ['--port', '4000', '--db-path', 'my %data/x.db', '--no-dashboard', '--cors-origin', 'http://a.de'];
    const { exitCode, stdout, stderr } = await run(['install-service', '--print', ...args]);
    assert.deepEqual([exitCode, stderr, calls(), existsSync(unitPath())], [0, '', [], false]);
    const line = stdout.split('\n').find((text) => text.startsWith('ExecStart=')) ?? '';
    assert.ok(line.startsWith(`ExecStart=${process.execPath} `), line);
    assert.ok(line.includes('/dist/src/cli.js'), line);
    assert.ok(
      line.endsWith(
        ` start --port 4000 --db-path "${home.path}/my %%data/x.db" --cors-origin http://a.de --no-dashboard`,
      ),
      line,
    );
  });

  it('writes the unit, and has systemd load, enable and start it', async () => {
    const calls = plantSystemctl();
    const { exitCode, stdout } = await run(['install-service', '--port', '4000']);
    assert.equal(exitCode, 0);
    assert.deepEqual(calls(), ['--user daemon-reload', '--user enable --now errord.service']);
    assert.match(readFileSync(unitPath(), 'utf8'), / start --port 4000$/m);
    assert.equal(statSync(unitPath()).mode & 0o777, 0o644);
    assert.match(stdout, /Service file created: .*\nerrord runs as a service from now on/);
    assert.match(stdout, /errord status --port 4000/);
  });

  it('changes nothing the second time, and restarts when the flags are others', async () => {
    const calls = plantSystemctl();
    await run(['install-service']);
    assert.match((await run(['install-service'])).stdout, /Service file unchanged/);
    assert.match((await run(['install-service', '--log-level', 'debug'])).stdout, /Service file changed/);
    assert.deepEqual(
      calls().filter((call) => call.includes('restart')),
      ['--user restart errord.service'],
    );
  });

  it('carries the configuration file of --config and SERVICE_CONFIG, and names variables that do not reach it', async () => {
    plantSystemctl();
    writeFileSync(join(home.path, 'c.json'), '{"port": 5000}');
    const env = { SERVICE_CONFIG: '~/c.json', SERVICE_AUTH_TOKEN: 'correct-horse', SERVICE_HOST: '127.0.0.1' };
    const { stderr } = await run(['install-service'], env);
    const unit = readFileSync(unitPath(), 'utf8');
    assert.ok(unit.includes(`start --config "${home.path}/c.json"\n`), unit);
    assert.doesNotMatch(unit, /correct-horse/);
    assert.match(stderr, /SERVICE_HOST of this terminal does not reach the service; give it as a flag\./);
    assert.match(stderr, /SERVICE_AUTH_TOKEN of this terminal .*; put it in the configuration file\./);
  });

  it('refuses a bad setting before it writes anything', async () => {
    const calls = plantSystemctl();
    const { exitCode, stderr } = await run(['install-service', '--port', '70000']);
    assert.deepEqual([exitCode, calls(), existsSync(unitPath())], [1, [], false]);
    assert.match(stderr, /^errord: port: flag --port/);
  });

  it('keeps the unit and says what to run when there is no systemctl', async () => {
    const { exitCode, stderr } = await run(['install-service']);
    assert.deepEqual([exitCode, existsSync(unitPath())], [1, true]);
    assert.match(stderr, /^systemctl was not found/);
    assert.match(stderr, / {2}systemctl --user daemon-reload\n {2}systemctl --user enable --now errord\.service\n$/);
  });

  it('keeps the unit and says what to run when the user has no systemd session', async () => {
    plantSystemctl('echo "Failed to connect to bus: No medium\u001b[2J found" >&2; exit 1');
    const { exitCode, stdout, stderr } = await run(['install-service']);
    assert.deepEqual([exitCode, existsSync(unitPath())], [1, true]);
    assert.match(
      stderr,
      /daemon-reload failed: Failed to connect to bus: No medium\\u001b\[2J found There is no systemd session/,
    );
    assert.match(stderr, / {2}systemctl --user enable --now errord\.service/);
    assert.doesNotMatch(stdout, /runs as a service/);
  });

  it('is undone by uninstall-service, twice if need be, and leaves the data alone', async () => {
    const calls = plantSystemctl();
    await run(['install-service']);
    mkdirSync(join(home.path, '.service'));
    writeFileSync(join(home.path, '.service/service.db'), 'data');
    const first = await run(['uninstall-service']);
    assert.deepEqual([first.exitCode, first.stderr, existsSync(unitPath())], [0, '', false]);
    assert.deepEqual(calls().slice(2), ['--user disable --now errord.service', '--user daemon-reload']);
    const second = await run(['uninstall-service']);
    assert.deepEqual([second.exitCode, calls().length], [0, 4]);
    assert.match(second.stdout, /^No service is installed/);
    assert.equal(readFileSync(join(home.path, '.service/service.db'), 'utf8'), 'data');
  });

  it('removes the unit even when systemd cannot be asked, and says that a daemon may run on', async () => {
    plantSystemctl();
    await run(['install-service']);
    plantSystemctl('exit 1');
    const { exitCode, stderr } = await run(['uninstall-service']);
    assert.deepEqual([exitCode, existsSync(unitPath())], [1, false]);
    assert.match(stderr, /A daemon that is running may run on/);
  });
});

describe('toServiceManager', () => {
  it('installs a launchd agent in the domain of the user on macOS', () => {
    const manager = toServiceManager({ platform: 'darwin', homeDir: '/Users/ada', userId: 501 });
    const path = '/Users/ada/Library/LaunchAgents/dev.errord.daemon.plist';
    assert.equal(manager.filePath, path);
    assert.deepEqual(
      manager.toActivation('created').map(({ program, args }) => [program, ...args].join(' ')),
      ['launchctl bootout gui/501/dev.errord.daemon', `launchctl bootstrap gui/501 ${path}`],
    );
    assert.ok(manager.toActivation('created')[0]?.mayFail);
    assert.deepEqual(
      manager.deactivation.map(({ args }) => args.join(' ')),
      ['bootout gui/501/dev.errord.daemon'],
    );
  });

  it('refuses other systems in words', () => {
    assert.throws(
      () => toServiceManager({ platform: 'win32', homeDir: 'C:', userId: 0 }),
      /knows systemd and launchd, not win32/,
    );
  });
});
