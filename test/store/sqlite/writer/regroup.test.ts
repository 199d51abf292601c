import { strict as assert } from 'node:assert';
import { groupingOfToday } from '../../../../src/store/sqlite/migrations/0190-grouping-of-today.js';
import { verifyDatabase } from '../../../../src/store/sqlite/verify.js';
import { openSqliteHarness } from '../../../support/sqlite-place.js';
import { DAY_MS } from '../../../support/store-digests.js';
import { cleanUp } from '../../../support/store-harness.js';
import { openSqlite } from '../../../support/test-sqlite.js';
import { assertGroupedAnew, storeByOlderRules } from '../../suite/older-rules.js';
import { assertGroupedBy, choose, disturb, regroup } from '../../suite/regrouping.js';

const faultsOf = (dbPath: string): string[] =>
  verifyDatabase(dbPath, { nowMs: Date.now() }).faults.map(({ text }) => text);

describe('grouping anew in SQLite', () => {
  afterEach(cleanUp);

  for (const seed of [1, 2, 3]) {
    it(`leaves counters, indexes and references that are those of the rows (${seed})`, async () => {
      const harness = await openSqliteHarness();
      const { count } = await disturb(harness, seed);
      assert.deepEqual(faultsOf(harness.dbPath), [], 'in the middle of it');
      await choose(harness, 2);
      await regroup(harness);
      await assertGroupedBy(harness, 2, count());
      await choose(harness, 1);
      await regroup(harness);
      await assertGroupedBy(harness, 1, count());
      assert.deepEqual(faultsOf(harness.dbPath), []);
      await choose(harness, 2);
      await regroup(harness);
      // Retention takes the shelf along.
      await harness.store.prune({ nowMs: Date.now() + 31 * DAY_MS, retentionDays: 30, maxDbSizeMb: 0 });
      assert.equal((await harness.errors()).total, 0);
      assert.deepEqual(faultsOf(harness.dbPath), []);
    });
  }

  it('has what version 2 has grouped by its rules of before grouped by those of today', async () => {
    const older = await openSqliteHarness();
    const ids = await storeByOlderRules(older);
    await older.close();
    const db = openSqlite(older.dbPath);
    groupingOfToday.up(db);
    db.close();
    const harness = await openSqliteHarness({ dbPath: older.dbPath });
    await assertGroupedAnew(harness, ids);
    assert.deepEqual(faultsOf(older.dbPath), []);
  });
});
