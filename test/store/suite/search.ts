import { strict as assert } from 'node:assert';
import { SEARCH_TOTAL_MAX } from '../../../schemas/limits.js';
import { eventDigest, logDigest } from '../../support/store-digests.js';
import { times } from '../../support/store-harness.js';
import type { Open } from './open.js';

const MESSAGES = [
  'disk is 100% full',
  'disk is 1000 full',
  'user_id is missing',
  'userXid is missing',
  "can't read 'name'",
  'said "hello world" twice',
  'glob src/**/*.ts found nothing',
  'path C:\\Users\\ann is gone',
  'before\u0000after the NUL',
  'deploy \u{1f680}\u{1f525} failed',
  'データベースに接続できません',
  'Grüße aus KÖLN',
  'ΟΔΟΣΑ ΚΛΕΙΣΤΗ',
  'ΤΕΛΟΣ',
  'İstanbul timed out',
  'ᲐᲑᲒᲓ ᲔᲕᲖ',
  'cats AND dogs OR (birds NOT fish) NEAR/2',
  'tab\tand\nnewline',
  'deploys knocked over',
  'aqvzაqvzა',
  '\u001b[31mwanted\u001b[39m \u001b[32mGrün\u001b[39m to be red',
  'x',
  '',
] as const;

/** What is searched for, and the messages that hold it. */
const SEARCHES: readonly (readonly [string, readonly string[]])[] = [
  ['wanted grün to', ['\u001b[31mwanted\u001b[39m \u001b[32mGrün\u001b[39m to be red']],
  ['[31m', []],
  ['d \u001b[1mg\u001b[0mr', ['\u001b[31mwanted\u001b[39m \u001b[32mGrün\u001b[39m to be red']],
  ['100%', ['disk is 100% full']],
  ['%', ['disk is 100% full']],
  ['user_id', ['user_id is missing']],
  ['_', ['user_id is missing']],
  ["'name'", ["can't read 'name'"]],
  ["'", ["can't read 'name'"]],
  ['"hello', ['said "hello world" twice']],
  ['""', []],
  ['"', ['said "hello world" twice']],
  ['**/*', ['glob src/**/*.ts found nothing']],
  ['*', ['glob src/**/*.ts found nothing']],
  ['hel*', []],
  ['C:\\Users', ['path C:\\Users\\ann is gone']],
  ['\\', ['path C:\\Users\\ann is gone']],
  ['before\u0000after', ['before\u0000after the NUL']],
  ['\u0000', ['before\u0000after the NUL']],
  ['after the NUL', ['before\u0000after the NUL']],
  ['beforeafter', []],
  ['\u{1f680}', ['deploy \u{1f680}\u{1f525} failed']],
  ['\u{1f680}\u{1f525} f', ['deploy \u{1f680}\u{1f525} failed']],
  ['接続', ['データベースに接続できません']],
  ['ベースに接', ['データベースに接続できません']],
  ['GRÜSSE', []],
  ['grüße AUS köln', ['Grüße aus KÖLN']],
  ['ÜSS', []],
  ['öl', ['Grüße aus KÖLN']],
  ['ΟΔΟΣ', ['ΟΔΟΣΑ ΚΛΕΙΣΤΗ']],
  ['οδοσα', ['ΟΔΟΣΑ ΚΛΕΙΣΤΗ']],
  ['τελος', ['ΤΕΛΟΣ']],
  ['τελοσ', ['ΤΕΛΟΣ']],
  ['İstanbul', ['İstanbul timed out']],
  ['აბგ', ['ᲐᲑᲒᲓ ᲔᲕᲖ']],
  ['AND', ['cats AND dogs OR (birds NOT fish) NEAR/2', 'tab\tand\nnewline']],
  ['dogs or (', ['cats AND dogs OR (birds NOT fish) NEAR/2']],
  ['NOT', ['glob src/**/*.ts found nothing', 'cats AND dogs OR (birds NOT fish) NEAR/2']],
  ['NEAR/2', ['cats AND dogs OR (birds NOT fish) NEAR/2']],
  ['message:x', []],
  ['b\tand\nn', ['tab\tand\nnewline']],
  ['\ud83d', []],
  ['\ud83d failed', []],
  ['X', ['userXid is missing', 'x']],
  ['x', ['userXid is missing', 'x']],
  ['no such text', []],
  // All its trigrams are there, but not in a row.
  ['is missing_id', []],
  ['s'.repeat(256), []],
  // Of any length, so that each trigram of the text is once the last and once between two that are looked up.
  ['kno', ['deploys knocked over']],
  ['knoc', ['deploys knocked over']],
  ['knock', ['deploys knocked over']],
  ['knocke', ['deploys knocked over']],
  ['knocked over', ['deploys knocked over']],
  ['knox', []],
  // The ends of its words are there, with something else between.
  ['deplisdeploys', []],
  ['failure deploys', []],
  ['knooked', []],
  ['connocked', []],
  ['knoked', []],
  ['knoxk', []],
  // A letter that the index cannot fold, before, between and after others.
  ['ᲐqvzᲐ', ['aqvzაqvzა']],
  ['yzაxყ', []],
  ['qvzᲐqv', ['aqvzაqvzა']],
];

