import { strict as assert } from 'node:assert';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { WAL_BYTES_MAX } from '../../src/limits.js';
import { openCheckpoints } from '../../src/store/checkpoints.js';
import { openReadable, openWritable } from '../../src/store/database.js';
import { cleanUp, tempDir } from '../support/store-harness.js';

describe('checkpoints', () => {
  afterEach(cleanUp);

  const openFilling = () => {
    const dbPath = join(tempDir(), 'service.db');
    const db = openWritable(dbPath);
    const failures: unknown[] = [];
    const checkpoints = openCheckpoints({ db, dbPath, onFailure: (error) => void failures.push(error) });
    db.exec('CREATE TABLE filler (id INTEGER PRIMARY KEY, body BLOB)');
    const write = db.prepare('INSERT OR REPLACE INTO filler (id, body) VALUES (1, :body)');
    const body = Buffer.alloc(1024 * 1024);
    const walBytes = (): number => statSync(`${dbPath}-wal`).size;
    const fillTo = (bytes: number): void => {
      while (walBytes() <= bytes) write.run({ body });
    };
    return { dbPath, db, checkpoints, failures, walBytes, fillTo };
  };

  it('leave the log alone up to its limit, and cut it past that', () => {
    const { db, checkpoints, failures, walBytes, fillTo } = openFilling();
    fillTo(WAL_BYTES_MAX - 4 * 1024 * 1024);
    const before = walBytes();
    checkpoints.whenLarge();
    assert.equal(walBytes(), before);
    fillTo(WAL_BYTES_MAX);
    checkpoints.whenLarge();
    assert.equal(walBytes(), 0);
    assert.deepEqual(failures, []);
    db.close();
  });

  it('that a reader keeps from cutting the log do not fail, and one after it does the rest', () => {
    const { dbPath, db, checkpoints, failures, walBytes, fillTo } = openFilling();
    const reader = openReadable(dbPath);
    fillTo(WAL_BYTES_MAX);
    reader.transaction(() => {
      reader.prepare('SELECT count(*) FROM filler').get();
      fillTo(WAL_BYTES_MAX + 1024 * 1024);
      checkpoints.whenLarge();
      assert.ok(walBytes() > WAL_BYTES_MAX);
    })();
    // Not at every commit: only after the log has grown again.
    checkpoints.whenLarge();
    assert.ok(walBytes() > WAL_BYTES_MAX);
    fillTo(WAL_BYTES_MAX + WAL_BYTES_MAX / 4);
    checkpoints.whenLarge();
    assert.equal(walBytes(), 0);
    assert.deepEqual(failures, []);
    reader.close();
    db.close();
  });
});
