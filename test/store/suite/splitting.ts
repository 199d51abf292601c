import { strict as assert } from 'node:assert';
import type { AuditList } from '../../../schemas/audit.js';
import type { Triage } from '../../../schemas/triage.js';
import type { EventConditions } from '../../../src/event-conditions.js';
import { SPLITS_OF_GROUP_MAX } from '../../../src/limits.js';
import type { EventDigest } from '../../../src/messages.js';
import type { Actor } from '../../../src/store/access.js';
import type { SplitOutcome } from '../../../src/store/split.js';
import { contentText, DAY_MS, type EventOverrides, eventDigest, fingerprintOf } from '../../support/store-digests.js';
import { type Harness, times, toQuery } from '../../support/store-harness.js';
import { merge, unmerge } from './merging.js';
import type { Open } from './open.js';
import { both, choose, first, regroup } from './regrouping.js';

const ADA: Actor = { name: 'ada', address: '127.0.0.1' };

/** Events of one error, whatever they say. */
function stock(message: string, over: EventOverrides = {}): EventDigest {
  return eventDigest({ message, fingerprint: fingerprintOf('stock'), ...over });
}

const framesOf = (...frames: readonly object[]) => contentText({ stack: 'Error', stackFrames: frames });

/** Counts of the groups, by the message of each, which its page and its facets say too. */
async function readCounts({ errors, error, errorFacets }: Harness): Promise<string[]> {
  const { errors: groups } = await errors({ pageSize: 1000 });
  for (const { id, count } of groups) {
    const detail = await error(id, { pageSize: 1000 });
    assert.equal(detail?.events.length, count, 'the count of a group is that of its events');
    assert.equal((await errorFacets(id))?.count, count, 'and so is that of its facets');
  }
  return groups.map(({ message, count }) => `${message}: ${count}`).sort();
}

async function idOf({ errors }: Harness, message: string): Promise<string> {
  const found = (await errors({ pageSize: 1000 })).errors.find((group) => group.message === message);
  return found?.id ?? assert.fail(`there is no group ${message}`);
}

/** Answers the id of the group that is made. */
export async function split({ store }: Harness, groupId: string, conditions: EventConditions): Promise<string> {
  const outcome = await store.splitting.split({ groupId, conditions }, ADA);
  assert.ok(outcome.kind === 'done' && outcome.isComplete && outcome.made.id !== null, JSON.stringify(outcome));
  return outcome.made.id;
}

const reasonOf = (outcome: SplitOutcome): string => (outcome.kind === 'refused' ? outcome.reason : 'nothing');

export function describeSplitting(open: Open): void {
  describe('groups that people make of some events of others', () => {
    describeWhatTheyHave(open);
    describeConditions(open);
    describeNeighbours(open);
    describeRefusals(open);
  });
}

