import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockDatabase, openWritable } from '../../../src/store/sqlite/database.js';
import { followLinks, locateDatabase } from '../../../src/store/sqlite/location.js';
import { tempDir } from '../../support/sqlite-place.js';
import { atCleanUp, cleanUp } from '../../support/store-harness.js';

const realTempDir = (): string => realpathSync(tempDir());

describe('the place of the database', () => {
  afterEach(cleanUp);

  it('is one for a file and for every symbolic link that leads to it', () => {
    const dir = realTempDir();
    mkdirSync(join(dir, 'data'));
    const dbPath = join(dir, 'data', 'service.db');
    symlinkSync('data', join(dir, 'directory-link'));
    symlinkSync(dbPath, join(dir, 'file-link.db'));
    // The first of them makes the file, through a link that leads to nothing yet.
    for (const path of [join(dir, 'file-link.db'), join(dir, 'directory-link', 'service.db'), dbPath]) {
      assert.equal(locateDatabase(path), dbPath);
      assert.equal(followLinks(path), dbPath);
    }
  });

  it('is locked for all its symbolic links at once', () => {
    const dir = realTempDir();
    const dbPath = join(dir, 'service.db');
    symlinkSync(dbPath, join(dir, 'link.db'));
    symlinkSync(dir, join(dir, 'itself'));
    const lock = lockDatabase(dbPath);
    assert.equal(lock.dbPath, dbPath);
    for (const path of [join(dir, 'link.db'), join(dir, 'itself', 'service.db')]) {
      assert.throws(() => lockDatabase(path), { code: 'database_in_use' });
    }
    lock.release();
    lockDatabase(join(dir, 'link.db')).release();
  });

  it('is refused when the file has another name, until that is gone', () => {
    const dir = tempDir();
    const dbPath = join(dir, 'service.db');
    const other = join(dir, 'other.db');
    openWritable(dbPath).close();
    linkSync(dbPath, other);
    for (const path of [dbPath, other]) {
      assert.throws(() => lockDatabase(path), {
        code: 'database_unusable',
        message: /Cannot use the database .*: the file has 2 names \(hard links\).*find -samefile/,
      });
      assert.throws(() => openWritable(path), { code: 'database_unusable' });
    }
    rmSync(other);
    lockDatabase(dbPath).release();
  });

  it('is refused when the file is mounted without its directory', function () {
    let mounted = '';
    // Registered first: what is mounted cannot be removed.
    atCleanUp(() => void (mounted === '' || spawnSync('umount', ['-l', mounted])));
    const dir = realTempDir();
    const dbPath = join(dir, 'service.db');
    const target = join(dir, 'container of one', 'service.db');
    openWritable(dbPath).close();
    mkdirSync(join(target, '..'));
    writeFileSync(target, '');
    // Mounting needs rights that not every machine gives.
    if (spawnSync('mount', ['--bind', dbPath, target]).status !== 0) this.skip();
    mounted = target;
    assert.throws(() => lockDatabase(mounted), { code: 'database_unusable', message: /mount its directory instead/ });
    lockDatabase(dbPath).release();
  });

  it('is refused at once, in words, when it is no file', () => {
    const dir = tempDir();
    const pipe = join(dir, 'pipe');
    assert.equal(spawnSync('mkfifo', [pipe]).status, 0);
    const link = join(dir, 'link');
    symlinkSync(pipe, link);
    const places = [
      [dir, /it is a directory, not a file/],
      [pipe, /it is a named pipe, not a file/],
      [link, /it is a named pipe, not a file/],
      ['/dev/null', /it is a device, not a file/],
    ] as const;
    for (const [path, message] of places) {
      for (const open of [lockDatabase, openWritable]) {
        assert.throws(() => open(path), { code: 'database_unusable', message });
      }
    }
  });
});
