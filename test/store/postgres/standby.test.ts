// A real standby that streams, beside the server that is written to.

import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import type { ErrorGroupList } from '../../../schemas/error-group.js';
import { monotonicClock } from '../../../src/clock.js';
import { REPLICA_LAG_HEADER } from '../../../src/constants.js';
import { makeCommitMemory, openCommitMark } from '../../../src/store/postgres/commit-mark.js';
import { type Db, openDb } from '../../../src/store/postgres/connection.js';
import {
  READER_CONNECTIONS,
  STANDBY_LOOK_MS,
  STANDBY_RETRY_MS,
  STANDBY_WAIT_MS,
} from '../../../src/store/postgres/limits.js';
import { openPostgresStore } from '../../../src/store/postgres/postgres-store.js';
import { openStandby } from '../../../src/store/postgres/reader/standby.js';
import { endDaemonProcesses, startDaemonProcess } from '../../support/daemon-process.js';
import { anEvent } from '../../support/events.js';
import { callJson } from '../../support/http.js';
import { type PostgresPlace, toPostgresPlace } from '../../support/postgres-place.js';
import { makeDatabase, type PostgresServer, startPostgres } from '../../support/postgres-server.js';
import { eventDigest } from '../../support/store-digests.js';
import { cleanUp, type Harness, openHarness, times } from '../../support/store-harness.js';
import { useTempDir } from '../../support/temp-dir.js';

