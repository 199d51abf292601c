import { strict as assert } from 'node:assert';
import { MESSAGE_GAP_MS, RECENT_MS } from '../../../src/answers/alerts.js';
import { ALERT_GROUPS_MAX, ALERT_MESSAGES_MAX } from '../../../src/limits.js';
import type { Actor } from '../../../src/store/access.js';
import type { AlertDone, AlertWork, ChangedGroup, NewAlertMessage } from '../../../src/store/alerts.js';
import type { Store } from '../../../src/store/store.js';
import { eventDigest } from '../../support/store-digests.js';
import { times } from '../../support/store-harness.js';
import type { Open } from './open.js';

const ADA: Actor = { name: 'ada', address: '127.0.0.1' };
const HOLD_MS = 60_000;

const addRule = (store: Store, when: string, name = when): Promise<boolean> =>
  store.alerts.putSetting({ kind: 'rule', name, body: JSON.stringify({ name, when, channels: ['c'] }) }, 10, ADA);

const take = (store: Store, nowMs = Date.now(), limit = 10): Promise<AlertWork> =>
  store.alerts.take({ nowMs, limit, holdMs: HOLD_MS });

const finish = (store: Store, done: Partial<AlertDone>): Promise<number> =>
  store.alerts.finish({ nowMs: Date.now(), seen: [], messages: [], settled: [], ...done });

const toMessage = ({ projectKey, groupKey }: ChangedGroup, facts: Partial<NewAlertMessage> = {}): NewAlertMessage => ({
  projectKey,
  groupKey,
  channel: 'c',
  dueAtMs: 0,
  body: '{}',
  ...facts,
});

async function takeOne(store: Store): Promise<ChangedGroup> {
  const [changed] = (await take(store)).changed;
  assert.ok(changed);
  return changed;
}

