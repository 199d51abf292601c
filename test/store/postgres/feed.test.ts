// The feed of several daemons on one database: what any of them commits reaches the clients of all.
// Runs alone: it stops and kills servers under load.

import { strict as assert } from 'node:assert';
import { EventEmitter, once } from 'node:events';
import type { FeedItem } from '../../../src/messages.js';
import { type Db, openDb } from '../../../src/store/postgres/connection.js';
import {
  FEED_FOLLOW_WAIT_MS,
  OUTBOX_CHARS_MAX,
  OUTBOX_CHARS_PER_SECOND,
  OUTBOX_KEPT_MS,
  OUTBOX_READ_CHARS_MAX,
} from '../../../src/store/postgres/limits.js';
import { openPostgresStore } from '../../../src/store/postgres/postgres-store.js';
import type { PostgresPlace } from '../../support/postgres-place.js';
import { makeDatabase, type PostgresServer, startPostgres } from '../../support/postgres-server.js';
import { eventDigest, logDigest, requestDigest } from '../../support/store-digests.js';
import { cleanUp, type Harness, openHarness, times } from '../../support/store-harness.js';

type Daemon = Harness<PostgresPlace>;
type Daemons = readonly [Daemon, Daemon, Daemon];

/** What is told of a project, or of none; `skipped` where messages were left out. */
function toWords({ json, skippedBefore = 0, isOfAnyProject }: FeedItem): string[] {
  const skipped = skippedBefore > 0 ? [`skipped ${isOfAnyProject === true ? 'anywhere' : skippedBefore}`] : [];
  if (json === '') return skipped;
  const { type, payload } = JSON.parse(json) as {
    type: string;
    payload: { message?: string; count?: number; errorGroup?: { count: number }; status?: string };
  };
  if (type === 'new_log') return [...skipped, payload.message ?? ''];
  if (type === 'status_change') return [...skipped, payload.status ?? ''];
  return [...skipped, `${type} ${payload.errorGroup?.count ?? payload.count ?? ''}`.trim()];
}

const wordsOf = ({ feedItems }: Daemon): string[] => feedItems.flatMap(toWords);

const news = new EventEmitter();
const happen = (): boolean => news.emit('any');

/** Resolves when something has happened, and it is so; never rejects: the test's time is over then. */
async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await once(news, 'any');
}

