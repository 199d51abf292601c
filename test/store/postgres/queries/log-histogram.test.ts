import { strict as assert } from 'node:assert';
import { LOG_QUERY_ROWS_MAX } from '../../../../src/limits.js';
import { LOG_SAMPLE_ROWS } from '../../../../src/store/postgres/limits.js';
import { makePostgresPlace } from '../../../support/postgres-place.js';
import { HOUR_MS, logDigest } from '../../../support/store-digests.js';
import { cleanUp, openHarness, times } from '../../../support/store-harness.js';

const NOW_MS = Date.parse('2026-07-01T12:00:00Z');
const at = (timestampMs: number) => ({ timestampMs, sentTimestampMs: null });

describe('a histogram of logs under a text', function () {
  this.timeout(60_000);
  afterEach(cleanUp);

  it('counts every match of any age, and among the newest where a twentieth of the newest LOG_SAMPLE_ROWS have it', async () => {
    const { store, putAll, logHistogram } = await openHarness(makePostgresPlace);
    const zebra = (timestampMs: number) => logDigest({ ...at(timestampMs), message: 'a zebra' });
    await putAll([zebra(NOW_MS - 6 * HOUR_MS)]);
    for (let left = LOG_QUERY_ROWS_MAX; left > 0; left -= 5000)
      await store.append(times(5000, () => logDigest({ ...at(NOW_MS - HOUR_MS), message: 'another' })));
    await putAll(times(LOG_SAMPLE_ROWS / 20, () => zebra(NOW_MS)));
    const count = async (): Promise<[number, boolean]> => {
      const { counts, searchedFrom } = await logHistogram({ nowMs: NOW_MS, search: 'zebra' });
      return [
        Object.values(counts)
          .flat()
          .reduce((sum, one) => sum + one, 0),
        searchedFrom !== undefined,
      ];
    };
    assert.deepEqual(await count(), [LOG_SAMPLE_ROWS / 20 + 1, false]);
    await putAll([zebra(NOW_MS)]);
    assert.deepEqual(await count(), [LOG_SAMPLE_ROWS / 20 + 1, true]);
  });
});
