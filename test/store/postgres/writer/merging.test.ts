import { strict as assert } from 'node:assert';
import { openDb } from '../../../../src/store/postgres/connection.js';
import { COMMIT_TIMEOUT_MS, REGROUP_EVENTS_MAX, SPLIT_STACKS_AT_ONCE } from '../../../../src/store/postgres/limits.js';
import { holdProjects } from '../../../../src/store/postgres/locks.js';
import { toNewest } from '../../../../src/store/postgres/migrations/migrate.js';
import { openWriterConnection } from '../../../../src/store/postgres/writer/connection.js';
import { mergeGroups, unmergeGroup } from '../../../../src/store/postgres/writer/merging.js';
import type { RegroupOptions } from '../../../../src/store/postgres/writer/regroup.js';
import { splitGroup } from '../../../../src/store/postgres/writer/splitting.js';
import type { SplitLook } from '../../../../src/store/split.js';
import { makePostgresPlace, type PostgresPlace } from '../../../support/postgres-place.js';
import { contentText, eventDigest, fingerprintOf } from '../../../support/store-digests.js';
import { atCleanUp, cleanUp, type Harness, openHarness, times } from '../../../support/store-harness.js';
import { ownFirst } from '../../suite/merged-regrouping.js';
import { merge } from '../../suite/merging.js';
import { choose, first, regroup } from '../../suite/regrouping.js';

/** More than two steps of a merge take. */
const MANY = REGROUP_EVENTS_MAX * 2 + 1;
const NOBODY = { isListening: false, hasRoom: false, take: () => undefined };

