import { strict as assert } from 'node:assert';
import type { EventRecord } from '../../../schemas/event.js';
import { GROUPING_RULES_MAX } from '../../../schemas/limits.js';
import type { GroupingRule } from '../../../schemas/project-settings.js';
import { RULES_PREVIEW_PAGE_ROWS } from '../../../src/limits.js';
import type { EventDigest } from '../../../src/messages.js';
import { eventDigest, fingerprintOf } from '../../support/store-digests.js';
import { type Harness, times } from '../../support/store-harness.js';
import type { Open } from './open.js';
import { readSettings } from './project-limits.js';
import { both, choose, first, regroup } from './regrouping.js';

const rule = (name: string): GroupingRule => ({ name, message: `${name} *`, file: '*/cart.ts', fingerprint: name });

/** An event as a thread digests it that a rule has decided. */
function ruled({ site, second, ...digest }: EventDigest, name = 'one cause'): EventDigest {
  const grouping = (version: number): string =>
    JSON.stringify({ version, type: site.type, message: site.message, frames: [], custom: [name], rule: name });
  const print = (version: number) => ({
    fingerprint: fingerprintOf('rule', String(version), name),
    fingerprintVersion: version,
    grouping: grouping(version),
  });
  const toKey = ({ fingerprint, fingerprintVersion }: typeof site | NonNullable<typeof second>) => ({
    fingerprint,
    fingerprintVersion,
  });
  return {
    ...digest,
    site: { ...site, ...print(1) },
    ...(second !== undefined && { second: print(2) }),
    unruled: { site: toKey(site), ...(second !== undefined && { second: toKey(second) }) },
  };
}

async function readCounts({ errors }: Harness): Promise<string[]> {
  return (await errors({ pageSize: 1000 })).errors.map(({ message, count }) => `${message}: ${count}`).sort();
}

async function merge(harness: Harness, messages: readonly string[]): Promise<string[]> {
  const { errors } = await harness.errors({ pageSize: 1000 });
  const groupIds = messages.map((message) => errors.find((group) => group.message === message)?.id ?? assert.fail());
  const outcome = await harness.store.merging.merge({ groupIds, isPreview: false });
  assert.equal(outcome.kind, 'done');
  return groupIds;
}

