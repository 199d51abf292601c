import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, constants } from 'node:zlib';
import { toBinaryName } from '#native-hashes';
import { PACKAGE_ROOT } from '../../src/package.js';
import { IS_OTHER_NODE } from '../support/other-node.js';
import { useTempDir } from '../support/temp-dir.js';

const NAME = toBinaryName();
const INSTALLED = new URL(`node_modules/uWebSockets.js/${NAME}`, PACKAGE_ROOT);
/** Nobody, where the tests run as root, whom no mode keeps from writing. */
const USER = process.getuid?.() === 0 ? 65_534 : (process.getuid?.() ?? 0);

describe('the packed binary of the native gateway', function () {
  before(function () {
    // Elsewhere the system may be too old to load it.
    if (!existsSync(INSTALLED) || IS_OTHER_NODE) this.skip();
  });
  const dir = useTempDir();
  const packed = (name = ''): string => join(dir(), 'package/dist/native', name);
  const cache = (name = ''): string => join(dir(), 'home/.cache/errord', name);

  const isCode = (path: string): boolean => !/\.(map|d\.ts)$/.test(path);

  /** A package that was installed by somebody else, with the binary of this system alone in its archive. */
  beforeEach(() => {
    chmodSync(dir(), 0o755);
    const at = (path: string): string => new URL(path, PACKAGE_ROOT).pathname;
    for (const path of ['package.json', 'scripts/native-hashes.mjs', 'scripts/native-hashes.json', 'dist/main'])
      cpSync(at(path), join(dir(), 'package', path), { recursive: true, filter: isCode });
    mkdirSync(packed());
    pack(readFileSync(INSTALLED));
    mkdirSync(join(dir(), 'home'), { mode: 0o700 });
    chownSync(join(dir(), 'home'), USER, USER);
  });

  function pack(content: Buffer, { byteCount = content.byteLength } = {}): void {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
    writeFileSync(packed('a.br'), brotliCompressSync(content, { params }));
    const archives = [{ archive: 'a.br', files: [{ name: NAME, byteCount }] }];
    writeFileSync(packed('index.json'), JSON.stringify({ archives }));
  }

  /** Loads it as the daemon does, in a process of USER. */
  function begin({ cacheDir }: { readonly cacheDir: string | null } = { cacheDir: cache() }): ChildProcess {
    const module = join(dir(), 'package/dist/main/native-server.js');
    const script = `
      const { loadNativeServer } = await import(${JSON.stringify(module)});
      try {
        console.log(typeof loadNativeServer(${JSON.stringify(cacheDir)}).App);
      } catch (error) {
        console.log(error.code, error.message);
      }`;
    const args = ['--input-type=module', '-e', script];
    return spawn(process.execPath, args, { uid: USER, gid: USER, cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] });
  }

  async function load(options?: { readonly cacheDir: string | null }): Promise<string> {
    return toAnswer(begin(options));
  }

  async function toAnswer(child: ChildProcess): Promise<string> {
    assert.ok(child.stdout);
    const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return said.trim();
  }

  /** From here on the package can be written to by who runs it. */
  const own = (): void => {
    chownSync(packed(), USER, USER);
  };
  const isWhole = (path: string): boolean => readFileSync(path).equals(readFileSync(INSTALLED));

  it('is unpacked beside the package where that can be written to, for every user, and once', async () => {
    own();
    assert.equal(await load(), 'function');
    assert.ok(isWhole(packed(NAME)));
    const { mode, mtimeMs } = statSync(packed(NAME));
    assert.equal(mode & 0o777, 0o644);
    assert.equal(await load(), 'function');
    assert.equal(statSync(packed(NAME)).mtimeMs, mtimeMs);
    assert.deepEqual(readdirSync(packed()).sort(), ['a.br', 'index.json', NAME].sort());
    assert.equal(existsSync(cache()), false);
  });

  it('is unpacked into the cache folder, which is for its owner alone, where the package is read-only', async () => {
    assert.equal(await load(), 'function');
    assert.ok(isWhole(cache(NAME)));
    assert.deepEqual([statSync(cache()).mode & 0o777, statSync(cache(NAME)).mode & 0o777], [0o700, 0o600]);
    assert.deepEqual(readdirSync(cache()), [NAME]);
    assert.equal(await load(), 'function');
  });

  it('is told to be unavailable, with both reasons, where it can be unpacked nowhere', async () => {
    assert.match(
      await load({ cacheDir: null }),
      /^gateway_unavailable .*EACCES.* nor into a cache folder \(there is no/,
    );
    chmodSync(join(dir(), 'home'), 0o500);
    assert.match(await load(), /^gateway_unavailable .*EACCES.* nor into \S+\/\.cache\/errord \(EACCES/);
  });

  it('is told to be unavailable where no archive has one for this system', async () => {
    writeFileSync(packed('index.json'), JSON.stringify({ archives: [] }));
    assert.match(await load(), /^gateway_unavailable .* there is no uws_/);
  });

  it('is replaced when what was unpacked is half-written, or was changed', async () => {
    own();
    for (const content of [readFileSync(INSTALLED).subarray(0, 1000), Buffer.from('something else')]) {
      writeFileSync(packed(NAME), content);
      assert.equal(await load(), 'function');
      assert.ok(isWhole(packed(NAME)));
    }
  });

  it('is written in the place of a link, never through it', async () => {
    own();
    const victim = join(dir(), 'victim');
    writeFileSync(victim, 'mine', { mode: 0o666 });
    chmodSync(victim, 0o666);
    symlinkSync(victim, packed(NAME));
    assert.equal(await load(), 'function');
    assert.equal(readFileSync(victim, 'utf8'), 'mine');
    assert.ok(lstatSync(packed(NAME)).isFile());
  });

  it('does not go into a cache folder that others may write to, that is a link, or that is another user’s', async function () {
    mkdirSync(cache(), { recursive: true });
    const home = (path: string): string => join(dir(), 'home', path);
    for (const path of ['.cache', '.cache/errord']) chownSync(home(path), USER, USER);
    chmodSync(cache(), 0o777);
    // It is the listed one: who can put it there can put another there a moment later.
    writeFileSync(cache(NAME), readFileSync(INSTALLED));
    assert.match(await load(), /^gateway_unavailable .* nor into \S+ \(other users may write to it\)/);
    symlinkSync(cache(), home('link'));
    assert.match(await load({ cacheDir: home('link') }), /^gateway_unavailable .* nor into \S+ \(it is no folder\)/);
    if (process.getuid?.() !== 0) this.skip();
    chmodSync(cache(), 0o755);
    chownSync(cache(), 0, 0);
    assert.match(await load(), /^gateway_unavailable .* nor into \S+ \(it belongs to another user\)/);
  });

  it('is refused when the archive was changed, whatever was unpacked of it', async () => {
    own();
    const changed = readFileSync(INSTALLED);
    changed[changed.byteLength - 1] = (changed.at(-1) ?? 0) ^ 1;
    pack(changed);
    assert.match(
      await load(),
      /^gateway_foreign .*a\.br was changed: uws_\S+ is not the file of scripts\/native-hashes/,
    );
    writeFileSync(packed('a.br'), 'no archive');
    assert.match(await load(), /^gateway_foreign .*a\.br was changed: it cannot be unpacked: /);
    assert.equal(existsSync(packed(NAME)), false);
  });

  it('fills no memory with an archive that holds more than its index says', async () => {
    own();
    pack(Buffer.alloc(512 * 1024 * 1024), { byteCount: 7_000_000 });
    assert.match(await load(), /^gateway_foreign .*a\.br was changed: it cannot be unpacked: .*larger than/);
  });

  it('is there for several that start at once', async () => {
    own();
    const answers = await Promise.all([begin(), begin(), begin()].map(toAnswer));
    assert.deepEqual(answers, ['function', 'function', 'function']);
    assert.ok(isWhole(packed(NAME)));
    assert.deepEqual(readdirSync(packed()).sort(), ['a.br', 'index.json', NAME].sort());
  });
});
