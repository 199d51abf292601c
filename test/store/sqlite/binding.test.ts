import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadBetterSqlite3 } from '../../../src/store/sqlite/binding/better-sqlite3.js';
import type { SqliteBinding, SqliteConnection } from '../../../src/store/sqlite/binding/binding.js';
import { chooseSqlite, loadChosen } from '../../../src/store/sqlite/binding/choice.js';
import { sqliteCodeOf } from '../../../src/store/sqlite/binding/error-code.js';
import { loadNodeBinding } from '../../../src/store/sqlite/binding/node-sqlite.js';
import { tempDir } from '../../support/sqlite-place.js';
import { cleanUp } from '../../support/store-harness.js';

const BINDINGS = [loadBetterSqlite3, loadNodeBinding].flatMap((load) => {
  try {
    return [load()];
  } catch {
    // Not on this Node; the runs on the others have it.
    return [];
  }
});

const WAIT = { timeoutMs: 0 };

for (const binding of BINDINGS) {
  describe(`SQLite by ${binding.name}`, () => {
    const opened: SqliteConnection[] = [];
    const open = (...args: Parameters<SqliteBinding['open']>): SqliteConnection => {
      const db = binding.open(...args);
      opened.push(db);
      return db;
    };
    const newPath = (): string => join(tempDir(), 'a file?of%20ours#1.db');

    afterEach(async () => {
      for (const db of opened.splice(0)) db.close();
      await cleanUp();
    });

    it('gives back every text and every byte as it was bound, in each shape of a row', () => {
      const db = open(':memory:', WAIT);
      db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT, bytes BLOB) STRICT');
      const bytes = Uint8Array.of(0, 1, 255);
      const insert = db.prepare('INSERT INTO t (text, bytes) VALUES (?, ?)');
      const texts = ['a\0b', '\0', '\u0001', '\u0001a\0', '', 'ΟΔΟΣ 🚀', '"quoted"'];
      for (const text of texts) insert.run(text, bytes);
      assert.deepEqual(db.prepare('SELECT text FROM t ORDER BY id').pluck().all(), texts);
      assert.deepEqual(db.prepare("SELECT coalesce(text, '') FROM t ORDER BY id").pluck().all(), texts);
      assert.deepEqual(
        db.prepare('WITH found AS (SELECT id, text FROM t) SELECT id, text FROM found ORDER BY id LIMIT 2').raw().all(),
        [
          [1, 'a\0b'],
          [2, '\0'],
        ],
      );
      const row = db
        .prepare<[number], { id: number; bytes: Uint8Array }>('SELECT id, text, bytes FROM t WHERE id = ?')
        .get(4);
      assert.deepEqual({ ...row, bytes: [...(row?.bytes ?? [])] }, { id: 4, text: '\u0001a\0', bytes: [0, 1, 255] });
      assert.equal(db.prepare('SELECT id FROM t WHERE id > 100').get(), undefined);
    });

    it('binds by name, whatever else the filter holds', () => {
      const db = open(':memory:', WAIT);
      assert.equal(db.prepare('SELECT :a + :b').pluck().get({ a: 1, b: 2, c: 3 }), 3);
    });

    it('rolls back what throws, and keeps what does not', () => {
      const db = open(':memory:', WAIT);
      db.exec('CREATE TABLE t (a INTEGER)');
      const add = db.transaction((value: number) => {
        db.prepare('INSERT INTO t VALUES (?)').run(value);
        if (value < 0) throw new RangeError('negative');
        return value;
      });
      assert.equal(add(1), 1);
      assert.throws(() => add(-1), RangeError);
      assert.throws(() => add.immediate(-2), RangeError);
      assert.equal(add.immediate(2), 2);
      assert.deepEqual(db.prepare('SELECT a FROM t ORDER BY a').pluck().all(), [1, 2]);
    });

    it('names its errors as SQLite does', () => {
      const path = newPath();
      const codeOf = (work: () => unknown): string | null => {
        try {
          work();
          return null;
        } catch (error) {
          return sqliteCodeOf(error);
        }
      };
      const db = open(path, WAIT);
      db.exec('CREATE TABLE t (a INTEGER PRIMARY KEY); INSERT INTO t VALUES (1)');
      assert.match(codeOf(() => db.exec('INSERT INTO t VALUES (1)')) ?? '', /^SQLITE_CONSTRAINT/);
      const reader = open(path, { ...WAIT, readonly: true, fileMustExist: true });
      assert.equal(
        codeOf(() => reader.exec('DELETE FROM t')),
        'SQLITE_READONLY',
      );
      db.exec('BEGIN EXCLUSIVE');
      assert.equal(
        codeOf(() => reader.prepare('SELECT a FROM t').all()),
        'SQLITE_BUSY',
      );
      db.exec('ROLLBACK; PRAGMA max_page_count = 2');
      assert.equal(
        codeOf(() => db.exec('INSERT INTO t SELECT value FROM json_each(json_array(2)); CREATE TABLE u (a)')),
        'SQLITE_FULL',
      );
      assert.equal(sqliteCodeOf(new Error('SQLITE_FULL')), null);
    });

    it('makes a file only where it may', () => {
      const path = newPath();
      assert.throws(() => binding.open(path, { ...WAIT, fileMustExist: true }));
      assert.throws(() => binding.open(path, { ...WAIT, fileMustExist: true, readonly: true }));
      assert.ok(!existsSync(path));
      open(path, WAIT).exec('CREATE TABLE t (a)');
      assert.ok(existsSync(path));
      open(path, { ...WAIT, fileMustExist: true }).exec('INSERT INTO t VALUES (1)');
    });

    it('copies a database in steps, until the watcher throws', async () => {
      const db = open(newPath(), WAIT);
      db.exec('CREATE TABLE t (a); INSERT INTO t VALUES (zeroblob(100000))');
      const copy = newPath();
      let stepCount = 0;
      const progress = (): number => {
        stepCount += 1;
        return 5;
      };
      await db.backup(copy, { rate: 5, progress });
      assert.ok(stepCount > 1);
      assert.equal(open(copy, WAIT).prepare('SELECT length(a) FROM t').pluck().get(), 100_000);
      const stop = (): never => {
        throw new RangeError('enough');
      };
      await assert.rejects(db.backup(newPath(), { rate: 5, progress: stop }), RangeError);
    });
  });
}

describe('the choice of a binding to SQLite', () => {
  it('is one for a whole process: another that is asked for is refused', () => {
    const { name } = loadChosen().binding;
    chooseSqlite('auto');
    chooseSqlite(name);
    const other = name === 'node' ? 'better-sqlite3' : 'node';
    assert.throws(() => chooseSqlite(other), { code: 'sqlite_unavailable' });
  });
});
