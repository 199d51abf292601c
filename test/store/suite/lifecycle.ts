import { strict as assert } from 'node:assert';
import { eventDigest, logDigest, requestDigest } from '../../support/store-digests.js';
import { times, toQuery } from '../../support/store-harness.js';
import type { Open } from './open.js';

export function describeLifecycle(open: Open): void {
  describe('opening and closing', () => {
    it('shows everything again after a reopen', async () => {
      const first = await open();
      await first.putAll([eventDigest(), eventDigest({ projectName: null }), requestDigest(), logDigest()]);
      const read = async ({ errors, requests, logs, stats, projects }: typeof first) => ({
        errors: await errors(),
        requests: await requests(),
        logs: await logs(),
        stats: await stats({ nowMs: 1_900_000_000_000 }),
        projects: await projects(),
      });
      // Counted meanwhile, they would have more to say.
      await first.facets();
      const before = await read(first);
      await first.close();
      const second = await open({ place: first.place });
      assert.deepEqual(await read(second), before);
    });

    it('knows groups, texts, retries and projects again after a reopen', async () => {
      const digest = eventDigest();
      const first = await open();
      await first.put(digest);
      await first.close();
      const second = await open({ place: first.place });
      assert.equal((await second.put(digest)).kind, 'duplicate');
      const outcome = await second.put(eventDigest());
      assert.equal('isNew' in outcome && outcome.isNew, false);
      assert.equal((await second.onlyGroup()).count, 2);
      assert.deepEqual(await second.projects(), ['shop']);
    });

    it('commits the appends that were called before close', async () => {
      const first = await open();
      const appends = times(20, () => first.put(eventDigest()));
      await first.close();
      const outcomes = await Promise.all(appends);
      assert.ok(outcomes.every(({ kind }) => kind === 'stored'));
      const second = await open({ place: first.place });
      assert.equal((await second.onlyGroup()).count, 20);
    });

    it('rejects calls after close, and close may be called again', async () => {
      const { store, failures } = await open();
      await store.close();
      await store.close();
      await assert.rejects(store.append([eventDigest()]), { name: 'ErrordError' });
      await assert.rejects(store.setStatus('1', 'resolved'), { name: 'ErrordError' });
      await assert.rejects(store.query(toQuery('listProjects', {})), { code: 'shutting_down' });
      assert.deepEqual(failures, []);
    });

    it('closes once when close is called twice at the same time', async () => {
      const { store, failures } = await open();
      await Promise.all([store.close(), store.close()]);
      assert.deepEqual(failures, []);
    });

    it('settles a prune and a clearing that run when it is closed', async () => {
      const first = await open();
      await Promise.all(times(4, () => first.store.append(times(2000, () => logDigest()))));
      const jobs = Promise.allSettled([
        first.store.prune({ nowMs: Date.now() + 1e10, retentionDays: 30, maxDbSizeMb: 0 }),
        first.store.clear('shop'),
      ]);
      await first.close();
      for (const job of await jobs) {
        if (job.status === 'rejected') assert.match(String((job.reason as { code: unknown }).code), /shutting_down/);
      }
      assert.deepEqual(first.failures, []);
      assert.deepEqual(
        first.logLines.filter(({ level }) => level !== 'info'),
        [],
      );
      const second = await open({ place: first.place });
      // What a clearing has not come to goes with the next prune.
      await second.store.prune({ nowMs: Date.now(), retentionDays: 30, maxDbSizeMb: 0 });
      // As far as they came, nothing is half done.
      const { logs } = await second.status();
      assert.equal((await second.logs({ search: 'cart rendered' })).total, logs);
      assert.equal((await second.logs({ search: 'ca' })).total, logs);
    });

    it('says how much it holds', async () => {
      const { putAll, status } = await open();
      await putAll([eventDigest(), eventDigest(), requestDigest(), logDigest(), logDigest({ projectName: 'blog' })]);
      const { bytes, errors, events, requests, logs, projects } = await status();
      assert.ok(bytes > 0);
      assert.deepEqual(
        { errors, events, requests, logs, projects },
        { errors: 1, events: 2, requests: 1, logs: 2, projects: 2 },
      );
    });

    it('answers after its upkeep as before', async () => {
      const { store, putAll, errors, logs, facets } = await open();
      await putAll([eventDigest(), logDigest()]);
      // Counted meanwhile, they would have more to say.
      await facets();
      const before = [await errors(), await logs()];
      await store.maintain('quick');
      await store.maintain('full');
      assert.deepEqual([await errors(), await logs()], before);
    });
  });
}
