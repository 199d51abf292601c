import { strict as assert } from 'node:assert';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { sqliteCodeOf } from '../../../src/store/sqlite/binding/error-code.js';
import {
  checkpoint,
  databaseBytes,
  lockDatabase,
  openReadable,
  openWritable,
} from '../../../src/store/sqlite/database.js';
import { tempDir } from '../../support/sqlite-place.js';
import { cleanUp } from '../../support/store-harness.js';
import { openSqlite } from '../../support/test-sqlite.js';

const HOLDER = fileURLToPath(new URL('./hold-database.js', import.meta.url));
const NOBODY = 65_534;
/** A connection waits so long for another one. */
const BUSY_TIMEOUT_MS = 5000;

type Holder = ChildProcessByStdio<Writable, Readable, null>;

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

async function firstLine(child: Holder): Promise<string> {
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return chunk.toString('utf8').trim();
}

function hold(dbPath: string, ...uid: readonly string[]): Holder {
  return spawn(process.execPath, [HOLDER, dbPath, ...uid], { stdio: ['pipe', 'pipe', 'inherit'] });
}

async function kill(child: Holder): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

describe('the database file', () => {
  afterEach(cleanUp);

  it('and its directories are made for their owner only', () => {
    const dbPath = join(tempDir(), 'a', 'b', 'service.db');
    const lock = lockDatabase(dbPath);
    const db = openWritable(dbPath);
    db.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
    assert.deepEqual([mode(join(dbPath, '..')), mode(join(dbPath, '..', '..'))], ['700', '700']);
    for (const suffix of ['', '-wal', '-shm', '-lock']) assert.equal(mode(dbPath + suffix), '600', suffix);
    db.close();
    lock.release();
  });

  it('has the pragmas in force that the promise of durability rests on', () => {
    const db = openWritable(join(tempDir(), 'service.db'));
    const pragma = (name: string): unknown => db.pragma(name, { simple: true });
    assert.deepEqual(
      ['journal_mode', 'synchronous', 'fullfsync', 'checkpoint_fullfsync', 'wal_autocheckpoint'].map(pragma),
      ['wal', 2, 1, 1, 0],
    );
    assert.deepEqual(['auto_vacuum', 'foreign_keys', 'temp_store', 'busy_timeout'].map(pragma), [2, 0, 2, 5000]);
    assert.equal(pragma('application_id'), 0x65727264);
    db.close();
  });

  it('keeps its pragmas when it is opened again', () => {
    const dbPath = join(tempDir(), 'service.db');
    openWritable(dbPath).close();
    const db = openWritable(dbPath);
    const names = ['journal_mode', 'synchronous', 'auto_vacuum', 'wal_autocheckpoint'];
    assert.deepEqual(
      names.map((name) => db.pragma(name, { simple: true })),
      ['wal', 2, 2, 0],
    );
    db.close();
  });

  it('is not written to by a reader', () => {
    const dbPath = join(tempDir(), 'service.db');
    const writer = openWritable(dbPath);
    const reader = openReadable(dbPath);
    assert.throws(
      () => reader.prepare('DELETE FROM logs').run(),
      (error) => sqliteCodeOf(error) === 'SQLITE_READONLY',
    );
    reader.close();
    writer.close();
  });

  it('is checkpointed without waiting for a reader, and cut when there is none', () => {
    const dbPath = join(tempDir(), 'service.db');
    const writer = openWritable(dbPath);
    const reader = openReadable(dbPath);
    const read = reader.transaction(() => {
      reader.prepare('SELECT count(*) FROM projects').get();
      writer.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
      const startedAtMs = performance.now();
      checkpoint(writer, 'TRUNCATE');
      assert.ok(performance.now() - startedAtMs < BUSY_TIMEOUT_MS, 'it waited for the reader');
      assert.ok(statSync(`${dbPath}-wal`).size > 0);
    });
    read();
    checkpoint(writer, 'TRUNCATE');
    assert.equal(statSync(`${dbPath}-wal`).size, 0);
    assert.equal(statSync(dbPath).size, databaseBytes(writer));
    assert.equal(writer.pragma('busy_timeout', { simple: true }), BUSY_TIMEOUT_MS);
    reader.close();
    writer.close();
  });

  it('has one writer: a second in the same process is refused in words', () => {
    const dbPath = join(tempDir(), 'service.db');
    const lock = lockDatabase(dbPath);
    assert.throws(() => lockDatabase(dbPath), {
      code: 'database_in_use',
      message: /Another errord is using .*service\.db/,
    });
    lock.release();
    lockDatabase(dbPath).release();
  });

  it('has one writer over processes, and is free when that one is killed', async () => {
    const dbPath = join(tempDir(), 'service.db');
    const holder = hold(dbPath);
    assert.equal(await firstLine(holder), 'open');
    assert.throws(() => lockDatabase(dbPath), { code: 'database_in_use' });
    await kill(holder);
    const lock = lockDatabase(dbPath);
    openWritable(dbPath).close();
    lock.release();
  });

  it('of another program is refused, and stays as it was', () => {
    for (const journalMode of ['delete', 'wal']) {
      const dbPath = join(tempDir(), 'other.db');
      const other = openSqlite(dbPath);
      other.pragma(`journal_mode = ${journalMode}`);
      other.exec('CREATE TABLE bookmarks (url TEXT); INSERT INTO bookmarks VALUES (1)');
      other.close();
      const before = readFileSync(dbPath);
      assert.throws(() => openWritable(dbPath), {
        code: 'database_foreign',
        message: /Cannot use the database .*other\.db: the file is a database of another program/,
      });
      assert.deepEqual(readFileSync(dbPath), before, journalMode);
    }
  });

  it('that is none is refused, and stays as it was', () => {
    for (const text of ['x', 'not a database\n'.repeat(1000), 'SQLite format 2\0'.padEnd(4096)]) {
      const path = join(tempDir(), 'notes.txt');
      writeFileSync(path, text);
      assert.throws(() => openWritable(path), { code: 'database_foreign', message: /not a SQLite database/ });
      assert.equal(readFileSync(path, 'utf8'), text);
    }
  });

  it('may be empty to begin with', () => {
    const dbPath = join(tempDir(), 'service.db');
    writeFileSync(dbPath, '');
    const db = openWritable(dbPath);
    assert.equal(db.pragma('auto_vacuum', { simple: true }), 2);
    db.close();
  });

  it('that is a directory, or under a file, is refused in words', () => {
    const dir = tempDir();
    const file = join(dir, 'file');
    writeFileSync(file, 'x');
    for (const dbPath of [dir, join(file, 'service.db')]) {
      assert.throws(() => openWritable(dbPath), {
        code: 'database_unusable',
        message: /Cannot (open|use) the database/,
      });
      assert.throws(() => lockDatabase(join(file, 'service.db')), { code: 'database_unusable' });
    }
  });

  describe('that may only be read', () => {
    // Root may write everywhere, so a process without rights tries.
    const open = async (dbPath: string): Promise<{ code: string; message: string }> => {
      const child = process.getuid?.() === 0 ? hold(dbPath, String(NOBODY)) : hold(dbPath);
      const answer = await firstLine(child);
      await kill(child);
      assert.notEqual(answer, 'open');
      return JSON.parse(answer) as { code: string; message: string };
    };

    it('is refused in words when it is new and its directory is read-only', async () => {
      const dir = join(tempDir(), 'locked');
      mkdirSync(dir);
      chmodSync(join(dir, '..'), 0o755);
      chmodSync(dir, 0o555);
      const { code, message } = await open(join(dir, 'service.db'));
      assert.equal(code, 'database_unusable');
      assert.match(message, /Cannot open the database .*EACCES.*Check that its directory exists, is writable/);
    });

    it('is refused in words when it exists', async () => {
      const dir = tempDir();
      chmodSync(dir, 0o777);
      const dbPath = join(dir, 'service.db');
      openWritable(dbPath).close();
      chmodSync(dbPath, 0o444);
      const { code, message } = await open(dbPath);
      assert.equal(code, 'database_unusable');
      assert.match(message, /readonly|read-only|EACCES|unable to open/i);
    });

    it('is refused in words when it is somebody else’s', async function () {
      if (process.getuid?.() !== 0) this.skip();
      const dir = tempDir();
      chmodSync(dir, 0o777);
      const dbPath = join(dir, 'service.db');
      openWritable(dbPath).close();
      chownSync(dbPath, 0, 0);
      chmodSync(dbPath, 0o600);
      const { code, message } = await open(dbPath);
      assert.equal(code, 'database_unusable');
      assert.match(message, /Cannot open the database/);
    });
  });
});
