// Runs alone: it times when the outbox is looked at.

import { strict as assert } from 'node:assert';
import { EventEmitter, once } from 'node:events';
import { FeedDemand } from '../../../../src/feed-demand.js';
import type { FeedItem } from '../../../../src/messages.js';
import { type Db, openDb } from '../../../../src/store/postgres/connection.js';
import { takeDaemonNumber } from '../../../../src/store/postgres/daemon-number.js';
import {
  FEED_LINGER_MS,
  FEED_LISTENING_MS,
  FEED_POLL_MS,
  OUTBOX_ROW_CHARS,
} from '../../../../src/store/postgres/limits.js';
import { migrate, toNewest } from '../../../../src/store/postgres/migrations/migrate.js';
import { isHeard, takePlace, writeOutbox } from '../../../../src/store/postgres/tables/outbox.js';
import { type FeedFollower, openFeedFollower } from '../../../../src/store/postgres/writer/feed-follower.js';
import { FeedOrder, toGap } from '../../../../src/store/postgres/writer/feed-order.js';
import { makeDatabase, sharedPostgres } from '../../../support/postgres-server.js';

/** Does something when the heads that it resumes with have been read, and nobody has looked at them yet. */
class OvertakenOrder extends FeedOrder {
  resumedCount = 0;
  overtake: () => void = () => undefined;

  override resume(...given: Parameters<FeedOrder['resume']>): readonly FeedItem[] {
    this.overtake();
    const items = super.resume(...given);
    this.resumedCount += 1;
    return items;
  }
}

describe('the connection that follows the feed of other daemons', function () {
  this.timeout(60_000);
  let url = '';
  let db: Db;
  let follower: FeedFollower;
  let demand: FeedDemand;
  let told: FeedItem[] = [];
  let order: OvertakenOrder;
  const news = new EventEmitter();
  const clock = { ms: 0 };
  let other = 0;

  before(async () => {
    url = await makeDatabase(await sharedPostgres());
    // Its connection is that of another daemon.
    db = openDb(url, { max: 1 });
    await migrate(db);
    other = (
      await takeDaemonNumber(db, {
        wanted: null,
        name: 'other',
        holder: 'other',
        version: '1.0.0',
        schema: toNewest(),
        startedAtMs: 0,
        nowMs: 0,
      })
    ).number;
  });
  after(() => db.close());
  beforeEach(async () => {
    demand = new FeedDemand();
    demand.setClientCount(1);
    told = [];
    order = new OvertakenOrder();
    follower = openFeedFollower({
      url,
      shard: () => null,
      demand,
      order,
      publish: (items) => {
        told.push(...items);
        news.emit('told');
      },
      log: () => undefined,
      monotonic: () => clock.ms,
    });
    await follower.follow();
  });
  afterEach(async () => {
    await follower.close();
    assert.equal((await marks()).length, 0);
  });

  const marks = (): Promise<{ leftMs: number }[]> =>
    db.query(`SELECT extract(epoch FROM listening_until - clock_timestamp()) * 1000 AS left_ms FROM feed_listeners`);
  const heard = (id: string): Promise<boolean> => db.transact((transaction) => isHeard(transaction, id));
  const lapse = (): Promise<number> => db.change('UPDATE feed_listeners SET listening_until = clock_timestamp()');
  /** Has it do what is due: it looks for more when others call. */
  const call = (): Promise<unknown> => db.query(`SELECT pg_notify('errord_feed', 'other')`);
  /** Ends its connection, and waits until it hears again. */
  const interrupt = async (): Promise<void> => {
    await db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%feed%' AND datname = current_database()
         AND pid <> pg_backend_pid()`,
    );
    while (order.resumedCount === 0) await new Promise(setImmediate);
  };
  let number = 0;
  const write = (json: string): Promise<void> =>
    db.transact(async (transaction) => {
      await takePlace(transaction);
      await writeOutbox(transaction, { shard: other, number, items: [{ projectName: null, json }] });
      number += 1;
    });
  const untilTold = async (count: number): Promise<void> => {
    while (told.length < count) await once(news, 'told');
  };

  it('is heard by others for so long, and not by itself', async () => {
    const [mark] = await marks();
    assert.ok(mark && mark.leftMs <= FEED_LISTENING_MS && mark.leftMs > FEED_LISTENING_MS / 2);
    assert.equal(await heard('other'), true);
    assert.equal(await heard(follower.id), false);
    await lapse();
    assert.equal(await heard('other'), false);
  });

  it('says three times as often that it listens, and tells of a gap when that was too late', async () => {
    assert.deepEqual(told.splice(0), [toGap(1)]);
    await lapse();
    clock.ms += FEED_LISTENING_MS / 3 - 1;
    await call();
    await write('"a"');
    await untilTold(1);
    assert.equal(await heard('other'), false);
    clock.ms += 1;
    await call();
    await untilTold(2);
    assert.deepEqual(told[1], toGap(1));
    assert.equal(await heard('other'), true);
    // In time: no gap.
    clock.ms += FEED_LISTENING_MS / 3;
    await call();
    await write('"b"');
    await untilTold(3);
    assert.equal(told[2]?.json, '"b"');
  });

  it('reads by itself what nobody has called it for', async () => {
    const writtenAtMs = performance.now();
    await write('"unannounced"');
    await untilTold(2);
    assert.equal(told[1]?.json, '"unannounced"');
    assert.ok(performance.now() - writtenAtMs < 10 * FEED_POLL_MS);
    const [row] = await db.query<{ chars: number; body: string }>(
      `SELECT chars, body FROM feed_outbox ORDER BY number DESC LIMIT 1`,
    );
    assert.equal(row?.chars, (row?.body.length ?? 0) + OUTBOX_ROW_CHARS);
  });

  it('tells nothing twice that this daemon committed while it heard again how far others are', async () => {
    await write('"before"');
    await untilTold(2);
    order.overtake = () => {
      order.hold();
      const own = { shard: other, seq: Number.MAX_SAFE_INTEGER, head: number + 1, items: [] };
      told.push(...order.release({ ...own, items: [{ projectName: null, json: '"own"' }] }));
    };
    await interrupt();
    await write('"own"');
    await write('"after"');
    await untilTold(4);
    assert.deepEqual(
      told.slice(1).map(({ json }) => json),
      ['"before"', '"own"', '"after"'],
    );
  });

  it('listens on for a while when its last client has gone, and not longer', async () => {
    demand.setClientCount(0);
    clock.ms += FEED_LINGER_MS - 1;
    await write('"lingering"');
    await untilTold(2);
    assert.equal((await marks()).length, 1);
    clock.ms += 1;
    while ((await marks()).length > 0) await new Promise(setImmediate);
    await write('"later"');
    demand.setClientCount(1);
    await follower.follow();
    await write('"again"');
    await untilTold(4);
    assert.deepEqual(
      told.slice(2).map(({ json }) => json),
      ['', '"again"'],
    );
  });
});
