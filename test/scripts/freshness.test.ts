import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/package.js';
import { useTempDir } from '../support/temp-dir.js';

type Paths = readonly (string | { readonly path: string; readonly only: RegExp })[];

interface Step {
  readonly name: string;
  readonly inputs: Paths;
  readonly outputs: Paths;
  readonly follows?: boolean;
}

interface Freshness {
  listFiles(root: string, paths: Paths): readonly string[];
  followImports(root: string, files: readonly string[]): readonly string[];
  judge(root: string, step: Step): 'no' | 'again' | 'anew';
  dropStamp(root: string, step: Step): void;
  writeStamp(root: string, step: Step, inputs: string | null): void;
  digestInputs(root: string, step: Step): string;
  deleteOrphans(root: string, folders: Paths): void;
}

const freshness = (await import(new URL('scripts/freshness.mjs', PACKAGE_ROOT).href)) as Freshness;

const STEP: Step = { name: 'code', inputs: ['package.json', { path: 'src', only: /\.ts$/ }], outputs: ['dist/src'] };

describe('a step of the build', () => {
  const dir = useTempDir();
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(dir(), path)), { recursive: true });
    writeFileSync(join(dir(), path), text);
  };
  const judge = (): string => freshness.judge(dir(), STEP);
  const start = (): string => {
    freshness.dropStamp(dir(), STEP);
    return freshness.digestInputs(dir(), STEP);
  };
  const finish = (inputs: string | null): void => freshness.writeStamp(dir(), STEP, inputs);

  beforeEach(() => {
    put('package.json', '{}');
    put('src/a.ts', 'export const a = 1;');
    const inputs = start();
    put('dist/src/a.js', 'export const a = 1;');
    finish(inputs);
  });

  it('does not run when nothing has changed', () => {
    assert.equal(judge(), 'no');
  });

  it('does not run for other times of the same files, as a checkout leaves them', () => {
    const later = new Date(Date.now() + 3_600_000);
    utimesSync(join(dir(), 'src/a.ts'), later, later);
    assert.equal(judge(), 'no');
  });

  it('does not run for files that are not its inputs', () => {
    put('src/readme.md', 'text');
    put('src/node_modules/b.ts', 'text');
    assert.equal(judge(), 'no');
  });

  it('runs again after an edit, also one that leaves size and time as they were', () => {
    const { atime, mtime } = { atime: new Date(1_000), mtime: new Date(1_000) };
    utimesSync(join(dir(), 'src/a.ts'), atime, mtime);
    put('src/a.ts', 'export const a = 2;');
    utimesSync(join(dir(), 'src/a.ts'), atime, mtime);
    assert.equal(judge(), 'again');
  });

  it('does not run when an edit was taken back', () => {
    put('src/a.ts', 'export const a = 2;');
    put('src/a.ts', 'export const a = 1;');
    assert.equal(judge(), 'no');
  });

  it('runs again after an input was added, renamed or deleted', () => {
    put('src/b.ts', '');
    assert.equal(judge(), 'again');
    rmSync(join(dir(), 'src/b.ts'));
    renameSync(join(dir(), 'src/a.ts'), join(dir(), 'src/c.ts'));
    assert.equal(judge(), 'again');
    rmSync(join(dir(), 'src/c.ts'));
    assert.equal(judge(), 'again');
  });

  it('runs anew after it was killed', () => {
    start();
    assert.equal(judge(), 'anew');
  });

  it('runs again after it has failed, whether or not its inputs have changed since', () => {
    start();
    finish(null);
    assert.equal(judge(), 'again');
  });

  it('runs again when an input was edited while it ran', () => {
    const inputs = start();
    put('src/a.ts', 'export const a = 2;');
    finish(inputs);
    assert.equal(judge(), 'again');
  });

  it('runs anew when an output is gone, or others have written or added one', () => {
    put('dist/src/a.js', 'export const a = 3;');
    assert.equal(judge(), 'anew');
    rmSync(join(dir(), 'dist/src/a.js'));
    assert.equal(judge(), 'anew');
    put('dist/src/a.js', 'export const a = 1;');
    assert.equal(judge(), 'no');
    put('dist/src/b.js', '');
    assert.equal(judge(), 'anew');
  });

  it('does not run when others have compiled the same types with their members in another order, but when they are gone', () => {
    const inputs = start();
    put('dist/src/a.d.ts', 'type A = { b: 1; c: 2 };');
    finish(inputs);
    put('dist/src/a.d.ts', 'type A = { c: 2; b: 1 };');
    assert.equal(judge(), 'no');
    rmSync(join(dir(), 'dist/src/a.d.ts'));
    assert.equal(judge(), 'anew');
  });

  it('runs anew when its stamp is half-written', () => {
    put('dist/.stamps/code.json', '{"inputs":"');
    assert.equal(judge(), 'anew');
  });

  it('follows the imports of its inputs when it bundles them', () => {
    put('src/a.ts', "import type { B } from '../lib/b.js';\nexport const a = 1;");
    put('lib/b.ts', "export { c } from './c.jsx';\nconst d = import('./d.ts');");
    put('lib/c.tsx', "import 'react';\nimport './style.css';");
    put('lib/d.ts', "import { a } from '../src/a.js';\nimport { gone } from './gone.js';");
    put('lib/style.css', '');
    put('lib/e.ts', '');
    assert.deepEqual(freshness.followImports(dir(), ['src/a.ts']), [
      'lib/b.ts',
      'lib/c.tsx',
      'lib/d.ts',
      'lib/style.css',
      'src/a.ts',
    ]);
    const step = { ...STEP, follows: true };
    const before = freshness.digestInputs(dir(), step);
    put('lib/e.ts', 'changed');
    assert.equal(freshness.digestInputs(dir(), step), before);
    put('lib/d.ts', 'changed');
    assert.notEqual(freshness.digestInputs(dir(), step), before);
  });

  it('deletes what was made of sources that are gone, and nothing else', () => {
    put('src/view.tsx', '');
    const kept = ['dist/src/a.js.map', 'dist/src/a.d.ts', 'dist/src/view.js', 'dist/src/notes.json', 'dist/other/b.js'];
    const gone = ['dist/src/b.js', 'dist/src/b.js.map', 'dist/src/b.d.ts', 'dist/src/deep/c.test.js'];
    for (const path of [...kept, ...gone]) put(path, '');
    freshness.deleteOrphans(dir(), ['dist/src']);
    assert.deepEqual(
      gone.filter((path) => existsSync(join(dir(), path))),
      [],
    );
    assert.deepEqual(
      kept.filter((path) => !existsSync(join(dir(), path))),
      [],
    );
    assert.equal(readFileSync(join(dir(), 'dist/src/a.js'), 'utf8'), 'export const a = 1;');
  });
});
