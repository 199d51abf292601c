import { strict as assert } from 'node:assert';
import { type Db, openDb } from '../../../src/store/postgres/connection.js';
import { makePostgresPlace } from '../../support/postgres-place.js';
import { cleanUp, openHarness } from '../../support/store-harness.js';

const ROWS = 2_000;

const FILL = `INSERT INTO audit (at_ms, action, actor, address, project, detail)
  SELECT 1, 'clear', 'ada', '127.0.0.1', '', '{}' FROM generate_series(1, ${ROWS})`;

async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb(url, { max: 1 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** How many entries of its indexes were read since it was made. A connection may tell what it has read no sooner than at its end. */
const countLooks = (url: string): Promise<number> =>
  withDb(url, async (db) => {
    for (;;) {
      const others = await db.query(`SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND application_name LIKE 'errord%' AND pid <> pg_backend_pid()`);
      if (others.length === 0) break;
    }
    const [row] = await db.query<{ looks: number }>(
      "SELECT sum(idx_tup_read)::bigint AS looks FROM pg_stat_user_indexes WHERE relname = 'audit'",
    );
    return row?.looks ?? 0;
  });

describe('the audit on PostgreSQL', () => {
  afterEach(cleanUp);

  it('is read once for the oldest that have to go, whatever the statistics of its table say', async () => {
    const first = await openHarness(makePostgresPlace);
    await first.close();
    const { place } = first;
    await withDb(place.url, async (db) => {
      // Statistics of many pages without a row: the planner takes every part of the table for one row.
      await db.exec('ALTER TABLE audit SET (autovacuum_enabled = false)');
      await db.exec(FILL);
      await db.exec('DELETE FROM audit');
      await db.exec('ANALYZE audit');
      await db.exec(FILL);
    });
    const before = await countLooks(place.url);
    const { store, close } = await openHarness(makePostgresPlace, { place });
    const view = { project: null, name: 'Mine', query: '', sort: 'lastSeen', direction: 'desc' } as const;
    const added = await store.changeView({ kind: 'add', view }, { name: 'ada', address: '127.0.0.1' });
    assert.equal(added.kind, 'done');
    await close();
    const looks = (await countLooks(place.url)) - before;
    assert.ok(looks >= ROWS && looks < 3 * ROWS, `${looks} entries were read for ${ROWS} rows`);
  });
});
