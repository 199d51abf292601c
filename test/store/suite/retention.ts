import { strict as assert } from 'node:assert';
import type { Digest } from '../../../src/messages.js';
import type { PrunePolicy } from '../../../src/store/store.js';
import {
  at,
  contentText,
  DAY_MS,
  eventDigest,
  fingerprintOf,
  HOUR_MS,
  logDigest,
  requestDigest,
} from '../../support/store-digests.js';
import { type Harness, repeatDuring, times } from '../../support/store-harness.js';
import type { Open } from './open.js';

const policy = (over: Partial<PrunePolicy> = {}): PrunePolicy => ({
  nowMs: Date.now(),
  retentionDays: 30,
  maxDbSizeMb: 0,
  ...over,
});

/** Moves the policy's clock instead of the receipt: everything stored was received just now. */
const inDays = (days: number): number => Date.now() + days * DAY_MS;

const text = (index: number): string => `entry ${index} `.repeat(60);

function mixed(count: number): Digest[] {
  return times(count, (index) => [
    eventDigest({ message: `failure ${index}`, stack: contentText({ stack: text(index), stackFrames: [] }) }),
    requestDigest({ url: `/${index}`, requestBody: { text: text(index), truncated: false } }),
    logDigest({ message: `${index} ${text(index)}` }),
  ]).flat();
}

const counts = async ({ status }: Harness): Promise<number[]> => {
  const { errors, events, requests, logs } = await status();
  return [errors, events, requests, logs];
};

