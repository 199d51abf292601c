import { strict as assert } from 'node:assert';
import type { RequestListQuery } from '../../../schemas/query.js';
import { REQUEST_SCAN_ROWS_MAX } from '../../../src/limits.js';
import type { RequestDigest } from '../../../src/messages.js';
import { at, HOUR_MS, requestDigest } from '../../support/store-digests.js';
import { type Harness, times } from '../../support/store-harness.js';
import { type Open, openForReading } from './open.js';

const NOW_MS = Date.now();
const ago = (hours: number) => at(NOW_MS - hours * HOUR_MS);
const isoAgo = (hours: number): string => new Date(NOW_MS - hours * HOUR_MS).toISOString();

/** Each named by the first letter of its path. */
const REQUESTS: readonly Partial<RequestDigest>[] = [
  { url: '/a?sort=100%', ...ago(1), method: 'GET', statusCode: 200 },
  { url: '/b/Cart_1', ...ago(2), method: 'post', statusCode: 400, source: 'frontend' },
  { url: '/c/cartX1', ...ago(3), method: 'POST', statusCode: 503, projectName: 'blog', correlationId: 't-1' },
  { url: '/d/KÖLN', ...ago(4), method: 'GET', statusCode: 399, source: null },
  { url: '/e', ...ago(5), method: 'GET', statusCode: null, source: null },
  { url: '/f', ...ago(6), method: 'DELETE', statusCode: 404, source: 'frontend', correlationId: 't-1' },
];

const FILTERS: readonly (readonly [string, Partial<RequestListQuery>, string])[] = [
  ['failing', { failing: 'true' }, 'bcf'],
  ['failing, of a project', { failing: 'true', projectId: 'shop' }, 'bf'],
  ['failing, of a project nobody named', { failing: 'true', projectId: 'nobody' }, ''],
  ['failing, in a range', { failing: 'true', from: isoAgo(3), to: isoAgo(2) }, 'bc'],
  ['failing, with a correlation id', { failing: 'true', correlationId: 't-1' }, 'cf'],
  ['class of status', { statusClass: '4xx' }, 'bf'],
  ['another class of status', { statusClass: '3xx' }, 'd'],
  ['class of status and failing', { statusClass: '5xx', failing: 'true' }, 'c'],
  ['class of status that is not failing, and failing', { statusClass: '2xx', failing: 'true' }, ''],
  ['no status', { statusClass: 'none' }, 'e'],
  ['method, in any case', { method: 'Post' }, 'bc'],
  ['method that nobody sent', { method: 'PUT' }, ''],
  ['method with a pattern in it', { method: 'G%' }, ''],
  ['source', { source: 'frontend' }, 'bf'],
  ['the other source', { source: 'backend' }, 'ac'],
  ['search, in any case', { search: 'CART' }, 'bc'],
  ['search for an underscore', { search: 'cart_' }, 'b'],
  ['search for a per cent sign', { search: '0%' }, 'a'],
  ['search for a letter beyond ASCII', { search: 'köln' }, 'd'],
  ['an empty search', { search: '' }, 'abcdef'],
  ['search, method, source and failing', { search: '/', method: 'post', source: 'frontend', failing: 'true' }, 'b'],
  ['search in a project and a range', { search: 'cart', projectId: 'blog', from: isoAgo(4), to: isoAgo(1) }, 'c'],
];

export function describeRequestFilters(open: Open): void {
  describe('filtered lists of requests', () => {
    const filled = openForReading(open, ({ putAll }) =>
      putAll([2, 0, 5, 3, 1, 4].map((index) => requestDigest(REQUESTS[index]))),
    );
    const list = async ({ requests }: Harness, query: Partial<RequestListQuery>): Promise<string> => {
      const { requests: found, total, searchedFrom, next } = await requests(query);
      assert.deepEqual(
        { total, searchedFrom, next },
        { total: found.length, searchedFrom: undefined, next: undefined },
      );
      return found.map(({ url }) => url[1]).join('');
    };

    for (const [name, query, expected] of FILTERS) {
      it(`hold what passes ${name}`, async () => {
        assert.equal(await list(filled(), query), expected);
      });
    }

    it('have pages of what passes a filter, each with the total', async () => {
      const pages = await Promise.all([1, 2, 3].map((page) => filled().requests({ method: 'get', page, pageSize: 2 })));
      assert.deepEqual(
        pages.map(({ requests, total }) => `${requests.map(({ url }) => url[1]).join('')} of ${total}`),
        ['ad of 3', 'e of 3', ' of 3'],
      );
    });

    it('total the failing requests of any range exactly, and no longer once they are deleted', async () => {
      const { store, putAll, requests } = await open();
      const digests = times(60, (index) =>
        requestDigest({ statusCode: index % 3 === 0 ? 500 : 200, ...ago(index / 8) }),
      );
      await putAll(digests);
      for (const [from, to] of [
        [8.3, 1.2],
        [5, 4],
        [2.51, 2.5],
        [100, 0],
      ] as const) {
        const range = { from: isoAgo(from), to: isoAgo(to) };
        const failing = digests.filter(
          ({ statusCode, timestampMs }) =>
            statusCode === 500 && timestampMs >= Date.parse(range.from) && timestampMs <= Date.parse(range.to),
        );
        assert.equal((await requests({ failing: 'true', ...range })).total, failing.length, JSON.stringify(range));
      }
      await store.clear('shop');
      assert.equal((await requests({ failing: 'true' })).total, 0);
    });

    it('say how far back a filter looked when that was not to the end, and go on from there', async () => {
      const { putAll, requests } = await open();
      const plain = { headers: null, responseHeaders: null };
      await putAll([
        requestDigest({ ...plain, method: 'DELETE', url: '/rare', ...ago(2) }),
        ...times(REQUEST_SCAN_ROWS_MAX, () => requestDigest({ ...plain, method: 'GET', ...ago(1) })),
      ]);
      const first = await requests({ method: 'DELETE' });
      assert.deepEqual(
        { found: first.requests.length, total: first.total, searchedFrom: first.searchedFrom },
        { found: 0, total: 0, searchedFrom: isoAgo(1) },
      );
      assert.ok(first.next);
      const second = await requests({ method: 'DELETE', before: first.next });
      assert.deepEqual(
        second.requests.map(({ url }) => url),
        ['/rare'],
      );
      assert.deepEqual([second.next, second.searchedFrom], [undefined, undefined]);
      // One request fewer, and all of them are looked at.
      const whole = await requests({ method: 'DELETE', projectId: 'shop', to: isoAgo(1.5) });
      assert.deepEqual([whole.total, whole.searchedFrom], [1, undefined]);
    });
  });
}
