import { strict as assert } from 'node:assert';
import type { AuditList } from '../../../schemas/audit.js';
import type { ErrorGroup } from '../../../schemas/error-group.js';
import type { Triage } from '../../../schemas/triage.js';
import { SNOOZES_MAX } from '../../../src/limits.js';
import type { Actor } from '../../../src/store/access.js';
import { contentText, eventDigest } from '../../support/store-digests.js';
import { type Harness, times, toQuery } from '../../support/store-harness.js';
import { toWord } from '../../support/words.js';
import { merge, unmerge } from './merging.js';
import type { Open } from './open.js';
import { first } from './regrouping.js';

const ADA: Actor = { name: 'ada', address: '127.0.0.1' };
const NONE = { undoneCount: 0, leftIds: [], missingIds: [] };

const sentBy = (release: string) => eventDigest({ context: contentText({ release }) });

async function readTriage({ store }: Harness, id: string): Promise<Triage> {
  const json = await store.query({ name: 'readTriage', id, parameters: {}, nowMs: 0 });
  return JSON.parse(Buffer.from(json ?? []).toString()) as Triage;
}

/** What an undo gives back, and nothing that events change. */
async function readState(harness: Harness, id: string) {
  const { errors } = await harness.errors({ pageSize: 1000 });
  const { status, reopenedAt, reopenedIn, resolvedIn } = errors.find((group) => group.id === id) as ErrorGroup;
  const { snooze } = await readTriage(harness, id);
  return { status, reopenedAt, reopenedIn, resolvedIn, snooze };
}

