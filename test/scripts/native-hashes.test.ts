import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/package.js';
import { useTempDir } from '../support/temp-dir.js';

interface NativeHashes {
  toBinaryName(host?: { platform: string; arch: string; versions: { modules: string } }): string;
  findForeign(root: string, scope: { all: boolean }): readonly string[];
}

const { findForeign, toBinaryName } = (await import(
  new URL('scripts/native-hashes.mjs', PACKAGE_ROOT).href
)) as NativeHashes;

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
    assert.deepEqual(findForeign(dir(), { all: false }), [`${binary} is not the file of ${LIST}`]);
  });

  it('refuses a changed file that picks the binary', () => {
    appendFileSync(join(dir(), FOLDER, 'uws.js'), '\n');
    assert.deepEqual(findForeign(dir(), { all: false }), [`${FOLDER}/uws.js is not the file of ${LIST}`]);
  });

  it('looks at the binaries of other systems after an install only', () => {
    appendFileSync(join(dir(), other), '\0');
    assert.deepEqual(findForeign(dir(), { all: false }), []);
    assert.deepEqual(findForeign(dir(), { all: true }), [`${other} is not the file of ${LIST}`]);
  });

  it('refuses a binary that is not listed, and a list of another version', () => {
    writeFileSync(join(dir(), FOLDER, 'uws_linux_riscv64_999.node'), '');
    assert.deepEqual(findForeign(dir(), { all: true }), [`${FOLDER}/uws_linux_riscv64_999.node is not in ${LIST}`]);
    const lock = readFileSync(join(dir(), 'package-lock.json'), 'utf8');
    writeFileSync(join(dir(), 'package-lock.json'), lock.replace('sha512-0Nw22DDO', 'sha512-1Nw22DDO'));
    assert.match(findForeign(dir(), { all: false }).join(), /was made of 3\.0\.6, but package-lock\.json has 3\.0\.6/);
  });
});
