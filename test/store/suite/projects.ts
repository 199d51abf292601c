import { strict as assert } from 'node:assert';
import { PROJECTS_MAX } from '../../../src/limits.js';
import { DAY_MS, eventDigest, logDigest, requestDigest } from '../../support/store-digests.js';
import { times } from '../../support/store-harness.js';
import type { Open } from './open.js';

export function describeProjects(open: Open): void {
  describe('projects', () => {
    it('are registered by an event, a request and a log, and listed by name', async () => {
      const { putAll, projects } = await open();
      await putAll([
        requestDigest({ projectName: 'by-request' }),
        logDigest({ projectName: 'by-log' }),
        eventDigest({ projectName: 'by-event' }),
        eventDigest({ projectName: null }),
        eventDigest({ projectName: 'by-event' }),
      ]);
      assert.deepEqual(await projects(), ['by-event', 'by-log', 'by-request']);
      assert.deepEqual(await projects('by-log'), ['by-log']);
      assert.deepEqual(await projects('nobody'), []);
    });

    it('go with their last record: by a clearing of all, of one, of logs, and by retention', async () => {
      const { store, put, putAll, projects } = await open();
      const all = [eventDigest(), requestDigest({ projectName: 'blog' }), logDigest({ projectName: 'wiki' })];
      await putAll(all);
      await store.clear('shop');
      assert.deepEqual(await projects(), ['blog', 'wiki']);
      await store.clearLogs(null);
      assert.deepEqual(await projects(), ['blog']);
      await store.prune({ nowMs: Date.now() + 31 * DAY_MS, retentionDays: 30, maxDbSizeMb: 0 });
      assert.deepEqual(await projects(), []);
      await putAll(all);
      await store.clear(null);
      assert.deepEqual(await projects(), []);
      assert.equal((await put(eventDigest())).kind, 'stored');
      assert.deepEqual(await projects(), ['shop']);
    });

    it('are deleted with everything of them, and are unknown then', async () => {
      const { store, putAll, projects, errors, logs, requests, stats, put } = await open();
      await putAll([eventDigest(), requestDigest(), logDigest(), eventDigest({ projectName: 'blog' })]);
      assert.equal(await store.deleteProject('shop'), true);
      assert.deepEqual(await projects(), ['blog']);
      const found = [await errors(), await requests(), await logs()].map(({ total }) => total);
      assert.deepEqual([found, (await stats()).errorsLast24h], [[1, 0, 0], 1]);
      assert.equal(await store.deleteProject('shop'), false);
      assert.equal(await store.deleteProject('nobody'), false);
      const outcome = await put(eventDigest());
      assert.equal('isNew' in outcome && outcome.isNew, true);
      assert.deepEqual(await projects(), ['blog', 'shop']);
    });

    it('make room for new names when their records have gone', async () => {
      const { store, put, projects } = await open();
      const fill = (from: string) =>
        store.append(times(PROJECTS_MAX, (index) => logDigest({ projectName: `${from}${index}` })));
      await fill('first');
      assert.equal((await put(logDigest({ projectName: 'one too many' }))).kind, 'rejected');
      await store.clear(null);
      assert.ok((await fill('second')).every(({ kind }) => kind === 'stored'));
      await store.deleteProject('second7');
      assert.equal((await put(logDigest({ projectName: 'one more' }))).kind, 'stored');
      assert.equal((await put(logDigest({ projectName: 'one too many' }))).kind, 'rejected');
      assert.equal((await projects()).length, PROJECTS_MAX);
    });

    it('may have any text as a name', async () => {
      const { putAll, projects, stats } = await open();
      const names = ["it's", '%', 'a"b', '__proto__', 'ä', '日本', '🚀'];
      await putAll(names.map((projectName) => eventDigest({ projectName })));
      assert.deepEqual((await projects()).sort(), names.sort());
      for (const projectId of names) assert.equal((await stats({ projectId })).errorsLast24h, 1, projectId);
    });

    it('give empty lists and zero statistics when nobody has named them', async () => {
      const { putAll, errors, requests, logs, stats, onlyGroup } = await open();
      await putAll([eventDigest(), requestDigest(), logDigest()]);
      const projectId = 'nobody';
      assert.deepEqual(await errors({ projectId }), { errors: [], total: 0, page: 1, pageSize: 50 });
      assert.deepEqual(await requests({ projectId }), { requests: [], total: 0, page: 1, pageSize: 50 });
      assert.deepEqual(await logs({ projectId }), { logs: [], total: 0, page: 1, pageSize: 100 });
      assert.deepEqual(await errors({ projectId, search: 'read' }), { errors: [], total: 0, page: 1, pageSize: 50 });
      const { totalRequests, errorsLast24h, topErrors, errorsByType, errorsBySource } = await stats({ projectId });
      assert.deepEqual([totalRequests, errorsLast24h, topErrors, errorsByType, errorsBySource], [0, 0, [], {}, {}]);
      assert.equal((await onlyGroup()).count, 1);
    });

    it('are taken up to the limit; past it records of new names are refused and of known ones stored', async () => {
      const { store, put, projects, stats } = await open();
      await store.append(times(PROJECTS_MAX - 1, (index) => logDigest({ projectName: `p${index}` })));
      assert.equal((await put(logDigest({ projectName: 'the last' }))).kind, 'stored');
      const refused = { kind: 'rejected', reason: 'project_limit', projectName: 'one too many' };
      const late = 'one too many';
      const outcomes = await store.append([
        logDigest({ projectName: late }),
        eventDigest({ projectName: late }),
        requestDigest({ projectName: late }),
        eventDigest({ projectName: 'p0' }),
        eventDigest({ projectName: null }),
      ]);
      assert.deepEqual(outcomes.slice(0, 3), [refused, refused, refused]);
      assert.deepEqual(
        outcomes.slice(3).map(({ kind }) => kind),
        ['stored', 'stored'],
      );
      assert.equal((await projects()).length, PROJECTS_MAX);
      assert.equal((await stats()).errorsLast24h, 2);
    });

    it('are not registered by a batch that fails', async () => {
      const { store, put, projects } = await open();
      const broken = { ...eventDigest({ projectName: 'broken' }), timestampMs: Number.NaN };
      await assert.rejects(store.append([broken]), { code: 'internal' });
      assert.deepEqual(await projects(), []);
      await put(eventDigest({ projectName: 'broken' }));
      assert.deepEqual(await projects(), ['broken']);
    });
  });
}
