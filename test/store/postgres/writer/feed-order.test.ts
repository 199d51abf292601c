import { strict as assert } from 'node:assert';
import type { FeedItem } from '../../../../src/messages.js';
import type { FeedHeads, OutboxNews, OutboxRow } from '../../../../src/store/postgres/tables/outbox.js';
import { FeedOrder, toGap } from '../../../../src/store/postgres/writer/feed-order.js';

const item = (json: string): FeedItem => ({ projectName: 'shop', json });
/** Of a shard, the message of a number, at a place; it is named by the first two. */
function row(shard: number, number: number, seq: number): OutboxRow {
  return { shard, number, seq, messageCount: 1, projectName: 'shop', items: [item(`${shard}/${number}`)] };
}
/** What a read finds: the heads are where its rows end, but for those that are given. */
function news(rows: readonly OutboxRow[], heads: readonly [number, number][] = []): OutboxNews {
  const ends = new Map(rows.map(({ shard, number }) => [shard, number + 1]));
  return { rows, heads: new Map([...ends, ...heads]) };
}
const words = (items: readonly FeedItem[]): (string | number)[] =>
  items.map(({ json, skippedBefore = 0 }) => (json === '' ? skippedBefore : json));

describe('the order of the feed', () => {
  let order: FeedOrder;
  beforeEach(() => {
    order = new FeedOrder();
    order.start(new Map([[1, 5]]), order.told);
  });

  it('tells what two reads both found once, and a shard that is new from its beginning', () => {
    assert.deepEqual(words(order.take(news([row(1, 5, 10), row(2, 0, 11)]))), ['1/5', '2/0']);
    assert.deepEqual(words(order.take(news([row(1, 5, 10), row(2, 0, 11), row(1, 6, 12)]))), ['1/6']);
    assert.deepEqual(
      [...order.told],
      [
        [1, 7],
        [2, 1],
      ],
    );
  });

  it('tells of a gap how many are missing, between rows and where no row is left', () => {
    assert.deepEqual(order.take(news([row(1, 9, 10)])), [toGap(4), item('1/9')]);
    assert.deepEqual(order.take(news([], [[1, 15]])), [toGap(5)]);
    assert.deepEqual(order.take(news([], [[1, 15]])), []);
    assert.deepEqual(order.take(news([{ ...row(1, 15, 30), items: null }])), [
      { projectName: 'shop', json: '', skippedBefore: 1 },
    ]);
  });

  it('puts a transaction of this daemon where its place is among what was read meanwhile', () => {
    order.hold();
    assert.deepEqual(order.take(news([row(1, 5, 10)])), []);
    assert.deepEqual(order.take(news([row(1, 5, 10), row(1, 6, 12)])), []);
    const own = { shard: 3, seq: 11, head: 1, items: [item('own')] };
    assert.deepEqual(words(order.release(own)), ['1/5', 'own', '1/6']);
    // It is in the outbox too.
    assert.deepEqual(order.take(news([row(3, 0, 11)])), []);
  });

  it('tells what comes before a transaction of this daemon at once', () => {
    order.hold();
    assert.deepEqual(words(order.takeBefore(news([row(1, 5, 10)]))), ['1/5']);
    assert.deepEqual(words(order.release({ shard: 3, seq: 11, head: null, items: [item('own')] })), ['own']);
  });

  it('tells a transaction of which nobody heard whether it was committed when it is found in the outbox', () => {
    order.hold();
    assert.deepEqual(order.take(news([row(1, 5, 10), row(3, 0, 11)])), []);
    assert.deepEqual(words(order.release(null)), ['1/5', '3/0']);
  });

  it('does not tell its own again when it began to follow with heads from before', () => {
    const late = new FeedOrder();
    late.hold();
    late.release({ shard: 3, seq: 11, head: 2, items: [item('own')] });
    late.start(new Map([[3, 1]]), new Map());
    assert.deepEqual(late.take(news([row(3, 1, 11)])), []);
  });

  it('tells nothing of others while it does not follow them, and its own all the same', () => {
    order.stop();
    assert.deepEqual(order.take(news([row(1, 5, 10)])), []);
    order.hold();
    assert.deepEqual(words(order.release({ shard: 3, seq: 11, head: null, items: [item('own')] })), ['own']);
    assert.equal(order.isFollowing, false);
  });

  it('says how many it has not told when it begins anew', () => {
    assert.equal(
      order.start(
        new Map([
          [1, 7],
          [2, 3],
        ]),
        order.told,
      ),
      5,
    );
    order.stop();
    assert.equal(order.start(new Map([[1, 9]]), order.told), 0);
  });

  it('goes on behind a server that took over and has lost what others told', () => {
    assert.deepEqual(order.resume(new Map([[1, 5]]), order.told), []);
    assert.deepEqual(order.resume(new Map([[1, 3]]), order.told), [toGap(2)]);
    assert.deepEqual(words(order.take(news([row(1, 3, 20)]))), ['1/3']);
  });

  for (const [way, behind] of [
    ['resumes', (heads: FeedHeads, asked: FeedHeads) => order.resume(heads, asked)],
    ['begins anew', (heads: FeedHeads, asked: FeedHeads) => order.start(heads, asked)],
  ] as const) {
    it(`tells nothing twice when it ${way} with heads that are older than what was told while they were on their way`, () => {
      const asked = order.told;
      // The writer's own connection is faster: it reads what another one told, and commits something itself.
      order.hold();
      assert.deepEqual(words(order.takeBefore(news([row(1, 5, 10)]))), ['1/5']);
      const own = { shard: 3, seq: 11, head: 1, items: [item('own')] };
      assert.deepEqual(words(order.release(own)), ['own']);
      const told = behind(new Map([[1, 5]]), asked);
      assert.deepEqual(told, way === 'resumes' ? [] : 0);
      assert.deepEqual(words(order.take(news([row(1, 5, 10), row(3, 0, 11), row(1, 6, 12)]))), ['1/6']);
    });

    it(`goes on where the writer is when it ${way} behind a server that has lost some of its messages`, () => {
      const commit = (seq: number, head: number): unknown => {
        order.hold();
        return order.release({ shard: 3, seq, head, items: [item('own')] });
      };
      commit(11, 4);
      const asked = order.told;
      commit(9, 3);
      behind(
        new Map([
          [1, 5],
          [3, 2],
        ]),
        asked,
      );
      assert.equal(order.told.get(3), 3);
      assert.deepEqual(words(order.take(news([row(3, 2, 9), row(3, 3, 10)]))), ['3/3']);
    });
  }
});
