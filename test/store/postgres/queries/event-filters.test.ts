import { strict as assert } from 'node:assert';
import { openDb } from '../../../../src/store/postgres/connection.js';
import { newestEvents } from '../../../../src/store/postgres/queries/event-filters.js';
import { makePostgresPlace } from '../../../support/postgres-place.js';
import { eventDigest } from '../../../support/store-digests.js';
import { atCleanUp, cleanUp, openHarness, times } from '../../../support/store-harness.js';

describe('the newest events of all projects', function () {
  this.timeout(30_000);
  afterEach(cleanUp);

  it('are as many of each project, up to the bound', async () => {
    const { place, putAll } = await openHarness(makePostgresPlace);
    const db = openDb(place.url, { max: 1 });
    atCleanUp(() => void db.close());
    await putAll(['shop', 'blog'].flatMap((projectName) => times(10, () => eventDigest({ projectName }))));
    const readCounts = async (max: number): Promise<number[]> => {
      const newest = newestEvents(undefined, 'n.project_id', max);
      const rows = await db.query<{ count: number }>(
        `/* fan-out */ SELECT count(*) AS count FROM (${newest}) AS n GROUP BY n.project_id`,
      );
      return rows.map(({ count }) => count);
    };
    // The third share is that of events without a project.
    assert.deepEqual(await readCounts(9), [3, 3]);
    assert.deepEqual(await readCounts(60), [10, 10]);
    assert.deepEqual(await readCounts(1), [1]);
  });
});
