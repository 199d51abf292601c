import assert from 'node:assert/strict';
import { PACKAGE_ROOT } from '../../src/package.js';

const { toMochaArgs } = (await import(new URL('scripts/mocha-args.mjs', PACKAGE_ROOT).href)) as {
  toMochaArgs(argv: readonly string[]): readonly string[];
};

describe('the arguments of npm test', () => {
  it('name a test by its source or by what was built of it', () => {
    assert.deepEqual(toMochaArgs(['test/timestamp.test.ts', './test/docs.test.ts', 'dist/test/tidy.test.js']), [
      'dist/test/timestamp.test.js',
      'dist/test/docs.test.js',
      'dist/test/tidy.test.js',
    ]);
  });

  it('take patterns of sources', () => {
    assert.deepEqual(toMochaArgs(['test/store/**/*.test.ts']), ['dist/test/store/**/*.test.js']);
  });

  it('take folders of sources, with all that is below them', () => {
    assert.deepEqual(toMochaArgs(['test/store', './test/scripts/']), [
      'dist/test/store/**/*.test.js',
      'dist/test/scripts/**/*.test.js',
    ]);
  });

  it('leave alone what is for mocha', () => {
    const argv = ['-g', 'stores test/a.ts and test/b.ts too', '--bail'];
    assert.deepEqual(toMochaArgs(argv), argv);
  });
});
