import { strict as assert } from 'node:assert';
import { parseEventQuery, toFacetTerm } from '../../../schemas/event-query.js';
import { EVENT_QUERY_BYTES_MAX, EVENT_QUERY_ROWS_MAX } from '../../../src/limits.js';
import type { EventDigest } from '../../../src/messages.js';
import { EVENT_QUERY_STEP_ROWS } from '../../../src/store/postgres/limits.js';
import { contentText, type EventOverrides, eventDigest } from '../../support/store-digests.js';
import { type Harness, times } from '../../support/store-harness.js';
import type { Open } from './open.js';

interface Said {
  readonly environment?: Record<string, unknown>;
  readonly release?: string;
  readonly tags?: Record<string, string>;
  readonly details?: Record<string, unknown>;
}

const NOW_MS = Date.now();

/** An event of one group that says these things of itself, `agoS` seconds ago. */
function said(eventId: string, agoS: number, { environment, release, tags, details }: Said = {}): EventDigest {
  const over: EventOverrides = { eventId, timestampMs: NOW_MS - agoS * 1000 };
  return eventDigest({
    context: contentText({ environment, release, tags }),
    details: details === undefined ? null : JSON.stringify(details),
    ...over,
  });
}

async function ask(harness: Harness, query: string, page: { page?: number; pageSize?: number; before?: string } = {}) {
  const detail = await harness.error((await harness.onlyGroup()).id, { query, ...page });
  assert.ok(detail);
  return { ...detail, ids: detail.events.map(({ eventId }) => eventId) };
}

const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15';

const EVENTS = [
  said('a', 6, { release: '1.0', environment: { name: 'production', hostname: 'web-1' }, tags: { tenant: 'north' } }),
  said('b', 5, { release: '1.1', details: { user: { id: 7, email: 'ada@example.com' }, transaction: 'checkout' } }),
  said('c', 4, { release: '1.1', tags: { tenant: 'so, "uth"' }, details: { request: { url: '/orders/123?x=1' } } }),
  said('d', 3, { details: { request: { url: '/orders/9', headers: { 'user-agent': SAFARI } }, user: { id: '7' } } }),
  said('e', 2, { environment: { browser: 'Firefox 141.0', os: 'Linux' } }),
  said('f', 1),
];

export function describeEventQueries(open: Open): void {
  describe('queries for the events of a group', () => {
    const FOUND: Record<string, string> = {
      '': 'fedcba',
      'release:1.1': 'cb',
      '-release:1.1': 'feda',
      'release:1.0,1.1': 'cba',
      'release:1.1 user:7': 'b',
      'environment:production': 'a',
      'server:web-1': 'a',
      'tag:tenant=north': 'a',
      'tag:tenant="so, \\"uth\\""': 'c',
      'user:7': 'db',
      'user:ada@example.com': 'b',
      'user:8': '',
      'transaction:checkout': 'b',
      'url:/orders/*': 'dc',
      'browser:Safari': 'd',
      'browserVersion:"Safari 17","Firefox 141.0"': 'ed',
      'browser:Safari,Firefox': 'ed',
      'os:Linux': 'e',
    };
    it('leave the events that say it', async () => {
      const harness = await open();
      await harness.putAll(EVENTS);
      for (const [query, ids] of Object.entries(FOUND)) {
        const found = await ask(harness, query);
        assert.deepEqual([found.ids.join(''), found.total], [ids, ids.length], query);
        assert.equal(found.searchedFrom, undefined);
        assert.equal(found.error.count, EVENTS.length);
      }
    });

    it('find for each value of each facet as many events as it counts', async () => {
      const harness = await open();
      await harness.putAll(EVENTS);
      const facets = await harness.errorFacets((await harness.onlyGroup()).id);
      const counted = (facets?.facets ?? []).flatMap(({ facet, values }) =>
        values.map(({ value, count }) => ({ query: toFacetTerm(facet, value), count })),
      );
      assert.ok(counted.length >= 12, JSON.stringify(counted));
      for (const { query, count } of counted) {
        assert.ok(parseEventQuery(query).ok, query);
        assert.equal((await ask(harness, query)).total, count, query);
      }
    });

    it('come in pages, by number and behind a cursor', async () => {
      const harness = await open();
      await harness.putAll(
        times(7, (index) => said(`e${index}`, 10 - index, { release: index % 2 === 0 ? '1' : '2' })),
      );
      const first = await ask(harness, 'release:1', { pageSize: 2 });
      assert.deepEqual([first.ids, first.total, first.pageSize], [['e6', 'e4'], 4, 2]);
      assert.deepEqual((await ask(harness, 'release:1', { page: 2, pageSize: 2 })).ids, ['e2', 'e0']);
      assert.deepEqual((await ask(harness, 'release:1', { page: 3, pageSize: 2 })).ids, []);
      const behind = await ask(harness, 'release:1', { pageSize: 3, before: first.next ?? '' });
      assert.deepEqual([behind.ids, behind.total, behind.next], [['e2', 'e0'], 2, undefined]);
    });

    it('say how far back they looked when that was not to the end, and go on from there', async () => {
      const harness = await open();
      const rest = times(EVENT_QUERY_ROWS_MAX - 1, (index) => said(`p${index}`, 5, { release: '1' }));
      await harness.putAll([said('x', 8, { release: '2' }), ...rest]);
      // EVENT_QUERY_ROWS_MAX events are looked at whole, in steps of EVENT_QUERY_STEP_ROWS on one of the stores.
      assert.equal(EVENT_QUERY_ROWS_MAX % EVENT_QUERY_STEP_ROWS, 0);
      const whole = await ask(harness, 'release:2');
      assert.deepEqual([whole.ids, whole.searchedFrom, whole.next], [['x'], undefined, undefined]);
      await harness.putAll([said('new', 1, { release: '1' })]);
      const first = await ask(harness, 'release:2');
      assert.deepEqual([first.ids, first.total], [[], 0]);
      assert.equal(first.searchedFrom, new Date(NOW_MS - 5000).toISOString());
      const behind = await ask(harness, 'release:2', { before: first.next ?? '' });
      assert.deepEqual([behind.ids, behind.searchedFrom], [['x'], undefined]);
    });

    it('read no more texts than EVENT_QUERY_BYTES_MAX', async () => {
      const harness = await open();
      const long = 'x'.repeat(EVENT_QUERY_BYTES_MAX / 32);
      const large = (id: string, agoS: number) =>
        said(id, agoS, { details: { transaction: 't', request: { body: long } } });
      await harness.putAll(times(31, (index) => large(`l${index}`, 1)));
      await harness.putAll([said('x', 9, { details: { transaction: 'other' } })]);
      assert.deepEqual((await ask(harness, 'transaction:other')).ids, ['x']);
      await harness.putAll([large('m', 1)]);
      const found = await ask(harness, 'transaction:other');
      assert.deepEqual([found.ids, found.searchedFrom], [[], new Date(NOW_MS - 1000).toISOString()]);
      // What the shared context says needs none of them.
      assert.equal((await ask(harness, '-release:1')).searchedFrom, undefined);
    });
  });
}
