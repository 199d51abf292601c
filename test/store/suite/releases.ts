import { strict as assert } from 'node:assert';
import type { StatusChange } from '../../../schemas/error-group.js';
import type { ReleaseDetail, ReleaseList } from '../../../schemas/releases.js';
import { RELEASE_GROUPS_MAX } from '../../../src/limits.js';
import type { EventDigest } from '../../../src/messages.js';
import type { Store } from '../../../src/store/store.js';
import { contentText, eventDigest, HOUR_MS } from '../../support/store-digests.js';
import { times, toQuery } from '../../support/store-harness.js';
import type { Open } from './open.js';

const NOW_MS = Date.now();

/** An event of a release, so many hours ago. */
function sentBy(release: string | null, message = 'it failed', hoursAgo = 0): EventDigest {
  const atMs = NOW_MS - hoursAgo * HOUR_MS;
  const context = release === null ? null : contentText({ release });
  return eventDigest({ message, context, timestampMs: atMs, receivedAtMs: atMs });
}

async function list(store: Store, projectId?: string): Promise<string[]> {
  const json = await store.query(toQuery('listReleases', projectId === undefined ? {} : { projectId }));
  return (JSON.parse(Buffer.from(json ?? []).toString()) as ReleaseList).releases.map(({ release }) => release);
}

async function read(store: Store, id: string): Promise<ReleaseDetail | null> {
  const json = await store.query({ name: 'readRelease', id, parameters: {}, nowMs: NOW_MS });
  return json === null ? null : (JSON.parse(Buffer.from(json).toString()) as ReleaseDetail);
}

const messagesOf = ({ errors, total }: ReleaseDetail['new']) => [errors.map(({ message }) => message), total];

