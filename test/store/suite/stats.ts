import { strict as assert } from 'node:assert';
import { STATS_TYPES_MAX } from '../../../src/limits.js';
import { at, DAY_MS, eventDigest, HOUR_MS, logDigest, MINUTE_MS, requestDigest } from '../../support/store-digests.js';
import { times } from '../../support/store-harness.js';
import { type Open, openForReading } from './open.js';

const NOW_MS = Date.now();
const ago = (ms: number) => at(NOW_MS - ms);
const sum = (buckets: readonly { count: number }[]): number => buckets.reduce((total, { count }) => total + count, 0);

export function describeStats(open: Open): void {
  describe('statistics', () => {
    it('are zero, and fully healthy, for a store without records', async () => {
      const { stats } = await open();
      const { errorsOverTime, ...rest } = await stats();
      assert.deepEqual(rest, {
        totalRequests: 0,
        errorRequests: 0,
        healthScore: 100,
        errorsLast24h: 0,
        topErrors: [],
        errorsByType: {},
        errorsBySource: {},
      });
      assert.deepEqual(
        errorsOverTime.map(({ count }) => count),
        times(24, () => 0),
      );
    });

    it('count events by type and source, and requests by failure, over everything stored', async () => {
      const { putAll, stats } = await open();
      await putAll([
        eventDigest({ type: 'http_error', ...ago(0) }),
        eventDigest({ type: 'http_error', ...ago(40 * DAY_MS), source: 'frontend' }),
        eventDigest({ type: 'console_error', ...ago(HOUR_MS), projectName: 'blog' }),
        ...[200, 301, 399, 400, 404, 500, 599, null].map((statusCode) => requestDigest({ statusCode })),
        logDigest(),
      ]);
      const { totalRequests, errorRequests, healthScore, errorsByType, errorsBySource, errorsLast24h } = await stats();
      assert.deepEqual([totalRequests, errorRequests, healthScore], [8, 4, 50]);
      assert.deepEqual(errorsByType, { http_error: 2, console_error: 1 });
      assert.deepEqual(errorsBySource, { backend: 2, frontend: 1 });
      assert.equal(errorsLast24h, 2);
    });

    it('give the health score with one decimal', async () => {
      const { putAll, stats } = await open();
      await putAll([500, 200, 200].map((statusCode) => requestDigest({ statusCode })));
      assert.equal((await stats()).healthScore, 66.7);
    });

    it('hold an event of 23 hours ago, and none of 25 hours ago', async () => {
      const { putAll, stats } = await open();
      await putAll([
        eventDigest(ago(23 * HOUR_MS)),
        eventDigest(ago(25 * HOUR_MS)),
        eventDigest(ago(24 * HOUR_MS + MINUTE_MS)),
      ]);
      const { errorsLast24h, errorsOverTime } = await stats({ nowMs: NOW_MS });
      assert.equal(errorsLast24h, 1);
      assert.equal(
        errorsOverTime.findIndex(({ count }) => count === 1),
        0,
      );
    });

    it('have 24 hourly buckets, oldest first, that sum to errorsLast24h', async () => {
      const { putAll, stats } = await open();
      const hours = [0, 0, 1, 5, 5, 5, 23, 30];
      await putAll(hours.map((hour) => eventDigest(ago(hour * HOUR_MS))));
      const { errorsLast24h, errorsOverTime } = await stats({ nowMs: NOW_MS });
      assert.equal(errorsOverTime.length, 24);
      assert.equal(errorsLast24h, 7);
      assert.equal(sum(errorsOverTime), 7);
      assert.deepEqual(
        [23, 22, 18, 0].map((index) => errorsOverTime[index]?.count),
        [2, 1, 3, 1],
      );
      const starts = errorsOverTime.map(({ timestamp }) => Date.parse(timestamp));
      for (const [index, start] of starts.slice(1).entries()) assert.equal(start - (starts[index] ?? 0), HOUR_MS);
      assert.ok((starts[23] ?? 0) <= NOW_MS && NOW_MS < (starts[23] ?? 0) + HOUR_MS);
    });

    it('count an event from the future at its receipt', async () => {
      const { put, stats } = await open();
      await put(eventDigest({ timestampMs: NOW_MS + 400 * DAY_MS, receivedAtMs: NOW_MS }));
      assert.equal((await stats()).errorsLast24h, 1);
    });

    const ranges = [
      { timeRange: '1h', bucketCount: 12, bucketMs: 5 * MINUTE_MS, expected: 1 },
      { timeRange: '6h', bucketCount: 24, bucketMs: 15 * MINUTE_MS, expected: 2 },
      { timeRange: '24h', bucketCount: 24, bucketMs: HOUR_MS, expected: 3 },
      { timeRange: '7d', bucketCount: 168, bucketMs: HOUR_MS, expected: 4 },
    ] as const;
    const filled = openForReading(open, ({ putAll }) =>
      putAll(
        [30 * MINUTE_MS, 5 * HOUR_MS, 20 * HOUR_MS, 6 * DAY_MS, 8 * DAY_MS].flatMap((age) => [
          eventDigest({ ...ago(age), type: 'http_error' }),
          requestDigest({ ...ago(age), statusCode: 500 }),
          requestDigest({ ...ago(age), statusCode: 200 }),
        ]),
      ),
    );
    for (const { timeRange, bucketCount, bucketMs, expected } of ranges) {
      it(`narrow to ${timeRange} in ${bucketCount} buckets`, async () => {
        const found = await filled().stats({ nowMs: NOW_MS, timeRange });
        assert.equal(found.errorsOverTime.length, bucketCount);
        assert.equal(sum(found.errorsOverTime), expected);
        const [first, second] = found.errorsOverTime.map(({ timestamp }) => Date.parse(timestamp));
        assert.equal((second ?? 0) - (first ?? 0), bucketMs);
        assert.deepEqual(found.errorsByType, { http_error: expected });
        assert.deepEqual(found.errorsBySource, { backend: expected });
        assert.deepEqual([found.totalRequests, found.errorRequests, found.healthScore], [2 * expected, expected, 50]);
        assert.equal(found.errorsLast24h, 3);
      });
    }

    it('are those of one project when one is named', async () => {
      const { putAll, stats } = await open();
      await putAll([
        eventDigest({ projectName: 'shop' }),
        eventDigest({ projectName: 'blog', type: 'http_error' }),
        eventDigest({ projectName: null }),
        requestDigest({ projectName: 'blog', statusCode: 500 }),
        requestDigest({ projectName: 'shop' }),
      ]);
      const blog = await stats({ projectId: 'blog' });
      assert.deepEqual([blog.totalRequests, blog.errorRequests, blog.healthScore], [1, 1, 0]);
      assert.deepEqual([blog.errorsLast24h, blog.errorsByType], [1, { http_error: 1 }]);
      assert.equal(blog.topErrors.length, 1);
      assert.equal((await stats()).errorsLast24h, 3);
    });

    it('list the five groups with most events that are neither resolved nor ignored', async () => {
      const { store, putAll, errors, stats } = await open();
      const counts = [9, 8, 7, 6, 5, 4, 3];
      await putAll(counts.flatMap((count) => times(count, () => eventDigest({ message: `m${count}` }))));
      for (const { id, message } of (await errors()).errors) {
        if (message === 'm9') await store.setStatus(id, 'resolved');
        if (message === 'm7') await store.setStatus(id, 'ignored');
        if (message === 'm8') await store.setStatus(id, 'acknowledged');
      }
      const { topErrors } = await stats();
      assert.deepEqual(
        topErrors.map(({ message, count }) => [message, count]),
        [8, 6, 5, 4, 3].map((count) => [`m${count}`, count]),
      );
      const { errors: groups } = await errors();
      const top = groups.find(({ message }) => message === 'm8');
      assert.deepEqual(topErrors[0], { id: top?.id, message: 'm8', count: 8, type: top?.type, severity: 'error' });
      assert.deepEqual((await stats({ projectId: 'shop' })).topErrors, topErrors);
    });

    it('name the most frequent types, and no more than the limit', async () => {
      const { putAll, stats } = await open();
      const types = times(STATS_TYPES_MAX + 1, (index) => `type_${index}`);
      await putAll(
        types.flatMap((type, index) => times(index === 0 ? 1 : 2, () => eventDigest({ type, message: type }))),
      );
      const { errorsByType, errorsLast24h } = await stats();
      assert.equal(Object.keys(errorsByType).length, STATS_TYPES_MAX);
      assert.equal('type_0' in errorsByType, false);
      assert.equal(errorsLast24h, 2 * STATS_TYPES_MAX + 1);
    });

    it('name exactly as many types as the limit', async () => {
      const { putAll, stats } = await open();
      await putAll(times(STATS_TYPES_MAX, (index) => eventDigest({ type: `type_${index}` })));
      assert.equal(Object.keys((await stats()).errorsByType).length, STATS_TYPES_MAX);
    });

    it('name types that look like parts of an object, or hold odd characters', async () => {
      const { putAll, stats } = await open();
      const types = ['__proto__', 'constructor', 'toString', 'a\nb', 'say "hi"', 'nul\0', '\u2028', '12', ' ', '日本'];
      await putAll(types.map((type) => eventDigest({ type, message: type })));
      assert.deepEqual(Object.entries((await stats()).errorsByType).sort(), types.map((type) => [type, 1]).sort());
    });
  });
}
