import { strict as assert } from 'node:assert';
import type { ErrorGroup } from '../../../schemas/error-group.js';
import type { Triage } from '../../../schemas/triage.js';
import { HISTORY_ROWS_MAX, SNOOZES_MAX } from '../../../src/limits.js';
import type { Actor } from '../../../src/store/access.js';
import type { Store } from '../../../src/store/store.js';
import { eventDigest } from '../../support/store-digests.js';
import { times, toQuery } from '../../support/store-harness.js';
import type { Open } from './open.js';

const ADA: Actor = { name: 'ada', address: '127.0.0.1' };

async function readTriage(store: Store, id: string): Promise<Triage | null> {
  const json = await store.query({ name: 'readTriage', id, parameters: {}, nowMs: 0 });
  return json === null ? null : (JSON.parse(Buffer.from(json).toString()) as Triage);
}

const turn = (nowMs = Date.now()) => ({ nowMs, limit: 0, holdMs: 0 });

export function describeTriage(open: Open): void {
  describe('triage of a group', () => {
    const openGroup = async () => {
      const harness = await open({ feedClients: 1 });
      await harness.put(eventDigest({ projectName: 'shop' }));
      return { ...harness, group: await harness.onlyGroup() };
    };

    it('assigns it to a name and to nobody, and keeps notes, with who and when', async () => {
      const { store, group, errors } = await openGroup();
      await store.changeTriage(group.id, { assignee: 'Grace', note: 'since the last release' }, ADA);
      assert.equal((await errors()).errors[0]?.assignee, 'Grace');
      await store.changeTriage(group.id, { assignee: null });
      assert.equal((await errors()).errors[0]?.assignee, undefined);
      await store.setStatus(group.id, 'acknowledged', ADA);
      const triage = await readTriage(store, group.id);
      assert.equal(triage?.assignee, null);
      assert.deepEqual(
        triage.history.map(({ kind, by, text }) => [kind, by, text]),
        [
          ['status', 'ada', 'acknowledged'],
          ['assigned', undefined, ''],
          ['note', 'ada', 'since the last release'],
          ['assigned', 'ada', 'Grace'],
        ],
      );
    });

    it('is unknown of a group that is', async () => {
      const { store } = await open();
      const unknown = { kind: 'refused', code: 'error_group_not_found' };
      assert.deepEqual(await store.changeTriage('zzz', { note: 'a' }), unknown);
      assert.deepEqual(await store.changeTriage('not an id', { note: 'a' }), unknown);
      assert.equal(await readTriage(store, 'zzz'), null);
    });

    it('snoozes it until a time: ignored until then, unresolved and back from then on, told on the feed', async () => {
      const { store, group, onlyGroup, feed } = await openGroup();
      const until = new Date(Date.now() + 3_600_000).toISOString();
      const changed = await store.changeTriage(group.id, { snooze: { until } }, ADA);
      assert.equal(changed.kind === 'changed' && changed.group.status, 'ignored');
      assert.deepEqual((await readTriage(store, group.id))?.snooze, { until });
      await store.alerts.take(turn(Date.parse(until) - 1));
      assert.equal((await onlyGroup()).status, 'ignored');
      await store.alerts.take(turn(Date.parse(until)));
      const back = await onlyGroup();
      assert.equal(back.status, 'unresolved');
      assert.equal(back.reopenedAt, until);
      const triage = await readTriage(store, group.id);
      assert.equal(triage?.snooze, null);
      assert.equal(triage.history[0]?.kind, 'woke');
      const told = feed().filter(({ type }) => type === 'status_change');
      assert.deepEqual(
        told.map(({ payload }) => (payload as { status: string }).status),
        ['ignored', 'unresolved'],
      );
    });

    it('tells the feed who has it and that something was noted, and a snooze as a change of the status', async () => {
      const { store, group, feed } = await openGroup();
      await store.changeTriage(group.id, { assignee: 'Ada' });
      await store.changeTriage(group.id, { note: 'the bank is down' });
      await store.changeTriage(group.id, { assignee: null });
      await store.changeTriage(group.id, { assignee: 'Ada', snooze: { events: 3 } });
      const told = feed().slice(-4) as { type: string; payload: ErrorGroup }[];
      assert.deepEqual(
        told.map(({ type, payload }) => [type, payload.id, payload.status, payload.assignee]),
        [
          ['triage_change', group.id, 'unresolved', 'Ada'],
          ['triage_change', group.id, 'unresolved', 'Ada'],
          ['triage_change', group.id, 'unresolved', undefined],
          ['status_change', group.id, 'ignored', undefined],
        ],
      );
    });

    it('snoozes it until it has had so many more events, whatever is deleted meanwhile', async () => {
      const { store, group, putAll, onlyGroup } = await openGroup();
      await store.changeTriage(group.id, { snooze: { events: 3 } });
      await putAll(times(2, () => eventDigest({ projectName: 'shop' })));
      await store.alerts.take(turn());
      assert.equal((await onlyGroup()).status, 'ignored');
      assert.deepEqual((await readTriage(store, group.id))?.snooze, { eventsLeft: 1 });
      await putAll([eventDigest({ projectName: 'shop' })]);
      await store.alerts.take(turn());
      assert.equal((await onlyGroup()).status, 'unresolved');
    });

    it('snoozes it until it has met so many more users', async () => {
      const { store, group, putAll, onlyGroup } = await openGroup();
      const of = (user: number) =>
        eventDigest({ projectName: 'shop', details: JSON.stringify({ user: { id: user } }) });
      await putAll([of(1)]);
      await store.changeTriage(group.id, { snooze: { users: 2 } });
      await putAll([of(1), of(1), of(2)]);
      await store.query(toQuery('readFacets', {}));
      await store.alerts.take(turn());
      assert.equal((await onlyGroup()).status, 'ignored');
      assert.deepEqual((await readTriage(store, group.id))?.snooze, { usersLeft: 1 });
      await putAll([of(3)]);
      await store.query(toQuery('readFacets', {}));
      await store.alerts.take(turn());
      assert.equal((await onlyGroup()).status, 'unresolved');
      assert.equal((await readTriage(store, group.id))?.snooze, null);
    });

    it('is told to alerts when the snooze is over', async () => {
      const { store, group } = await openGroup();
      const body = JSON.stringify({ name: 'r', when: 'regressed', channels: ['c'] });
      await store.alerts.putSetting({ kind: 'rule', name: 'r', body }, 10, ADA);
      await store.changeTriage(group.id, { snooze: { until: new Date(0).toISOString() } });
      const { changed } = await store.alerts.take(turn());
      assert.deepEqual(
        changed.map(({ isBack, group: { status } }) => [isBack, status]),
        [[true, 'unresolved']],
      );
    });

    it('ends a snooze with the status that somebody sets', async () => {
      const { store, group, onlyGroup } = await openGroup();
      await store.changeTriage(group.id, { snooze: { until: new Date(0).toISOString() } });
      await store.setStatus(group.id, 'resolved');
      await store.alerts.take(turn());
      assert.equal((await onlyGroup()).status, 'resolved');
      assert.equal((await readTriage(store, group.id))?.snooze, null);
    });

    it(`keeps the newest ${HISTORY_ROWS_MAX} entries (HISTORY_ROWS_MAX)`, async () => {
      const { store, group } = await openGroup();
      for (let index = 0; index <= HISTORY_ROWS_MAX; index += 1)
        await store.changeTriage(group.id, { note: `note ${index}` });
      const history = (await readTriage(store, group.id))?.history ?? [];
      assert.equal(history.length, HISTORY_ROWS_MAX);
      assert.equal(history[0]?.text, `note ${HISTORY_ROWS_MAX}`);
      assert.equal(history.at(-1)?.text, 'note 1');
    });

    it(`lets ${SNOOZES_MAX} groups (SNOOZES_MAX) wait for events or users`, async () => {
      const { store, putAll, errors } = await open();
      const word = (index: number): string =>
        String(index).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
      await putAll(times(SNOOZES_MAX + 1, (index) => eventDigest({ message: `failure of part ${word(index)}` })));
      const { errors: groups } = await errors({ pageSize: 1000 });
      for (const [index, { id }] of groups.entries())
        await store.changeTriage(id, { snooze: index % 100 === 0 ? { users: 1 } : { events: 1 } });
      const last = (await errors({ status: 'unresolved' })).errors[0]?.id ?? '';
      const refused = await store.changeTriage(last, { snooze: { events: 1 } });
      assert.deepEqual(refused, { kind: 'refused', code: 'snooze_limit' });
      assert.equal((await store.changeTriage(last, { snooze: { until: new Date().toISOString() } })).kind, 'changed');
    });

    it('goes with its project', async () => {
      const { store, group, put, onlyGroup } = await openGroup();
      await store.changeTriage(group.id, { assignee: 'Grace', note: 'secret' });
      await store.clear('shop');
      assert.equal(await readTriage(store, group.id), null);
      await put(eventDigest({ projectName: 'shop' }));
      assert.deepEqual(await readTriage(store, (await onlyGroup()).id), { assignee: null, snooze: null, history: [] });
    });
  });
}