export function describeSearch(open: Open): void {
  describe('search', () => {
    it('finds log messages by substring, whatever characters it has', async () => {
      const { putAll, logs } = await open();
      await putAll(MESSAGES.map((message) => logDigest({ message })));
      for (const [search, expected] of SEARCHES) {
        const { logs: found, total } = await logs({ search });
        const messages = found.map(({ message }) => message).sort();
        assert.deepEqual(messages, expected.toSorted(), `search for ${JSON.stringify(search)}`);
        assert.equal(total, expected.length);
      }
    });

    it('finds error groups by substring, whatever characters it has', async () => {
      const { putAll, errors } = await open();
      await putAll(MESSAGES.map((message) => eventDigest({ message })));
      for (const [search, expected] of SEARCHES) {
        const { errors: found, total } = await errors({ search });
        const messages = found.map(({ message }) => message).sort();
        assert.deepEqual(messages, expected.toSorted(), `search for ${JSON.stringify(search)}`);
        assert.equal(total, expected.length);
      }
    });

    it('takes an empty text for no search', async () => {
      const { putAll, logs, errors } = await open();
      await putAll([logDigest(), eventDigest()]);
      assert.equal((await logs({ search: '' })).total, 1);
      assert.equal((await errors({ search: '' })).total, 1);
    });

    it('finds a long text by its end as well as by its start', async () => {
      const { putAll, logs } = await open();
      const message = `${'lorem ipsum dolor sit amet '.repeat(400)}the end`;
      await putAll([logDigest({ message }), logDigest({ message: message.slice(0, -7) })]);
      assert.equal((await logs({ search: 'sit amet the end' })).total, 1);
      assert.equal((await logs({ search: 'amet lorem ipsum dolor sit amet lorem ipsum dolor' })).total, 2);
    });

    it('combines with paging', async () => {
      const { putAll, logs } = await open();
      await putAll(times(25, (index) => logDigest({ message: `job ${index} failed` })));
      const { logs: found, total } = await logs({ search: 'failed', page: 3, pageSize: 10 });
      assert.deepEqual([found.length, total, found.at(-1)?.message], [5, 25, 'job 0 failed']);
      const past = await logs({ search: 'failed', page: 4, pageSize: 10 });
      assert.deepEqual([past.logs, past.total], [[], 25]);
    });

    it('stops counting at its limit, and finds rare entries behind more matches than that', async () => {
      const { store, logs } = await open();
      const nowMs = Date.now();
      await store.append([
        logDigest({ message: 'request failed', projectName: 'rare', timestampMs: nowMs - 1000 }),
        logDigest({ message: 'request failed', level: 'debug', timestampMs: nowMs - 1000 }),
      ]);
      for (let count = 0; count <= SEARCH_TOTAL_MAX; count += 1000) {
        await store.append(times(1000, () => logDigest({ message: 'request failed' })));
      }
      assert.equal((await logs({ search: 'request failed' })).total, SEARCH_TOTAL_MAX);
      assert.equal((await logs({ search: 'request failed', projectId: 'rare' })).total, 1);
      assert.equal((await logs({ search: 'request failed', level: 'debug' })).total, 1);
      assert.equal((await logs({ search: 'request failed', to: new Date(nowMs - 1000).toISOString() })).total, 2);
    });

    it('does not find what was cleared', async () => {
      const { store, putAll, logs, errors } = await open();
      await putAll([logDigest({ message: 'cleared text' }), eventDigest({ message: 'cleared text' })]);
      await store.clear('shop');
      await putAll([logDigest({ message: 'other words' }), eventDigest({ message: 'other words' })]);
      assert.equal((await logs({ search: 'cleared' })).total, 0);
      assert.equal((await errors({ search: 'cleared' })).total, 0);
      assert.equal((await logs({ search: 'other' })).total, 1);
      assert.equal((await errors({ search: 'other' })).total, 1);
    });
  });
}
