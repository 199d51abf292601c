import { strict as assert } from 'node:assert';
import { closeSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { databaseBytes, openWritable } from '../../../src/store/sqlite/database.js';
import { START_CHECK_BYTES_MAX } from '../../../src/store/sqlite/limits.js';
import { tempDir } from '../../support/sqlite-place.js';
import { cleanUp } from '../../support/store-harness.js';

const PAGE_BYTES = 4096;
const DAMAGED = { code: 'database_unusable', message: /it is damaged \(.*put the last backup in its place/s };

/** A closed database with at least so many bytes of logs. */
function makeDatabase(bytes: number): string {
  const dbPath = join(tempDir(), 'service.db');
  const db = openWritable(dbPath);
  const insert = db.prepare('INSERT INTO logs (id, project_id, timestamp_ms, level, message) VALUES (?, 1, 1, 1, ?)');
  const text = 'x'.repeat(1000);
  for (let id = 0; databaseBytes(db) < bytes; ) {
    db.transaction(() => {
      for (const end = id + 500; id < end; id += 1) insert.run(id, text);
    })();
  }
  db.close();
  return dbPath;
}

function overwrite(dbPath: string, page: number): void {
  const file = openSync(dbPath, 'r+');
  writeSync(file, Buffer.alloc(PAGE_BYTES, 0xa5), 0, PAGE_BYTES, page * PAGE_BYTES);
  closeSync(file);
}

describe('a database that is damaged', () => {
  afterEach(cleanUp);

  it('is refused at start, in words, wherever the damage is, when it is small', () => {
    const pages = statSync(makeDatabase(1_000_000)).size / PAGE_BYTES;
    for (const page of [1, 5, Math.floor(pages / 2), pages - 1]) {
      const dbPath = makeDatabase(1_000_000);
      openWritable(dbPath).close();
      overwrite(dbPath, page);
      assert.throws(() => openWritable(dbPath), DAMAGED, `page ${page}`);
    }
  });

  it('is refused when its end is missing', () => {
    for (const bytes of [1_000_000, START_CHECK_BYTES_MAX + 1]) {
      const dbPath = makeDatabase(bytes);
      truncateSync(dbPath, statSync(dbPath).size - PAGE_BYTES);
      assert.throws(() => openWritable(dbPath), DAMAGED);
    }
  });

  it('is refused when a table does not begin or end, and opened when only its middle is damaged, when it is large', () => {
    const dbPath = makeDatabase(START_CHECK_BYTES_MAX + 1);
    const db = openWritable(dbPath);
    const root = Number(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'logs'").pluck().get());
    db.close();
    overwrite(dbPath, Math.floor(statSync(dbPath).size / PAGE_BYTES / 2));
    openWritable(dbPath).close();
    overwrite(dbPath, root - 1);
    assert.throws(() => openWritable(dbPath), DAMAGED);
  });
});
