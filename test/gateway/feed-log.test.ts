import assert from 'node:assert/strict';
import { FeedLog } from '../../src/gateway/feed-log.js';
import { FEED_LOG_BYTES_MAX } from '../../src/limits.js';
import type { FeedItem } from '../../src/messages.js';

const item = (projectName: string | null, json: string): FeedItem => ({ projectName, json });

describe('feed log', () => {
  it('keeps messages up to its bytes, and drops the oldest past them, of its project too', () => {
    const log = new FeedLog();
    const all = log.join(null);
    const shop = log.join('shop');
    const half = 'x'.repeat(FEED_LOG_BYTES_MAX / 2);
    log.append(item('shop', half));
    log.append(item('blog', half));
    assert.deepEqual([all.start, all.end, shop.start, shop.end], [0, 2, 0, 1]);
    log.append(item('shop', 'y'));
    assert.deepEqual([all.start, all.end, shop.start, shop.end], [1, 3, 1, 2]);
    assert.equal(Buffer.from(shop.at(1)?.entry.bytes ?? []).toString(), 'y');
    assert.equal(shop.at(0), undefined);
  });

  it('tells all topics of what was left out nobody knows where, and drops it from each of them', () => {
    const log = new FeedLog();
    const [all, shop, blog] = [log.join(null), log.join('shop'), log.join('blog')];
    log.append({ projectName: null, json: '', skippedBefore: 3, isOfAnyProject: true });
    log.append(item('shop', 'x'));
    assert.deepEqual(
      [all, shop, blog].map((topic) => [topic.end, topic.messageCount]),
      [
        [2, 5],
        [2, 5],
        [1, 4],
      ],
    );
    log.append(item('blog', 'y'.repeat(FEED_LOG_BYTES_MAX)));
    assert.deepEqual(
      [all, shop, blog].map(({ start, end }) => [start, end]),
      [
        [2, 3],
        [2, 2],
        [1, 2],
      ],
    );
  });

  it('keeps the newest message however large it is', () => {
    const log = new FeedLog();
    const all = log.join(null);
    log.append(item(null, 'x'));
    log.append(item(null, 'x'.repeat(FEED_LOG_BYTES_MAX + 1)));
    assert.deepEqual([all.start, all.end], [1, 2]);
  });

  it('encodes a message once for all clients', () => {
    const log = new FeedLog();
    const all = log.join(null);
    const shop = log.join('shop');
    log.append(item('shop', 'ü'));
    assert.equal(all.at(0)?.entry, shop.at(0)?.entry);
  });

  it('finds the newest messages within so many characters, the last one at least', () => {
    const log = new FeedLog();
    const all = log.join(null);
    for (const json of ['aaaa', 'bb', 'c', 'dd']) log.append(item(null, json));
    assert.deepEqual(
      [0, 2, 3, 4, 5, 9, 100].map((chars) => all.newest(chars)),
      [3, 3, 2, 2, 1, 0, 0],
    );
  });

  it('gives no place twice, also after it was emptied', () => {
    const log = new FeedLog();
    const all = log.join(null);
    for (let count = 0; count < 5; count += 1) log.append(item(null, 'x'));
    log.clear();
    log.append(item(null, 'y'));
    assert.deepEqual([all.start, all.end], [5, 6]);
    assert.equal(Buffer.from(all.at(5)?.entry.bytes ?? []).toString(), 'y');
  });
});
