import { strict as assert } from 'node:assert';
import type { AppendOutcome, Digest } from '../../../src/messages.js';
import { makePostgresPlace, type PostgresPlace } from '../../support/postgres-place.js';
import { contentText, eventDigest, logDigest, requestDigest } from '../../support/store-digests.js';
import { cleanUp, type Harness, one, openHarness, times } from '../../support/store-harness.js';

/** Stores of several daemons on one database. */
async function openDaemons(count: number): Promise<Harness<PostgresPlace>[]> {
  const place = await makePostgresPlace();
  return Promise.all(times(count, () => openHarness(makePostgresPlace, { place })));
}

const isNew = (outcome: AppendOutcome): boolean => 'isNew' in outcome && outcome.isNew;

describe('several daemons on one PostgreSQL', () => {
  afterEach(cleanUp);

  it('make each group once when they see its first event at the same moment', async () => {
    const daemons = await openDaemons(4);
    const [first] = daemons;
    assert.ok(first);
    const groups = 30;
    const toEvents = (): Digest[] => times(groups, (index) => eventDigest({ message: `failure ${index}` }));
    const appended = await Promise.all(daemons.map(({ store }) => store.append(toEvents())));
    assert.equal(appended.flat().filter(isNew).length, groups);
    const { errors, total } = await first.errors({ pageSize: 1000 });
    assert.equal(total, groups);
    assert.deepEqual(new Set(errors.map(({ count }) => count)), new Set([daemons.length]));
  });

  it('count a record once that is sent to each of them', async () => {
    const daemons = await openDaemons(3);
    const [first] = daemons;
    assert.ok(first);
    const records = times(20, (index) => [
      eventDigest(),
      requestDigest({ recordId: `request ${index}` }),
      logDigest({ recordId: `log ${index}` }),
    ]).flat();
    const appended = await Promise.all(daemons.map(({ store }) => store.append(records)));
    const ids = appended.map((outcomes) => outcomes.map((outcome) => ('id' in outcome ? outcome.id : null)));
    assert.deepEqual(ids[1], ids[0]);
    assert.deepEqual(ids[2], ids[0]);
    assert.equal(appended.flat().filter(({ kind }) => kind === 'stored').length, records.length);
    const { events, requests, logs } = await first.status();
    assert.deepEqual([events, requests, logs], [20, 20, 20]);
    assert.equal((await first.stats()).totalRequests, 20);
  });

  it('give rows of one moment different ids', async () => {
    const daemons = await openDaemons(4);
    const ids = await Promise.all(daemons.map(({ putAll }) => putAll(times(500, () => logDigest()))));
    assert.equal(new Set(ids.flat()).size, 4 * 500);
  });

  it('tell a channel of an error once, and each message is sent by one of them', async () => {
    const daemons = await openDaemons(3);
    const by = { name: null, address: null };
    const body = JSON.stringify({ name: 'r', when: 'rate', perMinute: 1, channels: ['c'] });
    await daemons[0]?.store.alerts.putSetting({ kind: 'rule', name: 'r', body }, 10, by);
    const nowMs = Date.now();
    const turn = { nowMs, limit: 100, holdMs: 60_000 };
    // Each hears of the rule with its next turn.
    for (const { store } of daemons) await store.alerts.take(turn);
    await Promise.all(daemons.map(({ put }) => put(eventDigest())));
    const works = await Promise.all(daemons.map(({ store }) => store.alerts.take(turn)));
    assert.deepEqual(
      works.map(({ changed }) => one(changed).recentCount),
      [3, 3, 3],
    );
    await Promise.all(
      daemons.map(({ store }, index) => {
        const changed = works[index]?.changed ?? [];
        const messages = changed.map(({ projectKey, groupKey }) => ({
          channel: 'c',
          projectKey,
          groupKey,
          dueAtMs: nowMs,
          body: '{}',
        }));
        return store.alerts.finish({ nowMs, seen: changed.flatMap(({ seen }) => seen), messages, settled: [] });
      }),
    );
    const taken = await Promise.all(daemons.map(({ store }) => store.alerts.take(turn)));
    assert.equal(taken.flatMap(({ messages }) => messages).length, 1);
    assert.deepEqual(
      taken.flatMap(({ changed }) => changed),
      [],
    );
  });

  it('share the limits of a project', async () => {
    const daemons = await openDaemons(3);
    await daemons[0]?.store.setProjectSettings('shop', { bytesPerDay: 200 * 1000 });
    const logs = times(1000, () => logDigest({ environment: null, message: '' }));
    const appended = await Promise.all(daemons.map(({ store }) => store.append(logs)));
    // Each entry takes 200 bytes of the limit.
    assert.equal(appended.flat().filter(({ kind }) => kind === 'stored').length, 1000);
  });

  it('meet the status that another one has set', async () => {
    const [first, second] = await openDaemons(2);
    assert.ok(first && second);
    await first.put(eventDigest());
    const { id } = await second.onlyGroup();
    await second.store.setStatus(id, 'resolved');
    await first.put(eventDigest());
    const group = await second.onlyGroup();
    assert.deepEqual([group.status, group.count], ['unresolved', 2]);
    assert.ok(group.reopenedAt);
  });

  it('keep the texts of what comes after another one has cleared the project', async () => {
    const [first, second] = await openDaemons(2);
    assert.ok(first && second);
    const stack = contentText({
      stack: 'Error: x\n    at f (/srv/a.js:1:1)',
      stackFrames: [{ filename: '/srv/a.js' }],
    });
    for (const clear of [() => second.store.clear('shop'), () => second.store.clear(null)]) {
      await first.put(eventDigest({ stack }));
      await clear();
      await first.put(eventDigest({ stack }));
      const detail = await first.error((await first.onlyGroup()).id);
      assert.equal(one(detail?.events ?? []).stackFrames.length, 1);
    }
  });

  it('clear a project while others write to it, and count what is left', async () => {
    const daemons = await openDaemons(3);
    const [first] = daemons;
    assert.ok(first);
    const write = async ({ store }: Harness): Promise<void> => {
      for (const part of times(15, Number)) {
        await store.append(times(20, (index) => eventDigest({ message: `failure ${(part + index) % 7}` })));
        await store.append(times(20, () => requestDigest({ statusCode: 500 })));
      }
    };
    const clearing = async (): Promise<void> => {
      for (let runs = 0; runs < 4; runs += 1) await first.store.clear('shop');
    };
    await Promise.all([...daemons.map(write), clearing()]);
    const { errors } = await first.errors({ pageSize: 1000 });
    const { events, requests } = await first.status();
    const counted = errors.reduce((sum, { count }) => sum + count, 0);
    const { totalRequests, errorsByType } = await first.stats();
    assert.equal(counted, events);
    assert.equal(
      Object.values(errorsByType).reduce((sum, count) => sum + count, 0),
      events,
    );
    assert.equal(totalRequests, requests);
    await first.store.clear('shop');
    assert.equal((await first.status()).events, 0);
    assert.deepEqual((await first.stats()).errorsByType, {});
  });
});