export function describeUndo(open: Open): void {
  describe('taking a change of a status back', () => {
    const openGroup = async () => {
      const harness = await open({ feedClients: 1 });
      await harness.put(sentBy('shop@1.0.0'));
      const { id } = await harness.onlyGroup();
      const undo = (name: string, ids = [id]) => harness.store.undoStatuses(ids, name, ADA);
      return { ...harness, id, undo, state: () => readState(harness, id) };
    };

    it('gives back that the group had come back, and in which release', async () => {
      const { store, put, errors, id, undo, state } = await openGroup();
      await store.setStatus(id, 'resolved');
      await put(sentBy('shop@1.1.0'));
      const before = await state();
      assert.ok(before.reopenedAt !== undefined && before.reopenedIn === 'shop@1.1.0');
      await store.setStatus(id, { status: 'resolved', change: 'a' });
      assert.equal((await errors({ query: 'is:regressed' })).total, 0);
      assert.deepEqual(await undo('a'), { ...NONE, undoneCount: 1 });
      assert.deepEqual(await state(), before);
      assert.equal((await errors({ query: 'is:regressed' })).total, 1);
    });

    it('gives back the release that it was resolved in, which goes on to hold', async () => {
      const { store, put, id, undo, state, onlyGroup, feed } = await openGroup();
      await store.setStatus(id, { status: 'resolved', in: 'next' });
      const before = await state();
      await store.setStatus(id, { status: 'unresolved', change: 'a' });
      assert.equal((await state()).resolvedIn, undefined);
      await undo('a');
      assert.deepEqual(await state(), before);
      const told = feed().at(-1);
      assert.deepEqual(told?.type === 'status_change' && told.payload.resolvedIn, before.resolvedIn);
      await put(sentBy('shop@1.0.0'));
      assert.equal((await onlyGroup()).status, 'resolved');
      await put(sentBy('shop@1.1.0'));
      assert.equal((await onlyGroup()).status, 'unresolved');
    });

    it('leaves it alone where it was resolved, in a release too, and an event came since', async () => {
      for (const inRelease of [{}, { in: 'current' }]) {
        const { store, put, id, undo, state } = await openGroup();
        await store.setStatus(id, { status: 'resolved', ...inRelease });
        await store.setStatus(id, { status: 'acknowledged', change: 'a' });
        await put(sentBy('shop@2.0.0'));
        assert.deepEqual(await undo('a'), { ...NONE, leftIds: [id] });
        assert.equal((await state()).status, 'acknowledged');
      }
    });

    it('leaves it alone where an event came since and others were taken out of it', async () => {
      const { store, put, putAll, id, undo, errors } = await openGroup();
      await putAll(times(3, () => eventDigest({ message: 'a part' })));
      const { errors: groups } = await errors();
      const part = groups.find((group) => group.id !== id)?.id ?? '';
      await store.merging.merge({ groupIds: [id, part], isPreview: false });
      await store.setStatus(id, 'resolved');
      await store.setStatus(id, { status: 'acknowledged', change: 'a' });
      await store.merging.unmerge({ groupId: id, partIds: [part] });
      await put(eventDigest({ ...sentBy('shop@1.0.0'), timestampMs: Date.now() + 5, receivedAtMs: Date.now() + 5 }));
      assert.deepEqual(await undo('a'), { ...NONE, leftIds: [id] });
    });

    it('takes a change back at once that was sent again', async () => {
      const { store, id, undo, state } = await openGroup();
      await store.setStatus(id, { status: 'resolved', change: 'a' });
      await store.setStatus(id, { status: 'resolved', change: 'a' });
      assert.deepEqual(await undo('a'), { ...NONE, undoneCount: 1 });
      assert.equal((await state()).status, 'unresolved');
    });

    it('gives back a snooze with what was left of it, and events that came since count', async () => {
      const { store, put, putAll, id, undo, state, onlyGroup } = await openGroup();
      const until = new Date(Date.now() + 3_600_000).toISOString();
      await store.changeTriage(id, { snooze: { until, events: 5, users: 3 }, assignee: 'Grace' });
      await putAll(times(2, () => sentBy('shop@1.0.0')));
      await store.query(toQuery('readFacets', {}));
      const before = await state();
      assert.deepEqual(before.snooze, { until, eventsLeft: 3, usersLeft: 3 });
      await store.setStatus(id, { status: 'acknowledged', change: 'a' });
      assert.equal((await state()).snooze, null);
      await store.changeTriage(id, { assignee: 'Ada' });
      await put(sentBy('shop@1.0.0'));
      await undo('a');
      assert.deepEqual(await state(), { ...before, snooze: { until, eventsLeft: 2, usersLeft: 3 } });
      assert.equal((await onlyGroup()).assignee, 'Ada');
      await putAll(times(2, () => sentBy('shop@1.0.0')));
      await store.alerts.take({ nowMs: Date.now(), limit: 0, holdMs: 0 });
      assert.equal((await state()).status, 'unresolved');
    });

    it('waits for no more events than were left when some were deleted since', async () => {
      const old = Date.now() - 3 * 86_400_000;
      const { store, putAll, id, undo, state } = await openGroup();
      await putAll(times(4, () => eventDigest({ timestampMs: old, receivedAtMs: old })));
      await store.changeTriage(id, { snooze: { events: 3 } });
      await store.setStatus(id, { status: 'acknowledged', change: 'a' });
      await store.prune({ nowMs: Date.now(), retentionDays: 1, maxDbSizeMb: 0 });
      await undo('a');
      assert.deepEqual((await state()).snooze, { eventsLeft: 3 });
    });

    it('takes a snooze back', async () => {
      const { store, id, undo, state } = await openGroup();
      const before = await state();
      await store.changeTriage(id, { snooze: { events: 5 }, change: 'a' });
      assert.deepEqual(await undo('a'), { ...NONE, undoneCount: 1 });
      assert.deepEqual(await state(), before);
    });

    it('takes one change after the other back, the latest first', async () => {
      const { store, id, undo, state } = await openGroup();
      for (const [change, status] of [
        ['a', 'acknowledged'],
        ['b', 'ignored'],
        ['c', 'resolved'],
      ] as const)
        await store.setStatus(id, { status, change });
      await store.changeTriage(id, { note: 'not about the status' });
      assert.deepEqual(await undo('b'), { ...NONE, leftIds: [id] });
      for (const [change, status] of [
        ['c', 'ignored'],
        ['b', 'acknowledged'],
        ['a', 'unresolved'],
      ] as const) {
        assert.deepEqual(await undo(change), { ...NONE, undoneCount: 1 });
        assert.equal((await state()).status, status);
      }
      assert.deepEqual(await undo('a'), { ...NONE, leftIds: [id] });
    });

    it('tells the history, the audit and the feed', async () => {
      const harness = await openGroup();
      const { store, id, undo, feed } = harness;
      await store.setStatus(id, { status: 'resolved', in: 'current' });
      await store.setStatus(id, { status: 'ignored', change: 'a' });
      const heard = feed().length;
      await undo('a');
      const { history } = await readTriage(harness, id);
      assert.deepEqual(
        history.map(({ kind, text, by }) => [kind, text, by]),
        [
          ['status', 'resolved in shop@1.0.0 by undo', 'ada'],
          ['status', 'ignored', undefined],
          ['status', 'resolved in shop@1.0.0', undefined],
        ],
      );
      const audit = await store.query({ name: 'listAudit', id: '', parameters: { limit: 1 }, nowMs: 0 });
      const [entry] = (JSON.parse(Buffer.from(audit ?? []).toString()) as AuditList).entries;
      assert.deepEqual(
        [entry?.action, entry?.detail],
        ['status_changed', { status: 'resolved', count: 1, ids: [id], undo: true }],
      );
      const told = feed().slice(heard);
      assert.deepEqual(
        told.map(({ type, payload }) => [type, (payload as ErrorGroup).status]),
        [['status_change', 'resolved']],
      );
    });

    it('leaves a group alone that an event has opened since', async () => {
      const { store, put, id, undo, state } = await openGroup();
      await store.setStatus(id, { status: 'acknowledged', change: 'a' });
      await store.setStatus(id, { status: 'resolved', change: 'b' });
      await put(sentBy('shop@1.1.0'));
      const before = await state();
      assert.equal(before.status, 'unresolved');
      for (const name of ['b', 'a']) assert.deepEqual(await undo(name), { ...NONE, leftIds: [id] });
      assert.deepEqual(await state(), before);
    });

    it('leaves a group alone that somebody else has changed since, or whose snooze is over', async () => {
      const { store, id, undo, state } = await openGroup();
      // Who does not know of names gives none, an older daemon too.
      await store.setStatus(id, { status: 'resolved', change: 'a' });
      await store.setStatus(id, 'resolved');
      assert.deepEqual(await undo('a'), { ...NONE, leftIds: [id] });
      await store.changeTriage(id, { snooze: { until: new Date(0).toISOString() }, change: 'b' });
      await store.alerts.take({ nowMs: Date.now(), limit: 0, holdMs: 0 });
      assert.deepEqual(await undo('b'), { ...NONE, leftIds: [id] });
      assert.equal((await state()).status, 'unresolved');
    });

    it('does not resolve a group again of which an event came that would have opened it', async () => {
      const { store, put, id, undo, state } = await openGroup();
      await store.setStatus(id, 'resolved');
      await store.setStatus(id, { status: 'acknowledged', change: 'a' });
      await put(sentBy('shop@1.0.0'));
      assert.deepEqual(await undo('a'), { ...NONE, leftIds: [id] });
      assert.equal((await state()).status, 'acknowledged');
    });

    it('says of each of many what became of it', async () => {
      const { store, put, putAll, errors } = await open();
      await putAll(times(4, (index) => eventDigest({ message: `m${index}` })));
      const ids = (await errors()).errors.toSorted((a, b) => a.message.localeCompare(b.message)).map(({ id }) => id);
      await store.setStatuses(ids.slice(0, 3), { status: 'resolved', change: 'a' });
      await put(eventDigest({ message: 'm1' }));
      const [one, opened, two, other] = ids;
      assert.deepEqual(await store.undoStatuses([...ids, ...ids, 'zz9', ''], 'a'), {
        undoneCount: 2,
        leftIds: [opened, other],
        missingIds: ['zz9', ''],
      });
      const { errors: groups } = await errors({ query: 'is:unresolved -is:regressed' });
      assert.deepEqual(new Set(groups.map(({ id }) => id)), new Set([one, two, other]));
    });

    it('goes on behind a merge that is taken back, and leaves what is part of another', async () => {
      const harness = await open();
      const { store } = harness;
      await harness.putAll([first('cart 1'), first('mail 1')]);
      const messages = ['cart 1', 'mail 1'];
      const { errors } = await harness.errors();
      const ids = messages.map((message) => errors.find((group) => group.message === message)?.id ?? '');
      const [whole = '', part = ''] = ids;
      await store.setStatuses(ids, { status: 'acknowledged', change: 'a' });
      await merge(harness, messages);
      assert.deepEqual(await store.undoStatuses([part], 'a'), { ...NONE, leftIds: [part] });
      await unmerge(harness, whole);
      assert.deepEqual(await store.undoStatuses(ids, 'a'), { ...NONE, undoneCount: 2 });
      assert.equal((await harness.errors({ status: 'unresolved' })).total, 2);
    });

    it('gives no snooze back that would be one too many', async () => {
      const { store, putAll, errors } = await open();
      await putAll(times(SNOOZES_MAX + 1, (index) => eventDigest({ message: `the ${toWord(index)} part failed` })));
      const [id = '', ...others] = (await errors({ pageSize: 1000 })).errors.map((group) => group.id);
      await store.changeTriage(id, { snooze: { events: 1 } });
      await store.setStatus(id, { status: 'resolved', change: 'a' });
      const last = (await errors({ pageSize: 1, page: SNOOZES_MAX + 1 })).errors.map((group) => group.id);
      for (const other of [...others, ...last]) await store.changeTriage(other, { snooze: { events: 1 } });
      assert.deepEqual(await store.undoStatuses([id], 'a'), { ...NONE, leftIds: [id] });
    });
  });
}
