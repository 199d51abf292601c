import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { mkdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrordError } from '../../../src/errors.js';
import { QUERY_QUEUE_MAX } from '../../../src/limits.js';
import { WRITER_CALLS_MAX } from '../../../src/store/sqlite/limits.js';
import { openSqliteHarness, tempDir } from '../../support/sqlite-place.js';
import { eventDigest, logDigest } from '../../support/store-digests.js';
import { cleanUp, times, toQuery } from '../../support/store-harness.js';
import { openSqlite } from '../../support/test-sqlite.js';

const open = openSqliteHarness;

/** A directory where a database is expected. */
function directoryAt(name: string): string {
  const path = join(tempDir(), name);
  mkdirSync(path);
  return path;
}

const codesOf = async (calls: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(calls)).map((call) =>
    call.status === 'rejected' ? (call.reason as ErrordError).code : 'fulfilled',
  );

describe('the writer thread', () => {
  afterEach(cleanUp);

  it('that ends in the middle of calls rejects every one with worker_lost, and says so once', async () => {
    const { store, failed, failures } = await open();
    const calls = [
      ...times(20, () => store.append(times(500, () => eventDigest()))),
      store.setStatus('1', 'resolved'),
      store.prune({ nowMs: Date.now(), retentionDays: 1, maxDbSizeMb: 0 }),
      store.maintain('quick'),
    ];
    await Promise.all([store.writer.worker.terminate(), ...calls.map((call) => call.catch(() => undefined))]);
    assert.equal((await failed).code, 'worker_lost');
    assert.equal(failures.length, 1);
    assert.equal((await codesOf(calls)).at(-1), 'worker_lost');
    assert.deepEqual(await codesOf([store.append([eventDigest()]), store.clear(null)]), ['worker_lost', 'worker_lost']);
  });

  it('that ends keeps what it has acknowledged', async () => {
    const first = await open();
    const digests = times(50, () => eventDigest());
    await first.store.append(digests);
    const pending = first.store.append(times(500, () => eventDigest()));
    await Promise.all([first.store.writer.worker.terminate(), pending.catch(() => undefined)]);
    await first.close();
    const second = await open({ dbPath: first.dbPath });
    const outcomes = await second.store.append(digests);
    assert.ok(outcomes.every(({ kind }) => kind === 'duplicate'));
  });

  it('refuses calls past its limit with queue_full, and closes all the same', async () => {
    const { store, failures } = await open();
    const calls = Promise.allSettled(times(WRITER_CALLS_MAX + 50, () => store.append([logDigest()])));
    const closed = store.close();
    const codes = (await calls).map((call) =>
      call.status === 'rejected' ? (call.reason as { code: unknown }).code : 'stored',
    );
    assert.equal(codes.filter((code) => code === 'stored').length, WRITER_CALLS_MAX);
    assert.equal(codes.filter((code) => code === 'queue_full').length, 50);
    await closed;
    assert.deepEqual(failures, []);
  });

  it('leaves the readers answering when it ends', async () => {
    const { store, put, errors, failed } = await open();
    await put(eventDigest());
    await store.writer.worker.terminate();
    await failed;
    assert.equal((await errors()).total, 1);
  });

  it('says why the database cannot be opened', async () => {
    const first = await open();
    await assert.rejects(open({ dbPath: first.dbPath }), { name: 'ErrordError', code: 'database_in_use' });
    await assert.rejects(open({ dbPath: directoryAt('service.db') }), {
      name: 'ErrordError',
      code: 'database_unusable',
    });
    assert.equal((await first.put(eventDigest())).kind, 'stored');
  });

  it('lets the database go when it cannot be opened', async () => {
    const dbPath = directoryAt('service.db');
    await assert.rejects(open({ dbPath }), { code: 'database_unusable' });
    rmdirSync(dbPath);
    const harness = await open({ dbPath });
    assert.equal((await harness.put(eventDigest())).kind, 'stored');
  });
});

describe('full upkeep', () => {
  afterEach(cleanUp);

  it('merges the search index in steps, and leaves the planner without statistics', async () => {
    const { store, logs, dbPath } = await open();
    for (let commit = 0; commit < 40; commit += 1) {
      await store.append(times(20, (index) => logDigest({ message: `line ${commit * 20 + index} of the log` })));
    }
    await Promise.all([store.maintain('full'), store.append([logDigest({ message: 'line arrived meanwhile' })])]);
    assert.equal((await logs({ search: 'line' })).total, 801);
    await store.close();
    const db = openSqlite(dbPath);
    assert.equal(db.prepare("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'sqlite_stat%'").pluck().get(), 0);
    db.exec("INSERT INTO logs_search (logs_search) VALUES ('integrity-check')");
    db.exec("INSERT INTO error_groups_search (error_groups_search) VALUES ('integrity-check')");
    assert.equal(db.pragma('integrity_check', { simple: true }), 'ok');
    db.close();
  });
});

describe('the reader threads', () => {
  afterEach(cleanUp);

  /** Compares thousands of texts, so that it is under way when the thread ends. */
  const slow = toQuery('listLogs', { page: 1, pageSize: 1, search: 'zq' });

  it('that end in the middle of queries reject that of the moment with worker_lost, and answer the next', async () => {
    const { store, errors, put, failures } = await open();
    await store.append(times(2000, (index) => logDigest({ message: `line ${index} `.repeat(200) })));
    await put(eventDigest());
    assert.equal((await errors()).total, 1);
    // Several: a thread that gets ahead may be done with the first before it is told to end.
    const codes = codesOf(times(5, () => store.query(slow)));
    const [thread] = store.reader.pool.threads;
    await thread?.terminate();
    assert.ok((await codes).includes('worker_lost'));
    assert.ok((await codes).every((code) => code === 'worker_lost' || code === 'fulfilled'));
    assert.equal((await errors()).total, 1);
    assert.deepEqual(failures, []);
  });

  it('that end between queries are replaced', async () => {
    const { store, errors } = await open();
    await errors();
    for (let round = 0; round < 3; round += 1) {
      const created = once(store.reader.pool, 'workerCreate');
      await Promise.all(store.reader.pool.threads.map((thread) => thread.terminate()));
      await created;
      assert.equal((await errors()).total, 0);
    }
  });

  it('reject the queries under way and waiting when the store closes', async () => {
    const { store } = await open();
    await store.append(times(500, (index) => logDigest({ message: `line ${index} `.repeat(200) })));
    const queries = times(20, () => store.query(slow));
    const codes = codesOf(queries);
    await store.close();
    assert.equal((await codes).at(-1), 'shutting_down');
    assert.ok((await codes).every((code) => code === 'shutting_down' || code === 'fulfilled'));
  });

  it('take as many waiting queries as the limit, and refuse the next with queue_full', async () => {
    const { store } = await open();
    await store.query(slow);
    // One is at work, the others wait.
    const codes = await codesOf(times(QUERY_QUEUE_MAX + 2, () => store.query(slow)));
    assert.deepEqual([codes[QUERY_QUEUE_MAX], codes[QUERY_QUEUE_MAX + 1]], ['fulfilled', 'queue_full']);
    assert.equal(codes.filter((code) => code === 'queue_full').length, 1);
  });

  it('say storage_unavailable when the file is gone, and do not wait for ever', async () => {
    const { store, dbPath } = await open();
    await store.writer.worker.terminate();
    unlinkSync(dbPath);
    await assert.rejects(store.query(slow), { code: 'storage_unavailable' });
    await assert.rejects(store.query(slow), { code: 'storage_unavailable' });
  });
});
