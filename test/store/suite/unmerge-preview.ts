import { strict as assert } from 'node:assert';
import type { ErrorGroup } from '../../../schemas/error-group.js';
import { UNMERGE_PREVIEW_EVENTS_MAX } from '../../../src/limits.js';
import { DAY_MS, HOUR_MS } from '../../support/store-digests.js';
import { type Harness, times } from '../../support/store-harness.js';
import { merge, unmerge } from './merging.js';
import type { Open } from './open.js';
import { choose, first, regroup } from './regrouping.js';

const preview = ({ store }: Harness, groupId: string, partIds: readonly string[] | null = null) =>
  store.merging.previewUnmerge({ groupId, partIds });

async function previewed(harness: Harness, groupId: string, partIds: readonly string[] | null = null) {
  const outcome = await preview(harness, groupId, partIds);
  return outcome.kind === 'done' ? outcome : assert.fail(outcome.reason);
}

const toCounts = (groups: readonly ErrorGroup[]): string[] =>
  groups.map(({ message, count }) => `${message}: ${count}`);

export function describeUnmergePreview(open: Open): void {
  describe('a preview of taking apart', () => {
    const early = Date.now() - 3 * DAY_MS;

    it('answers what comes of it, with the events that came since, and changes nothing', async () => {
      const harness = await open();
      const { store, error, putAll } = harness;
      await putAll([first('cart 1'), first('mail 1', '/', { severity: 'fatal', timestampMs: early }), first('quiet')]);
      const [mail, quiet] = (await harness.errors()).errors.filter(({ message }) => message !== 'cart 1');
      for (const group of [mail, quiet]) await store.setStatus(group?.id ?? '', 'resolved');
      const [whole = ''] = await merge(harness, ['cart 1', 'mail 1', 'quiet']);
      await putAll([first('mail 1', '/', { timestampMs: Date.now() }), first('cart 1')]);
      const before = await error(whole);
      const told = await previewed(harness, whole);
      assert.deepEqual(toCounts([told.group, ...told.groups]).sort(), ['cart 1: 2', 'mail 1: 2', 'quiet: 1']);
      const opened = told.groups.find(({ message }) => message === 'mail 1');
      assert.deepEqual([opened?.status, opened?.firstSeen], ['unresolved', new Date(early).toISOString()]);
      assert.equal(opened?.reopenedAt, opened?.lastSeen);
      assert.equal(told.groups.find(({ message }) => message === 'quiet')?.status, 'resolved');
      assert.ok(Date.parse(told.group.firstSeen) > early);
      assert.deepEqual(told.looked, { events: 5, isWhole: true });
      assert.deepEqual(await error(whole), before);
      const done = await unmerge(harness, whole);
      const byId = (groups: readonly ErrorGroup[]) => groups.toSorted((one, other) => (one.id < other.id ? -1 : 1));
      assert.deepEqual([told.group, byId(told.groups)], [done.group, byId(done.groups)]);
    });

    it('is of the parts that are named, by any id of the whole', async () => {
      const harness = await open();
      await harness.putAll([first('a 1'), first('b 1'), first('c 1'), first('d 1')]);
      const [a = '', b = '', c = ''] = await merge(harness, ['a 1', 'b 1', 'c 1', 'd 1']);
      const some = await previewed(harness, c, [c, b]);
      assert.equal(some.group.id, a);
      assert.deepEqual(toCounts([some.group, ...some.groups]), ['a 1: 2', 'b 1: 1', 'c 1: 1']);
    });

    it('is refused as taking apart is', async () => {
      const harness = await open();
      await harness.putAll([first('cart 1'), first('mail 1'), first('other')]);
      const other = (await harness.errors({ search: 'other' })).errors[0]?.id ?? '';
      const [whole = ''] = await merge(harness, ['cart 1', 'mail 1']);
      const reasonOf = async (groupId: string, partIds: string[] | null = null): Promise<string> => {
        const told = await preview(harness, groupId, partIds);
        const done = await harness.store.merging.unmerge({ groupId, partIds });
        assert.deepEqual(told, done);
        return told.kind === 'refused' ? told.reason : 'none';
      };
      assert.equal(await reasonOf('zzz'), 'unknown');
      assert.equal(await reasonOf('not an id'), 'unknown');
      assert.equal(await reasonOf(other), 'parts');
      assert.equal(await reasonOf(whole, [other]), 'parts');
      assert.equal(await reasonOf(whole, [whole]), 'parts');
      await choose(harness, 2);
      assert.equal(await reasonOf(whole), 'regrouping');
      await regroup(harness);
      assert.equal((await previewed(harness, whole)).group.id, whole);
    });
  });

  describe('a preview of taking apart much', function () {
    this.timeout(120_000);

    it('counts as many events as allowed, and of one more the newest', async () => {
      const harness = await open();
      const { store, putAll } = harness;
      const at = (ms: number) => ({ timestampMs: Date.now() - ms });
      await putAll([first('mail 1', '/', at(2 * HOUR_MS)), first('cart 1', '/', at(HOUR_MS))]);
      const [whole = '', mail = ''] = await merge(harness, ['cart 1', 'mail 1']);
      for (let left = UNMERGE_PREVIEW_EVENTS_MAX - 2; left > 0; left -= 4999)
        await store.append(times(Math.min(left, 4999), () => first('cart 1')));
      const all = await previewed(harness, whole);
      assert.deepEqual(all.looked, { events: UNMERGE_PREVIEW_EVENTS_MAX, isWhole: true });
      assert.deepEqual([all.group.count, all.groups[0]?.count], [UNMERGE_PREVIEW_EVENTS_MAX - 1, 1]);
      await putAll([first('cart 1')]);
      const cut = await previewed(harness, whole, [mail]);
      assert.deepEqual(cut.looked, { events: UNMERGE_PREVIEW_EVENTS_MAX, isWhole: false });
      assert.deepEqual([cut.group.count, cut.groups[0]?.count], [UNMERGE_PREVIEW_EVENTS_MAX, 0]);
      // When it was seen is known of the time when it became a part.
      assert.equal(cut.groups[0]?.firstSeen, all.groups[0]?.firstSeen);
      assert.equal(cut.group.firstSeen, all.group.firstSeen);
    });
  });
}
