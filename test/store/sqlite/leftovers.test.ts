import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deleteLeftovers, tidyBetterSqlite3 } from '../../../src/store/sqlite/binding/leftovers.js';
import { useTempDir } from '../../support/temp-dir.js';

describe('what the compiler leaves of better-sqlite3', () => {
  const dir = useTempDir();
  const put = (path: string): void => {
    const file = join(dir(), path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
  };

  /** As `node-gyp rebuild` ends. */
  beforeEach(() => {
    for (const path of [
      'deps/sqlite3/sqlite3.c',
      'build/Makefile',
      'build/Release/better_sqlite3.node',
      'build/Release/obj/gen/sqlite3/sqlite3.c',
      'build/Release/obj.target/better_sqlite3.node',
      'build/Release/.deps/Release/better_sqlite3.node.d',
      'build/Release/sqlite3.a',
      'build/Release/test_extension.node',
    ])
      put(path);
  });

  it('is deleted, and what is loaded or compiled from stays', () => {
    assert.equal(deleteLeftovers(dir()), true);
    assert.deepEqual(readdirSync(join(dir(), 'build/Release')), ['better_sqlite3.node']);
    assert.ok(existsSync(join(dir(), 'deps/sqlite3/sqlite3.c')));
    assert.equal(deleteLeftovers(dir()), false);
  });

  it('stays while a compile runs', () => {
    put('build/node_gyp_bins/python3');
    assert.equal(deleteLeftovers(dir()), false);
    assert.ok(existsSync(join(dir(), 'build/Release/obj/gen/sqlite3/sqlite3.c')));
  });

  it('stays where the compile came to nothing, which says why', () => {
    rmSync(join(dir(), 'build/Release/better_sqlite3.node'));
    assert.equal(deleteLeftovers(dir()), false);
    assert.ok(existsSync(join(dir(), 'build/Release/obj/gen/sqlite3/sqlite3.c')));
  });

  it('is not looked for where nothing was compiled, or in a clone', () => {
    rmSync(join(dir(), 'build'), { recursive: true });
    assert.equal(deleteLeftovers(dir()), false);
    assert.equal(deleteLeftovers(join(dir(), 'absent')), false);
    assert.equal(tidyBetterSqlite3(), null);
  });
});
