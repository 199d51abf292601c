import { strict as assert } from 'node:assert';
import { LOG_SLOTS_MAX, SEARCH_TOTAL_MAX } from '../../../schemas/limits.js';
import type { LogHistogram } from '../../../schemas/log.js';
import type { LogHistogramQuery } from '../../../schemas/query.js';
import { LOG_LEVELS, type LogLevel } from '../../../schemas/words.js';
import { LOG_HISTOGRAM_ROWS_MAX, LOG_QUERY_ROWS_MAX } from '../../../src/limits.js';
import { at, DAY_MS, HOUR_MS, logDigest } from '../../support/store-digests.js';
import { type Harness, times } from '../../support/store-harness.js';
import { type Open, openForReading } from './open.js';

const MINUTE_MS = 60_000;
/** In the middle of an hour, and at the start of a minute. */
const NOW_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS / 2;
const iso = (agoMs: number): string => new Date(NOW_MS - agoMs).toISOString();

/** How many of each level, in slots that are told by when they start. */
function toSlots({ from, slotMs, counts }: LogHistogram): Record<string, string> {
  const found: Record<string, string> = {};
  counts.warn.forEach((_, index) => {
    const levels = (Object.keys(counts) as LogLevel[]).filter((level) => (counts[level][index] ?? 0) > 0);
    const text = levels.map((level) => `${counts[level][index]} ${level}`).join(', ');
    if (text !== '') found[new Date(Date.parse(from) + index * slotMs).toISOString()] = text;
  });
  return found;
}

const LOGS: readonly { ago: number; level: LogLevel; message: string; frontend?: true; blog?: true; id?: string }[] = [
  { ago: 0, level: 'warn', message: 'disk is 90% full' },
  { ago: 10, level: 'warn', message: 'disk is 91% full', frontend: true },
  { ago: 5 * MINUTE_MS, level: 'info', message: 'GET /healthz' },
  { ago: 5 * MINUTE_MS + 1, level: 'info', message: 'GET /Cart', id: 'trace-1' },
  { ago: 40 * MINUTE_MS, level: 'debug', message: 'GET /healthz', blog: true },
  { ago: 30 * HOUR_MS, level: 'log', message: 'started', blog: true, id: 'trace-1' },
];

const DIGESTS = LOGS.map(({ ago, level, message, frontend, blog, id }) =>
  logDigest({
    ...at(NOW_MS - ago),
    level,
    message,
    source: frontend === true ? 'frontend' : 'backend',
    projectName: blog === true ? 'blog' : 'shop',
    correlationId: id ?? null,
  }),
);

const LAST_HOUR = { from: iso(HOUR_MS) };

