import { strict as assert } from 'node:assert';
import type { MergeOutcome } from '../../../../src/store/merge.js';
import { COMMIT_TIMEOUT_MS, REGROUP_EVENTS_MAX } from '../../../../src/store/postgres/limits.js';
import { toNewest } from '../../../../src/store/postgres/migrations/migrate.js';
import { openWriterConnection } from '../../../../src/store/postgres/writer/connection.js';
import { mergeGroups, unmergeGroup } from '../../../../src/store/postgres/writer/merging.js';
import type { RegroupOptions } from '../../../../src/store/postgres/writer/regroup.js';
import { makePostgresPlace, type PostgresPlace } from '../../../support/postgres-place.js';
import { cleanUp, type Harness, openHarness, times } from '../../../support/store-harness.js';
import { first, regroup } from '../../suite/regrouping.js';

/** More than two steps of a merge take. */
const MANY = REGROUP_EVENTS_MAX * 2 + 1;
const NOBODY = { isListening: false, hasRoom: false, take: () => undefined };

/** What a daemon does to the groups of a database until it is killed, before its transaction `stopAt` + 1. */
async function doomed(
  { url }: PostgresPlace,
  { stopAt, work }: { readonly stopAt: number; readonly work: (writer: RegroupOptions) => Promise<MergeOutcome> },
): Promise<void> {
  const connection = openWriterConnection({
    url,
    daemon: { name: 'doomed', version: '0.0.0', schema: toNewest() },
    clock: Date.now,
    commitTimeoutMs: COMMIT_TIMEOUT_MS,
  });
  let transactions = 0;
  const transact: RegroupOptions['feedWriter']['transact'] = async (run) => {
    if (transactions > stopAt) throw new Error('killed');
    transactions += 1;
    const part = { demand: Promise.resolve(NOBODY), tell: () => Promise.resolve() };
    return { out: await connection.transact((transaction, writing) => run(transaction, writing, part)), feed: [] };
  };
  const writer = { connection, feedWriter: { transact, commit: transact }, nowMs: Date.now, publish: () => undefined };
  await assert.rejects(work(writer), /killed/);
  await connection.close();
}

async function readCounts({ errors, error }: Harness): Promise<string[]> {
  const { errors: groups } = await errors();
  for (const { id, count } of groups) assert.equal((await error(id, { pageSize: 1000 }))?.events.length, count);
  return groups.map(({ message, count }) => `${message}: ${count}`).sort();
}

describe('groups that people make of others, on PostgreSQL', () => {
  afterEach(cleanUp);

  for (const stopAt of [0, 2]) {
    it(`are finished by another daemon when theirs is killed after ${stopAt + 1} transactions, in both directions`, async () => {
      const place = await makePostgresPlace();
      const daemon = await openHarness(makePostgresPlace, { place });
      await daemon.putAll([...times(3, () => first('cart 1')), ...times(MANY, () => first('mail 1'))]);
      const { errors } = await daemon.errors();
      const groupIds = ['cart 1', 'mail 1'].map((name) => errors.find(({ message }) => message === name)?.id ?? '');
      await doomed(place, { stopAt, work: (writer) => mergeGroups(writer, { groupIds, isPreview: false }, undefined) });
      await daemon.put(first('mail 1'));
      await regroup(daemon);
      assert.deepEqual(await readCounts(daemon), [`cart 1: ${MANY + 4}`]);
      const whole = { groupId: groupIds[0] ?? '', partIds: null };
      await doomed(place, { stopAt, work: (writer) => unmergeGroup(writer, whole, undefined) });
      await daemon.put(first('mail 1'));
      await regroup(daemon);
      assert.deepEqual(await readCounts(daemon), ['cart 1: 3', `mail 1: ${MANY + 2}`]);
    }).timeout(60_000);
  }
});
