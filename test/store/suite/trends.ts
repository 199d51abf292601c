import { strict as assert } from 'node:assert';
import { at, DAY_MS, eventDigest, HOUR_MS, requestDigest } from '../../support/store-digests.js';
import { times } from '../../support/store-harness.js';
import type { Open } from './open.js';

/** In the middle of an hour, so that no test runs over its end. */
const NOW_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS / 2;
const QUARTER_MS = 6 * HOUR_MS;
const iso = (ms: number): string => new Date(ms).toISOString();
const hoursAgo = (hours: number) => at(NOW_MS - hours * HOUR_MS);

export function describeTrends(open: Open): void {
  describe('trends', () => {
    it('count the events of the groups that are asked for, by hour, the last one now', async () => {
      const { putAll, errors, trends } = await open();
      await putAll([
        ...times(3, () => eventDigest({ message: 'one', ...hoursAgo(0) })),
        eventDigest({ message: 'one', ...hoursAgo(23) }),
        eventDigest({ message: 'one', ...hoursAgo(24) }),
        eventDigest({ message: 'two', ...hoursAgo(1) }),
      ]);
      const ids = new Map((await errors()).errors.map(({ message, id }) => [message, id]));
      const [one = '', two = ''] = [ids.get('one'), ids.get('two')];
      const { groups, bucketMs, from } = await trends({ groupIds: `${one},${two},zz,No id! `, nowMs: NOW_MS });
      assert.equal(bucketMs, HOUR_MS);
      assert.equal(Date.parse(from), NOW_MS - HOUR_MS / 2 - 23 * HOUR_MS);
      assert.deepEqual(groups, {
        [one]: [1, ...times(22, () => 0), 3],
        [two]: [...times(22, () => 0), 1, 0],
        zz: times(24, () => 0),
        'No id! ': times(24, () => 0),
      });
      assert.deepEqual((await trends({ nowMs: NOW_MS })).groups, {});
    });

    it('count a week in buckets of six hours', async () => {
      const { putAll, onlyGroup, trends } = await open();
      const startMs = Math.floor(NOW_MS / QUARTER_MS) * QUARTER_MS;
      const eventTimes = [0, 1, QUARTER_MS, QUARTER_MS + 1, 27 * QUARTER_MS, 27 * QUARTER_MS + 1].map(
        (ms) => startMs - ms,
      );
      await putAll(eventTimes.flatMap((ms) => [eventDigest(at(ms)), requestDigest({ ...at(ms), statusCode: 500 })]));
      const { id } = await onlyGroup();
      const { groups, bucketMs, from, requests } = await trends({ groupIds: id, timeRange: '7d', nowMs: NOW_MS });
      assert.equal(bucketMs, QUARTER_MS);
      assert.equal(Date.parse(from), startMs - 27 * QUARTER_MS);
      const expected = [1, ...times(24, () => 0), 1, 2, 1];
      assert.deepEqual(groups[id], expected);
      assert.deepEqual(requests, { total: expected, failed: expected });
    });

    it('count every hour whole that two times of the last day touch', async () => {
      const { putAll, onlyGroup, trends } = await open();
      const hourMs = NOW_MS - HOUR_MS / 2;
      const eventTimes = [-5, -4, -3, -2, -1].map((hours) => hourMs + hours * HOUR_MS);
      await putAll(eventTimes.flatMap((ms) => [eventDigest(at(ms)), requestDigest({ ...at(ms), statusCode: 500 })]));
      const { id } = await onlyGroup();
      const span = { from: iso(hourMs - 4 * HOUR_MS + 60_000), to: iso(hourMs - 2 * HOUR_MS + 1) };
      const { groups, bucketMs, from, requests } = await trends({ groupIds: id, ...span, nowMs: NOW_MS });
      assert.deepEqual([bucketMs, from], [HOUR_MS, iso(hourMs - 4 * HOUR_MS)]);
      assert.deepEqual(groups[id], [1, 1, 1]);
      assert.deepEqual(requests, { total: [1, 1, 1], failed: [1, 1, 1] });
      const later = { from: span.from, to: '9999-12-31T23:59:59Z' };
      const upToNow = await trends({ groupIds: id, ...later, nowMs: NOW_MS });
      assert.deepEqual(upToNow.groups[id], [1, 1, 1, 1, 0]);
    });

    it('count every six hours whole that an older time touches', async () => {
      const { putAll, onlyGroup, trends } = await open();
      const startMs = Math.floor(NOW_MS / QUARTER_MS) * QUARTER_MS - 16 * QUARTER_MS;
      await putAll([-1, 0, QUARTER_MS, 2 * QUARTER_MS].map((ms) => eventDigest(at(startMs + ms))));
      const { id } = await onlyGroup();
      const span = { from: iso(startMs + 60_000), to: iso(startMs + QUARTER_MS + 60_000) };
      const { groups, bucketMs, from } = await trends({ groupIds: id, ...span, nowMs: NOW_MS });
      assert.deepEqual([bucketMs, from], [QUARTER_MS, iso(startMs)]);
      assert.deepEqual(groups[id], [1, 1]);
    });

    it('count requests and failures, of one project or all', async () => {
      const { putAll, trends } = await open();
      await putAll([
        requestDigest({ statusCode: 200, ...hoursAgo(0) }),
        requestDigest({ statusCode: 500, ...hoursAgo(2), projectName: 'blog' }),
        requestDigest({ statusCode: 500, ...hoursAgo(30) }),
      ]);
      const all = (await trends({ nowMs: NOW_MS })).requests;
      assert.deepEqual(
        [all.total.slice(-3), all.failed.slice(-3)],
        [
          [1, 0, 1],
          [1, 0, 0],
        ],
      );
      assert.equal(all.total.length, 24);
      const blog = (await trends({ projectId: 'blog', nowMs: NOW_MS })).requests;
      assert.deepEqual(blog.total.slice(-3), [1, 0, 0]);
      const unknown = (await trends({ projectId: 'nobody', nowMs: NOW_MS })).requests;
      assert.deepEqual(
        unknown.total,
        times(24, () => 0),
      );
    });

    it('forget events that retention or clearing has deleted', async () => {
      const { store, putAll, onlyGroup, errors, trends } = await open();
      await putAll([eventDigest(hoursAgo(1)), eventDigest(hoursAgo(0))]);
      const { id } = await onlyGroup();
      await store.clear('shop');
      assert.deepEqual(
        (await trends({ groupIds: id, nowMs: NOW_MS })).groups[id],
        times(24, () => 0),
      );
      await putAll([eventDigest(hoursAgo(0))]);
      await store.prune({ nowMs: NOW_MS + 40 * DAY_MS, retentionDays: 30, maxDbSizeMb: 0 });
      assert.equal((await errors()).total, 0);
      await putAll([eventDigest(hoursAgo(0))]);
      const again = await onlyGroup();
      const { groups } = await trends({ groupIds: again.id, nowMs: NOW_MS });
      assert.equal(groups[again.id]?.at(-1), 1);
    });
  });
}
