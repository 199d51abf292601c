import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { findForeign, toBinaryName } from '#native-hashes';
import { PACKAGE_ROOT } from '../../src/package.js';
import { useTempDir } from '../support/temp-dir.js';

const FOLDER = 'node_modules/uWebSockets.js';
const LIST = 'scripts/native-hashes.json';

describe('the list of native binaries', () => {
  const dir = useTempDir();
  const binary = join(FOLDER, toBinaryName());
  const other = join(FOLDER, 'uws_win32_x64_83.node');

  beforeEach(() => {
    for (const path of [LIST, 'package-lock.json', binary, other, join(FOLDER, 'uws.js')]) {
      mkdirSync(dirname(join(dir(), path)), { recursive: true });
      copyFileSync(new URL(path, PACKAGE_ROOT), join(dir(), path));
    }
  });

  it('is that of what is installed, every file of it', () => {
    assert.deepEqual(findForeign(PACKAGE_ROOT.pathname, { all: true }), []);
    const installed = readdirSync(new URL(FOLDER, PACKAGE_ROOT)).filter((name) => /\.node$|^uws\.js$/.test(name));
    const { files } = JSON.parse(readFileSync(new URL(LIST, PACKAGE_ROOT), 'utf8')) as { files: object };
    assert.deepEqual(Object.keys(files).sort(), installed.sort());
  });

  it('names the binary as the package does', () => {
    const host = { platform: 'linux', arch: 'x64', versions: { modules: '115' } };
    assert.equal(toBinaryName(host), 'uws_linux_x64_115.node');
  });

  it('passes what is as listed, and refuses one byte more in the binary that would be loaded', () => {
    assert.deepEqual(findForeign(dir(), { all: false }), []);
    appendFileSync(join(dir(), binary), '\0');
    assert.deepEqual(findForeign(dir(), { all: false }), [`${join(dir(), binary)} is not the file of ${LIST}`]);
  });

  it('refuses a changed file that picks the binary', () => {
    appendFileSync(join(dir(), FOLDER, 'uws.js'), '\n');
    assert.deepEqual(findForeign(dir(), { all: false }), [`${join(dir(), FOLDER)}/uws.js is not the file of ${LIST}`]);
  });

  it('looks at the binaries of other systems after an install only', () => {
    appendFileSync(join(dir(), other), '\0');
    assert.deepEqual(findForeign(dir(), { all: false }), []);
    assert.deepEqual(findForeign(dir(), { all: true }), [`${join(dir(), other)} is not the file of ${LIST}`]);
  });

  it('refuses a binary that is not listed, and a list of another version', () => {
    writeFileSync(join(dir(), FOLDER, 'uws_linux_riscv64_999.node'), '');
    assert.deepEqual(findForeign(dir(), { all: true }), [
      `${join(dir(), FOLDER)}/uws_linux_riscv64_999.node is not in ${LIST}`,
    ]);
    const lock = readFileSync(join(dir(), 'package-lock.json'), 'utf8');
    writeFileSync(join(dir(), 'package-lock.json'), lock.replace('sha512-0Nw22DDO', 'sha512-1Nw22DDO'));
    assert.match(findForeign(dir(), { all: false }).join(), /was made of 3\.0\.6, but package-lock\.json has 3\.0\.6/);
  });
});

