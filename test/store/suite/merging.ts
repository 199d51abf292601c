import { strict as assert } from 'node:assert';
import { PARTS_OF_GROUP_MAX } from '../../../schemas/limits.js';
import type { Triage } from '../../../schemas/triage.js';
import type { Actor } from '../../../src/store/access.js';
import type { MergeOutcome } from '../../../src/store/merge.js';
import { DAY_MS, eventDigest } from '../../support/store-digests.js';
import { type Harness, times, toQuery } from '../../support/store-harness.js';
import type { Open } from './open.js';
import { both, choose, first, regroup } from './regrouping.js';

const ADA: Actor = { name: 'ada', address: '127.0.0.1' };

/** Messages of the groups with their counts. */
export async function readCounts({ errors, error }: Pick<Harness, 'errors' | 'error'>): Promise<string[]> {
  const { errors: groups } = await errors({ pageSize: 1000 });
  for (const { id, count } of groups) {
    const detail = await error(id);
    assert.equal(detail?.events.length, count, 'the count of a group is that of its events');
  }
  return groups.map(({ message, count }) => `${message}: ${count}`).sort();
}

async function idOf({ errors }: Harness, message: string): Promise<string> {
  const found = (await errors({ pageSize: 1000 })).errors.find((group) => group.message === message);
  return found?.id ?? assert.fail(`there is no group ${message}`);
}

/** Answers the ids of the groups with these messages, which are one now; the first has them. */
export async function merge(harness: Harness, messages: readonly string[]): Promise<string[]> {
  const ids = await Promise.all(messages.map((message) => idOf(harness, message)));
  const outcome = await harness.store.merging.merge({ groupIds: ids, isPreview: false }, ADA);
  assert.ok(outcome.kind === 'done' && outcome.isComplete, JSON.stringify(outcome));
  return ids;
}

/** Takes parts out of a group, all of them unless some are named. */
export async function unmerge({ store }: Harness, groupId: string, partIds: readonly string[] | null = null) {
  const outcome = await store.merging.unmerge({ groupId, partIds }, ADA);
  assert.ok(outcome.kind === 'done' && outcome.isComplete, JSON.stringify(outcome));
  return outcome;
}

const reasonOf = (outcome: MergeOutcome): string => (outcome.kind === 'refused' ? outcome.reason : 'none');

