import { strict as assert } from 'node:assert';
import { LOG_LEVELS, SOURCES } from '../../../schemas/words.js';
import { at, DAY_MS, HOUR_MS, logDigest, requestDigest } from '../../support/store-digests.js';
import { type Harness, times } from '../../support/store-harness.js';
import { type Open, openForReading } from './open.js';

const HOUR_START_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 5 * HOUR_MS;

/** Around the borders of hours, in the middle of some, and longer ago than any statistic looks. */
const TIMES_MS: readonly number[] = [
  ...times(4, (hour) => [-1, 0, 1, HOUR_MS / 2].map((offset) => HOUR_START_MS + hour * HOUR_MS + offset)).flat(),
  HOUR_START_MS - 20 * DAY_MS,
  HOUR_START_MS - 20 * DAY_MS + 1,
  0,
];

const PROJECTS = ['shop', 'blog', null] as const;

const RECORDS = TIMES_MS.map((atMs, index) => ({
  atMs,
  projectName: PROJECTS[index % 3] ?? null,
  level: LOG_LEVELS[index % LOG_LEVELS.length] ?? 'log',
  source: SOURCES[index % 5] ?? null,
}));

const RANGES: readonly { fromMs?: number; toMs?: number }[] = [
  ...TIMES_MS.flatMap((ms) => [{ fromMs: ms }, { toMs: ms }, { fromMs: ms, toMs: ms }]),
  ...TIMES_MS.map((toMs, index) => ({ fromMs: TIMES_MS.at(-index) ?? 0, toMs })),
  { fromMs: HOUR_START_MS, toMs: HOUR_START_MS + HOUR_MS - 1 },
  { fromMs: HOUR_START_MS + 2, toMs: HOUR_START_MS + HOUR_MS - 2 },
  { fromMs: HOUR_START_MS + HOUR_MS, toMs: HOUR_START_MS },
  { fromMs: -1, toMs: 0 },
];

const toIso = ({ fromMs, toMs }: (typeof RANGES)[number]) => ({
  ...(fromMs !== undefined && { from: new Date(fromMs).toISOString() }),
  ...(toMs !== undefined && { to: new Date(toMs).toISOString() }),
});

type Record = (typeof RECORDS)[number];

/** Every range, for everything and for one project, against a count of the records themselves. */
async function assertTotals({ logs, requests }: Harness, records: readonly Record[]): Promise<void> {
  for (const range of RANGES) {
    const { fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY } = range;
    const inRange = records.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
    const ofShop = inRange.filter(({ projectName }) => projectName === 'shop').length;
    const query = toIso(range);
    const context = JSON.stringify(query);
    assert.equal((await logs(query)).total, inRange.length, context);
    assert.equal((await logs({ ...query, projectId: 'shop' })).total, ofShop, context);
    assert.equal((await requests(query)).total, inRange.length, context);
    assert.equal((await requests({ ...query, projectId: 'shop' })).total, ofShop, context);
  }
}

const fill = ({ putAll }: Harness): Promise<string[]> =>
  putAll(
    RECORDS.flatMap(({ atMs, projectName, level, source }) => [
      logDigest({ ...at(atMs), projectName, level, source }),
      requestDigest({ ...at(atMs), projectName }),
    ]),
  );

export function describeRangeTotals(open: Open): void {
  describe('totals of a time range', () => {
    const filled = openForReading(open, fill);

    it('are exact wherever the range starts and ends', async () => {
      await assertTotals(filled(), RECORDS);
    });

    it('are exact for a level and a source', async () => {
      for (const range of RANGES) {
        const { fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY } = range;
        const inRange = RECORDS.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
        const query = { ...toIso(range), level: 'warn', source: 'frontend' } as const;
        const expected = inRange.filter(({ level, source }) => level === query.level && source === query.source);
        const { logs: found, total } = await filled().logs(query);
        assert.deepEqual([found.length, total], [expected.length, expected.length], JSON.stringify(query));
      }
    });

    it('are exact after a project was cleared', async () => {
      const harness = await open();
      await fill(harness);
      await harness.store.clear('blog');
      const left = RECORDS.filter(({ projectName }) => projectName !== 'blog');
      await assertTotals(harness, left);
    });

    it('are exact after the logs were cleared', async () => {
      const harness = await open();
      await fill(harness);
      await harness.store.clearLogs(null);
      for (const range of RANGES) assert.equal((await harness.logs(toIso(range))).total, 0);
    });

    it('are exact long after the statistics have dropped the hours', async () => {
      const harness = await open();
      await fill(harness);
      await harness.store.prune({ nowMs: Date.now() + 30 * DAY_MS, retentionDays: 0, maxDbSizeMb: 0 });
      await assertTotals(harness, RECORDS);
    });
  });
}