function describeWhatTheyHave(open: Open): void {
  it('have the events that meet the conditions, with their times, severity and facets; the others stay', async () => {
    const harness = await open();
    const { error, putAll } = harness;
    const early = Date.now() - 3 * DAY_MS;
    await putAll([
      stock('no shoes', { timestampMs: early }),
      stock('no hats', { severity: 'fatal', timestampMs: early + 5 }),
      stock('no shoes'),
      stock('no hats'),
    ]);
    const from = await idOf(harness, 'no shoes');
    await harness.store.setStatus(from, 'acknowledged');
    const made = await split(harness, from, { message: '*hats' });
    assert.deepEqual(await readCounts(harness), ['no hats: 2', 'no shoes: 2']);
    const [rest, own] = [await error(from), await error(made)];
    assert.deepEqual([own?.error.severity, own?.error.status], ['fatal', 'acknowledged']);
    assert.equal(Date.parse(own?.error.firstSeen ?? ''), early + 5);
    assert.equal(Date.parse(rest?.error.firstSeen ?? ''), early);
    assert.deepEqual(
      rest?.splits?.map(({ id, message, by, moving }) => [id, message, by, moving]),
      [[made, '*hats', 'ada', undefined]],
    );
    assert.deepEqual([own?.splitFrom?.id, own?.splitFrom?.message], [from, '*hats']);
    assert.deepEqual([rest.splitFrom, own?.splits], [undefined, undefined]);
  });

  it('leave the name of the error to them where none is left that has it, and searches find each by its own', async () => {
    const harness = await open();
    const { errors, error, putAll } = harness;
    const of = (type: string) => stock('sold out', { type });
    await putAll([stock('no hats'), stock('no shoes'), stock('no boots'), stock('no shoes')]);
    const from = await idOf(harness, 'no hats');
    const made = await split(harness, from, { message: '*hats' });
    await putAll([stock('no hats'), stock('no shoes')]);
    assert.deepEqual(await readCounts(harness), ['no hats: 2', 'no shoes: 4']);
    const found = async (search: string) => (await errors({ search })).errors.map(({ id }) => id);
    assert.deepEqual([await found('hats'), await found('shoes')], [[made], [from]]);
    assert.deepEqual((await error(from))?.events.map(({ message }) => message).sort(), [
      'no boots',
      'no shoes',
      'no shoes',
      'no shoes',
    ]);
    await harness.store.clear('shop');
    await putAll([of('HatError'), of('ShoeError')]);
    const typed = await idOf(harness, 'sold out');
    await split(harness, typed, { type: 'Hat*' });
    assert.equal((await error(typed))?.error.type, 'ShoeError');
  });

  it('take new events too, also after a restart, and come back when they were resolved', async () => {
    const harness = await open();
    await harness.putAll([stock('no shoes'), stock('no hats')]);
    const made = await split(harness, await idOf(harness, 'no shoes'), { message: '*hats' });
    await harness.putAll([stock('no hats'), stock('no shoes'), stock('no red hats')]);
    assert.deepEqual(await readCounts(harness), ['no hats: 3', 'no shoes: 2']);
    await harness.store.setStatus(made, 'resolved');
    await harness.close();
    const again = await open({ place: harness.place });
    await again.put(stock('no green hats'));
    assert.deepEqual(await readCounts(again), ['no hats: 4', 'no shoes: 2']);
    assert.equal((await again.error(made))?.error.status, 'unresolved');
  });

  it('are told of before they are made, and nothing changes', async () => {
    const harness = await open();
    await harness.putAll([stock('no shoes'), stock('no hats', { severity: 'warning' }), stock('no hats')]);
    const request = { groupId: await idOf(harness, 'no shoes'), conditions: { message: '*hats' } };
    const outcome = await harness.store.splitting.preview(request);
    assert.ok(outcome.kind === 'done');
    assert.deepEqual([outcome.group.count, outcome.looked], [1, { events: 3, isWhole: true }]);
    const { id, message, count, severity } = outcome.made;
    assert.deepEqual([id, message, count, severity], [null, 'no hats', 2, 'error']);
    assert.deepEqual(await readCounts(harness), ['no shoes: 3']);
    assert.equal((await harness.error(request.groupId))?.splits, undefined);
  });

  it('are noted in the history of both and in the audit', async () => {
    const harness = await open({ fresh: true });
    const { store, putAll } = harness;
    await putAll([stock('no shoes'), stock('no hats')]);
    const from = await idOf(harness, 'no shoes');
    const made = await split(harness, from, { message: '*hats' });
    const historyOf = async (id: string) => {
      const json = await store.query(toQuery('readTriage', {}, { id }));
      const { history } = JSON.parse(Buffer.from(json ?? '').toString()) as Triage;
      return history.map(({ kind, by, text }) => [kind, by, text]);
    };
    assert.deepEqual(await historyOf(from), [['split', 'ada', made]]);
    assert.deepEqual(await historyOf(made), [['split_off', 'ada', from]]);
    const audit = await store.query(toQuery('listAudit', { limit: 10 }));
    const { entries } = JSON.parse(Buffer.from(audit ?? '').toString()) as AuditList;
    assert.deepEqual(
      entries.map(({ action, actor, detail }) => [action, actor, detail]),
      [['error_split', 'ada', { id: from, made, message: '*hats' }]],
    );
  });

  it('have what was decided about the error, but for a snooze that counts', async () => {
    const harness = await open();
    const { store, putAll, error } = harness;
    await putAll(['no shoes', 'no coats', 'no caps', 'no hats'].map((message) => stock(message)));
    const from = await idOf(harness, 'no shoes');
    const triageOf = async (id: string): Promise<Triage> => {
      const json = await store.query(toQuery('readTriage', {}, { id }));
      return JSON.parse(Buffer.from(json ?? '').toString()) as Triage;
    };
    const until = new Date(Date.now() + DAY_MS).toISOString();
    await store.changeTriage(from, { assignee: 'Grace', snooze: { until, events: 9 } });
    const hats = await split(harness, from, { message: '*hats' });
    assert.equal((await error(hats))?.error.status, 'ignored');
    assert.deepEqual({ ...(await triageOf(hats)), history: [] }, { assignee: 'Grace', snooze: { until }, history: [] });
    await store.changeTriage(from, { snooze: { events: 9 } });
    const caps = await split(harness, from, { message: '*caps' });
    assert.equal((await error(caps))?.error.status, 'unresolved');
    assert.deepEqual({ ...(await triageOf(caps)), history: [] }, { assignee: 'Grace', snooze: null, history: [] });
    // One of its events is gone, so that it ends at one fewer.
    assert.deepEqual((await triageOf(from)).snooze, { eventsLeft: 9 });
    await store.setStatus(from, { status: 'resolved', in: 'current' });
    const coats = await split(harness, from, { message: '*coats' });
    assert.equal((await error(coats))?.error.status, 'resolved');
    assert.deepEqual((await error(coats))?.error.resolvedIn, (await error(from))?.error.resolvedIn);
  });

  it('tell open pages to read their lists again', async () => {
    const harness = await open({ feedClients: 1 });
    await harness.putAll([stock('no shoes'), stock('no hats')]);
    const before = harness.feedItems.length;
    await split(harness, await idOf(harness, 'no shoes'), { message: '*hats' });
    assert.ok(harness.feedItems.slice(before).some(({ skippedBefore = 0 }) => skippedBefore > 0));
  });

  it('go with their project', async () => {
    const harness = await open();
    await harness.putAll([stock('no shoes'), stock('no hats')]);
    await split(harness, await idOf(harness, 'no shoes'), { message: '*hats' });
    await harness.store.clear('shop');
    await harness.putAll([stock('no shoes'), stock('no hats')]);
    assert.deepEqual(await readCounts(harness), ['no shoes: 2']);
  });
}

