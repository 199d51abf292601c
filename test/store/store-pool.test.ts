import { strict as assert } from 'node:assert';

import { makeSqlitePlace, type SqlitePlace } from '../support/sqlite-place.js';
import { eventDigest } from '../support/store-digests.js';
import { cleanUp, times } from '../support/store-harness.js';
import { openStorePool, type StorePool } from '../support/store-pool.js';

const VIEW = { project: 'shop', name: 'Mine', query: 'is:unresolved', sort: 'lastSeen', direction: 'desc' } as const;
const ADA = { name: 'ada', address: '127.0.0.1' };

describe('the pool of stores', () => {
  let pool: StorePool<SqlitePlace>;
  beforeEach(() => {
    pool = openStorePool(makeSqlitePlace);
  });
  afterEach(async () => {
    await pool.close();
    await cleanUp();
  });

  it('hands the store of a test that passed on, with nothing in it and nothing told', async () => {
    const first = await pool.open({ feedClients: 1 });
    await first.putAll(times(3, (n) => eventDigest({ message: `failure ${String(n)}` })));
    await first.store.changeView({ kind: 'add', view: VIEW });
    await pool.takeBack(true);
    const told = first.feedItems.length;
    assert.notEqual(told, 0);
    const second = await pool.open({ feedClients: 1 });
    assert.equal(second.store, first.store);
    assert.deepEqual(second.feedItems, []);
    const { errors, events, requests, logs } = await second.store.readStatus();
    assert.deepEqual({ errors, events, requests, logs }, { errors: 0, events: 0, requests: 0, logs: 0 });
    await second.putAll([eventDigest({ message: 'one more' })]);
    assert.notEqual(second.feedItems.length, 0);
    assert.equal(first.feedItems.length, told, 'the first test hears nothing of the second');
  });

  it('gives two tests of one time a store each', async () => {
    const [one, other] = [await pool.open(), await pool.open()];
    assert.notEqual(one.store, other.store);
  });

  const closed = async (isPassed: boolean, change: (harness: Awaited<ReturnType<typeof pool.open>>) => unknown) => {
    const first = await pool.open();
    await change(first);
    await pool.takeBack(isPassed);
    const second = await pool.open();
    assert.notEqual(second.store, first.store);
  };

  it('closes the store of a test that failed', () => closed(false, () => undefined));

  it('closes a store that its test closed', () => closed(true, ({ store }) => store.close()));

  it('closes a store that still holds what cannot be deleted', () =>
    closed(true, async ({ store }) => {
      const key = { name: 'of an app', role: 'reader', project: null, hash: 'a hash', createdAtMs: 1000 } as const;
      const added = await store.access.addKey(key, { hasToken: true, by: ADA });
      assert.ok(added.kind === 'added');
      await store.access.revokeKey(added.key.id, { mayBeLast: true, by: ADA });
    }));

  it('hands a store on that holds nothing but rows of the audit', async () => {
    const first = await pool.open();
    await first.store.changeView({ kind: 'add', view: VIEW }, ADA);
    await pool.takeBack(true);
    assert.equal((await pool.open()).store, first.store);
  });

  it('closes a store whose place a test opened again, and leaves the place to that test', async () => {
    const first = await pool.open();
    await first.putAll([eventDigest({ message: 'kept' })]);
    await first.close();
    const again = await pool.open({ place: first.place });
    await pool.takeBack(true);
    assert.equal((await again.store.readStatus()).events, 1);
    assert.notEqual((await pool.open()).store, first.store);
  });

  it('opens a store that no test has had where a test asks for one', async () => {
    const first = await pool.open();
    await pool.takeBack(true);
    const second = await pool.open({ fresh: true });
    assert.notEqual(second.store, first.store);
  });
});
