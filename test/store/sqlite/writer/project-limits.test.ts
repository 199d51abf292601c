import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { FeedDemand } from '../../../../src/feed-demand.js';
import { openWritable } from '../../../../src/store/sqlite/database.js';
import { openWriterTables, startAppend, type WriterTables } from '../../../../src/store/sqlite/writer/append.js';
import { forget } from '../../../../src/store/sqlite/writer/commit.js';
import { tempDir } from '../../../support/sqlite-place.js';
import { DAY_MS, eventDigest, logDigest, MINUTE_MS } from '../../../support/store-digests.js';
import { cleanUp, times } from '../../../support/store-harness.js';

const NOON_MS = Date.UTC(2026, 4, 1, 12);

/** The writer's tables on one connection, and transactions at times of the test's own. */
function openLimits(change: { eventsPerMinute?: number; bytesPerDay?: number }) {
  const db = openWritable(join(tempDir(), 'service.db'));
  const tables: WriterTables = openWriterTables(db, () => NOON_MS);
  tables.settings.change('shop', change);
  const append = (nowMs: number, count: number): (number | string)[] => {
    const run = startAppend(tables, { nowMs, demand: new FeedDemand() });
    const outcomes = times(count, () => run.append(logDigest()));
    run.finish();
    return outcomes.map((outcome) => (outcome.kind === 'rejected' ? (outcome.retryAfterSeconds ?? -1) : outcome.kind));
  };
  return { db, tables, append };
}

describe('the limits of a project in time', () => {
  afterEach(cleanUp);

  it('begin anew with each minute of the clock', () => {
    const { append } = openLimits({ eventsPerMinute: 2 });
    assert.deepEqual(append(NOON_MS, 3), ['stored', 'stored', 60]);
    assert.deepEqual(append(NOON_MS + MINUTE_MS - 1, 1), [1]);
    assert.deepEqual(append(NOON_MS + MINUTE_MS, 3), ['stored', 'stored', 60]);
  });

  it('begin anew with each day of UTC', () => {
    const { append } = openLimits({ bytesPerDay: 1 });
    assert.deepEqual(append(NOON_MS, 2), ['stored', DAY_MS / 2000]);
    assert.deepEqual(append(NOON_MS + DAY_MS / 2 - 1500, 1), [2]);
    assert.deepEqual(append(NOON_MS + DAY_MS / 2, 2), ['stored', DAY_MS / 1000]);
  });

  it('say when the one lets go that holds longer', () => {
    const { append } = openLimits({ eventsPerMinute: 1, bytesPerDay: 1 });
    assert.deepEqual(append(NOON_MS + 20_000, 2), ['stored', DAY_MS / 2000 - 20]);
    const minute = openLimits({ eventsPerMinute: 1, bytesPerDay: 1_000_000 });
    assert.deepEqual(minute.append(NOON_MS + 20_000, 2), ['stored', 40]);
  });

  it('begin anew when the clock is set back, and do not stay used up for what was ahead', () => {
    const { append } = openLimits({ eventsPerMinute: 1 });
    assert.deepEqual(append(NOON_MS + DAY_MS, 2), ['stored', 60]);
    assert.deepEqual(append(NOON_MS, 2), ['stored', 60]);
  });

  it('count nothing of a transaction that is rolled back', () => {
    const { db, tables, append } = openLimits({ eventsPerMinute: 2 });
    const failing = db.transaction(() => {
      append(NOON_MS, 2);
      throw new Error('the disk is full');
    });
    assert.throws(() => failing(), /full/);
    forget(tables);
    assert.deepEqual(append(NOON_MS, 3), ['stored', 'stored', 60]);
  });

  it('refuse all items of one transaction with the same object', () => {
    const { tables } = openLimits({ eventsPerMinute: 1 });
    const run = startAppend(tables, { nowMs: NOON_MS, demand: new FeedDemand() });
    const [, one, other] = [run.append(logDigest()), run.append(logDigest()), run.append(eventDigest())];
    assert.equal(one, other);
    assert.equal(one.kind, 'rejected');
  });
});