describe('a PostgreSQL store that reads from a standby', function () {
  this.timeout(60_000);
  let primary: PostgresServer;
  let standby: PostgresServer;
  const dir = useTempDir();
  const opened: Db[] = [];
  before(async () => {
    primary = await startPostgres();
    standby = await startPostgres({ standbyOf: primary });
  });
  afterEach(async () => {
    await cleanUp();
    await endDaemonProcesses();
    for (const db of opened.splice(0)) await db.close();
  });
  after(() => {
    standby.stop();
    primary.stop();
  });

  const makeUrls = async () => {
    const url = await makeDatabase(primary);
    return { url, readUrl: url.replace(primary.directory, standby.directory) };
  };
  const openReading = ({ url, readUrl }: { url: string; readUrl: string }): Promise<Harness<PostgresPlace>> =>
    openHarness(() =>
      Promise.resolve({ ...toPostgresPlace(url), open: (events) => openPostgresStore({ url, readUrl, events }) }),
    );
  /** How many events the only group has, and the lag that was told. */
  const ask = async ({ store }: Harness<PostgresPlace>) => {
    let lagMs: number | null = null;
    const query = {
      name: 'listErrorGroups',
      id: '',
      parameters: { page: 1, pageSize: 10 },
      nowMs: Date.now(),
    } as const;
    const json = await store.query(query, (told) => {
      lagMs = told;
    });
    const { errors } = JSON.parse(Buffer.from(json ?? []).toString()) as ErrorGroupList;
    return { count: errors[0]?.count ?? 0, lagMs: lagMs as number | null };
  };
  /** Ends and begins what the standby makes of what it is sent. */
  const control = (): ((act: 'pause' | 'resume') => Promise<void>) => {
    const db = openDb(standby.url('postgres'), { max: 1, mayBeStandby: true });
    opened.push(db);
    return async (act) => {
      await db.exec(`SELECT pg_wal_replay_${act}()`);
      // A pause is only asked for by that: what comes in the meantime may be replayed yet.
      const wanted = act === 'pause' ? 'paused' : 'not paused';
      const isThere = async (): Promise<boolean> => {
        const [row] = await db.query<{ state: string }>('SELECT pg_get_wal_replay_pause_state() AS state');
        return row?.state === wanted;
      };
      while (!(await isThere()));
    };
  };

  it('sees each of its own writes at once, and is answered by the standby', async () => {
    const daemon = await openReading(await makeUrls());
    // A busy machine may be behind for a while; it must not stay so although nothing but writes and reads goes on.
    for (let [count, fromStandby] = [1, 0]; fromStandby < 10; count += 1) {
      await daemon.put(eventDigest());
      const answer = await ask(daemon);
      assert.equal(answer.count, count);
      if (answer.lagMs !== null) fromStandby += 1;
    }
  });

  it('asks the primary while the standby lacks its own writes, which it waits for once, and goes back', async () => {
    const daemon = await openReading(await makeUrls());
    const act = control();
    await daemon.put(eventDigest());
    await act('pause');
    await daemon.put(eventDigest());
    const startMs = monotonicClock();
    assert.deepEqual(await ask(daemon), { count: 2, lagMs: null });
    assert.ok(monotonicClock() - startMs >= STANDBY_WAIT_MS);
    for (const count of [3, 4]) {
      await daemon.put(eventDigest());
      assert.deepEqual(await ask(daemon), { count, lagMs: null });
    }
    await act('resume');
    while ((await ask(daemon)).lagMs === null);
    assert.equal((await ask(daemon)).count, 4);
  });

  it('tells by how much it may be behind what other daemons have written', async () => {
    const urls = await makeUrls();
    const daemon = await openReading(urls);
    const other = await openHarness(() => Promise.resolve(toPostgresPlace(urls.url)));
    const act = control();
    await daemon.put(eventDigest());
    while ((await ask(daemon)).lagMs === null);
    await act('pause');
    await other.put(eventDigest());
    const [first, second] = [await ask(daemon), await ask(daemon)];
    assert.deepEqual([first.count, second.count], [1, 1]);
    assert.ok((second.lagMs ?? 0) > 0 && (second.lagMs ?? 0) >= (first.lagMs ?? 0), JSON.stringify([first, second]));
    assert.equal((await daemon.status()).events, 2);
    await act('resume');
    while ((await ask(daemon)).count !== 2);
    while ((await ask(daemon)).lagMs !== 0);
  });

  it('asks the primary while the standby is away, and finds it again', async () => {
    const daemon = await openReading(await makeUrls());
    await daemon.put(eventDigest());
    while ((await ask(daemon)).lagMs === null);
    await standby.end('SIGKILL');
    const answers = await Promise.all(times(2 * READER_CONNECTIONS, () => ask(daemon)));
    for (const answer of answers) assert.deepEqual(answer, { count: 1, lagMs: null });
    const startMs = monotonicClock();
    assert.deepEqual(await ask(daemon), { count: 1, lagMs: null });
    assert.ok(monotonicClock() - startMs < STANDBY_RETRY_MS, 'a query waited for the standby');
    await standby.start();
    while ((await ask(daemon)).lagMs === null) await daemon.put(eventDigest());
  });

  it('trusts no standby as long as it does not know how far its own commit is', async () => {
    const { readUrl } = await makeUrls();
    const mark = openCommitMark(makeCommitMemory());
    const { read } = openStandby(readUrl, mark);
    const readOne = () => read((transaction) => transaction.query('SELECT 1 AS one'));
    // Until the database is there too; the looks at it need turns of the event loop.
    while ((await readOne()) === null) await new Promise(setImmediate);
    mark.lose();
    const startMs = monotonicClock();
    assert.equal(await readOne(), null);
    assert.ok(monotonicClock() - startMs >= STANDBY_WAIT_MS - STANDBY_LOOK_MS);
    mark.note(0);
    assert.deepEqual([...((await readOne())?.value ?? [])], [{ one: 1 }]);
  });

  it('has the daemon tell the lag in a header', async () => {
    const { url, readUrl } = await makeUrls();
    const env = { SERVICE_STORE_URL: url, SERVICE_STORE_READ_URL: readUrl };
    const daemon = await startDaemonProcess(join(dir(), 'unused.db'), [], { env });
    assert.equal((await callJson(`${daemon.url}/api/events`, { body: anEvent() })).status, 201);
    for (;;) {
      const { body, headers } = await callJson<ErrorGroupList>(`${daemon.url}/api/errors`);
      assert.equal(body.total, 1);
      const lag = headers.get(REPLICA_LAG_HEADER);
      if (lag === null) continue;
      assert.match(lag, /^\d+$/);
      break;
    }
    assert.equal(await daemon.stop(), 0);
  });
});
