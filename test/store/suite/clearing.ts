import { strict as assert } from 'node:assert';
import type { Digest } from '../../../src/messages.js';
import { contentText, eventDigest, logDigest, requestDigest } from '../../support/store-digests.js';
import { type Harness, one, repeatDuring, times } from '../../support/store-harness.js';
import type { Open } from './open.js';

const body = (index: number): string => `part ${index} `.repeat(100);

/** Events, requests and logs with texts that do not repeat. */
function bulk(projectName: string | null, count: number): Digest[] {
  return times(count, (index) => [
    eventDigest({
      projectName,
      message: `failure ${index % 50}`,
      stack: contentText({ stack: body(index), stackFrames: [] }),
    }),
    requestDigest({ projectName, headers: contentText({ 'x-id': body(index) }), statusCode: index % 2 ? 200 : 500 }),
    logDigest({ projectName, message: body(index), environment: contentText({ id: body(-index) }) }),
  ]).flat();
}

async function totals({ errors, requests, logs, stats, status }: Harness, projectId?: string) {
  const query = projectId === undefined ? {} : { projectId };
  const { totalRequests, errorRequests, errorsLast24h, errorsByType, topErrors } = await stats(query);
  const { events } = await status();
  return {
    groups: (await errors(query)).total,
    requests: (await requests(query)).total,
    logs: (await logs(query)).total,
    found: (await logs({ ...query, search: 'part 7 part' })).total,
    stats: [totalRequests, errorRequests, errorsLast24h, errorsByType.uncaught_exception ?? 0, topErrors.length],
    ...(projectId === undefined && { events }),
  };
}

const NOTHING = { groups: 0, requests: 0, logs: 0, found: 0, stats: [0, 0, 0, 0, 0] };

