import { strict as assert } from 'node:assert';
import type { EventDigest } from '../../../src/messages.js';
import { fingerprintOf } from '../../support/store-digests.js';
import type { Harness } from '../../support/store-harness.js';
import { merge, readCounts, unmerge } from './merging.js';
import type { Open } from './open.js';
import { both, choose, first, regroup } from './regrouping.js';

const fingerprint = fingerprintOf('payment-provider-down');

/** With a grouping of the client's own, as a thread digests it that knows no second version of the project. */
export const ownFirst = (message: string): EventDigest => first(message, '/', { fingerprint });

/** As one that does: both versions have the same fingerprint. */
export const ownBoth = (message: string): EventDigest => ({
  ...ownFirst(message),
  second: { fingerprint, fingerprintVersion: 2, grouping: '{}' },
});

async function goBack(harness: Harness): Promise<void> {
  await choose(harness, 1);
  await regroup(harness);
}

export function describeMergedRegrouping(open: Open): void {
  describe('groups of a fingerprint that both versions have, which people make of others', () => {
    it('meet what came after the way back when they are taken apart', async () => {
      const harness = await open();
      await choose(harness, 2);
      await harness.putAll([both('mail 1'), ownBoth('pay 1')]);
      const [whole = ''] = await merge(harness, ['mail 1', 'pay 1']);
      await goBack(harness);
      // The part is of version 2: this comes into a group of version 1.
      await harness.put(ownFirst('pay 2'));
      assert.deepEqual(await readCounts(harness), ['mail 1: 2', 'pay 2: 1']);
      await unmerge(harness, whole);
      await regroup(harness);
      assert.deepEqual(await readCounts(harness), ['mail 1: 1', 'pay 2: 2']);
      const { errors } = await harness.errors({ search: 'pay 2' });
      const detail = await harness.error(errors[0]?.id ?? '');
      assert.equal(detail?.error.firstSeen, detail?.events.at(-1)?.timestamp, 'it was seen with its first event');
      await harness.put(ownFirst('pay 3'));
      assert.deepEqual(await readCounts(harness), ['mail 1: 1', 'pay 2: 3']);
    });

    it('take what comes without a group of version 1 as one, while they go back', async () => {
      const harness = await open();
      await choose(harness, 2);
      await harness.putAll([both('mail 1'), ownBoth('pay 1')]);
      const [whole = ''] = await merge(harness, ['mail 1', 'pay 1']);
      await goBack(harness);
      await unmerge(harness, whole);
      await harness.put(ownFirst('pay 2'));
      await regroup(harness);
      assert.deepEqual(await readCounts(harness), ['mail 1: 1', 'pay 2: 2']);
    });

    it('leave what waits to go back, and what comes meanwhile, in one group', async () => {
      const harness = await open();
      await choose(harness, 2);
      await harness.putAll([ownBoth('pay 1'), both('mail 1')]);
      await merge(harness, ['pay 1', 'mail 1']);
      // A thread that has not heard of version 2 digested it.
      await harness.put(ownFirst('pay 2'));
      await choose(harness, 1);
      await harness.put(ownFirst('pay 3'));
      await regroup(harness);
      assert.deepEqual(await readCounts(harness), ['pay 1: 2', 'pay 3: 2']);
      await harness.put(ownFirst('pay 4'));
      assert.deepEqual(await readCounts(harness), ['pay 1: 2', 'pay 3: 3']);
    });
  });
}
