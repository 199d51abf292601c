import assert from 'node:assert/strict';
import { mock } from 'node:test';
import {
  PREVIEW_EVENTS_MAX,
  PREVIEW_GROUPS_MAX,
  PREVIEW_KEPT_MS,
  PREVIEW_MS_MAX,
  PREVIEW_PAGE_GROUPS,
  REGROUP_RETRY_MS,
} from '../src/limits.js';
import { openLog } from '../src/log.js';
import { openRegrouping, type PreviewRequest } from '../src/regrouping.js';
import type { RegroupStore, SampleRequest } from '../src/store/regroup.js';
import { openSqliteHarness } from './support/sqlite-place.js';
import { eventDigest } from './support/store-digests.js';
import { cleanUp, times } from './support/store-harness.js';

const log = openLog('silent');
/** Version 1 of what is grouped by it: no thread is needed, and nothing changes. */
const SHOP: PreviewRequest = { projectName: 'shop', version: 1, groupId: undefined };

/** A regrouping whose store has so many groups, and whose clock the test moves. */
function openFake(groupCount: number, { msPerPage = 0 } = {}) {
  const time = { ms: 0 };
  const asked: SampleRequest[] = [];
  const state = { underWay: 0, mostAtOnce: 0 };
  const regroup: RegroupStore = {
    step: () => Promise.resolve(null),
    newest: () => Promise.resolve(null),
    async sample(request) {
      asked.push(request);
      state.underWay += 1;
      state.mostAtOnce = Math.max(state.mostAtOnce, state.underWay);
      await new Promise(setImmediate);
      state.underWay -= 1;
      time.ms += msPerPage;
      const start = Number(request.after ?? 0);
      const end = Math.min(groupCount, start + request.groupsMax);
      const groups = times(end - start, (index) => ({
        id: String(start + index),
        type: 'Error',
        message: 'm',
        count: 0,
        events: [],
      }));
      return { groups, next: end === groupCount ? null : String(end) };
    },
  };
  const regrouping = openRegrouping({ ...PLAIN, store: { regroup }, log, monotonic: () => time.ms });
  const look = async (request: Partial<PreviewRequest> = {}) => {
    const preview = await regrouping.preview({ ...SHOP, ...request });
    assert.ok(preview !== null);
    return preview;
  };
  return { time, asked, state, look };
}

const PLAIN = { redaction: { names: [], patterns: [] }, versions: () => ({ newProjects: 1, others: [] }) };

describe('a preview of another grouping', () => {
  afterEach(cleanUp);

  it('looks at as many groups as it may, page by page, and says when there are more', async () => {
    for (const [count, isWhole] of [
      [PREVIEW_GROUPS_MAX, true],
      [PREVIEW_GROUPS_MAX + 1, false],
    ] as const) {
      const { asked, look } = openFake(count);
      assert.deepEqual((await look()).looked, { groups: PREVIEW_GROUPS_MAX, events: 0, isWhole });
      assert.ok(asked.every(({ groupsMax }) => groupsMax <= PREVIEW_PAGE_GROUPS));
    }
  });

  it('reads a page for as many groups as one may have, and a second for one more', async () => {
    for (const [count, pages] of [
      [PREVIEW_PAGE_GROUPS, 1],
      [PREVIEW_PAGE_GROUPS + 1, 2],
    ] as const) {
      const { asked, look } = openFake(count);
      assert.equal((await look()).groups.before, count);
      assert.equal(asked.length, pages);
    }
  });

  it('goes on as long as somebody may wait for it, and no longer', async () => {
    const pages = async (msPerPage: number) => {
      const { asked, look } = openFake(3 * PREVIEW_PAGE_GROUPS, { msPerPage });
      const { isWhole } = (await look()).looked;
      return [asked.length, isWhole];
    };
    assert.deepEqual(await pages(PREVIEW_MS_MAX / 2 - 1), [3, true]);
    assert.deepEqual(await pages(PREVIEW_MS_MAX / 2), [2, false]);
    assert.deepEqual(await pages(PREVIEW_MS_MAX - 1), [2, false]);
    assert.deepEqual(await pages(PREVIEW_MS_MAX), [1, false]);
  });

  it('tells of one group for a while what it has seen, and then looks again', async () => {
    const { time, asked, look } = openFake(1);
    await look();
    time.ms = PREVIEW_KEPT_MS - 1;
    await look({ groupId: '0' });
    assert.equal(asked.length, 1);
    time.ms = PREVIEW_KEPT_MS;
    await look({ groupId: '0' });
    assert.equal(asked.length, 2);
    await look();
    assert.equal(asked.length, 3, 'the whole is always looked at');
  });

  it('waits for another one, and is one for all that wait for the same', async () => {
    const { asked, state, look } = openFake(1);
    await Promise.all([1, 2, 3, 1, 2, 3].map((number) => look({ projectName: `shop ${number}` })));
    assert.equal(state.mostAtOnce, 1);
    assert.ok(asked.length <= 4, `${asked.length} looks`);
  });

  it('reads as many events of a group as it may, and says when there are more', async () => {
    for (const [count, isWhole] of [
      [PREVIEW_EVENTS_MAX, true],
      [PREVIEW_EVENTS_MAX + 1, false],
    ] as const) {
      const { store, putAll } = await openSqliteHarness();
      await putAll(times(count, () => eventDigest()));
      const regrouping = openRegrouping({ ...PLAIN, store, log, monotonic: () => 0 });
      const preview = await regrouping.preview({ ...SHOP, version: 2 });
      assert.deepEqual(preview?.looked, { groups: 1, events: PREVIEW_EVENTS_MAX, isWhole });
    }
  });

  it('reads every group of a store, also where the last page is full', async () => {
    for (const count of [PREVIEW_PAGE_GROUPS, PREVIEW_PAGE_GROUPS + 1]) {
      const { store, putAll } = await openSqliteHarness();
      await putAll(times(count, (index) => eventDigest({ message: `message ${index}` })));
      const preview = await openRegrouping({ ...PLAIN, store, log, monotonic: () => 0 }).preview(SHOP);
      assert.deepEqual(preview?.groups, { before: count, after: count });
      assert.equal(preview.looked.isWhole, true);
    }
  });
});

describe('grouping anew in the background', () => {
  afterEach(() => mock.timers.reset());

  it('tries again after a while what could not be done', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    let calls = 0;
    const step = (): Promise<null> => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('disk full')) : Promise.resolve(null);
    };
    const regroup: RegroupStore = { step, sample: () => Promise.resolve(null), newest: () => Promise.resolve(null) };
    const regrouping = openRegrouping({ ...PLAIN, store: { regroup }, log, monotonic: () => 0 });
    const settle = () => new Promise(setImmediate);
    regrouping.start();
    await settle();
    mock.timers.tick(REGROUP_RETRY_MS - 1);
    await settle();
    assert.equal(calls, 1);
    mock.timers.tick(1);
    await settle();
    assert.equal(calls, 2);
    await regrouping.stop();
  });
});