export function describeClearing(open: Open): void {
  describe('clearing', () => {
    it('everything takes data, counters and search index, and gives the space back', async () => {
      const harness = await open({ fresh: true });
      const { store, putAll, bytes, put } = harness;
      const emptyBytes = await bytes();
      await putAll(bulk('shop', 1500));
      await putAll(bulk(null, 100));
      const fullBytes = await bytes();
      assert.ok(fullBytes > emptyBytes + 2_000_000, `${fullBytes} bytes`);
      await store.clear(null);
      assert.deepEqual(await totals(harness), { ...NOTHING, events: 0 });
      assert.deepEqual(await totals(harness, 'shop'), NOTHING);
      const clearedBytes = await bytes();
      assert.ok(clearedBytes < emptyBytes + 100_000, `${clearedBytes} bytes left of ${fullBytes}`);
      assert.deepEqual((await put(eventDigest({ message: 'failure 1' }))).kind, 'stored');
      assert.equal((await totals(harness)).groups, 1);
    });

    it('one project leaves the others, and records without a project, as they were', async () => {
      const harness = await open({ fresh: true });
      const { store, putAll, errors, error, bytes } = harness;
      await putAll(bulk('blog', 60));
      await putAll(bulk(null, 30));
      const alone = await bytes();
      const before = await totals(harness, 'blog');
      await putAll(bulk('shop', 1500));
      await store.clear('shop');
      assert.deepEqual(await totals(harness, 'shop'), NOTHING);
      assert.deepEqual(await totals(harness, 'blog'), before);
      assert.deepEqual((await totals(harness)).stats, [90, 45, 90, 90, 5]);
      const [group] = (await errors({ projectId: 'blog', search: 'failure 7' })).errors;
      assert.match((await error(group?.id ?? ''))?.events[0]?.stack ?? '', /^part/);
      const clearedBytes = await bytes();
      assert.ok(clearedBytes < alone + 200_000, `${clearedBytes} bytes left, ${alone} before`);
    });

    it('a project that nobody has named changes nothing', async () => {
      const harness = await open();
      await harness.putAll(bulk('shop', 5));
      const before = await totals(harness);
      await harness.store.clear('nobody');
      await harness.store.clearLogs('nobody');
      assert.deepEqual(await totals(harness), before);
    });

    it('logs leaves events and requests', async () => {
      const harness = await open();
      const { store, putAll } = harness;
      await putAll(bulk('shop', 20));
      await putAll(bulk(null, 20));
      const before = await totals(harness);
      await store.clearLogs(null);
      assert.deepEqual(await totals(harness), { ...before, logs: 0, found: 0 });
    });

    it('logs of one project leaves the logs of the others', async () => {
      const harness = await open();
      const { store, putAll, logs } = harness;
      await putAll(bulk('shop', 1100));
      await putAll(bulk('blog', 20));
      await store.clearLogs('shop');
      assert.equal((await totals(harness, 'shop')).logs, 0);
      assert.equal((await totals(harness, 'shop')).requests, 1100);
      assert.equal((await totals(harness, 'blog')).logs, 20);
      assert.equal((await logs()).total, 20);
      assert.equal((await logs({ level: 'info', source: 'backend' })).total, 20);
    });

    it('forgets the groups: the same fingerprint is new afterwards', async () => {
      const { store, put } = await open();
      const digest = eventDigest();
      await put(digest);
      for (const projectName of ['shop', null]) {
        await store.clear(projectName);
        assert.deepEqual(await put(digest), {
          kind: 'stored',
          id: digest.eventId,
          fingerprint: digest.site.fingerprint,
          isNew: true,
          projectName: 'shop',
        });
      }
    });

    it('keeps texts readable that come again after it', async () => {
      const { store, put, onlyGroup, error } = await open();
      const digest = eventDigest();
      for (const projectName of ['shop', null]) {
        await put(digest);
        await store.clear(projectName);
      }
      await put(digest);
      const [event] = (await error((await onlyGroup()).id))?.events ?? [];
      assert.equal(event?.stackFrames.length, 2);
      assert.deepEqual(event.environment?.runtime, 'node');
    });

    it('keeps records that arrive while it runs, with their texts and counts', async () => {
      const harness = await open();
      const { store, putAll, put, errors, error, stats, logs } = harness;
      await putAll(bulk('shop', 4000));
      // The texts are those of rows that are being deleted.
      const stack = contentText({ stack: body(3999), stackFrames: [] });
      const kept: string[] = [];
      await repeatDuring(store.clear('shop'), async () => {
        const digest = eventDigest({ message: 'failure 1', stack });
        await put(digest);
        await put(logDigest({ message: 'arrived meanwhile' }));
        kept.push(digest.eventId);
      });
      // The first may have been committed before the clearing began; none is lost after it.
      const group = one((await errors()).errors);
      const events = (await error(group.id))?.events ?? [];
      assert.ok(kept.length > 1, 'nothing arrived while it ran');
      assert.equal(events.length, kept.length);
      assert.ok(events.every((event) => event.stack === body(3999)));
      assert.equal(group.count, kept.length);
      const { errorsLast24h, errorsByType, totalRequests } = await stats({ projectId: 'shop' });
      assert.deepEqual(
        [errorsLast24h, errorsByType, totalRequests],
        [kept.length, { uncaught_exception: kept.length }, 0],
      );
      assert.equal((await logs()).total, kept.length);
      assert.equal((await logs({ search: 'part 7 part' })).total, 0);
    });

    it('takes the texts of deleted records although others arrive while it runs', async () => {
      const { store, putAll, put, bytes } = await open({ fresh: true });
      await putAll([eventDigest({ projectName: 'blog' })]);
      const before = await bytes();
      await putAll(bulk('shop', 4000));
      await repeatDuring(store.clear('shop'), () => put(eventDigest()));
      const afterBytes = await bytes();
      assert.ok(afterBytes < before + 400_000, `${afterBytes} bytes left, ${before} before`);
    });
  });
}