function describeConditions(open: Open): void {
  const own = { inApp: true, filename: 'src/hats.ts', function: 'sell' };
  for (const [name, over, conditions] of [
    ['the type', { type: 'HatError' }, { type: 'Hat*' }],
    ['a file of the application', { stack: framesOf(own) }, { file: '*/hats.ts' }],
    ['a package', { stack: framesOf({ inApp: false, filename: '/a/node_modules/hats/i.js' }) }, { package: 'hats' }],
    ['a module', { stack: framesOf({ inApp: false, module: 'shop.hats' }) }, { package: 'shop.*' }],
  ] as const)
    it(`are told apart by ${name}, stored and new events alike`, async () => {
      const harness = await open();
      const groupOf = (): Promise<string> => idOf(harness, 'sold out');
      await harness.putAll([stock('sold out'), stock('sold out', over)]);
      const from = await groupOf();
      const made = await split(harness, from, conditions);
      await harness.putAll([stock('sold out'), stock('sold out', over), stock('sold out', over)]);
      const counts = [from, made].map(async (id) => (await harness.error(id))?.error.count);
      assert.deepEqual(await Promise.all(counts), [2, 3]);
    });

  it('are of events of which all conditions hold', async () => {
    const harness = await open();
    await harness.putAll([stock('no shoes'), stock('no hats'), stock('no hats', { type: 'HatError' })]);
    await split(harness, await idOf(harness, 'no shoes'), { message: '*hats', type: 'HatError' });
    assert.deepEqual(await readCounts(harness), ['no hats: 1', 'no shoes: 2']);
  });

  it('are of one error: what meets the conditions elsewhere stays there', async () => {
    const harness = await open();
    await harness.putAll([stock('no shoes'), stock('no hats'), eventDigest({ message: 'lost hats' })]);
    await split(harness, await idOf(harness, 'no shoes'), { message: '*hats' });
    await harness.put(eventDigest({ message: 'lost hats' }));
    assert.deepEqual(await readCounts(harness), ['lost hats: 2', 'no hats: 1', 'no shoes: 1']);
  });

  it('may be several of one error, and one of what was taken out; each event goes to the first that has it', async () => {
    const harness = await open();
    await harness.putAll(['no shoes', 'no red hats', 'no hats', 'no coats'].map((message) => stock(message)));
    const from = await idOf(harness, 'no shoes');
    const hats = await split(harness, from, { message: '*hats' });
    await split(harness, from, { message: '*ats' });
    await split(harness, hats, { message: '*red*' });
    const all = ['no shoes', 'no hats', 'no red hats', 'no coats', 'no red coats'];
    await harness.putAll(all.map((message) => stock(message)));
    const newest = (await harness.errors()).errors.map(({ count }) => count).sort();
    assert.deepEqual(newest, [2, 2, 2, 3]);
    assert.deepEqual(await readCounts(harness), ['no coats: 3', 'no hats: 2', 'no red hats: 2', 'no shoes: 2']);
  });
}

