import { strict as assert } from 'node:assert';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { checkpoint, openLogPosition, openReadable, openWritable } from '../../../../src/store/sqlite/database.js';
import {
  WAL_BYTES_BUSY,
  WAL_BYTES_MAX,
  WAL_BYTES_STUCK,
  WAL_STUCK_WAIT_MS,
} from '../../../../src/store/sqlite/limits.js';
import type { CheckpointReply } from '../../../../src/store/sqlite/thread-messages.js';
import { openCheckpointer } from '../../../../src/store/sqlite/writer/checkpointer.js';
import { openCheckpoints } from '../../../../src/store/sqlite/writer/checkpoints.js';
import { tempDir } from '../../../support/sqlite-place.js';
import { cleanUp } from '../../../support/store-harness.js';

const BODY_BYTES = 1024 * 1024;

describe('checkpoints', () => {
  afterEach(cleanUp);

  /** `isOld` is an SQLite that does not tell how far the log is. */
  const openFilling = ({ isOld = false } = {}) => {
    const dbPath = join(tempDir(), 'service.db');
    const db = openWritable(dbPath);
    const failures: unknown[] = [];
    let startCount = 0;
    const start = (): boolean => {
      startCount += 1;
      return true;
    };
    const position = isOld ? null : openLogPosition(db);
    const checkpoints = openCheckpoints({
      db,
      dbPath,
      checkpointer: { start, settled: () => Promise.resolve(), close: () => Promise.resolve() },
      position,
      onFailure: (error) => void failures.push(error),
    });
    db.exec('CREATE TABLE filler (id INTEGER PRIMARY KEY, body BLOB)');
    const write = db.prepare('INSERT OR REPLACE INTO filler (id, body) VALUES (1, :body)');
    const body = Buffer.alloc(BODY_BYTES);
    const walBytes = (): number => statSync(`${dbPath}-wal`).size;
    const fillTo = (bytes: number): void => {
      while (walBytes() <= bytes) write.run({ body });
    };
    /** After one more write: the log starts over with the first one that comes then. */
    const usedBytes = (): number => {
      write.run({ body });
      return position?.().usedBytes ?? walBytes();
    };
    return { dbPath, db, checkpoints, failures, walBytes, usedBytes, fillTo, starts: () => startCount };
  };

  it('leave the log alone up to its limit, and start it over past that without giving its space back', () => {
    const { db, checkpoints, failures, walBytes, usedBytes, fillTo } = openFilling();
    fillTo(WAL_BYTES_MAX - 4 * 1024 * 1024);
    const before = usedBytes();
    checkpoints.afterCommits(1);
    assert.ok(usedBytes() > before);
    fillTo(WAL_BYTES_MAX);
    checkpoints.afterCommits(1);
    assert.ok(usedBytes() < 2 * BODY_BYTES);
    assert.ok(walBytes() > WAL_BYTES_MAX);
    assert.deepEqual(failures, []);
    db.close();
  });

  it('cut a long log where SQLite does not tell how much of it is in use', () => {
    const { db, checkpoints, walBytes, fillTo } = openFilling({ isOld: true });
    fillTo(WAL_BYTES_MAX);
    checkpoints.afterCommits(1);
    assert.equal(walBytes(), 0);
    db.close();
  });

  it('cut a log that has become long when the daemon is idle, and leave a short one', () => {
    const { db, checkpoints, walBytes, fillTo } = openFilling();
    fillTo(WAL_BYTES_BUSY - 4 * 1024 * 1024);
    const before = walBytes();
    checkpoints.run();
    assert.equal(walBytes(), before);
    fillTo(WAL_BYTES_BUSY);
    checkpoints.run();
    assert.equal(walBytes(), 0);
    db.close();
  });

  it('that a reader keeps from starting the log over do not fail, and one after it does the rest', () => {
    const { dbPath, db, checkpoints, failures, usedBytes, fillTo } = openFilling();
    const reader = openReadable(dbPath);
    fillTo(WAL_BYTES_MAX);
    reader.transaction(() => {
      reader.prepare('SELECT count(*) FROM filler').get();
      fillTo(WAL_BYTES_MAX + 1024 * 1024);
      checkpoints.afterCommits(1);
      assert.ok(usedBytes() > WAL_BYTES_MAX);
    })();
    // Not at every commit: only after the log has grown again.
    checkpoints.afterCommits(1);
    assert.ok(usedBytes() > WAL_BYTES_MAX);
    fillTo(WAL_BYTES_MAX + WAL_BYTES_MAX / 4);
    checkpoints.afterCommits(1);
    assert.ok(usedBytes() < 2 * BODY_BYTES);
    assert.deepEqual(failures, []);
    reader.close();
    db.close();
  });

  it('wait for a reader once it has kept the log for long', async () => {
    const { dbPath, db, checkpoints, usedBytes, fillTo } = openFilling();
    const reader = new Worker(new URL('../hold-snapshot.js', import.meta.url), { workerData: { dbPath } });
    const holding = new Promise((resolve) => reader.once('message', resolve));
    fillTo(WAL_BYTES_STUCK);
    reader.postMessage(WAL_STUCK_WAIT_MS / 2);
    await holding;
    fillTo(WAL_BYTES_STUCK + 1024 * 1024);
    checkpoints.afterCommits(1);
    assert.ok(usedBytes() < 2 * BODY_BYTES);
    await reader.terminate();
    db.close();
  });

  it('empty the log on a thread of their own when it has grown, long before commits would have to wait', async () => {
    const dbPath = join(tempDir(), 'service.db');
    const db = openWritable(dbPath);
    const checkpointer = openCheckpointer(dbPath);
    let passed: () => void = () => undefined;
    const pass = new Promise<void>((resolve) => {
      passed = resolve;
    });
    const start: typeof checkpointer.start = (done) =>
      checkpointer.start((reply) => {
        done(reply);
        passed();
      });
    const failures: unknown[] = [];
    const onFailure = (error: unknown) => void failures.push(error);
    const checkpoints = openCheckpoints({
      db,
      dbPath,
      checkpointer: { ...checkpointer, start },
      position: openLogPosition(db),
      onFailure,
    });
    db.exec('CREATE TABLE filler (body BLOB)');
    const write = db.prepare('INSERT INTO filler (body) VALUES (zeroblob(1000000))');
    const walBytes = (): number => statSync(`${dbPath}-wal`).size;
    while (walBytes() <= WAL_BYTES_BUSY) write.run();
    checkpoints.afterCommits(1);
    // Commits go on while the thread works.
    write.run();
    await pass;
    const bytes = walBytes();
    for (let count = 0; count < 10; count++) write.run();
    assert.equal(walBytes(), bytes, 'the log is written over from its beginning');
    assert.deepEqual(failures, []);
    await checkpoints.close();
    db.close();
  });

  it('begin on their thread when as much as the limit is not written back, and sooner in a log that should have started over', () => {
    const { db, checkpoints, starts, fillTo } = openFilling();
    fillTo(WAL_BYTES_BUSY - 4 * 1024 * 1024);
    checkpoints.afterCommits(1);
    assert.equal(starts(), 0);
    fillTo(WAL_BYTES_BUSY);
    checkpoints.afterCommits(1);
    assert.equal(starts(), 1);
    fillTo(WAL_BYTES_MAX / 2);
    checkpoint(db, 'PASSIVE');
    checkpoints.afterCommits(1);
    assert.equal(starts(), 1);
    db.close();
  });

  it('begin on their thread after so many records where SQLite does not tell how far the log is', () => {
    const { db, checkpoints, starts } = openFilling({ isOld: true });
    checkpoints.afterCommits(2048);
    assert.equal(starts(), 0);
    checkpoints.afterCommits(1);
    assert.equal(starts(), 1);
    checkpoints.afterCommits(1);
    assert.equal(starts(), 1);
    db.close();
  });

  it('say why a pass of the thread failed, and try again when the log has grown', async () => {
    const checkpointer = openCheckpointer(join(tempDir(), 'absent.db'));
    const told: string[] = [];
    await checkpointer.settled();
    const first = new Promise<CheckpointReply>((resolve) => checkpointer.start(resolve)).then((reply) => {
      told.push('reply');
      return reply;
    });
    await checkpointer.settled().then(() => told.push('settled'));
    assert.equal((await first).ok, false);
    assert.deepEqual(told, ['reply', 'settled'], 'it is settled once the pass is over, and before it begins');
    const again = await new Promise<CheckpointReply>((resolve) => checkpointer.start(resolve));
    assert.equal(again.ok, false);
    await checkpointer.close();
  });
});
