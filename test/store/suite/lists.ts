import { strict as assert } from 'node:assert';
import type { ErrorListQuery, LogListQuery } from '../../../schemas/query.js';
import type { LogDigest } from '../../../src/messages.js';
import {
  at,
  type EventOverrides,
  eventDigest,
  HOUR_MS,
  logDigest,
  requestDigest,
} from '../../support/store-digests.js';
import { type Harness, times } from '../../support/store-harness.js';
import { type Open, openForReading } from './open.js';

const NOW_MS = Date.now();
const ago = (hours: number) => at(NOW_MS - hours * HOUR_MS);
const isoAgo = (hours: number): string => new Date(NOW_MS - hours * HOUR_MS).toISOString();

/** Each named by its message. */
const EVENTS: readonly EventOverrides[] = [
  { message: 'a', ...ago(1), type: 'http_error', severity: 'fatal', projectName: 'shop', correlationId: 'trace-1' },
  { message: 'b', ...ago(2), source: 'frontend', severity: 'warning', projectName: 'shop' },
  { message: 'c', ...ago(3), type: 'http_error', source: 'frontend', projectName: 'blog', correlationId: 'trace-1' },
  { message: 'd', ...ago(4), severity: 'info', projectName: null },
];

const LOGS: readonly Partial<LogDigest>[] = [
  { message: 'a', ...ago(1), level: 'warn', correlationId: 'trace-1' },
  { message: 'b', ...ago(2), level: 'debug', source: 'frontend' },
  { message: 'c', ...ago(3), level: 'warn', source: 'frontend', projectName: 'blog' },
  { message: 'd', ...ago(4), level: 'log', source: null, projectName: null, correlationId: 'trace-1' },
];

export function describeLists(open: Open): void {
  describe('lists of error groups', () => {
    const list = async ({ errors }: Harness, query: Partial<ErrorListQuery> = {}): Promise<string> => {
      const { errors: groups, total } = await errors(query);
      assert.equal(total, groups.length);
      return groups.map(({ message }) => message).join('');
    };
    const filled = openForReading(open, async ({ store, putAll, errors }) => {
      // Not in the order of their times.
      await putAll([2, 0, 3, 1].map((index) => eventDigest(EVENTS[index])));
      const [first] = (await errors({ type: 'http_error', projectId: 'shop' })).errors;
      await store.setStatus(first?.id ?? '', 'acknowledged');
    });

    it('are empty for a store without events', async () => {
      const { errors } = await open();
      assert.deepEqual(await errors(), { errors: [], total: 0, page: 1, pageSize: 50 });
    });

    it('come with the group seen last first', async () => {
      assert.equal(await list(filled()), 'abcd');
    });

    const filters: readonly (readonly [string, Partial<ErrorListQuery>, string])[] = [
      ['project', { projectId: 'shop' }, 'ab'],
      ['status', { status: 'acknowledged' }, 'a'],
      ['the other status', { status: 'unresolved' }, 'bcd'],
      ['source', { source: 'frontend' }, 'bc'],
      ['severity', { severity: 'fatal' }, 'a'],
      ['type', { type: 'http_error' }, 'ac'],
      ['type that nobody sent', { type: 'console_error' }, ''],
      ['correlation id', { correlationId: 'trace-1' }, 'ac'],
      ['from, inclusive', { from: isoAgo(2) }, 'ab'],
      ['to, inclusive', { to: isoAgo(3) }, 'cd'],
      ['from and to', { from: isoAgo(3), to: isoAgo(2) }, 'bc'],
      ['from after to', { from: isoAgo(1), to: isoAgo(4) }, ''],
      ['a time zone', { from: new Date(NOW_MS - 2 * HOUR_MS).toISOString().replace('Z', '+00:00') }, 'ab'],
      ['an hour-only time zone', { from: new Date(NOW_MS - 2 * HOUR_MS).toISOString().replace('Z', '+00') }, 'ab'],
      ['a leap second', { from: '2016-12-31T23:59:60Z' }, 'abcd'],
      ['type and source', { type: 'http_error', source: 'backend' }, 'a'],
      [
        'everything at once',
        {
          projectId: 'shop',
          status: 'unresolved',
          source: 'frontend',
          severity: 'warning',
          type: 'uncaught_exception',
          search: 'b',
          from: isoAgo(9),
          to: isoAgo(0),
        },
        'b',
      ],
    ];
    for (const [name, query, expected] of filters) {
      it(`filter by ${name}`, async () => {
        assert.equal(await list(filled(), query), expected);
      });
    }

    it('have pages that hold every group once, and an empty one past the end', async () => {
      const { putAll, errors } = await open();
      await putAll(times(7, (index) => eventDigest({ message: `m${index}`, ...ago(index % 2) })));
      const pages = await Promise.all([1, 2, 3, 4, 1_000_000].map((page) => errors({ page, pageSize: 3 })));
      assert.deepEqual(
        pages.map(({ errors: groups }) => groups.length),
        [3, 3, 1, 0, 0],
      );
      assert.equal(new Set(pages.flatMap(({ errors: groups }) => groups.map(({ id }) => id))).size, 7);
      assert.deepEqual(
        pages.map(({ total }) => total),
        [7, 7, 7, 7, 7],
      );
    });
  });

  describeLogLists(open);
  describeRequestLists(open);
}

