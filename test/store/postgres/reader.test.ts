import { strict as assert } from 'node:assert';
import type { ErrordError } from '../../../src/errors.js';
import { QUERY_QUEUE_MAX } from '../../../src/limits.js';
import { openDb } from '../../../src/store/postgres/connection.js';
import { READER_CONNECTIONS, SEARCH_SCAN_ROWS_MAX } from '../../../src/store/postgres/limits.js';
import { makePostgresPlace, toPostgresPlace } from '../../support/postgres-place.js';
import { makeDatabase, sharedPostgres } from '../../support/postgres-server.js';
import { at, eventDigest, logDigest } from '../../support/store-digests.js';
import { cleanUp, openHarness, times, toQuery } from '../../support/store-harness.js';

const NOW_MS = Date.now();
const open = () => openHarness(makePostgresPlace);
const LIST = toQuery('listLogs', { page: 1, pageSize: 10 });

/** Something that readers wait for: rows of a table that another transaction has for itself. */
async function holdLogs(url: string): Promise<{ release(): Promise<void> }> {
  const db = openDb(url, { max: 1 });
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isLocked: () => void = () => undefined;
  const locked = new Promise<void>((resolve) => {
    isLocked = resolve;
  });
  const transaction = db.transact(async (connection) => {
    await connection.exec('LOCK TABLE logs IN ACCESS EXCLUSIVE MODE');
    isLocked();
    await held;
  });
  await locked;
  return {
    async release() {
      release();
      await transaction;
      await db.close();
    },
  };
}

describe('the reader thread of a PostgreSQL store', function () {
  this.timeout(60_000);
  afterEach(cleanUp);

  it('asks over so many connections at once, and no more', async () => {
    const { store, place, put } = await open();
    await put(logDigest());
    const held = await holdLogs(place.url);
    const db = openDb(place.url, { max: 1 });
    const isWaiting = async (): Promise<number> => {
      const [row] = await db.query<{ count: number }>(
        `SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database()
           AND application_name = 'errord-reader' AND wait_event_type = 'Lock'`,
      );
      return row?.count ?? 0;
    };
    const calls = times(READER_CONNECTIONS + 5, () => store.query(LIST));
    let waiting = 0;
    while (waiting < READER_CONNECTIONS) waiting = await isWaiting();
    assert.equal(waiting, READER_CONNECTIONS);
    await held.release();
    await db.close();
    assert.equal((await Promise.all(calls)).length, READER_CONNECTIONS + 5);
  });

  it('refuses what is past its queue with queue_full', async () => {
    const { store, place, put } = await open();
    await put(logDigest());
    const held = await holdLogs(place.url);
    const calls = Promise.allSettled(times(READER_CONNECTIONS + QUERY_QUEUE_MAX + 3, () => store.query(LIST)));
    await held.release();
    const codes = (await calls).map((call) =>
      call.status === 'rejected' ? (call.reason as ErrordError).code : 'answered',
    );
    assert.equal(codes.filter((code) => code === 'queue_full').length, 3);
    assert.equal(codes.filter((code) => code === 'answered').length, codes.length - 3);
  });

  it('that ends takes its queries with it, and another one answers', async () => {
    const { store, put, errors, logLines } = await open();
    await put(eventDigest());
    assert.equal((await errors()).total, 1);
    const calls = times(20, () =>
      store.query(LIST).then(
        () => 'answered',
        (error: unknown) => (error as ErrordError).code,
      ),
    );
    await store.reader.pool.threads[0]?.terminate();
    const codes = new Set(await Promise.all(calls));
    assert.ok(codes.has('worker_lost'), [...codes].join());
    assert.equal((await errors()).total, 1);
    assert.ok(logLines.every(({ level }) => level !== 'warn'));
  });

  it('refuses queries of a closed store', async () => {
    const { store } = await open();
    await store.close();
    await assert.rejects(store.query(LIST), { code: 'shutting_down' });
  });
});

/** On a database that no other test is given: its index is taken away. */
const openOwn = () => openHarness(async () => toPostgresPlace(await makeDatabase(await sharedPostgres())));

describe('a search without an index', function () {
  this.timeout(60_000);
  afterEach(cleanUp);

  it('looks at so many of the newest entries, says how far back, and goes on from there', async () => {
    const { store, place, put, logs } = await openOwn();
    const db = openDb(place.url, { max: 1 });
    await db.exec('DROP INDEX IF EXISTS logs_search');
    await db.close();
    const plain = { environment: null };
    await put(logDigest({ ...plain, ...at(NOW_MS - 2000), message: 'the rare one' }));
    for (let start = 1; start < SEARCH_SCAN_ROWS_MAX; start += 4999)
      await store.append(
        times(Math.min(4999, SEARCH_SCAN_ROWS_MAX - start), () => logDigest({ ...plain, ...at(NOW_MS - 1000) })),
      );
    const whole = await logs({ search: 'rare one' });
    assert.deepEqual([whole.total, whole.searchedFrom, whole.next], [1, undefined, undefined]);
    await put(logDigest({ ...plain, ...at(NOW_MS - 1000), message: 'one more' }));
    const first = await logs({ search: 'rare one' });
    assert.deepEqual([first.total, first.logs.length], [0, 0]);
    assert.equal(first.searchedFrom, new Date(NOW_MS - 1000).toISOString());
    assert.ok(first.next);
    const second = await logs({ search: 'rare one', before: first.next });
    assert.deepEqual(
      second.logs.map(({ message }) => message),
      ['the rare one'],
    );
    assert.deepEqual([second.searchedFrom, second.next], [undefined, undefined]);
    // With another filter the rare one is among the newest again.
    const narrowed = await logs({ search: 'rare one', to: new Date(NOW_MS - 1500).toISOString() });
    assert.deepEqual([narrowed.total, narrowed.searchedFrom], [1, undefined]);
  });

  it('finds and pages as one with an index does, while it looks at all', async () => {
    const { place, putAll, logs } = await openOwn();
    await putAll(times(25, (index) => logDigest({ ...at(NOW_MS - (index % 3)), message: `job ${index} ÄÖ failed` })));
    const read = async (): Promise<unknown[]> => {
      const pages: unknown[] = [];
      let before: string | undefined;
      do {
        const page = await logs({ search: 'äö FAILED', pageSize: 10, ...(before !== undefined && { before }) });
        pages.push(page);
        before = page.next;
      } while (before !== undefined);
      return pages;
    };
    const indexed = await read();
    const db = openDb(place.url, { max: 1 });
    await db.exec('DROP INDEX IF EXISTS logs_search');
    await db.close();
    assert.deepEqual(await read(), indexed);
    assert.equal(indexed.length, 3);
  });
});
