import { strict as assert } from 'node:assert';
import type { ErrorChanges } from '../../../schemas/error-group.js';
import type { ErrorChangesQuery } from '../../../schemas/query.js';
import type { Triage } from '../../../schemas/triage.js';
import { CHANGED_GROUPS_MAX } from '../../../src/limits.js';
import { LOUDER_EVENTS_MIN } from '../../../src/louder.js';
import type { Store } from '../../../src/store/store.js';
import { DAY_MS, type EventOverrides, eventDigest, HOUR_MS, MINUTE_MS } from '../../support/store-digests.js';
import { times, toQuery } from '../../support/store-harness.js';
import type { Open } from './open.js';

export function describeSignals(open: Open): void {
  describe('what happened to groups that a reader may not have seen', () => {
    const ask = async <T>(store: Store, query: Parameters<Store['query']>[0]): Promise<T> =>
      JSON.parse(Buffer.from((await store.query(query)) ?? []).toString()) as T;
    const changes = (store: Store, query: ErrorChangesQuery = {}): Promise<ErrorChanges> =>
      ask(store, toQuery('readErrorChanges', query));

    /** One group of each kind, and one without news, since the moment that is answered. */
    const fill = async (store: Store): Promise<string> => {
      const before = Date.now() - 3 * HOUR_MS;
      const old = { timestampMs: before, receivedAtMs: before };
      await store.append(['back', 'loud', 'calm'].map((message) => eventDigest({ message, ...old })));
      const { at } = await changes(store);
      const list = await ask<{ errors: { id: string; message: string }[] }>(
        store,
        toQuery('listErrorGroups', { page: 1, pageSize: 50, search: 'back' }),
      );
      await store.setStatus(list.errors[0]?.id ?? '', 'resolved');
      await waitPast(at);
      const nowMs = Date.now();
      const put = (message: string, count: number, over: EventOverrides = {}) =>
        store.append(times(count, () => eventDigest({ message, timestampMs: nowMs, receivedAtMs: nowMs, ...over })));
      await put('fresh', 1, { severity: 'info' });
      // What is news in the same millisecond has no order in time.
      await waitPast(new Date().toISOString());
      await put('back', 1);
      await waitPast(new Date().toISOString());
      await put('loud', 200);
      await put('calm', 1);
      return at;
    };

    it('counts each once since a moment, newest first, and lists just them', async () => {
      const { store, errors } = await open();
      const since = await fill(store);
      const told = await changes(store, { since });
      assert.deepEqual([told.since, told.new, told.regressed, told.louder], [since, 1, 1, 1]);
      assert.deepEqual(
        told.groups.map(({ change }) => change),
        ['louder', 'regressed', 'new'],
      );
      const listed = await errors({ changedSince: since });
      assert.deepEqual(listed.errors.map(({ message }) => message).sort(), ['back', 'fresh', 'loud']);
      assert.equal(listed.total, 3);
      assert.deepEqual(new Set(listed.errors.map(({ id }) => id)), new Set(told.groups.map(({ id }) => id)));
    });

    it('counts nothing without a moment, nothing after it, and what other filters leave alone', async () => {
      const { store } = await open();
      const since = await fill(store);
      const none = { new: 0, regressed: 0, louder: 0, groups: [] };
      const { at, since: from, ...counts } = await changes(store);
      assert.deepEqual([counts, from], [none, at]);
      assert.equal((await changes(store, { since: at })).new, 0);
      assert.deepEqual(pick(await changes(store, { since, severity: 'info' })), [1, 0, 0]);
      assert.deepEqual(pick(await changes(store, { since, query: '-loud' })), [1, 1, 0]);
      assert.deepEqual(pick(await changes(store, { since, projectId: 'nobody' })), [0, 0, 0]);
    });

    it('finds them by is: and changed:', async () => {
      const { store, errors } = await open();
      await fill(store);
      const found = async (query: string) => (await errors({ query })).errors.map(({ message }) => message).sort();
      assert.deepEqual(await found('is:louder'), ['loud']);
      assert.deepEqual(await found('is:regressed,louder'), ['back', 'loud']);
      assert.deepEqual(await found('is:new -is:regressed -is:louder'), ['calm', 'fresh']);
      assert.deepEqual(await found('changed:<1h'), ['back', 'calm', 'fresh', 'loud']);
      assert.deepEqual(await found('-is:louder changed:<1h is:unresolved severity:info'), ['fresh']);
      assert.deepEqual(await found('changed:>1h'), []);
    });

    it('tells how much louder a group is, up to when, in lists and in the feed', async () => {
      const { store, errors, feed } = await open({ feedClients: 1 });
      await fill(store);
      const { louder } = (await errors({ search: 'loud' })).errors[0] ?? {};
      assert.equal(louder?.factor, 40);
      const leftMs = Date.parse(louder.until) - Date.now();
      assert.equal(leftMs > HOUR_MS - 10 * MINUTE_MS && leftMs <= HOUR_MS, true);
      const told = feed().findLast(
        ({ type, payload }) => type === 'new_event' && payload.errorGroup.message === 'loud',
      );
      assert.equal(told?.type === 'new_event' && told.payload.errorGroup.louder?.until, louder.until);
      assert.equal('louder' in ((await errors({ search: 'calm' })).errors[0] ?? { louder: 1 }), false);
    });

    it('is not louder below so many events, by late ones, while it is new, or while it is ignored', async () => {
      const { store, errors } = await open();
      const nowMs = Date.now();
      const at = (ms: number) => ({ timestampMs: ms, receivedAtMs: ms });
      const names = ['few', 'late', 'ignored'];
      await store.append(names.map((message) => eventDigest({ message, ...at(nowMs - 3 * HOUR_MS) })));
      const { id = '' } = (await errors({ search: 'ignored' })).errors[0] ?? {};
      await store.setStatus(id, 'ignored');
      const put = (message: string, count: number, timestampMs: number) =>
        store.append(times(count, () => eventDigest({ message, timestampMs, receivedAtMs: nowMs })));
      await put('few', LOUDER_EVENTS_MIN - 1, nowMs);
      await put('late', 100, nowMs - 10 * MINUTE_MS);
      await put('ignored', 100, nowMs);
      await put('first', 100, nowMs);
      assert.equal((await errors({ query: 'is:louder' })).total, 0);
      await put('few', 1, nowMs);
      assert.equal((await errors({ query: 'is:louder' })).total, 1);
    });

    it('notes in the history that an event opened a resolved group again', async () => {
      const { store, onlyGroup, put } = await open();
      await put(eventDigest());
      const { id } = await onlyGroup();
      await store.setStatus(id, 'resolved');
      await put(eventDigest());
      await put(eventDigest());
      const { history } = await ask<Triage>(store, toQuery('readTriage', {}, { id }));
      assert.deepEqual(
        history.map(({ kind, text }) => [kind, text]),
        [
          ['regressed', 'resolved'],
          ['status', 'resolved'],
        ],
      );
    });

    it('names no more groups than an answer holds, and counts them all', async () => {
      const { store } = await open();
      const since = new Date(Date.now() - DAY_MS).toISOString();
      await store.append(times(CHANGED_GROUPS_MAX + 1, (index) => eventDigest({ message: `group ${index}` })));
      const told = await changes(store, { since });
      assert.deepEqual([told.new, told.groups.length], [CHANGED_GROUPS_MAX + 1, CHANGED_GROUPS_MAX]);
    });
  });

  describe('the order by attention', () => {
    it('ranks by what came back, severity, loudness, users and age, page by page', async () => {
      const { store, errors } = await open();
      const nowMs = Date.now();
      const ago = (ms: number) => ({ timestampMs: nowMs - ms, receivedAtMs: nowMs - ms });
      const put = (message: string, over: EventOverrides, count = 1) =>
        store.append(times(count, () => eventDigest({ message, ...over })));
      await put('old fatal', { ...ago(9 * DAY_MS), severity: 'fatal' });
      await put('back', { ...ago(9 * DAY_MS), severity: 'error' });
      await put('loud', { ...ago(9 * DAY_MS), severity: 'error' });
      await put('closed', { ...ago(9 * DAY_MS), severity: 'fatal' });
      await setStatus('back', 'resolved');
      await setStatus('closed', 'resolved');
      for (let index = 0; index < 18; index += 1) await put(`info ${index}`, { ...ago(0), severity: 'info' });
      await put('back', { ...ago(0), severity: 'error' });
      await put('loud', { ...ago(0), severity: 'error' }, 200);
      await put('warning', { ...ago(2 * HOUR_MS), severity: 'warning' });

      const wanted = ['back', 'loud', 'old fatal', 'warning'];
      const { errors: found, total } = await errors({ sort: 'attention' });
      const names = found.map(({ message }) => message);
      assert.deepEqual(names.slice(0, 4), wanted);
      assert.equal(names.at(-1), 'closed');
      assert.equal(total, names.length);
      const paged: string[] = [];
      for (let before: string | undefined; ; ) {
        const part = await errors({ sort: 'attention', pageSize: 5, ...(before !== undefined && { before }) });
        paged.push(...part.errors.map(({ message }) => message));
        before = part.next;
        if (before === undefined) break;
      }
      assert.deepEqual(paged, names);
      const { errors: ascending } = await errors({ sort: 'attention', direction: 'asc' });
      assert.deepEqual(
        ascending.map(({ message }) => message),
        names.toReversed(),
      );

      async function setStatus(search: string, status: 'resolved'): Promise<void> {
        await store.setStatus((await errors({ search })).errors[0]?.id ?? '', status);
      }
    });

    it('puts what affects many users before what affects few', async () => {
      const { store, errors } = await open();
      const ofUser = (message: string, id: number) =>
        eventDigest({ message, details: JSON.stringify({ user: { id: String(id) } }) });
      await store.append(times(10, (index) => ofUser('many', index)));
      await store.append(times(9, (index) => ofUser('few', index)));
      // What has gathered is counted before facets are answered.
      await store.query(toQuery('readFacets', {}));
      const { errors: found } = await errors({ sort: 'attention' });
      assert.deepEqual(
        found.map(({ message }) => message),
        ['many', 'few'],
      );
    });
  });
}

const pick = ({ new: added, regressed, louder }: ErrorChanges): number[] => [added, regressed, louder];

/** News of the same millisecond are not after it. */
async function waitPast(at: string): Promise<void> {
  while (Date.now() <= Date.parse(at)) await new Promise(setImmediate);
}
