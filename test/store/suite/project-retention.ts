import { strict as assert } from 'node:assert';
import type { Digest } from '../../../src/messages.js';
import type { PrunePolicy } from '../../../src/store/store.js';
import {
  contentText,
  DAY_MS,
  eventDigest,
  fingerprintOf,
  logDigest,
  requestDigest,
} from '../../support/store-digests.js';
import { type Harness, times } from '../../support/store-harness.js';
import type { Open } from './open.js';

/** The policy's clock moves instead of the receipt: everything stored was received just now. */
const inDays = (days: number, over: Partial<PrunePolicy> = {}): PrunePolicy => ({
  nowMs: Date.now() + days * DAY_MS,
  retentionDays: 30,
  maxDbSizeMb: 0,
  ...over,
});

const ofEachKind = (projectName: string | null): Digest[] => [
  eventDigest({ projectName }),
  requestDigest({ projectName }),
  logDigest({ projectName }),
];

/** What each project has of errors, requests and logs. */
async function holdings({ errors, requests, logs, projects }: Harness): Promise<Record<string, number>> {
  const totals = (await projects()).map(async (projectId) => {
    const lists = await Promise.all([errors({ projectId }), requests({ projectId }), logs({ projectId })]);
    return [projectId, lists.reduce((sum, { total }) => sum + total, 0)] as const;
  });
  return Object.fromEntries(await Promise.all(totals));
}

export function describeProjectRetention(open: Open): void {
  describe('retention of a project', () => {
    it('deletes its records sooner or later than those of the others, or never', async () => {
      const harness = await open();
      const { store, putAll, logs } = harness;
      await store.setProjectSettings('short', { retentionDays: 7 });
      await store.setProjectSettings('long', { retentionDays: 90 });
      await store.setProjectSettings('kept', { retentionDays: 0 });
      await store.setProjectSettings('limited', { eventsPerMinute: 1000 });
      await putAll(['short', 'long', 'kept', 'limited', 'shop', null].flatMap(ofEachKind));
      const all = { short: 3, long: 3, kept: 3, limited: 3, shop: 3 };
      await store.prune(inDays(6.9));
      assert.deepEqual(await holdings(harness), all);
      await store.prune(inDays(7.1));
      assert.deepEqual(await holdings(harness), { long: 3, kept: 3, limited: 3, shop: 3 });
      await store.prune(inDays(29.9));
      assert.equal((await logs()).total, 5);
      await store.prune(inDays(30.1));
      assert.deepEqual(await holdings(harness), { long: 3, kept: 3 });
      assert.equal((await logs()).total, 2);
      await store.prune(inDays(89.9));
      assert.deepEqual(await holdings(harness), { long: 3, kept: 3 });
      await store.prune(inDays(90.1));
      assert.deepEqual(await holdings(harness), { kept: 3 });
      await store.prune(inDays(30_000));
      assert.deepEqual(await holdings(harness), { kept: 3 });
    });

    it('holds where the daemon keeps everything', async () => {
      const harness = await open();
      const { store, putAll } = harness;
      await store.setProjectSettings('short', { retentionDays: 7 });
      await putAll(['short', 'shop'].flatMap(ofEachKind));
      await store.prune(inDays(10_000, { retentionDays: 0 }));
      assert.deepEqual(await holdings(harness), { shop: 3 });
    });

    it('follows a change of the setting, also for records that were looked at before', async () => {
      const harness = await open();
      const { store, putAll } = harness;
      await store.setProjectSettings('shop', { retentionDays: 0 });
      await putAll(['shop', 'blog'].flatMap(ofEachKind));
      await store.prune(inDays(31));
      assert.deepEqual(await holdings(harness), { shop: 3 });
      await store.setProjectSettings('shop', { retentionDays: 90 });
      await store.prune(inDays(31));
      assert.deepEqual(await holdings(harness), { shop: 3 });
      await store.setProjectSettings('shop', { retentionDays: null });
      await store.prune(inDays(31));
      assert.deepEqual(await holdings(harness), {});
    });

    it('takes more rows than one step looks at, of one project between others, with counters and texts', async () => {
      const harness = await open({ fresh: true });
      const { store, putAll, stats, logs, errors, event, bytes } = harness;
      await store.setProjectSettings('short', { retentionDays: 7 });
      const text = (index: number): string => `entry ${index} `.repeat(60);
      const mixed = (projectName: string, count: number): Digest[] =>
        times(count, (index) => [
          logDigest({ projectName, message: text(index) }),
          eventDigest({
            projectName,
            eventId: `${projectName}-${index}`,
            fingerprint: fingerprintOf(projectName),
            stack: contentText({ stack: text(index), stackFrames: [] }),
          }),
        ]).flat();
      await putAll(mixed('kept', 100));
      // What is to be left, in a store that never held more.
      const alone = await open({ fresh: true });
      await alone.putAll(mixed('kept', 100).concat(times(1200, () => logDigest({ projectName: 'kept' }))));
      const aloneBytes = await alone.bytes();
      for (let part = 0; part < 4; part += 1) {
        await putAll(
          mixed('short', 1).concat(times(1500, (index) => logDigest({ projectName: 'short', message: text(index) }))),
        );
        await putAll(times(300, () => logDigest({ projectName: 'kept' })));
      }
      await putAll(
        times(1500, (index) =>
          eventDigest({ projectName: 'short', stack: contentText({ stack: text(index), stackFrames: [] }) }),
        ),
      );
      const { deletedRows } = await store.prune(inDays(8));
      assert.ok(deletedRows >= 7500, `${deletedRows} rows`);
      assert.equal((await logs({ projectId: 'short' })).total, 0);
      assert.equal((await errors({ projectId: 'short' })).total, 0);
      assert.equal((await logs({ projectId: 'kept' })).total, 1300);
      assert.deepEqual((await stats({ projectId: 'short' })).errorsByType, {});
      assert.equal((await stats()).errorsByType.uncaught_exception, 100);
      assert.match((await event('kept-99', 'kept'))?.event.stack ?? '', /entry 99/);
      // Nothing of the texts of the others is left, although the oldest record of all is still there.
      assert.ok((await bytes()) < aloneBytes * 1.5, `${await bytes()} of ${aloneBytes} bytes`);
    });
  });
}