function describeLogLists(open: Open): void {
  describe('lists of logs', () => {
    const list = async ({ logs }: Harness, query: Partial<LogListQuery> = {}): Promise<string> => {
      const { logs: found, total } = await logs(query);
      assert.equal(total, found.length);
      return found.map(({ message }) => message).join('');
    };
    const filled = openForReading(open, ({ putAll }) => putAll([2, 0, 3, 1].map((index) => logDigest(LOGS[index]))));

    it('are empty for a store without logs', async () => {
      const { logs } = await open();
      assert.deepEqual(await logs(), { logs: [], total: 0, page: 1, pageSize: 100 });
    });

    it('show every field of an entry, and only what it has', async () => {
      const { putAll, logs } = await open();
      const ids = await putAll([
        logDigest({ ...ago(0), level: 'warn', correlationId: 'c-1', extra: '{"cart":{"items":3}}' }),
        logDigest({ ...ago(1), source: null, projectName: null, environment: null }),
      ]);
      assert.deepEqual((await logs()).logs, [
        {
          id: ids[0],
          level: 'warn',
          message: 'cart rendered in 12 ms',
          timestamp: isoAgo(0),
          source: 'backend',
          projectId: 'shop',
          correlationId: 'c-1',
          environment: { runtime: 'node', nodeVersion: '20.11.1' },
          extra: { cart: { items: 3 } },
        },
        { id: ids[1], level: 'info', message: 'cart rendered in 12 ms', timestamp: isoAgo(1) },
      ]);
    });

    const filters: readonly (readonly [string, Partial<LogListQuery>, string])[] = [
      ['nothing', {}, 'abcd'],
      ['project', { projectId: 'shop' }, 'ab'],
      ['level', { level: 'warn' }, 'ac'],
      ['source', { source: 'frontend' }, 'bc'],
      ['level and source', { level: 'warn', source: 'frontend' }, 'c'],
      ['project, level and source', { projectId: 'shop', level: 'debug', source: 'frontend' }, 'b'],
      ['level that nobody sent', { level: 'info' }, ''],
      ['level and those above', { minLevel: 'log' }, 'acd'],
      ['highest level', { minLevel: 'warn' }, 'ac'],
      ['lowest level', { minLevel: 'debug' }, 'abcd'],
      ['level below the least', { level: 'debug', minLevel: 'info' }, ''],
      ['level, those above and time', { minLevel: 'info', to: isoAgo(2) }, 'c'],
      ['text that is left out', { exclude: 'A' }, 'bcd'],
      ['text, and another that is left out', { search: 'a', exclude: 'a' }, ''],
      ['text that nobody has, left out', { exclude: '%', level: 'warn' }, 'ac'],
      ['correlation id', { correlationId: 'trace-1' }, 'ad'],
      ['from', { from: isoAgo(2) }, 'ab'],
      ['to', { to: isoAgo(3) }, 'cd'],
      ['from and to', { from: isoAgo(3), to: isoAgo(2) }, 'bc'],
      ['a time zone without minutes', { to: new Date(NOW_MS - 3 * HOUR_MS).toISOString().replace('Z', '-00') }, 'cd'],
      ['search and level', { search: 'a', level: 'warn' }, 'a'],
    ];
    for (const [name, query, expected] of filters) {
      it(`filter by ${name}`, async () => {
        assert.equal(await list(filled(), query), expected);
      });
    }

    it('have pages that hold every entry once, and an empty one past the end', async () => {
      const { putAll, logs } = await open();
      await putAll(times(5, (index) => logDigest({ message: `m${index}`, ...ago(0) })));
      const pages = await Promise.all([1, 2, 3, 4].map((page) => logs({ page, pageSize: 2 })));
      // Entries of the same millisecond: the one stored last comes first.
      assert.deepEqual(
        pages.map(({ logs: found }) => found.map(({ message }) => message).join()),
        ['m4,m3', 'm2,m1', 'm0', ''],
      );
    });
  });
}

function describeRequestLists(open: Open): void {
  describe('lists of requests', () => {
    it('show the newest first, with the fields of a summary', async () => {
      const { putAll, requests } = await open();
      const ids = await putAll([
        requestDigest({ ...ago(1), correlationId: 'c-1', errorEventId: 'e-1', statusCode: 503 }),
        requestDigest({ ...ago(0), projectName: null, source: null, statusCode: null, duration: null }),
      ]);
      assert.deepEqual(await requests(), {
        requests: [
          { id: ids[1], method: 'POST', url: '/api/checkout?step=2', timestamp: isoAgo(0) },
          {
            id: ids[0],
            method: 'POST',
            url: '/api/checkout?step=2',
            statusCode: 503,
            duration: 31.5,
            timestamp: isoAgo(1),
            correlationId: 'c-1',
            errorEventId: 'e-1',
            source: 'backend',
            projectId: 'shop',
          },
        ],
        total: 2,
        page: 1,
        pageSize: 50,
      });
    });

    it('filter by project, correlation id and time, and page', async () => {
      const { putAll, requests } = await open();
      await putAll([
        requestDigest({ url: '/a', ...ago(1), correlationId: 'c-1' }),
        requestDigest({ url: '/b', ...ago(2) }),
        requestDigest({ url: '/c', ...ago(3), projectName: 'blog', correlationId: 'c-1' }),
      ]);
      const urls = async (query: Parameters<typeof requests>[0]): Promise<string> => {
        const { requests: found, total } = await requests(query);
        return `${found.map(({ url }) => url).join('')} of ${total}`;
      };
      assert.equal(await urls({ projectId: 'shop' }), '/a/b of 2');
      assert.equal(await urls({ correlationId: 'c-1' }), '/a/c of 2');
      assert.equal(await urls({ from: isoAgo(2) }), '/a/b of 2');
      assert.equal(await urls({ to: isoAgo(2) }), '/b/c of 2');
      assert.equal(await urls({ from: isoAgo(2), to: isoAgo(2), projectId: 'shop' }), '/b of 1');
      assert.equal(await urls({ page: 2, pageSize: 2 }), '/c of 3');
      assert.equal(await urls({ page: 9, pageSize: 2 }), ' of 3');
    });
  });
}
