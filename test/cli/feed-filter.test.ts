import { strict as assert } from 'node:assert';
import type { FeedMessage } from '../../schemas/feed.js';
import { isWanted, toFeedFilter } from '../../src/cli/feed-filter.js';
import { LOG_QUERIES, QUERIED_LOGS } from '../support/log-queries.js';
import { logDigest } from '../support/store-digests.js';

/** What the feed says of the logs. */
const NEWS: readonly FeedMessage[] = QUERIED_LOGS.map((log, index) => {
  const { level, message, source } = logDigest(log);
  const payload = { id: String(index), level, message, timestamp: '2026-01-31T08:00:00.000Z' };
  return { type: 'new_log', payload: source === null ? payload : { ...payload, source } };
});

describe('a query of errord tail', () => {
  for (const [query, expected] of LOG_QUERIES) {
    it(`shows what a store finds: ${query === '' ? 'nothing' : query}`, () => {
      const filter = toFeedFilter({}, query);
      const shown = NEWS.filter((message) => isWanted(message, filter));
      assert.equal(shown.map((news) => (news.type === 'new_log' ? news.payload.message[0] : '?')).join(''), expected);
    });
  }
});
