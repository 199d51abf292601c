import { strict as assert } from 'node:assert';
import { matchesLogQuery, parseLogQuery } from '../../../schemas/log-query.js';
import type { LogListQuery } from '../../../schemas/query.js';
import { LOG_MATCH_ROWS_MAX, LOG_QUERY_ROWS_MAX } from '../../../src/limits.js';
import { LOG_QUERIES, QUERIED_LOGS } from '../../support/log-queries.js';
import { at, HOUR_MS, logDigest } from '../../support/store-digests.js';
import { times } from '../../support/store-harness.js';
import { type Open, openForReading } from './open.js';

const NOW_MS = Date.now();
const ago = (hours: number) => at(NOW_MS - hours * HOUR_MS);
const isoAgo = (hours: number): string => new Date(NOW_MS - hours * HOUR_MS).toISOString();

function toParsed(query: string) {
  const parsed = parseLogQuery(query);
  assert.ok(parsed.ok);
  return parsed;
}

export function describeLogQueries(open: Open): void {
  describe('queries for logs', () => {
    const filled = openForReading(open, ({ putAll }) =>
      putAll(QUERIED_LOGS.map((log, index) => logDigest({ ...log, ...ago(index + 1) })).toReversed()),
    );
    const list = async (query: Partial<LogListQuery>): Promise<string> => {
      const { logs, total, searchedFrom } = await filled().logs(query);
      assert.deepEqual([total, searchedFrom], [logs.length, undefined]);
      return logs.map(({ message }) => message[0]).join('');
    };

    for (const [query, expected] of LOG_QUERIES) {
      it(`find what they say: ${query === '' ? 'nothing' : query}`, async () => {
        assert.equal(await list({ query }), expected);
        const { term } = toParsed(query);
        // Pages decide the same of what the feed brings.
        const { logs } = await filled().logs();
        const passing = term === null ? logs : logs.filter((log) => matchesLogQuery(term, log));
        assert.equal(passing.map(({ message }) => message[0]).join(''), expected);
        const { counts } = await filled().logHistogram({ query, nowMs: NOW_MS });
        const counted = Object.values(counts).flat();
        assert.equal(
          counted.reduce((sum, count) => sum + count, 0),
          expected.length,
        );
      });
    }

    it('hold beside the other filters', async () => {
      assert.equal(await list({ query: 'get OR orders', level: 'warn' }), 'ac');
      assert.equal(await list({ query: 'get OR orders', projectId: 'blog' }), 'c');
      assert.equal(await list({ query: '-cart', search: 'GET /' }), 'b');
      assert.equal(await list({ query: 'get', search: '/', exclude: 'cart' }), 'b');
      assert.equal(await list({ query: 'get', correlationId: 'trace-1' }), 'e');
      assert.equal(await list({ query: 'get', from: isoAgo(2), to: isoAgo(1) }), 'ab');
    });

    it('have pages, and a cursor for what follows', async () => {
      const first = await filled().logs({ query: 'get', pageSize: 2 });
      const second = await filled().logs({ query: 'get', pageSize: 2, page: 2 });
      assert.deepEqual([first.total, second.total, second.logs.length], [3, 3, 1]);
      assert.ok(first.next);
      const behind = await filled().logs({ query: 'get', pageSize: 2, before: first.next });
      assert.deepEqual(
        behind.logs.map(({ message }) => message[0]),
        ['e'],
      );
    });
  });

  describe('queries for logs among more than are looked at', function () {
    this.timeout(60_000);

    it('find words of any age that few entries have, beside those that must not be, and tell of nothing left out', async () => {
      const { store, putAll, logs, logHistogram } = await open();
      await putAll([
        logDigest({ ...ago(3), message: 'the rare one' }),
        logDigest({ ...ago(2), message: 'a rare other', level: 'warn' }),
        logDigest({ ...ago(2), message: 'no' }),
      ]);
      const fill = async (count: number, hours: number) => {
        for (let left = count; left > 0; left -= 5000)
          await store.append(times(Math.min(left, 5000), () => logDigest({ ...ago(hours), message: 'common one' })));
      };
      await putAll([logDigest({ ...ago(3), message: 'a common other' })]);
      await fill(LOG_MATCH_ROWS_MAX - 1, 2);
      const found = async (query: string) => {
        const { logs: entries, total, searchedFrom } = await logs({ query });
        return [entries.map(({ message }) => message), total, searchedFrom];
      };
      assert.deepEqual(await found('rare OR nowhere'), [['a rare other', 'the rare one'], 2, undefined]);
      assert.deepEqual(await found('(rare -other) OR nowhere'), [['the rare one'], 1, undefined]);
      assert.deepEqual(await found('ra*her level:warn'), [['a rare other'], 1, undefined]);
      assert.deepEqual(await found('nowhere'), [[], 0, undefined]);
      const { counts, searchedFrom } = await logHistogram({ query: 'rare', nowMs: Date.now() });
      assert.deepEqual(
        [counts.warn.concat(counts.info).filter((count) => count > 0).length, searchedFrom],
        [2, undefined],
      );
      assert.deepEqual(await found('common -one'), [['a common other'], 1, undefined]);
      await fill(LOG_QUERY_ROWS_MAX, 1);
      assert.deepEqual(await found('rare OR nowhere'), [['a rare other', 'the rare one'], 2, undefined]);
      // Where a part of it is shorter than what the index knows, or in too many entries, the newest are looked at.
      assert.deepEqual(await found('rare OR zz'), [[], 0, isoAgo(1)]);
      assert.deepEqual(await found('common -one'), [[], 0, isoAgo(1)]);
    });

    it('say how far back they looked, and go on from there', async () => {
      const { store, putAll, logs } = await open();
      const plain = { environment: null, message: 'common' };
      await putAll([logDigest({ ...plain, ...ago(2), message: 'the rare one' })]);
      for (let left = LOG_QUERY_ROWS_MAX - 1; left > 0; left -= 4999)
        await store.append(times(Math.min(left, 4999), () => logDigest({ ...plain, ...ago(1) })));
      const whole = await logs({ query: '-common' });
      assert.deepEqual([whole.total, whole.searchedFrom, whole.next], [1, undefined, undefined]);
      await putAll([logDigest({ ...plain, ...ago(1) })]);
      const first = await logs({ query: '-common' });
      assert.deepEqual([first.logs.length, first.total, first.searchedFrom], [0, 0, isoAgo(1)]);
      assert.ok(first.next);
      const second = await logs({ query: '-common', before: first.next });
      assert.deepEqual([second.logs.length, second.searchedFrom, second.next], [1, undefined, undefined]);
    });
  });
}
