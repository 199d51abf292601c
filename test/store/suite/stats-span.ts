import { strict as assert } from 'node:assert';
import { STATS_BUCKETS_MAX } from '../../../src/limits.js';
import { at, eventDigest, HOUR_MS, requestDigest } from '../../support/store-digests.js';
import { type Open, openForReading } from './open.js';

/** Two hours and a half ago; in the middle of an hour, so that no test runs over its end. */
const HOUR_START_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const NOW_MS = HOUR_START_MS + HOUR_MS / 2;
const hours = (count: number) => at(HOUR_START_MS - count * HOUR_MS);
const iso = (ms: number): string => new Date(ms).toISOString();
const span = (fromHours: number, toHours: number) => ({
  from: iso(HOUR_START_MS - fromHours * HOUR_MS),
  to: iso(HOUR_START_MS - toHours * HOUR_MS),
  nowMs: NOW_MS,
});

export function describeStatsSpan(open: Open): void {
  describe('statistics of a span', () => {
    const filled = openForReading(open, ({ putAll }) =>
      putAll([
        eventDigest({ type: 'A', ...hours(5), timestampMs: HOUR_START_MS - 4 * HOUR_MS - 1 }),
        eventDigest({ type: 'B', source: 'frontend', ...hours(4) }),
        eventDigest({ type: 'B', ...hours(3), projectName: 'blog' }),
        eventDigest({ type: 'C', ...hours(2) }),
        eventDigest({ type: 'C', ...hours(190) }),
        requestDigest({ statusCode: 500, ...hours(4) }),
        requestDigest({ statusCode: 200, ...hours(3) }),
        requestDigest({ statusCode: 200, ...hours(1) }),
      ]),
    );

    it('count its hours by type, source and failure, and chart each of them', async () => {
      const found = await filled().stats(span(4, 2));
      assert.deepEqual(found.errorsByType, { B: 2 });
      assert.deepEqual(found.errorsBySource, { backend: 1, frontend: 1 });
      assert.deepEqual([found.totalRequests, found.errorRequests, found.healthScore], [2, 1, 50]);
      assert.deepEqual(found.errorsOverTime, [
        { timestamp: iso(HOUR_START_MS - 4 * HOUR_MS), count: 1 },
        { timestamp: iso(HOUR_START_MS - 3 * HOUR_MS), count: 1 },
      ]);
    });

    it('count every hour whole that it touches', async () => {
      const from = iso(HOUR_START_MS - 3 * HOUR_MS - 1);
      const to = iso(HOUR_START_MS - 2 * HOUR_MS + 1);
      const { errorsByType, errorsOverTime } = await filled().stats({ from, to, nowMs: NOW_MS });
      assert.deepEqual(errorsByType, { B: 2, C: 1 });
      assert.equal(errorsOverTime.length, 3);
    });

    it('count one hour where it has no length', async () => {
      const { errorsByType, errorsOverTime } = await filled().stats(span(4, 4));
      assert.deepEqual([errorsByType, errorsOverTime.length], [{ B: 1 }, 1]);
    });

    it('narrow to a project', async () => {
      assert.deepEqual((await filled().stats({ ...span(9, 0), projectId: 'blog' })).errorsByType, { B: 1 });
      assert.deepEqual((await filled().stats({ ...span(9, 0), projectId: 'nobody' })).errorsByType, {});
    });

    it('leave the last 24 hours and the top groups as they are', async () => {
      const { errorsLast24h, topErrors } = await filled().stats(span(4, 3));
      const whole = await filled().stats({ nowMs: NOW_MS });
      assert.deepEqual([errorsLast24h, topErrors], [whole.errorsLast24h, whole.topErrors]);
    });

    it('end with the hour that is now, however far it reaches', async () => {
      const to = '9999-12-31T23:59:59Z';
      const { errorsOverTime } = await filled().stats({ ...span(2, 0), to });
      assert.deepEqual(
        errorsOverTime.map(({ timestamp, count }) => [timestamp, count]),
        [2, 1, 0].map((ago) => [iso(HOUR_START_MS - ago * HOUR_MS), ago === 2 ? 1 : 0]),
      );
      assert.equal((await filled().stats({ from: to, to, nowMs: NOW_MS })).errorsOverTime.length, 1);
    });

    it('put hours together when there are more than a chart has buckets', async () => {
      const { errorsOverTime } = await filled().stats(span(191, 0));
      assert.equal(errorsOverTime.length, 96);
      assert.equal(errorsOverTime[0]?.count, 1);
      assert.equal(
        errorsOverTime.reduce((sum, { count }) => sum + count, 0),
        5,
      );
      assert.equal((await filled().stats(span(STATS_BUCKETS_MAX, 0))).errorsOverTime.length, STATS_BUCKETS_MAX);
    });
  });
}
