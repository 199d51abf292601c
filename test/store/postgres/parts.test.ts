import { strict as assert } from 'node:assert';
import { toClientIdHash } from '../../../src/store/postgres/client-id.js';
import { type Db, openDb } from '../../../src/store/postgres/connection.js';
import { type DaemonNumber, takeDaemonNumber } from '../../../src/store/postgres/daemon-number.js';
import {
  COMMIT_TIMEOUT_MS,
  DAEMONS_MAX,
  IDLE_TRANSACTION_MS,
  PARTITIONS_AHEAD,
  PROJECT_LOCKS,
  STATEMENT_TIMEOUT_MS,
  TRANSACTION_TRIES_MAX,
} from '../../../src/store/postgres/limits.js';
import { toProjectSlot } from '../../../src/store/postgres/locks.js';
import { migrate, toNewest } from '../../../src/store/postgres/migrations/migrate.js';
import { dropEmptyPartitions, makePartitions, readPartitions } from '../../../src/store/postgres/partitions.js';
import { toStoreErrorCode } from '../../../src/store/postgres/postgres-error.js';
import { openRowIds } from '../../../src/store/postgres/row-id.js';
import { decodeBytes, decodeText, encodeText } from '../../../src/store/postgres/text.js';
import { openWriterConnection } from '../../../src/store/postgres/writer/connection.js';
import { receivedAtMsOf, rowIdAt } from '../../../src/store/sqlite/row-id.js';
import { makeDatabase, sharedPostgres } from '../../support/postgres-server.js';
import { DAY_MS } from '../../support/store-digests.js';
import { times } from '../../support/store-harness.js';

const NOON_MS = Date.UTC(2026, 4, 5, 12);
const DAEMON = { name: 'x', version: '1.0.0', schema: toNewest(), startedAtMs: NOON_MS, nowMs: NOON_MS };