export function describeMerging(open: Open): void {
  describe('groups that people make of others', () => {
    it('are one: events, counts, times, severity and facets of all, and what was decided about the first', async () => {
      const harness = await open();
      const { store, error, errorFacets, putAll } = harness;
      const early = Date.now() - 3 * DAY_MS;
      await putAll([
        first('cart 1'),
        first('mail 1', '/', { severity: 'fatal', timestampMs: early }),
        first('mail 1'),
        first('other'),
      ]);
      await store.changeTriage(await idOf(harness, 'cart 1'), { assignee: 'Grace' });
      await store.setStatus(await idOf(harness, 'cart 1'), 'acknowledged');
      const [target = '', part = ''] = await merge(harness, ['cart 1', 'mail 1']);
      assert.deepEqual(await readCounts(harness), ['cart 1: 3', 'other: 1']);
      const whole = await error(target);
      assert.equal(whole?.error.status, 'acknowledged');
      assert.equal(whole.error.severity, 'fatal');
      assert.equal(whole.error.assignee, 'Grace');
      assert.equal(Date.parse(whole.error.firstSeen), early);
      assert.deepEqual(
        whole.parts?.map(({ id, message, count, by }) => [id, message, count, by]),
        [
          [target, 'cart 1', 1, 'ada'],
          [part, 'mail 1', 2, 'ada'],
        ],
      );
      const led = await error(part);
      assert.deepEqual([led?.error.id, led?.movedFrom], [target, part]);
      assert.equal((await errorFacets(target))?.count, 3);
    });

    it('take new events of each part, also after a restart, and come back when they were resolved', async () => {
      const harness = await open();
      await harness.putAll([first('cart 1'), first('mail 1')]);
      const [target = ''] = await merge(harness, ['cart 1', 'mail 1']);
      await harness.putAll([first('mail 1'), first('cart 1')]);
      assert.deepEqual(await readCounts(harness), ['cart 1: 4']);
      await harness.store.setStatus(target, 'resolved');
      await harness.close();
      const again = await open({ place: harness.place });
      await again.put(first('mail 1'));
      assert.deepEqual(await readCounts(again), ['cart 1: 5']);
      assert.equal((await again.error(target))?.error.status, 'unresolved');
      await unmerge(again, target);
      assert.deepEqual(await readCounts(again), ['cart 1: 2', 'mail 1: 3']);
    });

    it('are told of before they are made, and nothing changes', async () => {
      const harness = await open();
      await harness.putAll([first('cart 1'), first('mail 1'), first('mail 1')]);
      const groupIds = [await idOf(harness, 'mail 1'), await idOf(harness, 'cart 1')];
      const outcome = await harness.store.merging.merge({ groupIds, isPreview: true }, ADA);
      assert.ok(outcome.kind === 'done');
      assert.deepEqual([outcome.group.message, outcome.group.count], ['mail 1', 3]);
      assert.deepEqual(
        outcome.groups.map(({ message, count }) => [message, count]),
        [
          ['mail 1', 2],
          ['cart 1', 1],
        ],
      );
      assert.deepEqual(await readCounts(harness), ['cart 1: 1', 'mail 1: 2']);
      assert.equal((await harness.error(groupIds[0] ?? ''))?.parts, undefined);
    });

    it('go apart as they were, with what came since; what was resolved and came again is open', async () => {
      const harness = await open();
      const { store, error, putAll } = harness;
      await putAll([first('cart 1'), first('mail 1'), first('quiet'), first('page 1')]);
      for (const message of ['mail 1', 'quiet']) await store.setStatus(await idOf(harness, message), 'resolved');
      const ids = await merge(harness, ['cart 1', 'mail 1', 'quiet', 'page 1']);
      await putAll([first('mail 1', '/', { timestampMs: Date.now() + 5 }), first('cart 1')]);
      await unmerge(harness, ids[0] ?? '');
      assert.deepEqual(await readCounts(harness), ['cart 1: 2', 'mail 1: 2', 'page 1: 1', 'quiet: 1']);
      const statuses = await Promise.all(ids.map(async (id) => (await error(id))?.error.status));
      assert.deepEqual(statuses, ['unresolved', 'unresolved', 'resolved', 'unresolved']);
      for (const id of ids) {
        const detail = await error(id);
        assert.equal(detail?.error.id, id);
        assert.equal(detail.movedFrom, undefined);
        assert.equal(detail.parts, undefined);
      }
      await putAll([first('mail 1'), first('cart 1')]);
      assert.deepEqual(await readCounts(harness), ['cart 1: 3', 'mail 1: 3', 'page 1: 1', 'quiet: 1']);
    });

    it('give up one part and keep the others; a whole in a whole keeps its parts', async () => {
      const harness = await open();
      await harness.putAll([first('a 1'), first('b 1'), first('c 1'), first('d 1')]);
      const [, b = ''] = await merge(harness, ['a 1', 'b 1']);
      const [c = ''] = await merge(harness, ['c 1', 'd 1']);
      await merge(harness, ['a 1', 'c 1']);
      await harness.putAll([first('b 1'), first('c 1'), first('d 1')]);
      assert.deepEqual(await readCounts(harness), ['a 1: 7']);
      const a = await idOf(harness, 'a 1');
      await unmerge(harness, a, [c, b]);
      assert.deepEqual(await readCounts(harness), ['a 1: 3', 'b 1: 2', 'c 1: 2']);
      await harness.put(first('d 1'));
      assert.deepEqual(await readCounts(harness), ['a 1: 4', 'b 1: 2', 'c 1: 2']);
    });

    it('are noted in the history and the audit', async () => {
      const harness = await open({ fresh: true });
      const { store, putAll } = harness;
      await putAll([first('cart 1'), first('mail 1')]);
      const [target = '', part = ''] = await merge(harness, ['cart 1', 'mail 1']);
      await unmerge(harness, target, [part]);
      const json = await store.query(toQuery('readTriage', {}, { id: target }));
      const { history } = JSON.parse(Buffer.from(json ?? '').toString()) as Triage;
      assert.deepEqual(
        history.map(({ kind, by, text }) => [kind, by, text]),
        [
          ['unmerged', 'ada', part],
          ['merged', 'ada', part],
        ],
      );
      const audit = await store.query(toQuery('listAudit', { limit: 10 }));
      const { entries } = JSON.parse(Buffer.from(audit ?? '').toString()) as { entries: { action: string }[] };
      assert.deepEqual(
        entries.map(({ action }) => action),
        ['errors_unmerged', 'errors_merged'],
      );
    });

    it('are refused where they are unknown, one already, or of two projects', async () => {
      const harness = await open();
      const { store, putAll } = harness;
      await putAll([first('cart 1'), first('mail 1'), eventDigest({ projectName: 'blog', message: 'post' })]);
      const [cart, mail, post] = [
        await idOf(harness, 'cart 1'),
        await idOf(harness, 'mail 1'),
        await idOf(harness, 'post'),
      ];
      const ask = async (groupIds: string[]) => reasonOf(await store.merging.merge({ groupIds, isPreview: false }));
      assert.equal(await ask([cart, 'zzz']), 'unknown');
      assert.equal(await ask([cart, 'not an id']), 'unknown');
      assert.equal(await ask([cart, cart]), 'same');
      assert.equal(await ask([cart, post]), 'projects');
      assert.equal(reasonOf(await store.merging.unmerge({ groupId: cart, partIds: null })), 'parts');
      await merge(harness, ['cart 1', 'mail 1']);
      assert.equal(await ask([cart, mail]), 'same');
      assert.equal(reasonOf(await store.merging.unmerge({ groupId: cart, partIds: [post] })), 'parts');
      assert.equal(reasonOf(await store.merging.unmerge({ groupId: 'zzz', partIds: null })), 'unknown');
      await unmerge(harness, mail);
    });

    it(`are made of ${PARTS_OF_GROUP_MAX} parts at the most`, async () => {
      const harness = await open();
      const messages = times(PARTS_OF_GROUP_MAX + 1, (index) => `error ${index}`);
      await harness.putAll(messages.map((message) => first(message)));
      const ids = await Promise.all(messages.map((message) => idOf(harness, message)));
      const refused = await harness.store.merging.merge({ groupIds: ids, isPreview: true });
      assert.equal(reasonOf(refused), 'limit');
      const taken = await harness.store.merging.merge({ groupIds: ids.slice(1), isPreview: true });
      assert.equal(reasonOf(taken), 'none');
    });

    it('wait until the project is not grouped anew any more', async () => {
      const harness = await open();
      await harness.putAll([first('cart 1'), first('mail 1')]);
      const groupIds = [await idOf(harness, 'cart 1'), await idOf(harness, 'mail 1')];
      await choose(harness, 2);
      assert.equal(reasonOf(await harness.store.merging.merge({ groupIds, isPreview: false })), 'regrouping');
      await regroup(harness);
      await merge(harness, ['cart 1', 'mail 1']);
      assert.deepEqual(await readCounts(harness), ['cart 1: 2']);
    });

    it('stand above the version of the grouping, and its change and the way back', async () => {
      const harness = await open();
      // Version 2 has all carts in one group, and so it would the mails.
      await harness.putAll([first('cart 1'), first('mail 1'), first('cart 2'), first('mail 2')]);
      const [whole = ''] = await merge(harness, ['cart 1', 'mail 1']);
      await choose(harness, 2);
      await regroup(harness);
      assert.deepEqual(await readCounts(harness), ['cart 1: 2', 'cart 2: 1', 'mail 2: 1']);
      await harness.putAll([both('cart 1'), both('mail 1'), both('cart 3'), first('mail 1')]);
      await regroup(harness);
      assert.deepEqual(await readCounts(harness), ['cart 1: 5', 'cart 2: 2', 'mail 2: 1']);
      await choose(harness, 1);
      await regroup(harness);
      await harness.putAll([first('cart 1'), first('mail 1')]);
      assert.deepEqual(await readCounts(harness), ['cart 1: 7', 'cart 2: 1', 'cart 3: 1', 'mail 2: 1']);
      await unmerge(harness, whole);
      assert.deepEqual(await readCounts(harness), ['cart 1: 3', 'cart 2: 1', 'cart 3: 1', 'mail 1: 4', 'mail 2: 1']);
    });

    it('go apart into what the version makes of them', async () => {
      const harness = await open();
      await harness.putAll([first('cart 1'), first('mail 1'), first('cart 2')]);
      const [whole = ''] = await merge(harness, ['cart 1', 'mail 1']);
      await choose(harness, 2);
      await regroup(harness);
      await harness.putAll([both('cart 1'), both('mail 1')]);
      await unmerge(harness, whole);
      await regroup(harness);
      assert.deepEqual(await readCounts(harness), ['cart 1: 3', 'mail 1: 2']);
      await choose(harness, 1);
      await regroup(harness);
      assert.deepEqual(await readCounts(harness), ['cart 1: 2', 'cart 2: 1', 'mail 1: 2']);
    });

    it('may be made of groups of version 2, stay on the way back, and take their events again under it', async () => {
      const harness = await open();
      await harness.putAll([first('cart 1'), first('cart 2'), first('mail 1'), first('page 1')]);
      await choose(harness, 2);
      await regroup(harness);
      const [whole = ''] = await merge(harness, ['cart 1', 'mail 1']);
      await harness.put(both('mail 2'));
      assert.deepEqual(await readCounts(harness), ['cart 1: 4', 'page 1: 1']);
      await choose(harness, 1);
      await regroup(harness);
      assert.deepEqual(await readCounts(harness), ['cart 1: 4', 'page 1: 1']);
      await choose(harness, 2);
      await regroup(harness);
      await harness.put(both('mail 3'));
      assert.deepEqual(await readCounts(harness), ['cart 1: 5', 'page 1: 1']);
      await unmerge(harness, whole);
      assert.deepEqual(await readCounts(harness), ['cart 1: 2', 'mail 1: 3', 'page 1: 1']);
      await choose(harness, 1);
      await regroup(harness);
      assert.equal(
        (await harness.errors()).errors.reduce((sum, { count }) => sum + count, 0),
        6,
      );
    });

    it('may be merged again where the way back has shown a part under its id', async () => {
      const harness = await open();
      await harness.putAll([first('mail 1'), first('cart 2')]);
      await harness.putAll([first('cart 2'), first('mail 8')]);
      await choose(harness, 2);
      await regroup(harness);
      await merge(harness, ['mail 1', 'cart 2']);
      await choose(harness, 1);
      await regroup(harness);
      await harness.putAll([first('cart 2'), first('mail 1'), first('mail 8'), first('cart 9')]);
      const ids = (await harness.errors({ pageSize: 100 })).errors.map(({ id }) => id);
      const outcome = await harness.store.merging.merge({ groupIds: ids, isPreview: false }, ADA);
      assert.ok(outcome.kind === 'done' && outcome.isComplete, JSON.stringify(outcome));
      assert.equal((await harness.errors()).errors.length, 1);
      assert.equal(outcome.group.count, 8);
    });

    it('tell open pages to read their lists again', async () => {
      const harness = await open({ feedClients: 1 });
      await harness.putAll([first('cart 1'), first('mail 1')]);
      const before = harness.feedItems.length;
      const [target = ''] = await merge(harness, ['cart 1', 'mail 1']);
      assert.ok(harness.feedItems.slice(before).some(({ skippedBefore = 0 }) => skippedBefore > 0));
      await unmerge(harness, target);
    });

    it('go with their project', async () => {
      const harness = await open();
      await harness.putAll([first('cart 1'), first('mail 1')]);
      await merge(harness, ['cart 1', 'mail 1']);
      await harness.store.clear('shop');
      await harness.putAll([first('cart 1'), first('mail 1')]);
      assert.deepEqual(await readCounts(harness), ['cart 1: 1', 'mail 1: 1']);
    });
  });
}