describe('the binary that serves HTTP, when the daemon starts', function () {
  // Five daemons one after the other, each of which takes 5 s to start and to stop on a machine at its limit.
  this.timeout(60_000);
  const dir = useTempDir();
  const binary = (): string => join(dir(), FOLDER, toBinaryName());

  /** The package as it is installed, with a copy of the binary of its own. */
  beforeEach(() => {
    const at = (path: string): string => new URL(path, PACKAGE_ROOT).pathname;
    const parts = ['src/cli.js', 'compiled', 'libraries', 'threads', 'main'].map((name) => `dist/${name}`);
    for (const path of ['package.json', 'scripts', ...parts])
      cpSync(at(path), join(dir(), path), { recursive: true, filter: (file) => !/\.(map|d\.ts)$/.test(file) });
    for (const path of ['dist/dashboard', 'dist/clients', 'dist/packages']) symlinkSync(at(path), join(dir(), path));
    mkdirSync(dirname(binary()), { recursive: true });
    for (const name of readdirSync(at('node_modules')).filter((name) => !name.startsWith('.')))
      if (name !== 'uWebSockets.js') symlinkSync(at(`node_modules/${name}`), join(dir(), 'node_modules', name));
    for (const name of ['package.json', 'uws.js', toBinaryName()])
      copyFileSync(at(`${FOLDER}/${name}`), join(dir(), FOLDER, name));
  });

  /** Starts a daemon as a service does. Ends by itself when the binary is refused. */
  function start() {
    const dbPath = join(dir(), 'service.db');
    const env = { PATH: '/usr/bin:/bin', HOME: dir() };
    const service = spawnSync(
      process.execPath,
      [join(dir(), 'dist/src/cli.js'), 'start', '--host', '127.0.0.1', '--port', '0', '--db-path', dbPath],
      { env, encoding: 'utf8', timeout: 20_000, killSignal: 'SIGKILL', input: '' },
    );
    return { ...service, hasDatabase: existsSync(dbPath) };
  }

  /** The code with which `startServer` rejects, or `started`. */
  function startInside(gateway = 'auto'): string {
    const script = `
      const { startServer } = await import(${JSON.stringify(join(dir(), 'dist/main/daemon.js'))});
      const options = { host: '127.0.0.1', port: 0, logLevel: 'silent', gateway: '${gateway}', dbPath: ${JSON.stringify(join(dir(), 'inside.db'))} };
      const daemon = await startServer(options).catch((error) => console.log(error.code, error.message));
      if (daemon) console.log('started');
      await daemon?.stop();
    `;
    const path = join(dir(), 'inside.mjs');
    writeFileSync(path, script);
    const { stdout, stderr } = spawnSync(process.execPath, [path], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    assert.equal(stderr, '');
    return stdout;
  }

  it('is loaded when it is the listed one', () => {
    assert.equal(startInside(), 'started\n');
  });

  it('is not loaded when one byte of it differs, and nothing else serves in its place', () => {
    appendFileSync(binary(), '\0');
    const { status, stderr, hasDatabase } = start();
    assert.deepEqual([status, hasDatabase], [1, false]);
    assert.match(
      stderr,
      /^errord: errord does not start, because \S+ is not the file of scripts\/native-hashes\.json\. Remove/,
    );
    assert.match(startInside(), /^gateway_foreign /);
  });

  it('is not loaded when the list does not name it', () => {
    const path = join(dir(), LIST);
    writeFileSync(path, readFileSync(path, 'utf8').replace(toBinaryName(), 'uws_other.node'));
    assert.match(startInside(), /^gateway_foreign .* is not in scripts\/native-hashes\.json/);
  });

  it('is told to be missing where there is none for the system or it cannot be loaded, and the portable one serves', () => {
    const list = JSON.parse(readFileSync(join(dir(), LIST), 'utf8')) as { files: Record<string, string> };
    list.files[toBinaryName()] = createHash('sha256').update('no library').digest('hex');
    writeFileSync(join(dir(), LIST), JSON.stringify(list));
    writeFileSync(binary(), 'no library');
    assert.match(startInside('native'), /^gateway_unavailable errord cannot serve here: \S+ cannot be loaded: /);
    assert.equal(startInside(), 'started\n');
    rmSync(binary());
    assert.match(
      startInside('native'),
      /^gateway_unavailable errord cannot serve here by its native gateway .*: there is no uws_\w+\.node in /,
    );
    assert.equal(startInside(), 'started\n');
    assert.equal(startInside('portable'), 'started\n');
  });
});