describe('the feed of several daemons', function () {
  this.timeout(60_000);
  let server: PostgresServer;
  let db: Db;
  before(async () => {
    server = await startPostgres();
  });
  after(async () => {
    for (const daemon of kept) await daemon.close();
    await keptDb?.close();
    server.stop();
  });
  afterEach(async () => {
    await cleanUp();
    if (db !== keptDb) await db.close();
  });

  /** Nobody listens yet. */
  async function openDaemons(count: number, options: { readonly shared?: boolean } = {}): Promise<Daemons> {
    const url = await makeDatabase(server);
    db = openDb(url, { max: 1 });
    const place: PostgresPlace = {
      url,
      open: (events) => openPostgresStore({ url, events }),
      remove: () => Promise.resolve(),
    };
    const daemons: Daemon[] = [];
    for (let index = 0; index < count; index += 1)
      daemons.push(await openHarness(() => Promise.resolve(place), { place, ...options }));
    for (const { store } of daemons) store.feed.subscribe(happen);
    return daemons as unknown as Daemons;
  }

  const kept: Daemon[] = [];
  let keptDb: Db | null = null;

  /** Those of the tests before, which hold nothing and have no clients, and have told nothing yet; they may listen still. */
  async function takeDaemons(): Promise<Daemons> {
    if (kept.length === 0) {
      kept.push(...(await openDaemons(3, { shared: true })));
      keptDb = db;
    }
    db = keptDb ?? db;
    for (const { setFeedClients } of kept) setFeedClients(0);
    await kept[0]?.store.clear(null);
    return kept.map((daemon) => {
      const from = daemon.feedItems.length;
      return {
        ...daemon,
        get feedItems() {
          return daemon.feedItems.slice(from);
        },
        feed: () => daemon.feed().slice(from),
      };
    }) as unknown as Daemons;
  }

  /** As the gateway does for a client that joins. */
  async function join({ store, setFeedClients }: Daemon): Promise<void> {
    await store.feed.follow?.();
    setFeedClients(1);
  }

  /** Hears the notices that daemons send. */
  async function listen({ place }: Daemon): Promise<{ heard: readonly string[]; listener: Db }> {
    const heard: string[] = [];
    const onNotice = (payload: string): void => {
      heard.push(payload);
      happen();
    };
    const listener = openDb(place.url, { max: 1, onNotice });
    await listener.exec('LISTEN errord_feed');
    return { heard, listener };
  }

  const countRows = async (): Promise<number> => {
    const [row] = await db.query<{ count: number }>('SELECT count(*) AS count FROM feed_outbox');
    return row?.count ?? 0;
  };

  it('tells everything that another one commits, once, in the order of each project', async () => {
    const [first, second] = await takeDaemons();
    await join(first);
    await second.putAll([logDigest({ message: 'a' }), eventDigest(), requestDigest({ projectName: 'blog' })]);
    await second.put(eventDigest());
    await second.store.setStatus((await second.onlyGroup()).id, 'resolved');
    await second.put(logDigest({ message: 'b', projectName: null }));
    await until(() => wordsOf(first).includes('b'));
    assert.deepEqual(first.feedItems.filter(({ projectName }) => projectName !== 'blog').flatMap(toWords), [
      'a',
      'new_error 1',
      'new_event 2',
      'resolved',
      'b',
    ]);
    assert.deepEqual(
      first.feedItems.map(({ projectName }) => projectName).sort(),
      ['blog', null, 'shop', 'shop', 'shop', 'shop'].sort(),
    );
    assert.deepEqual(second.feedItems, []);
    // Its own comes once as well.
    await join(second);
    await first.put(logDigest({ message: 'c' }));
    await until(() => wordsOf(second).includes('c'));
    await second.put(logDigest({ message: 'd' }));
    await until(() => wordsOf(first).includes('d'));
    assert.deepEqual(wordsOf(second), ['c', 'd']);
    assert.deepEqual(wordsOf(first).slice(-2), ['c', 'd']);
  });

  it('tells the same messages as the daemon that committed them', async () => {
    const [first, second] = await takeDaemons();
    await join(first);
    await join(second);
    await second.putAll([
      eventDigest({ projectName: 'it\'s "ä" \\ 日本', message: 'nul \0, \u001e and \ufdd0' }),
      logDigest({ message: 'line\nbreak, {curly}, NULL', projectName: null }),
      requestDigest({ url: '/a?b=c' }),
    ]);
    await until(() => first.feedItems.length === 3);
    const sorted = ({ feedItems }: Daemon): unknown =>
      [...feedItems].sort((one, other) => (one.json < other.json ? -1 : 1));
    assert.deepEqual(sorted(first), sorted(second));
  });

  it('tells the events of a group in the order of their commits, however many daemons write at once', async () => {
    const [first, second, third] = await takeDaemons();
    const daemons = [first, second, third];
    for (const daemon of daemons) await join(daemon);
    const groups = 3;
    const commits = 40;
    const write = async ({ store }: Daemon, number: number): Promise<void> => {
      for (let commit = 0; commit < commits; commit += 1)
        await store.append(
          times(3, (index) => eventDigest({ message: `failure ${(number + commit + index) % groups}` })),
        );
    };
    await Promise.all(daemons.map(write));
    const total = daemons.length * commits * 3;
    await until(() => daemons.every(({ feedItems }) => feedItems.length >= total));
    for (const daemon of daemons) {
      const counts = new Map<string, number[]>();
      for (const message of daemon.feed()) {
        const group =
          message.type === 'new_event'
            ? message.payload.errorGroup
            : message.type === 'new_error'
              ? message.payload
              : null;
        assert.ok(group);
        counts.set(group.id, [...(counts.get(group.id) ?? []), group.count]);
      }
      assert.equal(counts.size, groups);
      for (const told of counts.values())
        assert.deepEqual(
          told,
          times(total / groups, (index) => index + 1),
        );
    }
  });

  it('writes nothing and wakes nobody when nobody listens, or only clients of its own', async () => {
    const [first, second] = await openDaemons(2);
    const { heard, listener } = await listen(first);
    await first.put(logDigest());
    await join(first);
    await first.put(logDigest({ message: 'own' }));
    assert.equal(await countRows(), 0);
    await second.put(logDigest({ message: 'of the other' }));
    await until(() => wordsOf(first).includes('of the other'));
    assert.equal(await countRows(), 1);
    await until(() => heard.length > 0);
    // The one who listened is gone for good.
    await first.close();
    await second.put(logDigest({ message: 'for nobody' }));
    assert.equal(await countRows(), 1);
    await listener.query('SELECT 1');
    assert.equal(heard.length, 1);
    await listener.close();
  });

  it('wakes others once for a commit, however many records and projects it has', async () => {
    const [first, second] = await takeDaemons();
    const { heard, listener } = await listen(first);
    await join(first);
    for (let commit = 0; commit < 5; commit += 1)
      await second.putAll(times(20, (index) => logDigest({ projectName: `project ${index % 4}` })));
    await until(() => first.feedItems.length === 100);
    await second.store.setStatus('zz', 'resolved');
    await listener.query('SELECT 1');
    assert.ok(heard.length >= 1 && heard.length <= 5, `${heard.length} notices`);
    assert.ok(heard.every((payload) => payload.length < 8000));
    await listener.close();
  });

  it('misses nothing that is committed after its first client has joined', async () => {
    const [first, second] = await openDaemons(2);
    const run = { isOver: false };
    const acknowledged: number[] = [];
    const write = async (): Promise<void> => {
      for (let index = 0; !run.isOver; index += 1) {
        await second.put(logDigest({ message: String(index) }));
        acknowledged.push(index);
        happen();
      }
    };
    const writing = write();
    for (let rounds = 0; rounds < 5; rounds += 1) {
      const wanted = acknowledged.length + 10;
      await until(() => acknowledged.length >= wanted);
      await join(first);
      const from = acknowledged.length;
      const told = first.feedItems.length;
      await until(() => acknowledged.length >= from + 20);
      const last = String(acknowledged.at(-1));
      await until(() => wordsOf(first).includes(last));
      const numbers = first.feedItems.slice(told).flatMap(toWords).map(Number);
      // The one that was under way may have been committed before.
      assert.ok((numbers[0] ?? Infinity) <= from + 1, `${numbers[0]} after ${from}`);
      assert.deepEqual(
        numbers,
        times(numbers.length, (index) => (numbers[0] ?? 0) + index),
      );
      first.setFeedClients(0);
      await second.store.setStatus('zz', 'resolved');
    }
    run.isOver = true;
    await writing;
  });

  it('tells a client of a gap that was let in before the daemon could listen', async () => {
    const [first, second] = await openDaemons(2);
    await second.put(logDigest());
    // As a commit of another daemon that takes long.
    const slow = openDb(first.place.url, { max: 1 });
    await slow.transact(async (transaction) => {
      await transaction.query('SELECT pg_advisory_xact_lock_shared(7306, 0)');
      const askedAtMs = performance.now();
      await join(first);
      assert.ok(performance.now() - askedAtMs >= FEED_FOLLOW_WAIT_MS - 100);
      assert.deepEqual(first.feedItems, []);
    });
    await until(() => first.feedItems.length === 1);
    assert.deepEqual(wordsOf(first), ['skipped anywhere']);
    await slow.close();
  });

  it('reads what came while its connection was lost', async () => {
    const [first, second] = await takeDaemons();
    await join(first);
    await second.put(logDigest({ message: '0' }));
    await until(() => wordsOf(first).includes('0'));
    for (const round of [1, 2, 3]) {
      await db.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%feed%' AND datname = current_database() AND pid <> pg_backend_pid()`,
      );
      await second.put(logDigest({ message: `${round}` }));
      await until(() => wordsOf(first).includes(`${round}`));
    }
    assert.deepEqual(wordsOf(first), ['0', '1', '2', '3']);
  });

  for (const signal of ['SIGKILL', 'SIGINT'] as const) {
    it(`goes on after a restart of the server by ${signal}, tells nothing twice, and says of a gap where there is one`, async () => {
      const [first, second] = await takeDaemons();
      await join(first);
      await join(second);
      const put = async (daemon: Daemon, message: string): Promise<void> => {
        const tryOnce = (): Promise<unknown> => daemon.put(logDigest({ message, recordId: message })).catch(() => null);
        while ((await tryOnce()) === null) await new Promise(setImmediate);
      };
      const run = { isOver: false };
      const counts = new Map<Daemon, number>();
      const write = async (daemon: Daemon, name: string): Promise<void> => {
        for (let index = 0; !run.isOver; index += 1) {
          await put(daemon, `${name}${index}`);
          counts.set(daemon, index + 1);
          happen();
        }
      };
      const stored = (): number => Math.min(counts.get(first) ?? 0, counts.get(second) ?? 0);
      const writing = [write(first, 'a'), write(second, 'b')];
      for (const wanted of [20, 60]) {
        await until(() => stored() >= wanted);
        await server.end(signal);
        await server.start();
      }
      await until(() => stored() >= 100);
      run.isOver = true;
      await Promise.all(writing);
      await put(first, 'last of the first');
      await put(second, 'last of the second');
      for (const daemon of [first, second]) {
        await until(() => ['last of the first', 'last of the second'].every((word) => wordsOf(daemon).includes(word)));
        const told = wordsOf(daemon).filter((word) => !word.startsWith('skipped'));
        assert.equal(new Set(told).size, told.length, 'told twice');
        for (const name of ['a', 'b']) {
          const numbers = told.filter((word) => word.startsWith(name)).map((word) => Number(word.slice(1)));
          assert.deepEqual(
            [...numbers].sort((one, other) => one - other),
            numbers,
          );
        }
        const all = [...counts.values()].reduce((sum, count) => sum + count, 2);
        const isWhole = told.length === all;
        assert.ok(isWhole || wordsOf(daemon).some((word) => word.startsWith('skipped')), `${told.length} of ${all}`);
      }
    });
  }

  /** Stops the process of the server that reads for a daemon, which has just joined alone; answers how to let it go on. */
  async function stopReading(): Promise<() => void> {
    const readers = await db.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE query LIKE '/* fan-out */ SELECT d.number AS shard%'
         AND datname = current_database() AND pid <> pg_backend_pid()`,
    );
    assert.equal(readers.length, 1);
    for (const { pid } of readers) process.kill(pid, 'SIGSTOP');
    return () => {
      for (const { pid } of readers) process.kill(pid, 'SIGCONT');
    };
  }

  const third = 'x'.repeat(Math.floor(OUTBOX_CHARS_MAX / 3.2));

  it('keeps so much for others and no more, and tells who was away of a gap', async () => {
    const [first, second] = await openDaemons(2);
    await join(first);
    const goOn = await stopReading();
    for (let commit = 0; commit < 3; commit += 1) await second.put(logDigest({ message: third }));
    assert.equal(await countRows(), 3);
    await second.put(logDigest({ message: third }));
    let rows = 4;
    while (rows === 4) rows = await countRows();
    assert.equal(rows, 1);
    goOn();
    await until(() => first.feedItems.length === 2);
    const [gap, message] = first.feedItems;
    assert.deepEqual(gap, { projectName: null, json: '', skippedBefore: 3, isOfAnyProject: true });
    assert.equal(message && toWords(message)[0], third);
  });

  it('reads the newest that the log of the feed would hold, and says of which project the rest was', async () => {
    const [first, second, other] = await openDaemons(3);
    assert.ok(3 * third.length <= OUTBOX_READ_CHARS_MAX && 4 * third.length > OUTBOX_READ_CHARS_MAX);
    await join(first);
    const goOn = await stopReading();
    for (const writer of [second, other])
      for (let commit = 0; commit < 3; commit += 1) await writer.put(logDigest({ message: third }));
    goOn();
    await until(() => first.feedItems.length === 6);
    const skipped = { projectName: 'shop', json: '', skippedBefore: 1 };
    assert.deepEqual(first.feedItems.slice(0, 3), [skipped, skipped, skipped]);
    assert.ok(first.feedItems.slice(3).every(({ json }) => json.length > third.length));
  });

  it('leaves messages out that are more than it may write in a second, and says how many', async () => {
    const [first, second] = await takeDaemons();
    await join(first);
    const [message, count] = ['x'.repeat(2000), 6000];
    assert.ok(count * message.length > 2 * OUTBOX_CHARS_PER_SECOND);
    await second.putAll(times(count, () => logDigest({ message })));
    await second.put(logDigest({ message: 'last' }));
    await until(() => wordsOf(first).includes('last'));
    const told = first.feedItems.filter(({ json }) => json !== '');
    const skipped = first.feedItems.reduce((sum, { skippedBefore = 0 }) => sum + skippedBefore, 0);
    assert.equal(told.length + skipped, count + 1);
    assert.ok(skipped > 0, `${told.length} were told`);
  });

  it('deletes what is older than anybody waits for, and nothing that is younger', async () => {
    const [first, second] = await takeDaemons();
    await join(first);
    for (const message of ['old', 'young']) await second.put(logDigest({ message }));
    await until(() => wordsOf(first).includes('young'));
    const age = (message: string, ageMs: number): Promise<number> =>
      db.change(
        `UPDATE feed_outbox SET written_at = clock_timestamp() - $2 * interval '1 millisecond' WHERE body LIKE $1`,
        [`%"${message}"%`, ageMs],
      );
    await age('old', OUTBOX_KEPT_MS);
    await age('young', OUTBOX_KEPT_MS - 30_000);
    await first.store.maintain('quick');
    const left = await db.query<{ body: string }>(
      `SELECT body FROM feed_outbox WHERE body SIMILAR TO '%"(old|young)"%'`,
    );
    assert.ok(left.length === 1 && left[0]?.body.includes('young'));
  });
});
