import { strict as assert } from 'node:assert';
import { type Db, openDb, type Queries } from '../../../../src/store/postgres/connection.js';
import { FACET_PENDING_TURN_ROWS } from '../../../../src/store/postgres/limits.js';
import { holdProjects } from '../../../../src/store/postgres/locks.js';
import { migrate } from '../../../../src/store/postgres/migrations/migrate.js';
import { holdFacets } from '../../../../src/store/postgres/tables/facets.js';
import { openFacetClerk } from '../../../../src/store/postgres/writer/facet-clerk.js';
import { openTableStatistics } from '../../../../src/store/postgres/writer/statistics.js';
import { makeDatabase, sharedPostgres } from '../../../support/postgres-server.js';
import { times } from '../../../support/store-harness.js';

const PENDING = { groupId: 9, firstSeenAtMs: 1, lastSeenAtMs: 1, userNumber: null, count: 1, own: '', context: null };

describe('the clerk that counts facets on PostgreSQL', function () {
  this.timeout(60_000);
  let db: Db;
  let clerkDb: Db;
  before(async () => {
    const url = await makeDatabase(await sharedPostgres());
    db = openDb(url, { max: 2 });
    await migrate(db);
    clerkDb = openDb(url, { max: 1 });
  });
  after(() => db.close());

  it('counts what is pending, but for a project that is cleared while it waits for its lock', async () => {
    await db.exec(`INSERT INTO projects (id, name, created_at_ms) VALUES (41, 'kept', 1), (42, 'shop', 1);
      INSERT INTO facet_pending (project_id, id, group_id, first_seen_at_ms, last_seen_at_ms, count, own)
      VALUES (41, 7, 9, 1, 1, 3, E'url\\n/cart'), (42, 8, 9, 1, 1, 3, E'url\\n/cart')`);
    const clerk = openFacetClerk({ db: clerkDb, statistics: openTableStatistics() }, (_, message) =>
      assert.fail(message),
    );
    const { settled } = await db.transact(async (transaction) => {
      await holdProjects(transaction, ['shop']);
      const counting = clerk.settle();
      await untilWaiting(transaction);
      await transaction.change("DELETE FROM projects WHERE name = 'shop'");
      return { settled: counting };
    });
    await settled;
    await clerk.close();
    const counted = await db.query<{ projectId: number }>('SELECT DISTINCT project_id FROM facet_counts');
    assert.deepEqual(
      counted.map(({ projectId }) => projectId),
      [41],
    );
  });

  it(`lets the thread do other work after ${FACET_PENDING_TURN_ROWS} rows (FACET_PENDING_TURN_ROWS)`, async () => {
    assert.equal(await turnsFor(FACET_PENDING_TURN_ROWS), 0);
    assert.ok((await turnsFor(FACET_PENDING_TURN_ROWS + 1)) > 0);
  });
});

/** The clerk has asked for a lock that somebody has. */
async function untilWaiting(transaction: Queries): Promise<void> {
  for (;;) {
    const rows = await transaction.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    if (rows.length > 0) return;
  }
}

/** Turns of the loop while so many rows are counted by a server that answers at once. */
async function turnsFor(count: number): Promise<number> {
  const pending = times(count, (index) => ({ ...PENDING, id: index }));
  const query = <Row extends object>(text: string): Promise<Row[]> =>
    Promise.resolve((text.includes('DELETE FROM facet_pending') ? pending : []) as unknown as Row[]);
  let turns = 0;
  let timer = setImmediate(function look() {
    turns += 1;
    timer = setImmediate(look);
  });
  await holdFacets({ query, queryOnce: query, change: () => Promise.resolve(0), exec: () => Promise.resolve() }, 1);
  clearImmediate(timer);
  return turns;
}
