import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openReadable, openWritable } from '../../../../src/store/sqlite/database.js';
import { CLEAR_TRUNCATE_TRIES } from '../../../../src/store/sqlite/limits.js';
import { openOverwriting, runErasing } from '../../../../src/store/sqlite/writer/erase.js';
import { openSqliteHarness, tempDir } from '../../../support/sqlite-place.js';
import { contentText, eventDigest, logDigest, requestDigest } from '../../../support/store-digests.js';
import { cleanUp, times } from '../../../support/store-harness.js';

const SECRET = 'zanzibar-quokka-7421';

/** The files of a database in which a text stands. */
function filesWith(dbPath: string, text: string): string[] {
  const directory = dirname(dbPath);
  return readdirSync(directory).filter((name) => readFileSync(join(directory, name)).includes(text));
}

describe('clearing', () => {
  afterEach(cleanUp);

  it('one project leaves none of its texts in any file, and the others as they were', async () => {
    const store = await openSqliteHarness();
    for (const round of times(5, (index) => index)) {
      await store.putAll(
        times(100, (index) => eventDigest({ projectName: 'kept', message: `kept ${round} ${index}` })),
      );
      await store.putAll(
        times(100, (index) =>
          eventDigest({
            projectName: 'secret',
            type: `${SECRET}Error`,
            message: `${SECRET} ${round} ${index}`,
            stack: contentText({ stack: `Error: ${SECRET} ${round} ${index}` }),
            details: JSON.stringify({ extra: { note: SECRET } }),
          }),
        ),
      );
      await store.putAll([
        requestDigest({ projectName: 'secret', url: `/${SECRET}` }),
        logDigest({ projectName: 'secret', message: `log of ${SECRET}` }),
      ]);
    }
    assert.ok(filesWith(store.dbPath, SECRET).length > 0);
    await store.store.clear('secret');
    assert.deepEqual(filesWith(store.dbPath, SECRET), []);
    assert.equal((await store.errors({ projectId: 'kept' })).total, 500);
  });

  it('everything leaves none of the texts in any file, also while a reader is at work', async () => {
    const store = await openSqliteHarness();
    await store.putAll(
      times(300, (index) =>
        eventDigest({ type: `${SECRET}Error`, message: `${SECRET} ${index}`, eventId: `e-${index}` }),
      ),
    );
    await store.putAll([requestDigest({ url: `/${SECRET}` }), logDigest({ message: `log of ${SECRET}` })]);
    const reader = openReadable(store.dbPath);
    reader.prepare('BEGIN').run();
    reader.prepare('SELECT count(*) FROM events').get();
    const cleared = store.store.clear(null);
    setImmediate(() => reader.prepare('COMMIT').run());
    await cleared;
    assert.deepEqual(filesWith(store.dbPath, SECRET), []);
    assert.equal((await store.errors()).total, 0);
    reader.close();
  });

  it('the logs leaves none of their texts in any file', async () => {
    const store = await openSqliteHarness();
    await store.putAll(times(300, (index) => logDigest({ message: `log ${index} of ${SECRET}` })));
    await store.store.clearLogs(null);
    assert.deepEqual(filesWith(store.dbPath, SECRET), []);
  });

  it('tries again to empty the log while a reader is at work, up to the limit', async () => {
    for (const busyTries of [CLEAR_TRUNCATE_TRIES - 1, CLEAR_TRUNCATE_TRIES]) {
      const dbPath = join(tempDir(), 'service.db');
      const db = openWritable(dbPath);
      const reader = openReadable(dbPath);
      reader.prepare('BEGIN').run();
      reader.prepare('SELECT name FROM index_marks').get();
      let tries = 0;
      await runErasing({
        db,
        overwriting: openOverwriting(db),
        isEverything: false,
        work: () => Promise.resolve(db.exec('UPDATE index_marks SET indexed_to = 1')),
        betweenTries: () => {
          tries += 1;
          if (tries === busyTries) reader.prepare('COMMIT').run();
          return Promise.resolve();
        },
      });
      assert.equal(tries, busyTries);
      assert.equal(statSync(`${dbPath}-wal`).size === 0, busyTries < CLEAR_TRUNCATE_TRIES);
      assert.equal(db.pragma('secure_delete', { simple: true }), 2);
      reader.close();
      db.close();
    }
  }).timeout(20_000);

  it('overwrites until the last of those that run at once has ended', async () => {
    const db = openWritable(join(tempDir(), 'service.db'));
    const overwriting = openOverwriting(db);
    const erasing = { db, overwriting, isEverything: false, betweenTries: () => Promise.resolve() };
    const mode = () => db.pragma('secure_delete', { simple: true });
    let endLong = (): void => undefined;
    const long = runErasing({ ...erasing, work: () => new Promise<void>((resolve) => (endLong = resolve)) });
    await runErasing({ ...erasing, work: () => Promise.resolve() });
    await runErasing({ ...erasing, isEverything: true, work: () => Promise.resolve() });
    await assert.rejects(runErasing({ ...erasing, work: () => Promise.reject(new Error('ended')) }), /ended/);
    assert.equal(mode(), 1);
    endLong();
    await long;
    assert.equal(mode(), 2);
    db.close();
  });

  it('overwrites with the next where one could not begin', () => {
    const db = openWritable(join(tempDir(), 'service.db'));
    let isFailing = true;
    const failing = Object.create(db, {
      pragma: {
        value: (text: string) => {
          if (isFailing) throw new Error('disk I/O error');
          return db.pragma(text);
        },
      },
    }) as typeof db;
    const overwriting = openOverwriting(failing);
    assert.throws(() => overwriting.begin(), /disk I\/O error/);
    isFailing = false;
    overwriting.begin();
    assert.equal(db.pragma('secure_delete', { simple: true }), 1);
    db.close();
  });
});
