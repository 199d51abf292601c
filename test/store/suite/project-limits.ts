import { strict as assert } from 'node:assert';
import type { ProjectSettings, ProjectSettingsChange } from '../../../schemas/project-settings.js';
import { PROJECT_SETTINGS_MAX, PROJECTS_MAX } from '../../../src/limits.js';
import type { AppendOutcome } from '../../../src/messages.js';
import { DAY_MS, eventDigest, HOUR_MS, logDigest, MINUTE_MS, requestDigest } from '../../support/store-digests.js';
import { type Harness, times, toQuery } from '../../support/store-harness.js';
import type { Open } from './open.js';

/** One item of any size uses it up. */
const USED_UP_BY_ONE: ProjectSettingsChange = { bytesPerDay: 1 };

export async function readSettings({ store }: Pick<Harness, 'store'>, name: string): Promise<ProjectSettings> {
  const json = await store.query(toQuery('readProjectSettings', {}, { id: name }));
  return JSON.parse(Buffer.from(json ?? []).toString('utf8')) as ProjectSettings;
}

const kindsOf = (outcomes: readonly AppendOutcome[]): string[] =>
  outcomes.map((outcome) => (outcome.kind === 'rejected' ? outcome.reason : outcome.kind));

export function describeProjectLimits(open: Open): void {
  describe('limits of a project', () => {
    it('store as many items of all kinds as a minute may have, and refuse the next one', async () => {
      const { store } = await open();
      await store.setProjectSettings('shop', { eventsPerMinute: 3 });
      // One transaction, which is of one moment.
      const outcomes = await store.append([eventDigest(), requestDigest(), logDigest(), eventDigest()]);
      assert.deepEqual(kindsOf(outcomes), ['stored', 'stored', 'stored', 'rate_limited']);
      const refused = outcomes[3];
      assert.ok(refused?.kind === 'rejected');
      assert.equal(refused.projectName, 'shop');
      assert.match(refused.message ?? '', /limit of 3 items a minute/);
      const { retryAfterSeconds = 0 } = refused;
      assert.ok(Number.isInteger(retryAfterSeconds) && retryAfterSeconds >= 1 && retryAfterSeconds <= 60);
    });

    it('store the item that reaches the bytes of a day, and nothing after it, however small', async () => {
      const harness = await open();
      const { store, put } = harness;
      await store.setProjectSettings('shop', { bytesPerDay: 1_000_000_000 });
      const message = 'ä'.repeat(1000);
      await put(logDigest({ message, environment: null }));
      const bytes = (await readSettings(harness, 'shop')).usage?.day.bytes ?? 0;
      // In UTF-8, and something for what every item has.
      assert.ok(bytes > 2000 && bytes < 2500, `${bytes} bytes`);
      await store.setProjectSettings('shop', { bytesPerDay: bytes + 1 });
      assert.equal((await put(logDigest({ message }))).kind, 'stored');
      const refused = await put(logDigest({ message: 'x', environment: null }));
      assert.ok(refused.kind === 'rejected' && refused.reason === 'rate_limited');
      assert.ok((refused.retryAfterSeconds ?? 0) >= 1 && (refused.retryAfterSeconds ?? 0) <= 86_400);
      await store.setProjectSettings('blog', { bytesPerDay: bytes });
      await put(logDigest({ message, environment: null, projectName: 'blog' }));
      assert.deepEqual(kindsOf([await put(logDigest({ projectName: 'blog' }))]), ['rate_limited']);
    });

    it('never refuse a duplicate, and do not count it', async () => {
      const harness = await open();
      const { store } = harness;
      await store.setProjectSettings('shop', { eventsPerMinute: 3 });
      const items = [eventDigest(), requestDigest({ recordId: 'r-1' }), logDigest({ recordId: 'l-1' })];
      const outcomes = await store.append([items[0], ...items, ...items, eventDigest()].filter((item) => item != null));
      const expected = ['stored', 'duplicate', 'stored', 'stored', ...times(3, () => 'duplicate'), 'rate_limited'];
      assert.deepEqual(kindsOf(outcomes), expected);
    });

    it('hold for their project alone, and not for items without a project', async () => {
      const { store } = await open();
      await store.setProjectSettings('shop', { eventsPerMinute: 1 });
      const names = ['shop', 'shop', 'blog', null, 'shop', 'blog', null];
      const outcomes = await store.append(names.map((projectName) => logDigest({ projectName })));
      const refused = outcomes.flatMap((outcome, index) => (outcome.kind === 'rejected' ? index : []));
      assert.deepEqual(refused, [1, 4]);
    });

    it('are told with the commit that refused an item, once for each project and the time it lasts', async () => {
      const harness = await open();
      const { store, openPort, send, result, commits } = harness;
      await store.setProjectSettings('shop', USED_UP_BY_ONE);
      await store.setProjectSettings('blog', { eventsPerMinute: 1 });
      const items = ['shop', 'blog', 'shop', 'shop', 'blog', 'wiki'].map((projectName) => logDigest({ projectName }));
      send(openPort(), [{ ticket: 7, items, bodyRefused: false }]);
      await result(7);
      const reached = commits.flatMap(({ reachedLimits = [] }) => reachedLimits);
      assert.deepEqual(
        reached.map(({ projectName, fromMs, untilMs }) => [projectName, untilMs - fromMs]),
        [
          ['shop', DAY_MS],
          ['blog', MINUTE_MS],
        ],
      );
      for (const { fromMs, untilMs } of reached) {
        assert.ok(Date.now() >= fromMs && Date.now() < untilMs + HOUR_MS);
        assert.equal(fromMs % (untilMs - fromMs), 0);
      }
    });

    it('count on after a restart', async () => {
      const first = await open();
      await first.store.setProjectSettings('shop', { bytesPerDay: 1_000_000, eventsPerMinute: 1000 });
      await first.store.append([eventDigest(), logDigest(), requestDigest()]);
      const { usage } = await readSettings(first, 'shop');
      await first.store.setProjectSettings('shop', { bytesPerDay: usage?.day.bytes ?? null });
      await first.close();
      const second = await open({ place: first.place });
      const kept = await readSettings(second, 'shop');
      assert.equal(kept.eventsPerMinute, 1000);
      assert.equal(kept.usage?.day.bytes, usage?.day.bytes);
      assert.deepEqual(kindsOf([await second.put(logDigest())]), ['rate_limited']);
    });

    it('do not register a project of which nothing is stored', async () => {
      const { store, put, projects } = await open();
      await store.setProjectSettings('shop', USED_UP_BY_ONE);
      await put(logDigest());
      await store.clear('shop');
      assert.deepEqual(kindsOf([await put(logDigest()), await put(eventDigest())]), ['rate_limited', 'rate_limited']);
      assert.deepEqual(await projects(), []);
    });

    it('let items through again when they are raised or reset', async () => {
      const { store, put } = await open();
      await store.setProjectSettings('shop', USED_UP_BY_ONE);
      await put(logDigest());
      assert.deepEqual(kindsOf([await put(logDigest())]), ['rate_limited']);
      await store.setProjectSettings('shop', { bytesPerDay: 1_000_000 });
      assert.equal((await put(logDigest())).kind, 'stored');
      await store.setProjectSettings('shop', USED_UP_BY_ONE);
      assert.deepEqual(kindsOf([await put(logDigest())]), ['rate_limited']);
      await store.setProjectSettings('shop', { bytesPerDay: null });
      assert.equal((await put(logDigest())).kind, 'stored');
    });
  });

  describe('settings of a project', () => {
    const unset = {
      eventsPerMinute: null,
      bytesPerDay: null,
      retentionDays: null,
      grouping: 1,
      sourceMaps: [],
      groupingRules: [],
      regroup: null,
      usage: null,
    };

    it('change one by one, and are reset by null', async () => {
      const harness = await open();
      const { store } = harness;
      assert.deepEqual(await readSettings(harness, 'shop'), { projectId: 'shop', ...unset });
      await store.setProjectSettings('shop', { retentionDays: 7 });
      assert.deepEqual(await readSettings(harness, 'shop'), { projectId: 'shop', ...unset, retentionDays: 7 });
      await store.setProjectSettings('shop', { eventsPerMinute: 600, retentionDays: 0 });
      await store.setProjectSettings('shop', {});
      const { usage, ...both } = await readSettings(harness, 'shop');
      assert.deepEqual(
        { ...both, usage: null },
        { projectId: 'shop', ...unset, eventsPerMinute: 600, retentionDays: 0 },
      );
      assert.deepEqual([usage?.minute.items, usage?.day.bytes], [0, 0]);
      await store.setProjectSettings('shop', { eventsPerMinute: null, retentionDays: null });
      assert.deepEqual(await readSettings(harness, 'shop'), { projectId: 'shop', ...unset });
    });

    it('stay when its records go, and go with the project', async () => {
      const harness = await open();
      const { store, put, projects } = harness;
      await store.setProjectSettings('shop', { retentionDays: 7 });
      await put(logDigest());
      await store.clear('shop');
      await put(logDigest());
      await store.clear(null);
      await put(logDigest());
      await store.prune({ nowMs: Date.now() + 31 * DAY_MS, retentionDays: 30, maxDbSizeMb: 0 });
      assert.deepEqual(await projects(), []);
      assert.equal((await readSettings(harness, 'shop')).retentionDays, 7);
      await put(logDigest());
      assert.equal(await store.deleteProject('shop'), true);
      assert.equal((await readSettings(harness, 'shop')).retentionDays, null);
      await store.setProjectSettings('never named', { retentionDays: 7 });
      assert.equal(await store.deleteProject('never named'), true);
      assert.equal(await store.deleteProject('never named'), false);
    });

    it('are had by so many projects at most, which take no place among those with records', async () => {
      const { store, put } = await open();
      const set = (name: string, change: ProjectSettingsChange) => store.setProjectSettings(name, change);
      const made = await Promise.all(times(PROJECT_SETTINGS_MAX, (index) => set(`set-${index}`, { retentionDays: 7 })));
      assert.ok(made.every(Boolean));
      assert.equal(await set('one too many', { retentionDays: 7 }), false);
      assert.equal(await set('set-3', { retentionDays: 8 }), true);
      await store.append(times(PROJECTS_MAX - 1, (index) => logDigest({ projectName: `sends-${index}` })));
      assert.equal((await put(logDigest({ projectName: 'the last one' }))).kind, 'stored');
      assert.deepEqual(kindsOf([await put(logDigest({ projectName: 'set-3' }))]), ['project_limit']);
      await set('set-3', { retentionDays: null });
      assert.equal(await set('one too many', { retentionDays: 7 }), true);
    });
  });
}
