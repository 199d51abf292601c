import assert from 'node:assert/strict';
import { STATUS_GROUPS_MAX, STATUS_MATCHING_MAX } from '../../schemas/limits.js';
import { ErrordError } from '../../src/errors.js';
import { MatchingStatuses } from '../../src/gateway/matching-statuses.js';
import { Outgoing } from '../../src/gateway/outgoing.js';
import { QueryGate } from '../../src/gateway/query-gate.js';
import { MATCHING_PAGE_SIZE } from '../../src/limits.js';
import type { Store } from '../../src/store/store.js';

const BY = { name: null, address: '127.0.0.1' };

/** More groups than a test can store, and failures at a chosen step. */
function openWith(count: number, failsAtStep = Number.POSITIVE_INFINITY) {
  const steps: (readonly string[])[] = [];
  const store: Pick<Store, 'query' | 'setStatuses'> = {
    query({ parameters }) {
      const { before } = parameters as { readonly before?: string };
      const from = Number(before ?? 0);
      const errors = Array.from({ length: Math.min(MATCHING_PAGE_SIZE, count - from) }, (_, index) => ({
        id: String(from + index),
        status: 'unresolved',
      }));
      const next = from + MATCHING_PAGE_SIZE < count ? { next: String(from + MATCHING_PAGE_SIZE) } : {};
      return Promise.resolve(new Uint8Array(Buffer.from(JSON.stringify({ errors, ...next }))));
    },
    setStatuses(ids) {
      if (steps.length === failsAtStep) return Promise.reject(new ErrordError('storage_full', 'the disk is full'));
      steps.push(ids);
      return Promise.resolve({ updatedCount: ids.length, missingIds: [] });
    },
  };
  const statuses = new MatchingStatuses({ store, gate: new QueryGate(new Outgoing(Date.now)), clock: Date.now });
  const resolve = async () => {
    const outcome = await statuses.change({ filter: {}, status: 'resolved' }, BY);
    return outcome.kind === 'changed' ? outcome.answer : assert.fail(outcome.kind);
  };
  return { statuses, steps, resolve };
}

describe('the change of all groups that match', () => {
  for (const [count, isComplete] of [
    [STATUS_MATCHING_MAX, true],
    [STATUS_MATCHING_MAX + 1, false],
  ] as const) {
    it(`of ${count} groups changes ${STATUS_MATCHING_MAX} and says whether that was all`, async () => {
      const { steps, resolve } = openWith(count);
      const { updated, complete, before } = await resolve();
      assert.equal(updated, STATUS_MATCHING_MAX);
      assert.equal(complete, isComplete);
      assert.equal(new Set(before.unresolved).size, STATUS_MATCHING_MAX);
      assert.ok(steps.every((ids) => ids.length <= STATUS_GROUPS_MAX));
    });
  }

  it('tells what was done when the store fails after the first step', async () => {
    const { resolve } = openWith(3 * STATUS_GROUPS_MAX, 2);
    const { updated, complete, before } = await resolve();
    assert.equal(updated, 2 * STATUS_GROUPS_MAX);
    assert.equal(complete, false);
    assert.equal(before.unresolved.length, 2 * STATUS_GROUPS_MAX);
  });

  it('fails when the store fails at once', async () => {
    const { statuses } = openWith(1, 0);
    await assert.rejects(statuses.change({ filter: {}, status: 'resolved' }, BY), { code: 'storage_full' });
  });

  it('refuses a second one while one is under way, and takes it afterwards', async () => {
    const { statuses, resolve } = openWith(1);
    const first = resolve();
    assert.deepEqual(await statuses.change({ filter: {}, status: 'ignored' }, BY), { kind: 'busy' });
    await first;
    assert.equal((await statuses.change({ filter: {}, status: 'ignored' }, BY)).kind, 'changed');
  });
});