function describeNeighbours(open: Open): void {
  it('may be merged back, and new events follow; taken apart again they are as they were', async () => {
    const harness = await open();
    await harness.putAll([stock('no shoes'), stock('no hats')]);
    const from = await idOf(harness, 'no shoes');
    const made = await split(harness, from, { message: '*hats' });
    await merge(harness, ['no shoes', 'no hats']);
    await harness.putAll([stock('no shoes'), stock('no hats')]);
    assert.deepEqual(await readCounts(harness), ['no shoes: 4']);
    const whole = await harness.error(made);
    assert.deepEqual([whole?.movedFrom, whole?.splits, whole?.parts?.length], [made, undefined, 2]);
    await unmerge(harness, from);
    await harness.putAll([stock('no shoes'), stock('no hats')]);
    assert.deepEqual(await readCounts(harness), ['no hats: 3', 'no shoes: 3']);
    assert.deepEqual(
      (await harness.error(from))?.splits?.map(({ id }) => id),
      [made],
    );
  });

  it('keep their events where the error that they were taken out of becomes part of another', async () => {
    const harness = await open();
    await harness.putAll([stock('no shoes'), stock('no hats'), first('mail 1')]);
    await split(harness, await idOf(harness, 'no shoes'), { message: '*hats' });
    await merge(harness, ['mail 1', 'no shoes']);
    await harness.putAll([stock('no shoes'), stock('no hats'), first('mail 1')]);
    assert.deepEqual(await readCounts(harness), ['mail 1: 4', 'no hats: 2']);
  });

  it('take events of every part of an error that was made of several', async () => {
    const harness = await open();
    await harness.putAll([stock('no shoes'), stock('no hats'), first('cart of hats'), first('cart')]);
    const [whole = ''] = await merge(harness, ['no shoes', 'cart of hats', 'cart']);
    await split(harness, whole, { message: '*hats' });
    await harness.putAll([stock('no hats'), first('cart of hats'), first('cart')]);
    const counts = (await harness.errors()).errors.map(({ count }) => count).sort();
    assert.deepEqual(counts, [3, 4]);
    await unmerge(harness, whole);
    await harness.putAll([first('cart of hats'), first('cart')]);
    // What was taken out of the whole is of the whole: a part that left has its own again.
    assert.equal((await harness.errors()).errors.find(({ message }) => message === 'cart')?.count, 3);
  });

  it('stand above the version of the grouping, its change and the way back', async () => {
    const harness = await open();
    await harness.putAll([stock('no shoes'), stock('no hats'), first('cart 1')]);
    await split(harness, await idOf(harness, 'no shoes'), { message: '*hats' });
    const known = (message: string): EventDigest => {
      const { second } = both('stock of it');
      return { ...stock(message), ...(second !== undefined && { second }) };
    };
    await choose(harness, 2);
    await regroup(harness);
    await harness.putAll([known('no shoes'), known('no hats')]);
    await regroup(harness);
    assert.equal((await harness.errors()).errors.find(({ message }) => message === 'no hats')?.count, 2);
    await choose(harness, 1);
    await regroup(harness);
    await harness.putAll([stock('no shoes'), stock('no hats')]);
    assert.deepEqual(await readCounts(harness), ['cart 1: 1', 'no hats: 3', 'no shoes: 3']);
  });

  it('may be made under version 2, and stay on the way back', async () => {
    const harness = await open();
    await harness.putAll([first('cart 1'), first('cart 2'), first('cart 3'), first('mail 1')]);
    await choose(harness, 2);
    await regroup(harness);
    await split(harness, await idOf(harness, 'cart 1'), { message: 'cart 2' });
    await harness.putAll([both('cart 2'), both('cart 3')]);
    assert.deepEqual(await readCounts(harness), ['cart 1: 3', 'cart 2: 2', 'mail 1: 1']);
    await choose(harness, 1);
    await regroup(harness);
    const sum = (await harness.errors()).errors.reduce((all, { count }) => all + count, 0);
    assert.equal(sum, 6);
    assert.equal((await harness.errors()).errors.find(({ message }) => message === 'cart 2')?.count, 2);
    await choose(harness, 2);
    await regroup(harness);
    await harness.putAll([both('cart 2'), both('cart 3')]);
    assert.deepEqual(await readCounts(harness), ['cart 1: 4', 'cart 2: 3', 'mail 1: 1']);
  });
}

