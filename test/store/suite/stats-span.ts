import { strict as assert } from 'node:assert';
import { SLOT_MS } from '../../../src/answers/spans.js';
import { STATS_BUCKETS_MAX, TOP_COUNTED_MAX, TOP_FREQUENT_MAX, TOP_LOOKED_MAX } from '../../../src/limits.js';
import { at, eventDigest, HOUR_MS, requestDigest } from '../../support/store-digests.js';
import { times } from '../../support/store-harness.js';
import { toWord } from '../../support/words.js';
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
      const charted = found.errorsOverTime.filter(({ count }) => count > 0);
      assert.deepEqual(charted, [
        { timestamp: iso(HOUR_START_MS - 4 * HOUR_MS), count: 1 },
        { timestamp: iso(HOUR_START_MS - 3 * HOUR_MS), count: 1 },
      ]);
      assert.equal(found.errorsOverTime.length, 24);
    });

    it('count every five minutes whole that it touches, where a day holds it', async () => {
      const touching = { from: iso(HOUR_START_MS - 4 * HOUR_MS - 1), to: iso(HOUR_START_MS - 2 * HOUR_MS + 1) };
      const { errorsByType, errorsOverTime } = await filled().stats({ ...touching, nowMs: NOW_MS });
      assert.deepEqual(errorsByType, { B: 2, C: 1 });
      assert.equal(errorsOverTime[0]?.timestamp, iso(HOUR_START_MS - 4 * HOUR_MS - SLOT_MS));
      assert.deepEqual(
        errorsOverTime.filter(({ count }) => count > 0).map(({ timestamp }) => timestamp),
        [4, 3, 2].map((ago) => iso(HOUR_START_MS - ago * HOUR_MS)),
      );
      const inside = { from: iso(HOUR_START_MS - 4 * HOUR_MS + SLOT_MS), to: iso(HOUR_START_MS - 3 * HOUR_MS) };
      assert.deepEqual((await filled().stats({ ...inside, nowMs: NOW_MS })).errorsByType, {});
    });

    it('count the hours that are whole, and the five minutes before and after them, each once', async () => {
      const { putAll, stats } = await open();
      const slots = Array.from({ length: 36 }, (_, index) => HOUR_START_MS - 4 * HOUR_MS + index * SLOT_MS);
      await putAll(slots.map((ms, index) => eventDigest({ type: `T${index % 5}`, ...at(ms) })));
      for (const [first, last] of [
        [7, 30],
        [0, 35],
        [12, 23],
        [13, 22],
        [5, 18],
      ] as const) {
        const expected: Record<string, number> = {};
        for (let index = first; index <= last; index++)
          expected[`T${index % 5}`] = (expected[`T${index % 5}`] ?? 0) + 1;
        const touching = { from: iso(slots[first] ?? 0), to: iso((slots[last] ?? 0) + 1), nowMs: NOW_MS };
        const { errorsByType, errorsBySource } = await stats(touching);
        assert.deepEqual(errorsByType, expected);
        assert.deepEqual(errorsBySource, { backend: last - first + 1 });
      }
    });

    it('count every hour whole that it touches, where it begins before', async () => {
      const [from, to] = [iso(HOUR_START_MS - 190 * HOUR_MS - 1), iso(HOUR_START_MS - 190 * HOUR_MS + 1)];
      const { errorsByType, errorsOverTime } = await filled().stats({ from, to, nowMs: NOW_MS });
      assert.deepEqual([errorsByType, errorsOverTime.length], [{ C: 1 }, 2]);
    });

    it('count five minutes where it has no length', async () => {
      const { errorsByType, errorsOverTime } = await filled().stats(span(4, 4));
      assert.deepEqual([errorsByType, errorsOverTime.length], [{ B: 1 }, 1]);
    });

    it('have the requests of the same buckets', async () => {
      const { errorsOverTime, requestsOverTime = [] } = await filled().stats(span(4, 2));
      assert.deepEqual(
        requestsOverTime.map(({ timestamp }) => timestamp),
        errorsOverTime.map(({ timestamp }) => timestamp),
      );
      assert.deepEqual(
        requestsOverTime.filter(({ total }) => total > 0).map(({ total, failed }) => [total, failed]),
        [
          [1, 1],
          [1, 0],
        ],
      );
      assert.equal((await filled().stats({ nowMs: NOW_MS })).requestsOverTime, undefined);
    });

    it('name the open groups with most events in it, with those alone', async () => {
      const types = async (query: Parameters<ReturnType<typeof filled>['stats']>[0]) =>
        (await filled().stats(query)).topErrors.map(({ type, count }) => [type, count]).sort();
      // Groups are counted by the hour: what begins at its end is in another one.
      assert.deepEqual(await types(span(4, 2)), [
        ['B', 1],
        ['B', 1],
      ]);
      assert.deepEqual(await types({ nowMs: NOW_MS, timeRange: '7d' }), [
        ['A', 1],
        ['B', 1],
        ['B', 1],
        ['C', 1],
      ]);
      assert.deepEqual(await types({ ...span(4, 3), projectId: 'blog' }), []);
      assert.deepEqual(await types({ ...span(4, 2), projectId: 'blog' }), [['B', 1]]);
    });

    it('narrow to a project', async () => {
      assert.deepEqual((await filled().stats({ ...span(9, 0), projectId: 'blog' })).errorsByType, { B: 1 });
      assert.deepEqual((await filled().stats({ ...span(9, 0), projectId: 'nobody' })).errorsByType, {});
    });

    it('leave the last 24 hours as they are', async () => {
      const { errorsLast24h } = await filled().stats(span(4, 3));
      assert.equal(errorsLast24h, (await filled().stats({ nowMs: NOW_MS })).errorsLast24h);
    });

    it('end with the five minutes that are now, however far it reaches', async () => {
      const to = '9999-12-31T23:59:59Z';
      const { errorsOverTime } = await filled().stats({ ...span(2, 0), to });
      assert.deepEqual(errorsOverTime.at(0), { timestamp: iso(HOUR_START_MS - 2 * HOUR_MS), count: 1 });
      assert.deepEqual(errorsOverTime.at(-1), { timestamp: iso(NOW_MS), count: 0 });
      assert.equal((await filled().stats({ from: to, to, nowMs: NOW_MS })).errorsOverTime.length, 1);
    });

    it('count the events of so many groups, those with most in all', async () => {
      const { putAll, stats } = await open();
      const frequent = (index: number) => {
        const message = `the ${toWord(index)} part failed`;
        return [hours(100), hours(100), hours(2)].map((when) => eventDigest({ message, ...when }));
      };
      await putAll(times(2, () => eventDigest({ message: 'twice', ...hours(2) })));
      await putAll(times(TOP_COUNTED_MAX - 1, frequent).flat());
      const first = async () => (await stats(span(4, 0))).topErrors[0];
      assert.equal((await first())?.message, 'twice');
      await putAll(frequent(TOP_COUNTED_MAX));
      assert.equal((await first())?.count, 1);
    });

    it('find those that were seen behind many that have more in all', async () => {
      const { putAll, stats } = await open();
      const earlier = (index: number) => {
        const message = `the ${toWord(index)} part failed`;
        return [hours(100), hours(100)].map((when) => eventDigest({ message, ...when }));
      };
      await putAll(times(TOP_FREQUENT_MAX, earlier).flat());
      await putAll([eventDigest({ message: 'once', ...hours(2) })]);
      const { topErrors } = await stats(span(4, 0));
      assert.deepEqual(
        topErrors.map(({ message, count }) => [message, count]),
        [['once', 1]],
      );
    });

    it('look at so many groups for it, those seen last', async () => {
      const { putAll, stats } = await open();
      const latest = (index: number) => eventDigest({ message: `the ${toWord(index)} part failed`, ...hours(1) });
      await putAll(times(2, () => eventDigest({ message: 'twice', ...hours(3) })));
      await putAll(times(TOP_LOOKED_MAX - 1, latest));
      const first = async () => (await stats(span(4, 0))).topErrors[0];
      assert.equal((await first())?.message, 'twice');
      await putAll([latest(TOP_LOOKED_MAX)]);
      assert.equal((await first())?.count, 1);
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