export function describeLogHistogram(open: Open): void {
  describe('histograms of logs', () => {
    const filled = openForReading(open, ({ putAll }) => putAll(DIGESTS.toReversed()));
    const count = (query: LogHistogramQuery, { logHistogram }: Harness = filled()) =>
      logHistogram({ ...query, nowMs: NOW_MS });

    it('count by level and minute where the time is an hour', async () => {
      const histogram = await count(LAST_HOUR);
      assert.equal(histogram.slotMs, MINUTE_MS);
      assert.equal(histogram.from, iso(HOUR_MS));
      assert.equal(histogram.counts.info.length, 61);
      assert.equal(histogram.searchedFrom, undefined);
      assert.deepEqual(toSlots(histogram), {
        [iso(40 * MINUTE_MS)]: '1 debug',
        [iso(6 * MINUTE_MS)]: '1 info',
        [iso(5 * MINUTE_MS)]: '1 info',
        [iso(MINUTE_MS)]: '1 warn',
        [iso(0)]: '1 warn',
      });
    });

    it('begin with the oldest entry of a project, or of all, where no time is given', async () => {
      const all = await count({});
      assert.equal(all.slotMs, 30 * MINUTE_MS);
      assert.equal(all.from, iso(30 * HOUR_MS + HOUR_MS / 2));
      assert.deepEqual(toSlots(await count({ projectId: 'shop' })), {
        [iso(5.5 * MINUTE_MS)]: '1 info',
        [iso(5 * MINUTE_MS)]: '1 info',
        [iso(0.5 * MINUTE_MS)]: '1 warn',
        [iso(0)]: '1 warn',
      });
      const nobody = await count({ projectId: 'nobody' });
      assert.deepEqual([nobody.from, nobody.counts.warn], [iso(0), [0]]);
    });

    it('count whole hours from the counters', async () => {
      const week = await count({ from: iso(7 * DAY_MS) });
      assert.equal(week.slotMs, 3 * HOUR_MS);
      assert.ok(week.counts.warn.length <= LOG_SLOTS_MAX);
      const sums = LOG_LEVELS.map((level) => [level, week.counts[level].reduce((sum, one) => sum + one, 0)]);
      assert.deepEqual(Object.fromEntries(sums), { debug: 1, log: 1, info: 2, warn: 2 });
      const narrowed = await count({ from: iso(7 * DAY_MS), minLevel: 'info', source: 'backend', projectId: 'shop' });
      assert.deepEqual(
        LOG_LEVELS.map((level) => narrowed.counts[level].reduce((sum, one) => sum + one, 0)),
        LOG_LEVELS.map((level) => ({ log: 0, info: 2, warn: 1, debug: 0 })[level]),
      );
    });

    const filters: readonly (readonly [string, LogHistogramQuery, string])[] = [
      ['level', { level: 'info' }, '2 info'],
      ['least level', { minLevel: 'info' }, '2 info, 2 warn'],
      ['level below the least', { level: 'debug', minLevel: 'warn' }, ''],
      ['source', { source: 'frontend' }, '1 warn'],
      ['project', { projectId: 'blog' }, '1 debug'],
      ['search', { search: 'HEALTHZ' }, '1 debug, 1 info'],
      ['search under three characters', { search: '0%' }, '1 warn'],
      ['search and exclusion', { search: 'get', exclude: 'healthz' }, '1 info'],
      ['exclusion', { exclude: 'disk' }, '1 debug, 2 info'],
      ['search and level', { search: 'healthz', level: 'info', projectId: 'shop' }, '1 info'],
      ['correlation id', { correlationId: 'trace-1' }, '1 info'],
      ['empty texts', { search: '', exclude: '' }, '1 debug, 2 info, 2 warn'],
    ];
    for (const [name, query, expected] of filters) {
      it(`leave what the list leaves: ${name}`, async () => {
        const { counts } = await count({ ...query, ...LAST_HOUR });
        const sums = (['debug', 'log', 'info', 'warn'] as const).map(
          (level) => [counts[level].reduce((sum, one) => sum + one, 0), level] as const,
        );
        assert.equal(
          sums
            .filter(([sum]) => sum > 0)
            .map((pair) => pair.join(' '))
            .join(', '),
          expected,
        );
        assert.equal(
          sums.reduce((total, [sum]) => total + sum, 0),
          (await filled().logs({ ...query, ...LAST_HOUR })).total,
        );
      });
    }

    it('have no slot where the time ends before it starts, and end now where it ends later', async () => {
      const none = await count({ from: iso(0), to: iso(1) });
      assert.deepEqual(none.counts, { debug: [], log: [], info: [], warn: [] });
      const future = await count({ from: iso(-HOUR_MS), to: iso(-2 * HOUR_MS) });
      assert.deepEqual(future.counts.warn, []);
      const open = await count({ from: iso(HOUR_MS), to: '9999-12-31T00:00:00Z' });
      assert.deepEqual(open, await count(LAST_HOUR));
    });

    it('have as many slots as allowed, and longer ones where they were one more', async () => {
      const most = await count({ from: iso((LOG_SLOTS_MAX - 1) * MINUTE_MS) });
      assert.deepEqual([most.counts.warn.length, most.slotMs], [LOG_SLOTS_MAX, MINUTE_MS]);
      const more = await count({ from: iso(LOG_SLOTS_MAX * MINUTE_MS) });
      assert.deepEqual([more.counts.warn.length, more.slotMs], [LOG_SLOTS_MAX / 2 + 1, 2 * MINUTE_MS]);
    });

    it('have no more slots than allowed, however long the time is', async () => {
      for (const from of ['0001-01-01T00:00:00Z', '1969-12-31T23:00:00Z', iso(2000 * DAY_MS), iso(90), iso(0)]) {
        const { counts, from: startsAt } = await count({ from });
        assert.ok(counts.warn.length <= LOG_SLOTS_MAX && counts.warn.length > 0, `${counts.warn.length} since ${from}`);
        assert.ok(Date.parse(startsAt) <= Date.parse(from), startsAt);
        assert.equal(counts.warn.at(-1), from === iso(0) || from === iso(90) ? 1 : 2, from);
      }
    });

    it('forget what retention or clearing has deleted', async () => {
      const harness = await open();
      await harness.putAll(DIGESTS);
      await harness.store.clearLogs('shop');
      assert.deepEqual(toSlots(await count(LAST_HOUR, harness)), { [iso(40 * MINUTE_MS)]: '1 debug' });
    });
  });

  describe('histograms of more logs than are read', function () {
    this.timeout(120_000);
    const plain = { environment: null, message: 'a common word' };
    const OLD = 6 * HOUR_MS;

    const filled = openForReading(open, async ({ store, putAll }) => {
      await putAll([logDigest({ ...plain, ...at(NOW_MS - OLD), message: 'the rare one' })]);
      for (let left = LOG_HISTOGRAM_ROWS_MAX - 1; left > 0; left -= 4999)
        await store.append(times(Math.min(left, 4999), () => logDigest({ ...plain, ...at(NOW_MS - MINUTE_MS) })));
    });
    const sum = ({ counts }: LogHistogram): number => counts.info.reduce((total, one) => total + one, 0);

    it('read as many as allowed', async () => {
      const whole = await filled().logHistogram({ nowMs: NOW_MS, from: iso(7 * HOUR_MS) });
      assert.deepEqual(
        [whole.slotMs, sum(whole), whole.searchedFrom],
        [10 * MINUTE_MS, LOG_HISTOGRAM_ROWS_MAX, undefined],
      );
    });

    it('look for a text in as many as a list does, and of one more in the newest, telling how far they looked', async () => {
      const { logHistogram, putAll, store } = await open();
      await putAll([logDigest({ ...plain, ...at(NOW_MS - OLD), message: 'the rare one' })]);
      for (let left = LOG_QUERY_ROWS_MAX - 1; left > 0; left -= 4999)
        await store.append(times(Math.min(left, 4999), () => logDigest({ ...plain, ...at(NOW_MS - MINUTE_MS) })));
      const query = { nowMs: NOW_MS, from: iso(7 * HOUR_MS) };
      const rare = await logHistogram({ ...query, exclude: 'common' });
      assert.deepEqual([sum(rare), rare.searchedFrom], [1, undefined]);
      await putAll([logDigest({ ...plain, ...at(NOW_MS - MINUTE_MS) })]);
      const cut = await logHistogram({ ...query, exclude: 'rare' });
      assert.deepEqual([sum(cut), cut.searchedFrom], [LOG_QUERY_ROWS_MAX, iso(OLD)]);
      await putAll([logDigest({ ...plain, ...at(NOW_MS) })]);
      const behind = await logHistogram({ ...query, exclude: 'common' });
      assert.deepEqual([sum(behind), behind.searchedFrom], [0, iso(MINUTE_MS)]);
    });

    it('count by the hour where no text is asked for', async () => {
      await filled().putAll(times(2, () => logDigest({ ...plain, ...at(NOW_MS - MINUTE_MS) })));
      const hours = await filled().logHistogram({ nowMs: NOW_MS, from: iso(7 * HOUR_MS) });
      assert.deepEqual([hours.slotMs, hours.searchedFrom], [HOUR_MS, undefined]);
      assert.ok(sum(hours) > LOG_HISTOGRAM_ROWS_MAX);
      const short = await filled().logHistogram({ nowMs: NOW_MS, from: iso(HOUR_MS) });
      assert.deepEqual([short.slotMs, short.searchedFrom], [MINUTE_MS, iso(MINUTE_MS)]);
    });

    it('look among the newest entries for a text that more have than a search finds', async () => {
      const query = { nowMs: NOW_MS, from: iso(7 * HOUR_MS) };
      const common = await filled().logHistogram({ ...query, search: 'common word' });
      assert.ok(sum(common) > SEARCH_TOTAL_MAX);
      assert.equal(common.searchedFrom, iso(MINUTE_MS));
      const rare = await filled().logHistogram({ ...query, search: 'rare one' });
      assert.deepEqual([sum(rare), rare.searchedFrom], [1, undefined]);
    });
  });
}
