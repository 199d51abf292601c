// What a PostgreSQL store does while its server fails.
// Runs alone: it times how long a silent server is waited for.

import { strict as assert } from 'node:assert';
import type { Digest } from '../../../src/messages.js';
import { openDb } from '../../../src/store/postgres/connection.js';
import {
  ANSWER_MARGIN_MS,
  QUERY_STATEMENT_TIMEOUT_MS,
  QUERY_WITHIN_MS,
  STANDBY_ANSWER_MS,
} from '../../../src/store/postgres/limits.js';
import { openPostgresStore } from '../../../src/store/postgres/postgres-store.js';
import { openStandby } from '../../../src/store/postgres/reader/standby.js';
import type { PostgresPlace } from '../../support/postgres-place.js';
import { makeDatabase, type PostgresServer, startPostgres } from '../../support/postgres-server.js';
import { eventDigest, logDigest } from '../../support/store-digests.js';
import { cleanUp, type Harness, openHarness, times } from '../../support/store-harness.js';

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

describe('a PostgreSQL server with faults', () => {
  let server: PostgresServer;
  before(async function () {
    this.timeout(60_000);
    server = await startPostgres({ fsync: true });
  });
  afterEach(cleanUp);
  after(() => server.stop());

  const openDaemon = async (given?: PostgresPlace): Promise<Harness<PostgresPlace>> => {
    const url = given?.url ?? (await makeDatabase(server));
    const place: PostgresPlace = {
      url,
      open: (events) => openPostgresStore({ url, events }),
      remove: () => Promise.resolve(),
    };
    return openHarness(() => Promise.resolve(place), { place: given ?? place });
  };

  for (const signal of ['SIGKILL', 'SIGINT'] as const) {
    it(`that ends by ${signal} and starts again: nothing acknowledged is lost or doubled, and work goes on`, async () => {
      const first = await openDaemon();
      const second = await openDaemon(first.place);
      const acknowledged: string[] = [];
      const refusals = new Set<unknown>();
      const run = { isOver: false };
      const isOver = (): boolean => run.isOver;
      const write = async ({ store }: Harness<PostgresPlace>): Promise<void> => {
        while (!isOver()) {
          const records: Digest[] = times(5, () => eventDigest());
          for (;;) {
            // As a client does, the same records are sent until they are acknowledged.
            const outcomes = await store.append(records).catch((error: unknown) => void refusals.add(codeOf(error)));
            if (outcomes !== undefined) {
              acknowledged.push(...outcomes.map((outcome) => ('id' in outcome ? outcome.id : '')));
              break;
            }
            if (isOver()) break;
            await new Promise(setImmediate);
          }
        }
      };
      const writing = [write(first), write(second)];
      for (const runs of [1, 2]) {
        const wanted = acknowledged.length + 50 * runs;
        while (acknowledged.length < wanted) await new Promise(setImmediate);
        await server.end(signal);
        await server.start();
      }
      const wanted = acknowledged.length + 50;
      while (acknowledged.length < wanted) await new Promise(setImmediate);
      run.isOver = true;
      await Promise.all(writing);
      assert.deepEqual(
        [...refusals].filter((code) => code !== 'storage_unavailable'),
        [],
      );
      assert.equal(new Set(acknowledged).size, acknowledged.length);
      const { events } = await first.status();
      assert.ok(events >= acknowledged.length && events <= acknowledged.length + 10, `${events}`);
      assert.equal((await first.onlyGroup()).count, events);
      for (const id of acknowledged) assert.ok((await first.event(id)) !== null, id);
    }).timeout(120_000);
  }

  it('that is away: calls and queries say so, and the store is not lost', async () => {
    const daemon = await openDaemon();
    await daemon.put(logDigest());
    await server.end('SIGINT');
    const failed = await Promise.allSettled([daemon.put(logDigest()), daemon.logs(), daemon.store.clear(null)]);
    for (const one of failed)
      assert.equal(one.status === 'rejected' && codeOf(one.reason), 'storage_unavailable', JSON.stringify(one));
    await server.start();
    await daemon.put(logDigest());
    assert.equal((await daemon.logs()).total, 2);
    assert.deepEqual(daemon.failures, []);
  }).timeout(120_000);

  it('that says nothing any more is given up, and its place is taken by another connection', async () => {
    const db = openDb(await makeDatabase(server), { max: 1, statementTimeoutMs: 100 });
    const [backend] = await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    process.kill(backend?.pid ?? 0, 'SIGSTOP');
    const askedAtMs = performance.now();
    await assert.rejects(
      db.transact((transaction) => transaction.query('SELECT 1')),
      { code: 'CONNECTION_CLOSED' },
    );
    assert.ok(performance.now() - askedAtMs >= ANSWER_MARGIN_MS);
    assert.deepEqual([...(await db.query('SELECT 1 AS one'))], [{ one: 1 }]);
    process.kill(backend?.pid ?? 0, 'SIGCONT');
    await db.close();
  }).timeout(60_000);

  it('that takes too long for a query ends it by itself, before the connection is given up', async () => {
    const limits = { statementTimeoutMs: QUERY_STATEMENT_TIMEOUT_MS };
    const db = openDb(await makeDatabase(server), { max: 1, isReader: true, ...limits });
    const read = (what: string) =>
      db.read((transaction) => transaction.query<{ pid: number }>(`SELECT pg_backend_pid() AS pid, ${what}`), {
        withinMs: QUERY_WITHIN_MS,
      });
    const [before] = await read('1');
    await assert.rejects(read('pg_sleep(60)'), { code: '57014' });
    assert.deepEqual((await read('1'))[0]?.pid, before?.pid);
    await db.close();
  }).timeout(60_000);

  it('that is a standby and says nothing any more is left to the primary in time', async () => {
    const standby = openStandby(await makeDatabase(server), { position: 0 });
    const ask = () =>
      standby.read(async (transaction) => {
        const [row] = await transaction.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        return row?.pid ?? 0;
      });
    const pid = (await ask())?.value ?? 0;
    process.kill(pid, 'SIGSTOP');
    const askedAtMs = performance.now();
    assert.equal(await ask(), null);
    const waitedMs = performance.now() - askedAtMs;
    process.kill(pid, 'SIGCONT');
    assert.ok(waitedMs >= STANDBY_ANSWER_MS - 1 && waitedMs < QUERY_WITHIN_MS, `${waitedMs} ms`);
    // Others are not kept waiting.
    assert.equal(await ask(), null);
  }).timeout(60_000);

  it('that acknowledges what it may lose is refused, unless that is asked for', async () => {
    const { place } = await openDaemon();
    const url = `${place.url}&synchronous_commit=off`;
    const events = {
      commit: () => undefined,
      groupings: () => undefined,
      failed: () => undefined,
      log: () => undefined,
    };
    await assert.rejects(openPostgresStore({ url, events }), (error: Error) => {
      assert.equal(codeOf(error), 'database_unusable');
      return /synchronous_commit is off/.test(error.message);
    });
    const store = await openPostgresStore({ url, events, mayLoseCommits: true });
    await store.close();
  });

  it('that is not there: the start fails without the password in its words', async () => {
    const events = {
      commit: () => undefined,
      groupings: () => undefined,
      failed: () => undefined,
      log: () => undefined,
    };
    const url = 'postgres://bob:verysecret@/none?host=/nowhere';
    await assert.rejects(openPostgresStore({ url, events }), (error: Error) => {
      assert.equal(codeOf(error), 'database_unusable');
      assert.ok(!error.message.includes('verysecret'));
      return error.message.includes('/nowhere/none');
    });
  });
});
