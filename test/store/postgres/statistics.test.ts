import { strict as assert } from 'node:assert';
import { type Db, openDb } from '../../../src/store/postgres/connection.js';
import { STATISTICS_ROWS } from '../../../src/store/postgres/limits.js';
import { makePostgresPlace, toPostgresPlace } from '../../support/postgres-place.js';
import { makeDatabase, sharedPostgres } from '../../support/postgres-server.js';
import { eventDigest } from '../../support/store-digests.js';
import { atCleanUp, cleanUp, openHarness, times } from '../../support/store-harness.js';

const TABLES = ['error_groups', 'error_group_texts', 'client_ids', 'contents'];

/** How many rows the planner takes the tables to have. */
async function readKnownRows(db: Db): Promise<Record<string, number>> {
  const rows = await db.query<{ name: string; rows: number }>(
    'SELECT relname AS name, reltuples::int AS rows FROM pg_class WHERE relname = ANY($1::text[])',
    [TABLES],
  );
  return Object.fromEntries(rows.map(({ name, rows: known }) => [name, known]));
}

describe('statistics of tables that are young', function () {
  this.timeout(30_000);
  afterEach(cleanUp);

  it('are taken where there are none', async () => {
    // New: one that another test has emptied has the statistics of what that one wrote.
    const { store, place } = await openHarness(async () => toPostgresPlace(await makeDatabase(await sharedPostgres())));
    const db = openDb(place.url, { max: 1 });
    atCleanUp(() => void db.close());
    await store.append(times(STATISTICS_ROWS, (index) => eventDigest({ message: `young ${index}` })));
    await store.maintain('quick');
    const { error_groups: groups, client_ids: ids } = await readKnownRows(db);
    assert.deepEqual({ groups, ids }, { groups: STATISTICS_ROWS, ids: STATISTICS_ROWS });
    // What is said of events is counted behind the commit.
    await store.query({ name: 'readFacets', id: '', parameters: {}, nowMs: Date.now() });
    await store.maintain('quick');
    const [counted] = await db.query<{ rows: number }>(
      `SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'facet_counts'`,
    );
    assert.ok((counted?.rows ?? 0) > STATISTICS_ROWS, `${counted?.rows} rows are known`);
  });

  it('are taken anew when enough was written, and not before', async () => {
    const { store, place } = await openHarness(makePostgresPlace);
    const db = openDb(place.url, { max: 1 });
    atCleanUp(() => void db.close());
    // The server itself would look a minute later.
    for (const table of TABLES) await db.exec(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    await db.exec(`VACUUM ANALYZE ${TABLES.join(', ')}`);
    const write = async (count: number): Promise<void> => {
      const message = String(Math.random());
      await store.append(times(count, (index) => eventDigest({ message: `${message} ${index}` })));
      // After what follows the commit.
      await store.maintain('quick');
    };
    await write(STATISTICS_ROWS - 1);
    const none = { error_groups: 0, error_group_texts: 0, client_ids: 0 };
    assert.deepEqual(await readKnownRows(db), { ...none, contents: 0 });
    await write(1);
    const [all, contents] = [STATISTICS_ROWS, 0];
    // Its few texts are the same for all.
    assert.deepEqual(await readKnownRows(db), {
      error_groups: all,
      error_group_texts: all,
      client_ids: all,
      contents,
    });
    for (const table of TABLES) await db.exec(`ALTER TABLE ${table} RESET (autovacuum_enabled)`);
  });
});