export function describeAlerts(open: Open): void {
  describe('alert settings', () => {
    it('are kept by kind and name, replaced and removed, up to as many as may be, with a row of the audit', async () => {
      const { store } = await open({ fresh: true });
      assert.equal(await addRule(store, 'new', 'a'), true);
      assert.equal(await store.alerts.putSetting({ kind: 'rule', name: 'b', body: '{"when":"new"}' }, 1, ADA), false);
      assert.equal(await store.alerts.putSetting({ kind: 'rule', name: 'a', body: '{"when":"rate"}' }, 1, ADA), true);
      const { settings, waiting } = await store.alerts.readSettings();
      assert.deepEqual(settings, [{ kind: 'rule', name: 'a', body: '{"when":"rate"}' }]);
      assert.equal(waiting, 0);
      assert.equal(await store.alerts.removeSetting('channel', 'a', ADA), false);
      assert.equal(await store.alerts.removeSetting('rule', 'a', ADA), true);
      assert.deepEqual((await store.alerts.readSettings()).settings, []);
      const audit = await store.query({ name: 'listAudit', id: '', parameters: { limit: 10 }, nowMs: 0 });
      const { entries } = JSON.parse(Buffer.from(audit ?? []).toString()) as { entries: { action: string }[] };
      assert.deepEqual(
        entries.map(({ action }) => action),
        ['alerts_changed', 'alerts_changed', 'alerts_changed'],
      );
    });
  });

  describe('what alerts are decided from', () => {
    it('is not noted while no rule asks for it', async () => {
      const { store, put } = await open();
      await put(eventDigest());
      assert.deepEqual((await take(store)).changed, []);
    });

    it('is each new group once, until somebody says that it was looked at', async () => {
      const { store, put } = await open();
      await addRule(store, 'new');
      await put(eventDigest({ projectName: 'shop' }));
      await put(eventDigest({ projectName: 'shop' }));
      const changed = await takeOne(store);
      assert.equal(changed.isNew, true);
      assert.equal(changed.isBack, false);
      assert.equal(changed.group.projectId, 'shop');
      assert.equal(changed.group.count, 2);
      assert.equal((await take(store)).changed.length, 1);
      await finish(store, { seen: changed.seen });
      assert.deepEqual((await take(store)).changed, []);
    });

    it('is a group that was resolved and came back', async () => {
      const { store, put, onlyGroup } = await open();
      await put(eventDigest());
      await store.setStatus((await onlyGroup()).id, 'resolved');
      await addRule(store, 'regressed');
      await put(eventDigest());
      const { isNew, isBack } = await takeOne(store);
      assert.deepEqual({ isNew, isBack }, { isNew: false, isBack: true });
    });

    it('is how many events a group had, where a rule counts, and again when more come meanwhile', async () => {
      const { store, putAll } = await open();
      await addRule(store, 'rate');
      await putAll(times(5, () => eventDigest()));
      const before = await takeOne(store);
      assert.deepEqual([before.minuteCount, before.recentCount], [5, 5]);
      await putAll(times(2, () => eventDigest()));
      await finish(store, { seen: before.seen });
      const after = await takeOne(store);
      assert.equal(after.recentCount, 7);
    });

    it('tells what a group usually has, by its earlier hours', async () => {
      const { store, putAll } = await open();
      await addRule(store, 'louder');
      const nowMs = Date.now();
      const earlierMs = nowMs - 3 * 3_600_000;
      await putAll(times(4, () => eventDigest({ timestampMs: earlierMs })));
      await putAll(times(3, () => eventDigest({ timestampMs: nowMs })));
      assert.equal((await takeOne(store)).earlierCount, 4);
    });

    it(`is at most ${ALERT_GROUPS_MAX} groups (ALERT_GROUPS_MAX) in one turn`, async () => {
      const { store, putAll } = await open();
      await addRule(store, 'new');
      await putAll(
        times(ALERT_GROUPS_MAX + 1, (index) => eventDigest({ message: `failure of part ${toWord(index)}` })),
      );
      const { changed } = await take(store);
      assert.equal(changed.length, ALERT_GROUPS_MAX);
      await finish(store, { seen: changed.flatMap(({ seen }) => seen) });
      assert.equal((await take(store)).changed.length, 1);
    });

    it('goes with its project', async () => {
      const { store, put } = await open();
      await addRule(store, 'new');
      await put(eventDigest({ projectName: 'shop' }));
      const changed = await takeOne(store);
      await finish(store, { messages: [toMessage(changed)] });
      await store.clear('shop');
      const { changed: left, messages } = await take(store);
      assert.deepEqual([left, messages], [[], []]);
    });
  });

  describe('alert messages', () => {
    const openChanged = async () => {
      const harness = await open();
      await addRule(harness.store, 'new');
      await harness.put(eventDigest({ projectName: 'shop' }));
      return { ...harness, changed: await takeOne(harness.store) };
    };

    it('are one to a channel about a group in an hour', async () => {
      const { store, changed } = await openChanged();
      const nowMs = Date.now();
      await finish(store, { nowMs, messages: [toMessage(changed), toMessage(changed, { channel: 'd' })] });
      await finish(store, { nowMs: nowMs + MESSAGE_GAP_MS - 1, messages: [toMessage(changed)] });
      assert.equal((await store.alerts.readSettings()).waiting, 2);
      await finish(store, { nowMs: nowMs + MESSAGE_GAP_MS, messages: [toMessage(changed)] });
      assert.equal((await store.alerts.readSettings()).waiting, 3);
    });

    it('are taken by one, and by another when that one is silent for too long', async () => {
      const { store, changed } = await openChanged();
      const nowMs = Date.now();
      await finish(store, { nowMs, messages: [toMessage(changed, { body: '{"a":1}' })] });
      const [taken] = (await take(store, nowMs)).messages;
      assert.deepEqual({ ...taken, id: '' }, { id: '', channel: 'c', body: '{"a":1}', tries: 0 });
      assert.deepEqual((await take(store, nowMs + HOLD_MS - 1)).messages, []);
      assert.equal((await take(store, nowMs + HOLD_MS)).messages.length, 1);
    });

    it('wait for their time, count the attempts that failed, and go when they are through', async () => {
      const { store, changed } = await openChanged();
      const nowMs = Date.now();
      await finish(store, { nowMs, messages: [toMessage(changed, { dueAtMs: nowMs + 5000 })] });
      assert.deepEqual((await take(store, nowMs)).messages, []);
      const [first] = (await take(store, nowMs + 5000)).messages;
      assert.ok(first);
      await finish(store, { settled: [{ id: first.id, retryAtMs: nowMs + 9000, isFailure: true }] });
      assert.deepEqual((await take(store, nowMs + 8999)).messages, []);
      const [second] = (await take(store, nowMs + 9000)).messages;
      assert.equal(second?.tries, 1);
      await finish(store, { settled: [{ id: first.id, retryAtMs: null, isFailure: false }] });
      assert.equal((await store.alerts.readSettings()).waiting, 0);
    });

    it('wait over a restart', async () => {
      const { store, changed, place, close } = await openChanged();
      await finish(store, { messages: [toMessage(changed)] });
      await close();
      const again = await open({ place });
      assert.equal((await take(again.store)).messages.length, 1);
    });

    it('go with their channel', async () => {
      const { store, changed } = await openChanged();
      await store.alerts.putSetting({ kind: 'channel', name: 'c', body: '{}' }, 10, ADA);
      await finish(store, { messages: [toMessage(changed)] });
      await store.alerts.removeSetting('channel', 'c', ADA);
      assert.equal((await store.alerts.readSettings()).waiting, 0);
    });

    it(`are at most ${ALERT_MESSAGES_MAX} (ALERT_MESSAGES_MAX), and those past it are counted`, async () => {
      const { store, changed } = await openChanged();
      const messages = times(ALERT_MESSAGES_MAX + 2, (index) => toMessage(changed, { channel: `c${index}` }));
      assert.equal(await finish(store, { messages: messages.slice(0, ALERT_MESSAGES_MAX) }), 0);
      assert.equal(await finish(store, { messages: messages.slice(ALERT_MESSAGES_MAX) }), 2);
      assert.equal((await store.alerts.readSettings()).waiting, ALERT_MESSAGES_MAX);
    });

    it('are forgotten with what was counted when it is old', async () => {
      const { store, changed, put } = await openChanged();
      const nowMs = Date.now();
      await finish(store, { nowMs, seen: changed.seen });
      await finish(store, { nowMs: nowMs + 3 * RECENT_MS });
      await put(eventDigest({ projectName: 'shop', message: 'another failure' }));
      assert.equal((await takeOne(store)).recentCount, 1);
    });
  });
}

/** Letters: a number would be left out of the fingerprint. */
function toWord(index: number): string {
  return String(index).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
}
