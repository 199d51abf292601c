import { strict as assert } from 'node:assert';
import type { Suggestions } from '../../../schemas/error-group.js';
import { SUGGESTIONS_MAX } from '../../../schemas/limits.js';
import type { ErrorListQuery } from '../../../schemas/query.js';
import type { GroupSort } from '../../../schemas/words.js';
import { FACET_VALUE_CHARS_MAX, FACET_VALUES_MAX } from '../../../src/limits.js';
import type { Store } from '../../../src/store/store.js';
import { type EventOverrides, eventDigest, HOUR_MS } from '../../support/store-digests.js';
import { times, toQuery } from '../../support/store-harness.js';
import type { Open } from './open.js';

const nowMs = Date.now();
const context = (fields: object, hash: string) => ({ hash: hash.padEnd(22, 'x'), text: JSON.stringify(fields) });
const ago = (hours: number) => ({ receivedAtMs: nowMs - hours * HOUR_MS, timestampMs: nowMs - hours * HOUR_MS });

const NORTH = context(
  {
    release: '2.8.1',
    environment: { name: 'production', runtime: 'node', nodeVersion: 'v22' },
    serverName: 'web-1',
    tags: { tenant: 'north', n: 7 },
  },
  'n',
);
const SOUTH = context(
  { release: '2.9', environment: { name: 'staging' }, tags: { tenant: 'south', 'a"b.c': '\\' } },
  's',
);

const LONG = context({ release: 'l'.repeat(FACET_VALUE_CHARS_MAX) }, 'l');

/** By what they are called in the tests: the events of each group, in the order in which they come. */
const GROUPS: Record<string, readonly EventOverrides[]> = {
  price: times(12, () => ({
    ...ago(30),
    type: 'TypeError',
    severity: 'fatal' as const,
    culprit: 'src/cart/Price.ts\n42\ntotal',
    context: NORTH,
    details: JSON.stringify({ user: { id: 7, email: 'ann@example.com' }, transaction: 'pay' }),
  })),
  timeout: times(3, (index) => ({
    ...ago(index === 0 ? 200 : 0.1),
    type: 'TimeoutError',
    severity: 'error' as const,
    source: 'frontend' as const,
    culprit: null,
    context: SOUTH,
    correlationId: 'c-1',
    details: JSON.stringify({
      user: index < 2 ? { username: 'bo "b"' } : { id: 'c' },
      extra: { id: '7' },
      contexts: { browser: { name: 'Safari', version: '17.4' }, os: { name: 'iOS' } },
      request: { url: 'https://shop.example/orders/17' },
    }),
  })),
  // Less than three hours old, so that an hour that ends during the tests leaves its trend below zero.
  other: [
    {
      ...ago(2.1),
      type: 'Error',
      severity: 'info' as const,
      culprit: 'lib/100%.js\n\nx',
      context: null,
      details: null,
    },
  ],
};

async function fill(store: Store): Promise<void> {
  for (const [message, events] of Object.entries(GROUPS))
    for (const event of events) await store.append([eventDigest({ message: `the ${message} failed`, ...event })]);
}

