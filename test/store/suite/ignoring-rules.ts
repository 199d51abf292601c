import { strict as assert } from 'node:assert';
import type { ErrorChanges, ErrorGroup } from '../../../schemas/error-group.js';
import type { Triage } from '../../../schemas/triage.js';
import type { EventDigest } from '../../../src/messages.js';
import type { Store } from '../../../src/store/store.js';
import { contentText, eventDigest } from '../../support/store-digests.js';
import { type Harness, times, toQuery } from '../../support/store-harness.js';
import type { Open } from './open.js';
import { both, choose, first, regroup } from './regrouping.js';

/** As a thread digests an event that a rule of its project ignores. */
const ignored = (digest: EventDigest): EventDigest => ({ ...digest, ignoredBy: 'noise' });
const noisy = (release = '2.0.0'): EventDigest =>
  ignored(eventDigest({ message: 'noise', context: contentText({ release }) }));

async function ask<T>(store: Store, query: Parameters<Store['query']>[0]): Promise<T> {
  return JSON.parse(Buffer.from((await store.query(query)) ?? []).toString()) as T;
}

async function historyOf({ store }: Harness, { id }: ErrorGroup): Promise<string[]> {
  const { history } = await ask<Triage>(store, { name: 'readTriage', id, parameters: {}, nowMs: 0 });
  return history.map(({ kind, text, by }) => [kind, text, ...(by === undefined ? [] : [by])].join(' '));
}

export function describeIgnoringRules(open: Open): void {
  describe('a rule that ignores', () => {
    it('has a new group ignored: no news, told by its history, and counted as ever', async () => {
      const harness = await open({ feedClients: 1 });
      const { store, putAll, onlyGroup, feed } = harness;
      const { at } = await ask<ErrorChanges>(store, toQuery('readErrorChanges', {}));
      await putAll([noisy(), noisy()]);
      await putAll([noisy()]);
      const group = await onlyGroup();
      assert.deepEqual([group.status, group.count, group.reopenedAt], ['ignored', 3, undefined]);
      assert.deepEqual(await historyOf(harness, group), ['ignored noise']);
      const changes = await ask<ErrorChanges>(store, toQuery('readErrorChanges', { since: at }));
      assert.deepEqual([changes.new, changes.regressed, changes.groups], [0, 0, []]);
      const told = feed().map(({ type, payload }) => [type, (payload as { status?: string }).status]);
      assert.deepEqual(told[0], ['new_error', 'ignored']);
    });

    it('leaves a group that is open, and one that somebody opened again', async () => {
      const harness = await open();
      const { store, put, onlyGroup } = harness;
      await put(eventDigest({ message: 'noise' }));
      await put(noisy());
      assert.equal((await onlyGroup()).status, 'unresolved');
      await store.setStatus((await onlyGroup()).id, 'ignored');
      await store.setStatus((await onlyGroup()).id, 'unresolved');
      await put(noisy());
      const group = await onlyGroup();
      assert.deepEqual([group.status, group.count], ['unresolved', 3]);
      assert.deepEqual(await historyOf(harness, group), ['status unresolved', 'status ignored']);
    });

    it('has a resolved group ignored that its event would open again, and events that nobody ignores open nothing then', async () => {
      const harness = await open();
      const { store, put, putAll, onlyGroup } = harness;
      await put(eventDigest({ message: 'noise' }));
      await store.setStatus((await onlyGroup()).id, 'resolved');
      await putAll([noisy(), eventDigest({ message: 'noise' })]);
      const group = await onlyGroup();
      assert.deepEqual([group.status, group.count, group.reopenedAt], ['ignored', 3, undefined]);
      assert.deepEqual(await historyOf(harness, group), ['ignored noise', 'status resolved']);
    });

    it('waits for the release that a group is resolved in, and then forgets it', async () => {
      const harness = await open();
      const { store, put, onlyGroup } = harness;
      await put(eventDigest({ message: 'noise', context: contentText({ release: '2.0.0' }) }));
      await store.setStatus((await onlyGroup()).id, { status: 'resolved', in: 'next' });
      await put(noisy('2.0.0'));
      assert.equal((await onlyGroup()).status, 'resolved');
      await put(noisy('2.0.1'));
      const { status, resolvedIn, reopenedIn } = await onlyGroup();
      assert.deepEqual([status, resolvedIn, reopenedIn], ['ignored', undefined, undefined]);
    });

    it('holds by version 2 as well; its groups are open after the way back to version 1, as with any decision', async () => {
      const harness = await open();
      await choose(harness, 2);
      await harness.putAll([ignored(both('noise 1', '/a')), ignored(both('noise 2', '/a')), both('else', '/b')]);
      const statuses = async () =>
        (await harness.errors({ pageSize: 10 })).errors.map(({ message, status }) => `${message} ${status}`).sort();
      assert.deepEqual(await statuses(), ['else unresolved', 'noise 1 ignored']);
      await choose(harness, 1);
      await regroup(harness);
      assert.deepEqual(await statuses(), ['else unresolved', 'noise 1 unresolved', 'noise 2 unresolved']);
    });

    it('holds for an event of which the version of its project is not known yet, once it is grouped', async () => {
      const harness = await open();
      await choose(harness, 2);
      await harness.put(both('noise 1', '/a'));
      await harness.store.setStatus((await harness.onlyGroup()).id, 'resolved');
      await harness.put(ignored(first('noise 1', '/a')));
      await regroup(harness);
      const group = await harness.onlyGroup();
      assert.deepEqual([group.status, group.count, group.reopenedAt], ['ignored', 2, undefined]);
    });

    it('is in the history of each of many new groups of one commit', async () => {
      const harness = await open();
      await harness.putAll(times(50, (index) => ignored(eventDigest({ message: `noise ${index}` }))));
      const { errors, total } = await harness.errors({ pageSize: 50 });
      assert.equal(total, 50);
      for (const group of errors) assert.deepEqual(await historyOf(harness, group), ['ignored noise']);
    });

    it('has alerts hear of no new group', async () => {
      const harness = await open();
      const { alerts } = harness.store;
      const rule = { name: 'news', when: 'new', channels: ['hook'] };
      const ada = { name: 'ada', address: '127.0.0.1' };
      await alerts.putSetting({ kind: 'rule', name: 'news', body: JSON.stringify(rule) }, 1, ada);
      await harness.putAll([noisy(), eventDigest({ message: 'heard of' })]);
      const { changed } = await alerts.take({ nowMs: Date.now(), limit: 10, holdMs: 0 });
      assert.deepEqual(
        changed.map(({ group }) => group.message),
        ['heard of'],
      );
    });
  });
}