export function describeGroupingRules(open: Open): void {
  describe('rules of grouping', () => {
    it('are settings of a project, told to who digests, in their order, also after a restart', async () => {
      const harness = await open();
      const rules = times(GROUPING_RULES_MAX, (index) => rule(`rule ${index}`));
      assert.deepEqual((await readSettings(harness, 'shop')).groupingRules, []);
      assert.equal(harness.groupings().rules, undefined);
      await harness.store.setProjectSettings('shop', { groupingRules: rules });
      assert.deepEqual((await readSettings(harness, 'shop')).groupingRules, rules);
      assert.deepEqual(harness.groupings().rules, [{ projectName: 'shop', rules }]);
      // What is not named of the others stays, and so do the rules when others change.
      await harness.store.setProjectSettings('shop', { retentionDays: 7 });
      assert.deepEqual((await readSettings(harness, 'shop')).groupingRules, rules);
      await harness.close();
      const again = await open({ place: harness.place });
      assert.deepEqual(again.groupings().rules, [{ projectName: 'shop', rules }]);
      await again.store.setProjectSettings('shop', { groupingRules: [] });
      assert.equal(again.groupings().rules, undefined);
      assert.deepEqual((await readSettings(again, 'shop')).groupingRules, []);
      await again.store.setProjectSettings('shop', { groupingRules: [rule('a')], retentionDays: null });
      await again.store.deleteProject('shop');
      assert.equal(again.groupings().rules, undefined);
    });

    it('are of new events: what is stored stays where it is, and waits for nothing', async () => {
      const harness = await open();
      await harness.putAll([first('cart 1'), first('mail 1')]);
      await harness.store.setProjectSettings('shop', { groupingRules: [rule('cart')] });
      assert.equal(await harness.store.regroup.step(null), null);
      await harness.putAll([ruled(first('cart 1')), ruled(first('page 1'))]);
      assert.deepEqual(await readCounts(harness), ['cart 1: 1', 'cart 1: 2', 'mail 1: 1']);
      const { errors } = await harness.errors();
      const group = await harness.error(errors.find(({ count }) => count === 2)?.id ?? '');
      assert.equal(group?.error.grouping.rule, 'one cause');
    });

    it('hold for version 2, and after the way back to version 1', async () => {
      const harness = await open();
      await choose(harness, 2);
      await harness.putAll([ruled(both('cart 1', '/a')), ruled(both('mail 1', '/b')), both('page 1', '/c')]);
      assert.deepEqual(await readCounts(harness), ['cart 1: 2', 'page 1: 1']);
      await choose(harness, 1);
      await regroup(harness);
      assert.deepEqual(await readCounts(harness), ['cart 1: 2', 'page 1: 1']);
    });

    for (const grouping of [1, 2]) {
      it(`stand below what people made one, by version ${grouping}`, async () => {
        const harness = await open();
        await choose(harness, grouping);
        const event = grouping === 1 ? first : both;
        await harness.putAll([event('cart 1', '/a'), event('mail 1', '/b')]);
        const [target = '', part = ''] = await merge(harness, ['cart 1', 'mail 1']);
        await harness.putAll([ruled(event('mail 1', '/b')), ruled(event('page 1', '/c'))]);
        assert.deepEqual(await readCounts(harness), ['cart 1: 3', 'page 1: 1']);
        const outcome = await harness.store.merging.unmerge({ groupId: target, partIds: null });
        assert.equal(outcome.kind, 'done');
        assert.deepEqual(await readCounts(harness), ['cart 1: 1', 'mail 1: 2', 'page 1: 1']);
        assert.equal((await harness.error(part))?.error.message, 'mail 1');
        // A group of a rule may be a part as well.
        await merge(harness, ['cart 1', 'page 1']);
        await harness.putAll([ruled(event('others', '/d'))]);
        assert.deepEqual(await readCounts(harness), ['cart 1: 3', 'mail 1: 2']);
      });
    }
  });

  describe('the newest events of a project', () => {
    const readAll = async ({ store }: Harness, projectName: string, eventsMax = 3) => {
      const messages: string[] = [];
      const groups = new Map<string, string>();
      for (let after: string | null = null; ; ) {
        const page = await store.regroup.newest({ projectName, after, eventsMax });
        if (page === null) return null;
        assert.ok(page.events.length <= eventsMax);
        for (const { id, message, count, isByHand } of page.groups) groups.set(id, `${message}: ${count} ${isByHand}`);
        for (const { event, groupId } of page.events) {
          const { message, stackFrames } = JSON.parse(event) as EventRecord;
          assert.ok(stackFrames.length > 0);
          assert.ok(groups.has(groupId), 'the group of an event comes with it');
          messages.push(message);
        }
        after = page.next;
        if (after === null) return { messages, groups: [...groups.values()].sort() };
      }
    };

    it('are read page by page, those received last first, each with its group', async () => {
      const harness = await open();
      const messages = times(10, (index) => `failure ${index % 4}`);
      for (const message of messages)
        await harness.putAll([eventDigest({ message }), eventDigest({ message: 'of another', projectName: 'blog' })]);
      const read = await readAll(harness, 'shop');
      assert.deepEqual(read?.messages, messages.toReversed());
      assert.deepEqual(read.groups, [
        'failure 0: 3 false',
        'failure 1: 3 false',
        'failure 2: 2 false',
        'failure 3: 2 false',
      ]);
      assert.equal(await readAll(harness, 'nobody'), null);
      await merge(harness, ['failure 0', 'failure 1']);
      assert.ok((await readAll(harness, 'shop', 100))?.groups.includes('failure 0: 6 true'));
    });

    it('are none where a project has settings and no record yet, and so are its groups', async () => {
      const { store } = await open();
      await store.setProjectSettings('not yet', { groupingRules: [rule('cart')] });
      const nothing = { groups: [], next: null };
      for (const [projectName, newest, sample] of [
        ['not yet', { events: [], ...nothing }, nothing],
        ['nobody', null, null],
      ] as const) {
        assert.deepEqual(await store.regroup.newest({ projectName, after: null, eventsMax: 10 }), newest);
        const request = { projectName, after: null, groupsMax: 10, eventsMax: 10 };
        assert.deepEqual(await store.regroup.sample(request), sample);
      }
    });

    it('are found behind as many events of others as are passed over at a time, and behind one more', async () => {
      const harness = await open();
      await harness.putAll([eventDigest({ message: 'the oldest' })]);
      const others = times(RULES_PREVIEW_PAGE_ROWS, () => eventDigest({ message: 'm', projectName: 'blog' }));
      await harness.putAll(others);
      assert.deepEqual((await readAll(harness, 'shop'))?.messages, ['the oldest']);
      await harness.putAll([eventDigest({ message: 'm', projectName: 'blog' })]);
      assert.deepEqual((await readAll(harness, 'shop'))?.messages, ['the oldest']);
    });
  });
}