export function describeRetention(open: Open): void {
  describe('retention', () => {
    it('keeps what was received within the days, whatever the client says about the time', async () => {
      const harness = await open();
      await harness.putAll([eventDigest(at(Date.now() - 400 * DAY_MS)), logDigest({ timestampMs: 0 })]);
      const report = await harness.store.prune(policy({ nowMs: inDays(29.9) }));
      assert.equal(report.deletedRows, 0);
      assert.deepEqual(await counts(harness), [1, 1, 0, 1]);
    });

    it('deletes what was received before, whatever the client says about the time', async () => {
      const harness = await open();
      const { store, putAll, errors, logs, requests } = harness;
      const timestampMs = inDays(400);
      await putAll([eventDigest({ timestampMs }), requestDigest({ timestampMs }), logDigest({ timestampMs })]);
      const report = await store.prune(policy({ nowMs: inDays(30.1) }));
      assert.ok(report.deletedRows >= 3);
      assert.deepEqual(await counts(harness), [0, 0, 0, 0]);
      assert.deepEqual([(await errors()).total, (await logs()).total, (await requests()).total], [0, 0, 0]);
    });

    it('keeps everything with 0 days and no size limit', async () => {
      const harness = await open();
      await harness.putAll(mixed(3));
      await harness.store.prune(policy({ nowMs: inDays(10_000), retentionDays: 0 }));
      assert.deepEqual(await counts(harness), [3, 3, 3, 3]);
    });

    it('takes more rows than one step holds, with their counters, search index and texts', async () => {
      const harness = await open({ fresh: true });
      const { store, putAll, stats, errors, logs, bytes } = harness;
      const emptyBytes = await bytes();
      await putAll(mixed(2500));
      const { deletedRows, freedBytes } = await store.prune(policy({ nowMs: inDays(31) }));
      assert.ok(deletedRows >= 7500, `${deletedRows} rows`);
      assert.ok(freedBytes > 1_000_000, `${freedBytes} bytes`);
      const { totalRequests, errorsByType, errorsBySource, topErrors } = await stats();
      assert.deepEqual([totalRequests, errorsByType, errorsBySource, topErrors], [0, {}, {}, []]);
      assert.deepEqual([(await errors({ search: 'failure' })).total, (await logs({ search: 'entry' })).total], [0, 0]);
      assert.ok((await bytes()) < emptyBytes + 200_000);
    });

    it('takes events of a type off the counter of that type, whatever the type of their group', async () => {
      const { store, putAll, stats } = await open();
      const fingerprint = 'ab'.repeat(32);
      await putAll([
        eventDigest({ fingerprint, type: 'http_error' }),
        eventDigest({ fingerprint, type: 'console_error' }),
        eventDigest({ fingerprint, type: 'console_error' }),
      ]);
      await store.clear('shop');
      assert.deepEqual((await stats()).errorsByType, {});
      await putAll([eventDigest({ type: 'http_error' }), eventDigest({ type: 'console_error' })]);
      assert.deepEqual((await stats()).errorsByType, { console_error: 1, http_error: 1 });
      await store.prune(policy({ nowMs: inDays(31) }));
      assert.deepEqual((await stats()).errorsByType, {});
    });

    it('makes a pruned fingerprint new again', async () => {
      const { store, put } = await open();
      await put(eventDigest());
      await store.prune(policy({ nowMs: inDays(31) }));
      const outcome = await put(eventDigest());
      assert.equal('isNew' in outcome && outcome.isNew, true);
    });

    it('keeps the numbers right when a clearing and a prune follow each other and overlap', async () => {
      const harness = await open();
      const { store, putAll, stats } = harness;
      await putAll(mixed(1200));
      await Promise.all([store.clear('shop'), store.prune(policy({ nowMs: inDays(31) })), store.clear('shop')]);
      assert.deepEqual(await counts(harness), [0, 0, 0, 0]);
      await putAll([eventDigest(), requestDigest({ statusCode: 500 }), logDigest()]);
      await store.prune(policy());
      assert.deepEqual(await counts(harness), [1, 1, 1, 1]);
      const { errorsLast24h, totalRequests, errorRequests } = await stats();
      assert.deepEqual([errorsLast24h, totalRequests, errorRequests], [1, 1, 1]);
    });

    it('commits what arrives during a long prune, with its texts', async () => {
      const { store, putAll, put, onlyGroup, error } = await open();
      await putAll(mixed(4000));
      const pruning = store.prune(policy({ nowMs: inDays(31), maxDbSizeMb: 0 }));
      // Ids of these rows lie before the boundary of a policy 31 days ahead: they go as well. What counts is that they
      // are answered between the steps.
      const commits = await repeatDuring(pruning, () => put(logDigest()));
      assert.ok(commits > 3, `${commits} commits`);
      await store.clear(null);
      await put(eventDigest());
      assert.equal((await error((await onlyGroup()).id))?.events[0]?.stackFrames.length, 2);
    });

    it('keeps the texts of what arrives while unused texts are deleted', async () => {
      const { store, putAll, put, errors, error } = await open();
      await putAll(mixed(3000));
      await store.clearLogs(null);
      const pruning = store.prune(policy({ nowMs: Date.now(), retentionDays: 0, maxDbSizeMb: 0.0001 }));
      await repeatDuring(pruning, () => put(eventDigest({ projectName: 'blog' })));
      await put(eventDigest({ projectName: 'blog' }));
      const [group] = (await errors({ projectId: 'blog' })).errors;
      const events = (await error(group?.id ?? ''))?.events ?? [];
      assert.ok(events.length > 0);
      assert.ok(events.every(({ stackFrames }) => stackFrames.length === 2));
    });
  });

  describe('the size limit', () => {
    it('shrinks the store below it, the oldest first whatever their kind', async () => {
      const harness = await open({ fresh: true });
      const { store, putAll, bytes, logs, requests, errors } = harness;
      for (const part of times(8, (index) => index)) {
        const marked = mixed(500).map((digest) =>
          digest.kind === 'event'
            ? {
                ...digest,
                site: {
                  ...digest.site,
                  message: `part ${part} ${digest.site.message}`,
                  fingerprint: fingerprintOf(`${part}`, digest.site.message),
                },
              }
            : digest.kind === 'request'
              ? { ...digest, url: `/part/${part}` }
              : { ...digest, message: `part ${part} ${digest.message}` },
        );
        await putAll(marked);
      }
      const fullBytes = await bytes();
      const maxDbSizeMb = fullBytes / 2 / 1024 / 1024;
      const { freedBytes } = await store.prune(policy({ retentionDays: 0, maxDbSizeMb }));
      const keptBytes = await bytes();
      assert.ok(keptBytes <= fullBytes / 2, `${keptBytes} of ${fullBytes}`);
      assert.ok(keptBytes > fullBytes / 5, `${keptBytes} of ${fullBytes}: more than needed`);
      assert.ok(freedBytes >= fullBytes / 3, `${freedBytes} freed`);
      const [, events = 0, requestCount = 0, logCount = 0] = await counts(harness);
      assert.ok(events > 0 && Math.abs(events - requestCount) <= 1000 && Math.abs(events - logCount) <= 1000);
      assert.equal((await logs({ search: 'part 0 ' })).total, 0);
      assert.equal((await logs({ search: 'part 7 ' })).total, 500);
      const oldest = await requests({ page: requestCount, pageSize: 1 });
      assert.notEqual(oldest.requests[0]?.url, '/part/0');
      assert.equal((await errors({ search: 'part 7' })).total > 0, true);
    });

    it('takes the records of the project that holds most, and never the last of a quiet one', async () => {
      const quietCounts = [1, 7, 40];
      for (const quietCount of quietCounts) {
        const { store, putAll, errors, logs, bytes } = await open({ fresh: true });
        const quiet = times(quietCount, (index) => eventDigest({ projectName: 'quiet', message: `quiet ${index}` }));
        // The quiet one came first: by age alone it would go first.
        await putAll(quiet);
        for (const part of times(10, Number))
          await putAll(
            times(quietCount * 10, (index) => logDigest({ projectName: 'noisy', message: text(part * 1000 + index) })),
          );
        await putAll([logDigest({ projectName: 'noisy', message: 'the newest' })]);
        for (const share of [0.9, 0.7, 0.5]) {
          const maxDbSizeMb = ((await bytes()) * share) / 1024 / 1024;
          await store.prune(policy({ retentionDays: 0, maxDbSizeMb }));
          const kept = (await errors({ projectId: 'quiet' })).errors.reduce((sum, { count }) => sum + count, 0);
          const noisy = (await logs({ projectId: 'noisy' })).total;
          // With few records, the empty tables are most of the file.
          if (noisy > 2 * quietCount) assert.equal(kept, quietCount, `${share} of ${quietCount}, ${noisy} noisy`);
        }
      }
    });

    it('takes the oldest of each project, and the newest of all last', async () => {
      const { store, putAll, logs, bytes } = await open({ fresh: true });
      for (const part of times(20, Number))
        await putAll(
          times(100, (index) =>
            logDigest({ projectName: index % 4 === 0 ? 'small' : 'large', message: `part ${part}. ${text(index)}` }),
          ),
        );
      await store.prune(policy({ retentionDays: 0, maxDbSizeMb: ((await bytes()) * 0.75) / 1024 / 1024 }));
      const found = async (projectId: string) => {
        const { total } = await logs({ projectId });
        const { logs: rows } = await logs({ projectId, pageSize: 1000 });
        return { total, parts: rows.map(({ message }) => Number(/part (\d+)/.exec(message)?.[1])) };
      };
      const [large, small] = [await found('large'), await found('small')];
      assert.equal(small.total, 500);
      assert.ok(large.total > 500 && large.total < 1400, `${large.total}`);
      assert.equal(large.parts[0], 19);
      // What is left has no gap: every part from the oldest that is left on.
      const first = Math.min(...large.parts);
      for (const part of times(19 - first, (index) => first + 1 + index))
        assert.equal(large.parts.filter((other) => other === part).length, 75, `part ${part}`);
    });

    it('deletes nothing while the store is within it', async () => {
      const harness = await open();
      await harness.putAll(mixed(20));
      const { deletedRows } = await harness.store.prune(policy({ retentionDays: 0, maxDbSizeMb: 100 }));
      assert.equal(deletedRows, 0);
      assert.deepEqual(await counts(harness), [20, 20, 20, 20]);
    });

    it('ends when nothing is left to delete and the store is still larger', async () => {
      const harness = await open();
      await harness.putAll(mixed(20));
      await harness.store.prune(policy({ retentionDays: 0, maxDbSizeMb: 0.001 }));
      assert.deepEqual(await counts(harness), [0, 0, 0, 0]);
    });

    it('counts an event that was old when it came only where it still counts', async () => {
      const { store, putAll, stats } = await open();
      const receivedAtMs = Date.now();
      await putAll([
        eventDigest({ timestampMs: receivedAtMs - 9 * DAY_MS, receivedAtMs }),
        eventDigest({ timestampMs: receivedAtMs - 26 * HOUR_MS, receivedAtMs }),
        eventDigest({ timestampMs: receivedAtMs, receivedAtMs }),
      ]);
      await store.clear('shop');
      for (const timeRange of ['24h', '7d'] as const) {
        const { errorsOverTime, errorsByType } = await stats({ timeRange });
        assert.equal(
          errorsOverTime.some(({ count }) => count !== 0),
          false,
        );
        assert.deepEqual(errorsByType, {});
      }
    });
  });
}
