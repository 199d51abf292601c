// The package as `npm pack` makes it, in empty folders, by package managers. Nothing of this repository is in reach of what
// runs there, but for the compiled SQLite binding: to compile it takes a minute, so it is put where its script puts it.

import assert from 'node:assert/strict';
import { type ChildProcess, execFile, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { toBinaryName } from '#native-hashes';
import type { ErrorGroupDetail, ErrorGroupList } from '../../schemas/error-group.js';
import { PACKAGE_ROOT } from '../../src/package.js';
import { withoutServiceVariables } from '../support/daemon-process.js';
import { find, isRun, readDockerfile, toPlain } from '../support/dockerfile.js';
import { anEvent } from '../support/events.js';
import { takeFreePort } from '../support/free-port.js';
import { callJson } from '../support/http.js';
import { OTHER_NODE } from '../support/other-node.js';

const run = promisify(execFile);
const MIB = 1024 * 1024;

/** What a person waits for, and what is on their disk, the compiled binding with its leftovers (27 MB) included. */
const PACKED_BYTES_MAX = 18 * MIB;
/** Promised are 60 MB, before the first start and ever after. */
const INSTALLED_BYTES_MAX = 58e6;
/** With the binary of the gateway unpacked (7 MB), and without the leftovers of the compiler (15 MB). */
const STARTED_BYTES_MAX = 51e6;

const PNPM = 'pnpm@10.34.9';
const YARN = '@yarnpkg/cli-dist@4.18.1';
const BINDING = 'node_modules/better-sqlite3/build';
const CLI = fileURLToPath(new URL('dist/src/cli.js', PACKAGE_ROOT));

describe('the package', function () {
  this.timeout(120_000);
  let dir = '';
  let tarball = '';
  const daemons = new Set<ChildProcess>();

  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'errord-package-'));
    await run('npm', ['pack', '--silent', '--pack-destination', dir], { cwd: fileURLToPath(PACKAGE_ROOT) });
    const [name = ''] = readdirSync(dir).filter((file) => file.endsWith('.tgz'));
    tarball = join(dir, name);
  });
  afterEach(() => Promise.all([...daemons].map((child) => end(child, 'SIGKILL'))));
  after(() => {
    rmSync(dir, { recursive: true, force: true });
  });

  /** An empty folder for an application. */
  function openFolder(name: string): string {
    const folder = join(dir, name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    return folder;
  }

  /** Starts `errord` as a person does, and resolves to its address. */
  async function start(cwd: string, command: readonly string[]): Promise<{ url: string; child: ChildProcess }> {
    // What other daemons have unpacked for this user is none of its business.
    const env = { ...withoutServiceVariables(), XDG_CACHE_HOME: join(dir, 'cache') };
    const flags = ['--host', '127.0.0.1', '--port', '0', '--db-path', join(cwd, 'errors.db')];
    return listen([...command, ...flags], { cwd, env });
  }

  /** Resolves when it listens; rejects with what it said when it ends before. */
  async function listen([program = '', ...args]: readonly string[], options: SpawnOptions) {
    // A group of its own, because between a package manager and the daemon there is a shell that passes no signal on.
    const child = spawn(program, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    daemons.add(child);
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += String(chunk);
    });
    const ended = once(child, 'exit');
    const lines = createInterface({ input: child.stdout });
    const url = await new Promise<string>((resolve, reject) => {
      lines.on('line', (line) => {
        const [, found] = /listens on (http:\S+)/.exec(line) ?? [];
        if (found !== undefined) resolve(found);
      });
      void ended.then(() => reject(new Error(said)));
    });
    return { url, child };
  }

  async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    daemons.delete(child);
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    process.kill(-child.pid, signal);
    await ended;
    // A package manager ends before the daemon that it has started, which holds its database until it has closed it.
    while (isGroupAlive(child.pid)) await new Promise(setImmediate);
  }

  function isGroupAlive(pid: number): boolean {
    try {
      return process.kill(-pid, 0);
    } catch {
      return false;
    }
  }

  const addBinding = (folder: string): void => {
    const compiled = fileURLToPath(new URL(BINDING, PACKAGE_ROOT));
    // With its hard links, as the compiler leaves them.
    if (existsSync(compiled) && !existsSync(join(folder, BINDING)))
      spawnSync('cp', ['-a', compiled, join(folder, BINDING)]);
  };

  /** An application in an empty folder whose error arrives, by the client that the daemon serves. */
  async function reportError(
    url: string,
    install: (folder: string, address: string) => Promise<unknown>,
  ): Promise<void> {
    const folder = openFolder(`application-${new URL(url).port}`);
    await install(folder, `${url}/clients/node.tgz`);
    writeFileSync(join(folder, 'app.js'), "setImmediate(() => { throw new TypeError('cart is not iterable'); });");
    const report = `ERRORD_URL=${url} ERRORD_PROJECT=shop node --import @errord/node/auto app.js`;
    await assert.rejects(run('sh', ['-c', report], { cwd: folder }), /cart is not iterable/);
    const { body } = await callJson<ErrorGroupList>(`${url}/api/errors?projectId=shop`);
    const [group] = body.errors;
    assert.equal(group?.message, 'TypeError: cart is not iterable');
    const { error } = (await callJson<ErrorGroupDetail>(`${url}/api/errors/${group.id}`)).body;
    assert.ok(error.explanation);
  }

  /** Without anything compiled, as CommonJS as well. */
  async function assertServesByNode(node: string, folder: string): Promise<void> {
    const { url, child } = await start(folder, [node, join(folder, 'node_modules/errord/dist/src/cli.js')]);
    assert.equal((await callJson(`${url}/api/events`, { body: anEvent() })).status, 201);
    await end(child, 'SIGTERM');
    const options = `{ port: 0, host: '127.0.0.1', logLevel: 'silent', dbPath: 'library.db' }`;
    const program = `require('errord').startServer(${options}).then((server) => server.stop())`;
    const { stdout, stderr } = await run(node, ['-e', program], { cwd: folder });
    assert.deepEqual([stdout, stderr], ['', '']);
  }

  async function assertDashboard(url: string): Promise<void> {
    const page = await (await fetch(`${url}/`)).text();
    const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? [];
    assert.equal((await fetch(new URL(script, `${url}/`))).status, 200);
  }

  describe('installed by npm', () => {
    let folder = '';
    before(async () => {
      folder = openFolder('npm');
      const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--silent'];
      await run('npm', ['install', ...flags, tarball], { cwd: folder });
      addBinding(folder);
    });

    it('is small', () => {
      const packed = readFileSync(tarball).byteLength;
      assert.ok(packed < PACKED_BYTES_MAX, `${packed} bytes packed`);
      const installed = toBytes(join(folder, 'node_modules'));
      assert.ok(installed < INSTALLED_BYTES_MAX, `${installed} bytes installed`);
    });

    it('runs by npx, shows its dashboard, and takes an error from the client that it serves', async () => {
      const { url, child } = await start(folder, ['npx', 'errord']);
      await assertDashboard(url);
      assert.ok(existsSync(join(folder, 'node_modules/errord/dist/native', toBinaryName())));
      await reportError(url, (cwd, address) =>
        run('npm', ['install', '--no-audit', '--no-fund', '--silent', address], { cwd }),
      );
      await end(child, 'SIGTERM');
      const started = toBytes(join(folder, 'node_modules'));
      assert.ok(started < STARTED_BYTES_MAX, `${started} bytes after the first start`);
      // Another start has all that it needs.
      const again = await start(folder, ['npx', 'errord']);
      assert.equal((await callJson(`${again.url}/api/events`, { body: anEvent() })).status, 201);
      await end(again.child, 'SIGTERM');
      assert.equal(toBytes(join(folder, 'node_modules')), started);
    });

    it('brings along the documents that its help names', async () => {
      const { stdout } = await run('npx', ['errord', '--help'], { cwd: folder });
      const pages = [...stdout.matchAll(/\/\S+\.md/g)].map(([path]) => path);
      assert.ok(pages.length > 0);
      for (const page of pages) {
        assert.ok(page.startsWith(join(folder, 'node_modules/errord/docs')) && existsSync(page), page);
      }
    });

    it('brings along what its documents link to', () => {
      const root = pathToFileURL(join(folder, 'node_modules/errord/'));
      const pages = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
      assert.ok(pages.includes('README.md') && pages.length > 20, String(pages));
      for (const page of pages) {
        const url = new URL(page, root);
        for (const [, target = ''] of readFileSync(url, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)) {
          assert.ok(existsSync(new URL(target, url)), `${page} links to ${target}`);
        }
      }
    });

    it('is a library for CommonJS and for ES modules, and prints nothing', async () => {
      const options = `{ port: 0, host: '127.0.0.1', logLevel: 'silent', dbPath: 'library.db' }`;
      const use = `startServer(${options}).then((server) => server.stop()).then(() => console.log('stopped'))`;
      writeFileSync(join(folder, 'library.cjs'), `const { startServer } = require('errord');\n${use};\n`);
      writeFileSync(join(folder, 'library.mjs'), `import { startServer } from 'errord';\n${use};\n`);
      for (const program of ['library.cjs', 'library.mjs']) {
        const { stdout, stderr } = await run(process.execPath, [program], { cwd: folder });
        assert.deepEqual([stdout, stderr], ['stopped\n', ''], program);
      }
    });

    it('has types that need nothing else', async () => {
      const options = `{ port: 0, retentionDays: 7, corsOrigin: ['https://a.example'] }`;
      const program = [
        "import { type Daemon, type ServerOptions, startServer } from 'errord';",
        `export const options: ServerOptions = ${options};`,
        'export const server: Promise<Daemon> = startServer(options);',
        "// @ts-expect-error: a port is a number\nexport const wrong: ServerOptions = { port: '3800' };",
      ];
      writeFileSync(join(folder, 'types.mts'), program.join('\n'));
      const tsc = fileURLToPath(new URL('node_modules/typescript/bin/tsc', PACKAGE_ROOT));
      const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--skipLibCheck', 'false'];
      await run(process.execPath, [tsc, ...flags, 'types.mts'], { cwd: folder });
    });
  });

  it('installed by pnpm, which runs no scripts, says what to do, and runs when it was done', async () => {
    const folder = openFolder('pnpm');
    const pnpm = (args: readonly string[], cwd: string) =>
      run('npx', ['--yes', '--prefer-offline', PNPM, ...args, '--store-dir', join(dir, 'store')], { cwd });
    await pnpm(['add', '--prefer-offline', tarball], folder);
    const errord = [join(folder, 'node_modules/.bin/errord')];
    const refusal = await start(folder, errord).then(
      ({ child }) => end(child, 'SIGTERM'),
      (error: unknown) => error,
    );
    // Where Node has SQLite itself, nothing is missing.
    if (refusal instanceof Error)
      assert.match(refusal.message, /never compiled here.*`npm --prefix ".+better-sqlite3" run install`/);
    if (OTHER_NODE !== null) await assertServesByNode(OTHER_NODE, folder);
    addBinding(join(folder, 'node_modules/.pnpm', findBinding(folder)));
    const { url, child } = await start(folder, errord);
    await assertDashboard(url);
    await reportError(url, (cwd, address) => pnpm(['add', address], cwd));
    await end(child, 'SIGTERM');
  });

  it('gives its client to yarn 4, which takes plain HTTP from hosts that it is told of', async () => {
    const { url, child } = await start(openFolder('yarn'), [process.execPath, CLI]);
    const yarn = (args: readonly string[], cwd: string) =>
      run('npx', ['--yes', '--prefer-offline', YARN, ...args], {
        cwd,
        env: {
          ...withoutServiceVariables(),
          YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
          YARN_NODE_LINKER: 'node-modules',
          YARN_GLOBAL_FOLDER: join(dir, 'yarn-global'),
          YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
          YARN_ENABLE_TELEMETRY: 'false',
        },
      });
    await reportError(url, (cwd, address) => {
      // What tells yarn that the folder is a project of its own.
      writeFileSync(join(cwd, 'yarn.lock'), '');
      return yarn(['add', `@errord/node@${address}`], cwd);
    });
    await end(child, 'SIGTERM');
  });

  it('installed by npm where nothing can be compiled goes on without, and serves by the SQLite of Node', async function () {
    if (OTHER_NODE === null) this.skip();
    const folder = openFolder('no-compiler');
    const bin = join(dir, 'no-compiler-bin');
    mkdirSync(bin);
    symlinkSync(OTHER_NODE, join(bin, 'node'));
    const found = async (program: string) => (await run('sh', ['-c', `command -v ${program}`])).stdout.trim();
    symlinkSync(await found('sh'), join(bin, 'sh'));
    const flags = ['--foreground-scripts', '--prefer-offline', '--no-audit', '--no-fund', tarball];
    const npm = [realpathSync(await found('npm')), 'install', ...flags];
    // No binary is downloaded either, where there is a network.
    const env = { ...withoutServiceVariables(), PATH: bin, npm_config_build_from_source: 'true' };
    const { stdout, stderr } = await run(OTHER_NODE, npm, { cwd: folder, env });
    assert.match(stdout + stderr, /gyp ERR! not ok/);
    assert.equal(existsSync(join(folder, 'node_modules/better-sqlite3')), false);
    await assertServesByNode(OTHER_NODE, folder);
  });

  it('starts by the steps of the Dockerfile as a user by number, read-only, and tells whether it is well', async () => {
    const root = join(dir, 'container');
    const port = await takeFreePort();
    // All that differs from a container: where the folders are, who runs it, and that SQLite's binding is not compiled.
    const user = process.getuid?.() === 0 ? 65_534 : (process.getuid?.() ?? 0);
    const here = (text: string): string => toPlain(text, { root, user }).replace(`${root}/tmp/errord-*.tgz`, tarball);
    for (const folder of ['opt/errord', 'bin']) mkdirSync(join(root, folder), { recursive: true });
    chmodSync(dir, 0o755);
    const { build, runtime } = readDockerfile();
    const made = build.findIndex(({ argument }) => argument.startsWith('npm pack'));
    for (const { argument } of [...build.slice(made + 1), ...runtime].filter(isRun)) {
      const offline = 'export npm_config_ignore_scripts=true npm_config_prefer_offline=true';
      await run('sh', ['-c', `${offline}; ${here(argument)}`], { cwd: join(root, 'opt/errord') });
      addBinding(join(root, 'opt/errord'));
    }
    const env: Record<string, string> = { PATH: `${root}/bin:/usr/bin:/bin`, SERVICE_PORT: String(port) };
    for (const { argument } of runtime.filter(({ instruction }) => instruction === 'ENV')) {
      const [name = '', value = ''] = argument.split('=');
      env[name] = here(value);
    }
    const options = { cwd: join(root, 'var/lib/errord'), env, uid: user, gid: user };
    const [, , check = ''] = /^(.+ )?CMD (.+)$/.exec(find(runtime, 'HEALTHCHECK')) ?? [];
    const [program = '', ...args] = JSON.parse(check) as string[];
    const health = () => spawnSync(program, args, { ...options, timeout: 20_000 }).status;

    const command = [find(runtime, 'ENTRYPOINT'), find(runtime, 'CMD')].flatMap((json) => JSON.parse(json) as string[]);
    const { url, child } = await listen(command, options);
    assert.equal(new URL(url).port, String(port));
    assert.equal(health(), 0);
    assert.equal((await callJson(`${url}/api/events`, { body: anEvent() })).status, 201);
    assert.ok(existsSync(join(root, 'var/lib/errord/service.db')));
    await end(child, find(runtime, 'STOPSIGNAL') as NodeJS.Signals);
    assert.equal(child.exitCode, 0);
    assert.equal(health(), 1);
  });
});

/** The folder of pnpm's store of this project that has the package. */
function findBinding(folder: string): string {
  const found = readdirSync(join(folder, 'node_modules/.pnpm')).find((name) => name.startsWith('better-sqlite3@'));
  assert.ok(found);
  return found;
}

/** As `du` counts: blocks on the disk, folders included, a file of two names once. */
function toBytes(folder: string): number {
  const files = new Map<number, number>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const { ino, blocks } = lstatSync(join(folder, name));
    files.set(ino, blocks * 512);
  }
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}