function describeRefusals(open: Open): void {
  it('are refused where nothing or everything would go, and where nobody knows the error', async () => {
    const harness = await open();
    const { store, putAll } = harness;
    await putAll([stock('no shoes'), stock('no hats')]);
    const groupId = await idOf(harness, 'no shoes');
    const reasons = async (id: string, conditions: EventConditions): Promise<string[]> => {
      const request = { groupId: id, conditions };
      return [reasonOf(await store.splitting.preview(request)), reasonOf(await store.splitting.split(request))];
    };
    assert.deepEqual(await reasons(groupId, { message: 'coats' }), ['none', 'none']);
    assert.deepEqual(await reasons(groupId, { message: 'no *' }), ['all', 'all']);
    for (const id of ['zzz', 'not an id'])
      assert.deepEqual(await reasons(id, { message: '*' }), ['unknown', 'unknown']);
    await choose(harness, 2);
    assert.deepEqual(await reasons(groupId, { message: '*hats' }), ['regrouping', 'regrouping']);
    await regroup(harness);
    assert.deepEqual(await readCounts(harness), ['no shoes: 2']);
  });

  it(`are ${SPLITS_OF_GROUP_MAX} of one error at the most`, async () => {
    const harness = await open();
    const messages = times(SPLITS_OF_GROUP_MAX + 2, (index) => `error ${index}`);
    await harness.putAll(messages.map((message) => stock(message)));
    const groupId = await idOf(harness, 'error 0');
    for (const message of messages.slice(1, -1)) await split(harness, groupId, { message });
    const last = { groupId, conditions: { message: messages.at(-1) ?? '' } };
    assert.equal(reasonOf(await harness.store.splitting.split(last)), 'limit');
  });
}