export function describeReleases(open: Open): void {
  describe('an error that is resolved in a release', () => {
    const openResolved = async (change: StatusChange, first = sentBy('shop@2.8.1', 'it failed', 3)) => {
      const harness = await open({ feedClients: 1 });
      await harness.put(first);
      const group = await harness.store.setStatus((await harness.onlyGroup()).id, change);
      const statusAfter = async (...events: EventDigest[]): Promise<string> => {
        await harness.putAll(events);
        return (await harness.onlyGroup()).status;
      };
      return { ...harness, group, statusAfter };
    };

    it('stays so while older ones send it, and opens with the release and with newer ones', async () => {
      for (const release of ['shop@2.8.1', 'shop@2.10.0']) {
        const { statusAfter, onlyGroup } = await openResolved({ status: 'resolved', in: 'current' });
        assert.deepEqual((await onlyGroup()).resolvedIn, { release: 'shop@2.8.1' });
        assert.equal(await statusAfter(sentBy('shop@2.8.0'), sentBy('shop@2.8.1-rc.1'), sentBy(null)), 'resolved');
        const held = await onlyGroup();
        assert.deepEqual([held.count, held.reopenedAt, held.reopenedIn], [4, undefined, undefined]);
        assert.equal(await statusAfter(sentBy(release)), 'unresolved');
        const { resolvedIn, reopenedIn } = await onlyGroup();
        assert.deepEqual([resolvedIn, reopenedIn], [undefined, release]);
      }
    });

    it('opens with what comes after the newest one, when it is resolved in the next', async () => {
      const { statusAfter, group, feed, onlyGroup, error } = await openResolved({ status: 'resolved', in: 'next' });
      const resolvedIn = { release: 'shop@2.8.1', next: true };
      assert.deepEqual(group?.resolvedIn, resolvedIn);
      const told = feed().at(-1);
      assert.deepEqual(told?.type === 'status_change' && told.payload.resolvedIn, resolvedIn);
      assert.equal(await statusAfter(sentBy('shop@2.8.1')), 'resolved');
      assert.deepEqual((await error((await onlyGroup()).id))?.error.resolvedIn, resolvedIn);
      assert.equal(await statusAfter(sentBy('shop@2.8.2')), 'unresolved');
    });

    it('compares names that are no versions by when they were first seen', async () => {
      const { statusAfter } = await openResolved({ status: 'resolved', in: 'next' }, sentBy('blue', 'it failed', 2));
      assert.equal(await statusAfter(sentBy('amber', 'it failed', 5)), 'resolved');
      assert.equal(await statusAfter(sentBy('zinc')), 'unresolved');
    });

    it('is resolved as ever in a project that has sent no release, and by a status that names none', async () => {
      const without = await openResolved({ status: 'resolved', in: 'next' }, sentBy(null));
      assert.equal(without.group?.resolvedIn, undefined);
      assert.equal(await without.statusAfter(sentBy(null)), 'unresolved');
      const { store, group, statusAfter, onlyGroup } = await openResolved({ status: 'resolved', in: 'next' });
      await store.setStatus(group?.id ?? '', 'resolved');
      assert.equal((await onlyGroup()).resolvedIn, undefined);
      assert.equal(await statusAfter(sentBy('shop@2.0.0')), 'unresolved');
    });

    it('is so with many others at once, each by the releases of its project', async () => {
      const { store, putAll, errors } = await open();
      await putAll([sentBy('1.0.0'), { ...sentBy('5.0.0'), projectName: 'other' }]);
      const ids = (await errors()).errors.map(({ id }) => id);
      await store.setStatuses(ids, { status: 'resolved', in: 'next' });
      const { errors: found } = await errors();
      assert.deepEqual(found.map(({ projectId, resolvedIn }) => [projectId, resolvedIn?.release]).toSorted(), [
        ['other', '5.0.0'],
        ['shop', '1.0.0'],
      ]);
    });
  });

  describe('a release', () => {
    const openThree = async () => {
      const harness = await open();
      await harness.putAll([
        sentBy('1.9.0', 'old', 9),
        sentBy('1.9.0', 'steady', 9),
        sentBy('1.9.0', 'back', 9),
        sentBy('1.10.0', 'steady', 5),
        sentBy('1.10.0', 'fresh', 5),
      ]);
      const back = (await harness.errors({ search: 'back' })).errors[0]?.id ?? '';
      await harness.store.setStatus(back, { status: 'resolved', in: 'next' });
      await harness.putAll([sentBy('1.11.0', 'back', 1), sentBy('1.11.0', 'late', 1)]);
      return harness;
    };

    it('is listed by version where all are versions, else by first sight', async () => {
      const { store, put } = await openThree();
      assert.deepEqual(await list(store, 'shop'), ['1.11.0', '1.10.0', '1.9.0']);
      await put(sentBy('nightly', 'x', 7));
      assert.deepEqual(await list(store), ['1.11.0', '1.10.0', 'nightly', '1.9.0']);
      assert.deepEqual(await list(store, 'nobody'), []);
    });

    it('tells what is new in it, what came back with it, and what is gone', async () => {
      const { store } = await openThree();
      const middle = await read(store, '1.10.0');
      assert.ok(middle);
      assert.deepEqual([middle.previous, middle.next, middle.count], ['1.9.0', '1.11.0', 2]);
      assert.deepEqual(messagesOf(middle.new), [['fresh'], 1]);
      assert.deepEqual(messagesOf(middle.regressed), [[], 0]);
      assert.deepEqual(messagesOf(middle.gone), [['old'], 1]);
      const last = await read(store, '1.11.0');
      assert.ok(last);
      assert.deepEqual(messagesOf(last.new), [['late'], 1]);
      assert.deepEqual(messagesOf(last.regressed), [['back'], 1]);
      assert.deepEqual(messagesOf(last.gone), [['fresh', 'steady'], 2]);
      const first = await read(store, '1.9.0');
      assert.deepEqual([first?.previous, first?.gone.total, first?.new.total], [undefined, 0, 3]);
      assert.equal(await read(store, '3.0.0'), null);
    });

    it(`names ${RELEASE_GROUPS_MAX} groups of a kind (RELEASE_GROUPS_MAX), and counts all`, async () => {
      const { store, putAll } = await open();
      await putAll(times(RELEASE_GROUPS_MAX + 1, (index) => sentBy('1.0.0', `failure ${'abcdefghij'.repeat(index)}`)));
      const found = await read(store, '1.0.0');
      assert.deepEqual([found?.new.errors.length, found?.new.total], [RELEASE_GROUPS_MAX, RELEASE_GROUPS_MAX + 1]);
    });
  });
}
