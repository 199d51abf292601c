// Groups that version 2 has made by rules that it has no more.

import { strict as assert } from 'node:assert';
import { fingerprintOf } from '../../support/store-digests.js';
import type { Harness } from '../../support/store-harness.js';
import { assertGroupedBy, both, choose, first, regroup } from './regrouping.js';

const MESSAGES = ['cart 1', 'cart 2', 'mail 1'] as const;

/** Stores events as if each message were a group of its own; answers the ids of the groups, in their order. */
export async function storeByOlderRules(harness: Harness): Promise<readonly string[]> {
  await choose(harness, 2);
  for (const message of MESSAGES) {
    const grouping = JSON.stringify({ version: 2, type: '', message, frames: [] });
    const second = { fingerprint: fingerprintOf(message), fingerprintVersion: 2, grouping };
    await harness.putAll([{ ...first(message), second }]);
  }
  await regroup(harness);
  const { errors } = await harness.errors();
  return MESSAGES.map((message) => errors.find((group) => group.message === message)?.id ?? 'none');
}

/** The same store afterwards, when a daemon of today has it. */
export async function assertGroupedAnew(harness: Harness, ids: readonly string[]): Promise<void> {
  await harness.putAll([both('cart 3')]);
  await regroup(harness);
  await assertGroupedBy(harness, 2, 4);
  const found = await Promise.all(ids.map(async (id) => (await harness.error(id))?.error.id));
  assert.deepEqual(found, [ids[0], ids[0], ids[2]]);
  await choose(harness, 1);
  await regroup(harness);
  await assertGroupedBy(harness, 1, 4);
}