describe('parts of the PostgreSQL store', function () {
  this.timeout(60_000);
  let url = '';
  let db: Db;
  const opened: { close(): Promise<void> }[] = [];
  before(async () => {
    url = await makeDatabase(await sharedPostgres());
    db = openDb(url, { max: 4 });
    await migrate(db);
  });
  after(async () => {
    for (const one of [...opened, db]) await one.close();
  });
  const code = async (work: Promise<unknown>): Promise<string> => {
    const [settled] = await Promise.allSettled([work]);
    return settled.status === 'rejected' ? toStoreErrorCode(settled.reason) : 'none';
  };

  it('answer that it may be tried again where the server ended a transaction that said nothing', async () => {
    const silent = openDb(url, { max: 1 });
    opened.push(silent);
    const work = silent.transact(async (transaction) => {
      await transaction.exec("SET LOCAL idle_in_transaction_session_timeout = '20ms'");
      // No turn of the loop, as in a commit that only computes.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
      await transaction.query('SELECT 1');
    });
    assert.equal(await code(work), 'storage_unavailable');
  });

  it('keep any text: NUL, what stands for it, and what marks that', async () => {
    for (const text of ['a\0b', '\uFDD0', '\uFDD1\uFDD0', '\0\uFDD1\0', 'plain', '']) {
      assert.equal(decodeText(encodeText(text)), text);
      assert.equal(Buffer.from(decodeBytes(Buffer.from(encodeText(text)))).toString(), text);
      const [row] = await db.query<{ one: string; many: string[] }>('SELECT $1::text AS one, $2::text[] AS many', [
        text,
        [text, `"${text}\\`],
      ]);
      assert.deepEqual(row, { one: text, many: [text, `"${text}\\`] });
    }
  });

  it('keep ids of clients apart, whatever they look like', () => {
    const uuid = '6f3fdb8d-e7c6-4a2c-9d49-cd917f04b715';
    const ids = [uuid, uuid.toUpperCase(), uuid.replaceAll('-', ''), toClientIdHash('a'), 'a', 'A', ''];
    assert.equal(new Set(ids.map(toClientIdHash)).size, ids.length);
  });

  it('give daemons ids of one moment that differ, and never fall', () => {
    const daemons = times(DAEMONS_MAX, (number) => openRowIds(number, 0, () => NOON_MS));
    const ids = daemons.flatMap(({ next }) => times(100, next));
    assert.equal(new Set(ids).size, ids.length);
    const [first] = daemons;
    assert.ok(first);
    const own = ids.slice(0, 100);
    assert.deepEqual(
      [...own].sort((one, other) => one - other),
      own,
    );
    assert.equal(receivedAtMsOf(own[0] ?? 0), NOON_MS);
    assert.ok(first.nextBoundary() > (own[99] ?? 0));
    // A clock that steps back, in the process and over a restart.
    assert.ok(openRowIds(0, own[99] ?? 0, () => NOON_MS - DAY_MS).next() > (own[99] ?? 0));
  });

  it('give each daemon a number of its own, and no more than there are', async () => {
    const connections = times(DAEMONS_MAX + 1, () => openDb(url, { max: 1 }));
    opened.push(...connections);
    const numbers: number[] = [];
    const take = (connection: Db, wanted: number | null): Promise<DaemonNumber> =>
      takeDaemonNumber(connection, { ...DAEMON, wanted, holder: String(connections.indexOf(connection)) });
    for (const connection of connections.slice(0, DAEMONS_MAX)) numbers.push((await take(connection, null)).number);
    assert.deepEqual(
      numbers.sort((one, other) => one - other),
      times(DAEMONS_MAX, Number),
    );
    const [last] = connections.slice(-1);
    assert.ok(last);
    await assert.rejects(take(last, 3), /64 daemons use it/);
    await connections[5]?.close();
    await connections[6]?.close();
    const { number, isOwn } = await take(last, 6);
    assert.deepEqual([number, isOwn], [6, false]);
    for (const connection of connections) await connection.close();
  });

  it('share so many locks between all projects', () => {
    const slots = new Set(times(5000, (index) => toProjectSlot(`project ${index}`)));
    assert.equal(slots.size, PROJECT_LOCKS);
    assert.ok([...slots].every((slot) => slot >= 0 && slot < PROJECT_LOCKS));
  });

  it('make partitions ahead, put rows of other days aside, and drop the days of which nothing is left', async () => {
    assert.equal((await makePartitions(db, NOON_MS)).length, 3 * (PARTITIONS_AHEAD + 1));
    assert.deepEqual(await makePartitions(db, NOON_MS), []);
    const insert = (id: number): Promise<number> =>
      db.change(
        `INSERT INTO logs (id, timestamp_ms, project_id, bytes, level, message) VALUES ($1, 0, 0, 0, 0, 'kept')`,
        [id],
      );
    const laterMs = NOON_MS + 30 * DAY_MS;
    await insert(rowIdAt(NOON_MS));
    await insert(rowIdAt(laterMs));
    // The day has a row already, which nobody has made a partition for: it stays where it is.
    const made = await makePartitions(db, laterMs);
    assert.ok(!made.includes('logs_20260604') && made.includes('logs_20260605') && made.includes('events_20260604'));
    await insert(rowIdAt(laterMs + 1));
    assert.equal((await db.query('SELECT FROM logs_other')).length, 2);
    const dropped = await db.transact((transaction) => dropEmptyPartitions(transaction, NOON_MS + 3 * DAY_MS));
    assert.deepEqual(dropped.sort(), [
      'events_20260505',
      'events_20260506',
      'logs_20260506',
      'requests_20260505',
      'requests_20260506',
    ]);
    assert.ok((await readPartitions(db)).some(({ name }) => name === 'logs_20260505'));
    assert.equal((await db.query('SELECT FROM logs')).length, 3);
  });

  it('end a statement that takes too long, as what the server cannot do now', async () => {
    const timeouts = await db.query<{ timeout: number }>(
      `SELECT setting::int AS timeout FROM pg_settings
       WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout') ORDER BY name`,
    );
    assert.deepEqual(
      timeouts.map(({ timeout }) => timeout),
      [IDLE_TRANSACTION_MS, STATEMENT_TIMEOUT_MS],
    );
    const hasty = openDb(url, { max: 1, statementTimeoutMs: 50 });
    opened.push(hasty);
    assert.equal(await code(hasty.query('SELECT pg_sleep(20)')), 'storage_unavailable');
    assert.equal((await hasty.query('SELECT')).length, 1);
  });

  it('do a transaction again that the server ended for another one, but not for ever', async () => {
    const connection = openWriterConnection({
      url,
      daemon: DAEMON,
      clock: () => NOON_MS,
      commitTimeoutMs: COMMIT_TIMEOUT_MS,
    });
    opened.push(connection);
    let tries = 0;
    const end = async (failing: number): Promise<string> =>
      connection.transact(async (transaction) => {
        tries += 1;
        if (tries <= failing)
          await transaction.exec(`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40P01'; END $$`);
        return 'done';
      });
    assert.equal(await end(TRANSACTION_TRIES_MAX - 1), 'done');
    assert.equal(tries, TRANSACTION_TRIES_MAX);
    tries = 0;
    assert.equal(await code(end(1000)), 'storage_unavailable');
    assert.equal(tries, TRANSACTION_TRIES_MAX);
  });
});