/** What a daemon does to the groups of a database until it is killed, before its transaction `stopAt` + 1. */
async function doomed(
  { url }: PostgresPlace,
  { stopAt, work }: { readonly stopAt: number; readonly work: (writer: RegroupOptions) => Promise<unknown> },
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

describe('groups that people make, on PostgreSQL', () => {
  afterEach(cleanUp);

  it('are complete when their own events are through, whatever is on its way for others', async () => {
    const { store, errors, put, place } = await openHarness(makePostgresPlace);
    for (const [projectName, message] of [
      ['shop', 'cart 1'],
      ['shop', 'mail 1'],
      ['blog', 'post 1'],
      ['blog', 'page 1'],
    ] as const)
      await put(eventDigest({ projectName, message }));
    const merge = async (projectId: string) => {
      const groupIds = (await errors({ projectId })).errors.map(({ id }) => id);
      return store.merging.merge({ groupIds, isPreview: false });
    };
    assert.equal((await merge('blog')).kind, 'done');
    const db = openDb(place.url, { max: 1 });
    await db.exec(
      'UPDATE group_parts SET state = 1 WHERE id <> into_id; UPDATE groupings SET parts_due = 1 WHERE part_count > 0',
    );
    // What is on its way in the blog waits for this transaction.
    await db.transact(async (transaction) => {
      await holdProjects(transaction, ['blog']);
      const outcome = await merge('shop');
      assert.ok(outcome.kind === 'done' && outcome.isComplete, JSON.stringify(outcome));
      const apart = await store.merging.unmerge({ groupId: outcome.group.id, partIds: null });
      assert.ok(apart.kind === 'done' && apart.isComplete, JSON.stringify(apart));
    });
    const [due] = await db.query<{ count: number }>(
      '/* fan-out */ SELECT count(*) AS count FROM group_parts WHERE state = 1',
    );
    assert.equal(due?.count, 1);
    await db.close();
  });

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

  it('take events of a part that leaves and is of another version than the project', async () => {
    const place = await makePostgresPlace();
    const daemon = await openHarness(makePostgresPlace, { place });
    await daemon.putAll([first('mail 1'), ownFirst('pay 1')]);
    const [groupId = ''] = await merge(daemon, ['mail 1', 'pay 1']);
    await choose(daemon, 2);
    await regroup(daemon);
    const whole = { groupId, partIds: null };
    await doomed(place, { stopAt: 0, work: (writer) => unmergeGroup(writer, whole, undefined) });
    // A thread that has not heard of version 2 digested it.
    await daemon.put(ownFirst('pay 2'));
    await regroup(daemon);
    assert.deepEqual(await readCounts(daemon), ['mail 1: 1', 'pay 1: 2']);
  }).timeout(60_000);

  for (const stopAt of [0, 2]) {
    it(`are finished by another daemon when theirs is killed after ${stopAt + 1} transactions of a split`, async () => {
      const place = await makePostgresPlace();
      const daemon = await openHarness(makePostgresPlace, { place });
      const stock = (message: string) => eventDigest({ message, fingerprint: fingerprintOf('stock') });
      await daemon.putAll([...times(3, () => stock('no shoes')), ...times(MANY, () => stock('no hats'))]);
      const groupId = (await daemon.errors()).errors[0]?.id ?? '';
      const request = { groupId, conditions: { message: '*hats' } };
      const look = (await daemon.store.splitting.preview(request)) as SplitLook;
      assert.ok(look.kind === 'done');
      const wanted = { request, eventRowId: look.eventRowId, by: undefined };
      await doomed(place, { stopAt, work: (writer) => splitGroup(writer, wanted) });
      await daemon.put(stock('no hats'));
      await regroup(daemon);
      assert.deepEqual(await readCounts(daemon), [`no hats: ${MANY + 1}`, 'no shoes: 3']);
    }).timeout(60_000);
  }

  for (const isShared of [true, false]) {
    it(`leave a group ${isShared ? 'its name, which an event of an older daemon shares' : 'that is named by what is left'}`, async () => {
      const place = await makePostgresPlace();
      const daemon = await openHarness(makePostgresPlace, { place });
      const stock = (message: string) => eventDigest({ message, fingerprint: fingerprintOf('stock') });
      await daemon.putAll([...times(3, () => stock('no hats')), stock('no shoes')]);
      const request = { groupId: (await daemon.errors()).errors[0]?.id ?? '', conditions: { message: '*hats' } };
      const look = (await daemon.store.splitting.preview(request)) as SplitLook;
      assert.ok(look.kind === 'done');
      const wanted = { request, eventRowId: look.eventRowId, by: undefined };
      await doomed(place, { stopAt: 0, work: (writer) => splitGroup(writer, wanted) });
      // The newest has a name of its own, by which what is left would be named.
      const [id = ''] = await daemon.putAll(times(2, () => stock('no shoes')));
      // As one writes it that does not know of splits: the message is that of its group.
      const db = openDb(place.url, { max: 1 });
      atCleanUp(() => void db.close());
      if (isShared) await db.change('UPDATE events SET message = NULL WHERE event_id = $1', [id]);
      await regroup(daemon);
      const left = isShared ? 'no hats: 3' : 'no shoes: 3';
      assert.deepEqual(await readCounts(daemon), [left, 'no hats: 3'].sort());
    }).timeout(60_000);
  }

  it('are told of before by every stack, however many are read at once', async () => {
    const { store, errors, putAll } = await openHarness(makePostgresPlace);
    const count = SPLIT_STACKS_AT_ONCE * 2 + 1;
    const stackOf = (index: number) =>
      contentText({ stackFrames: [{ inApp: true, filename: `${index % 2 === 0 ? 'hats' : 'shoes'}/${index}.ts` }] });
    const fingerprint = fingerprintOf('stock');
    await putAll(times(count, (index) => eventDigest({ fingerprint, stack: stackOf(index) })));
    const request = { groupId: (await errors()).errors[0]?.id ?? '', conditions: { file: 'hats/*' } };
    const look = await store.splitting.preview(request);
    assert.ok(look.kind === 'done' && look.looked?.isWhole === true, JSON.stringify(look));
    assert.deepEqual([look.made.count, look.group.count], [SPLIT_STACKS_AT_ONCE + 1, SPLIT_STACKS_AT_ONCE]);
  });
});