export function describeGroupQueries(open: Open): void {
  describe('a query for groups', () => {
    const FINDS: readonly (readonly [string, readonly string[]])[] = [
      ['', ['timeout', 'other', 'price']],
      ['the FAILED', ['timeout', 'other', 'price']],
      ['"the price"', ['price']],
      ['-"the price"', ['timeout', 'other']],
      ['message:price,timeout', ['timeout', 'price']],
      ['-message:price,timeout', ['other']],
      ['failed -timeout', ['other', 'price']],
      ['pr', ['price']],
      ['%', []],
      ['type:TypeError,Error', ['other', 'price']],
      ['-type:TypeError', ['timeout', 'other']],
      ['severity:fatal,info', ['other', 'price']],
      ['source:frontend', ['timeout']],
      ['file:price.ts', ['price']],
      ['file:CART', ['price']],
      ['file:%', ['other']],
      ['file:total', []],
      ['-file:price.ts', ['timeout', 'other']],
      ['count:>2', ['timeout', 'price']],
      ['count:1,12', ['other', 'price']],
      ['count:>=3 count:<12', ['timeout']],
      ['seen:<1h', ['timeout']],
      ['seen:>1h', ['other', 'price']],
      ['first:>7d', ['timeout']],
      ['-first:>7d', ['other', 'price']],
      ['release:2.8.1', ['price']],
      ['release:2.8.1,2.9', ['timeout', 'price']],
      ['release:2.8', []],
      ['-release:2.9', ['other', 'price']],
      ['environment:staging', ['timeout']],
      ['tag:tenant=north', ['price']],
      ['tag:tenant=north,south', ['timeout', 'price']],
      ['tag:n=7', ['price']],
      ['tag:tenant=2.9', []],
      ['tag:"a\\"b.c=\\\\"', ['timeout']],
      ['user:7', ['price']],
      ['user:7,c', ['timeout', 'price']],
      ['browser:Safari os:iOS', ['timeout']],
      ['-browser:Safari', ['other', 'price']],
      ['url:/orders/*', ['timeout']],
      ['server:web-1', ['price']],
      ['runtime:"node 22"', ['price']],
      ['transaction:pay', ['price']],
      ['transaction:nothing', []],
      ['user:ann@example.com', ['price']],
      ['user:"bo \\"b\\""', ['timeout']],
      ['-user:7', ['timeout', 'other']],
      ['correlation:c-1,c-2', ['timeout']],
      ['is:resolved', ['other']],
      ['is:unresolved', ['timeout', 'price']],
      ['is:unresolved,resolved', ['timeout', 'other', 'price']],
      ['is:regressed', ['price']],
      ['-is:regressed', ['timeout', 'other']],
      ['is:regressed,resolved', ['other', 'price']],
      ['is:unresolved release:2.8.1 user:7 count:>10 -timeout', ['price']],
    ];

    it('finds what each of its terms holds of, and tells how many', async () => {
      const { store, errors } = await open();
      await fill(store);
      const idOf = async (word: string) => (await errors({ search: word })).errors[0]?.id ?? '';
      await store.setStatus(await idOf('other'), 'resolved');
      await store.setStatus(await idOf('price'), 'resolved');
      await store.append([eventDigest({ message: 'the price failed', ...GROUPS.price?.[0] })]);
      const projects = [undefined, 'shop'];
      for (const projectId of projects)
        for (const [query, names] of FINDS) {
          const found = await errors({
            query: query.replace('1,12', '1,13'),
            ...(projectId !== undefined && { projectId }),
          });
          const told = found.errors.map(({ message }) => message.split(' ')[1]);
          assert.deepEqual([told, found.total], [names, names.length], query);
        }
      assert.equal((await errors({ query: 'failed', projectId: 'nobody' })).total, 0);
      assert.equal((await errors({ query: 'failed', status: 'resolved' })).total, 1);
    });

    it('sorts by last and first sight, events, users and trend, both ways, page by page and behind a cursor', async () => {
      const { store, errors } = await open();
      await fill(store);
      const orders: Record<GroupSort, readonly string[]> = {
        lastSeen: ['timeout', 'other', 'price'],
        firstSeen: ['other', 'price', 'timeout'],
        events: ['price', 'timeout', 'other'],
        users: ['timeout', 'price', 'other'],
        trend: ['timeout', 'price', 'other'],
        attention: ['price', 'timeout', 'other'],
      };
      const namesOf = async (query: Partial<ErrorListQuery>) => {
        const { errors: found, next } = await errors(query);
        return { names: found.map(({ message }) => message.split(' ')[1]), next };
      };
      for (const [sort, names] of Object.entries(orders) as [GroupSort, readonly string[]][]) {
        for (const direction of ['desc', 'asc'] as const) {
          const wanted = direction === 'desc' ? names : names.toReversed();
          assert.deepEqual((await namesOf({ sort, direction })).names, wanted, `${sort} ${direction}`);
          const paged: (string | undefined)[] = [];
          let before: string | undefined;
          for (const page of [1, 2, 3]) {
            assert.deepEqual((await namesOf({ sort, direction, page, pageSize: 1 })).names, [wanted[page - 1]]);
            const one = await namesOf({ sort, direction, pageSize: 1, ...(before !== undefined && { before }) });
            paged.push(...one.names);
            before = one.next;
          }
          assert.deepEqual(paged, wanted, `${sort} ${direction} by cursor`);
        }
      }
      assert.deepEqual((await namesOf({ sort: 'events', query: '-price' })).names, ['timeout', 'other']);
    });

    it('takes what it is given for values, whatever they hold', async () => {
      const { store, errors } = await open();
      await fill(store);
      for (const value of ["'; DROP TABLE events; --", '":t0"', '\\u0000', '"[1]"', '"{}"', '$.user', '🔥'])
        for (const key of ['message', 'type', 'file', 'release', 'user', 'tag', 'correlation', 'environment']) {
          const word = JSON.stringify(value.replaceAll('"', ''));
          const query = key === 'tag' ? `tag:x=${word}` : `${key}:${word}`;
          assert.equal((await errors({ query })).total, 0, query);
        }
    });

    it('looks for a user among the newest events only where an event names one', async () => {
      const { store, errors } = await open();
      const uncounted = async () => (await errors({ query: 'user:ann@example.com' })).uncounted;
      await store.append([eventDigest({ message: 'of nobody' })]);
      assert.equal(await uncounted(), undefined);
      const details = JSON.stringify({ user: { id: 7, email: 'ann@example.com' } });
      await store.append([eventDigest({ message: 'of somebody', details })]);
      assert.deepEqual(await uncounted(), ['user:ann@example.com']);
    });

    it('finds the groups of users in one project and in all, and those that have none of them', async () => {
      const { store, errors } = await open();
      const of = (message: string, projectName: string, user: object | null) =>
        eventDigest({ message, projectName, details: user === null ? null : JSON.stringify({ user }) });
      await store.append([
        of('a', 'shop', { id: 'ann' }),
        of('b', 'blog', { username: 'ann' }),
        of('c', 'shop', { email: 'bo@example.com' }),
        of('d', 'shop', null),
      ]);
      const ask = async (query: string, projectId?: string) => {
        const { errors: found } = await errors({ query, ...(projectId !== undefined && { projectId }) });
        return found.map(({ message }) => message).toSorted();
      };
      assert.deepEqual(await ask('user:ann'), ['a', 'b']);
      assert.deepEqual(await ask('user:ann', 'blog'), ['b']);
      assert.deepEqual(await ask('user:ann,bo@example.com', 'shop'), ['a', 'c']);
      assert.deepEqual(await ask('-user:ann'), ['c', 'd']);
      assert.deepEqual(await ask('-user:ann,bo@example.com'), ['d']);
      assert.deepEqual(await ask('user:eve'), []);
    });

    it('says which values are not counted by name in every group, and finds those among the newest events', async () => {
      const { store, errors } = await open();
      const from = (index: number, message: string) =>
        eventDigest({ message, context: context({ environment: { name: `e${index}` } }, `e${index}`) });
      await store.append(times(FACET_VALUES_MAX + 1, (index) => from(index, 'wide')));
      await store.append([from(0, 'narrow'), eventDigest({ message: 'long', context: LONG })]);
      const ask = async (query: string) => {
        const { errors: found, uncounted } = await errors({ query });
        return [found.map(({ message }) => message).toSorted(), uncounted];
      };
      assert.deepEqual(await ask('environment:e0'), [['narrow', 'wide'], ['environment:e0']]);
      assert.deepEqual(await ask(`environment:e${FACET_VALUES_MAX}`), [['wide'], [`environment:e${FACET_VALUES_MAX}`]]);
      assert.deepEqual(await ask('environment:e99'), [[], ['environment:e99']]);
      assert.deepEqual(await ask('release:r'), [[], undefined]);
      assert.deepEqual(await ask('tag:x=1'), [[], ['tag:x=1']]);
      const long = 'l'.repeat(FACET_VALUE_CHARS_MAX);
      assert.deepEqual(await ask(`release:${long}`), [['long'], [`release:${long}`]]);
    });

    it('is gone on with by keys, and by values that are stored', async () => {
      const { store } = await open();
      await fill(store);
      const suggest = async (query: string, projectId?: string) => {
        const parameters = { query, ...(projectId !== undefined && { projectId }) };
        const json = await store.query(toQuery('suggestGroups', parameters));
        const { from, suggestions } = JSON.parse(Buffer.from(json ?? []).toString()) as Suggestions;
        return [from, ...suggestions.map(({ text }) => text)];
      };
      assert.deepEqual(await suggest('re'), [0, 'release:']);
      assert.deepEqual(await suggest('x -is:re'), [6, 'resolved', 'regressed']);
      assert.deepEqual(await suggest('release:'), [8, '2.8.1', '2.9']);
      assert.deepEqual(await suggest('release:2.8.1,2.9'), [14, '2.9']);
      assert.deepEqual(await suggest('tag:TENANT'), [4, 'tenant=north', 'tenant=south']);
      assert.deepEqual(await suggest('browser:saf'), [8, 'Safari']);
      assert.deepEqual(await suggest('url:'), [4, '/orders/*']);
      assert.deepEqual(await suggest('user:ann'), [5, 'ann@example.com']);
      assert.deepEqual(await suggest('user:bo'), [5, '"bo \\"b\\""']);
      assert.deepEqual(await suggest('file:price', 'shop'), [5, 'src/cart/Price.ts']);
      assert.deepEqual(await suggest('type:timeout', 'shop'), [5, 'TimeoutError']);
      assert.deepEqual(await suggest('environment:prod', 'shop'), [12, 'production']);
      assert.deepEqual(await suggest('environment:prod', 'nobody'), [12]);
      assert.deepEqual(await suggest('"type:'), [6]);
    });

    it('is gone on with by SUGGESTIONS_MAX words at most', async () => {
      const { store } = await open();
      const ofTypes = async (count: number) => {
        await store.append(times(count, (index) => eventDigest({ type: `T${index}`, message: `m${index}` })));
        const json = await store.query(toQuery('suggestGroups', { query: 'type:t' }));
        return (JSON.parse(Buffer.from(json ?? []).toString()) as Suggestions).suggestions.length;
      };
      assert.equal(await ofTypes(SUGGESTIONS_MAX), SUGGESTIONS_MAX);
      assert.equal(await ofTypes(SUGGESTIONS_MAX + 1), SUGGESTIONS_MAX);
    });
  });
}
