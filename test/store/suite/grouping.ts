import { strict as assert } from 'node:assert';
import { ID_CHARS_MAX } from '../../../schemas/limits.js';
import type { Status } from '../../../schemas/words.js';
import { at, DAY_MS, eventDigest, fingerprintOf, HOUR_MS } from '../../support/store-digests.js';
import { times, toTold } from '../../support/store-harness.js';
import type { Open } from './open.js';

export function describeGrouping(open: Open): void {
  describe('grouping', () => {
    it('answers the first event of a fingerprint as new and the next as not new', async () => {
      const { store } = await open();
      const [first, second] = [eventDigest(), eventDigest()];
      const outcomes = [...(await store.append([first])), ...(await store.append([second]))];
      assert.deepEqual(outcomes, [
        { kind: 'stored', id: first.eventId, fingerprint: first.site.fingerprint, isNew: true, projectName: 'shop' },
        { kind: 'stored', id: second.eventId, fingerprint: first.site.fingerprint, isNew: false, projectName: 'shop' },
      ]);
    });

    it('answers isNew once when both events come in one append', async () => {
      const { store, onlyGroup } = await open();
      const outcomes = await store.append([eventDigest(), eventDigest()]);
      assert.deepEqual(
        outcomes.map((outcome) => 'isNew' in outcome && outcome.isNew),
        [true, false],
      );
      assert.equal((await onlyGroup()).count, 2);
    });

    it('keeps the same fingerprint in two projects and in none apart', async () => {
      const { putAll, errors } = await open();
      const projects = ['shop', 'blog', null];
      await putAll(projects.map((projectName) => eventDigest({ projectName })));
      const { errors: groups } = await errors();
      assert.deepEqual(groups.map(({ projectId }) => projectId ?? null).sort(), projects.sort());
      assert.equal(new Set(groups.map(({ id }) => id)).size, 3);
      assert.equal(new Set(groups.map(({ fingerprint }) => fingerprint)).size, 1);
    });

    it('groups events without a project', async () => {
      const { putAll, onlyGroup } = await open();
      await putAll([eventDigest({ projectName: null }), eventDigest({ projectName: null })]);
      const group = await onlyGroup();
      assert.equal(group.count, 2);
      assert.equal('projectId' in group, false);
    });

    it('starts a group unresolved, with the fields of its first event', async () => {
      const { put, onlyGroup, error } = await open();
      const nowMs = Date.now();
      const digest = eventDigest({ ...at(nowMs), source: 'frontend', severity: 'warning' });
      await put(digest);
      const { id, ...group } = toTold(await onlyGroup());
      assert.equal((await error(id))?.error.id, id);
      assert.equal(encodeURIComponent(id), id, 'it stands in a path as it is');
      assert.ok(id.length <= ID_CHARS_MAX);
      assert.deepEqual(group, {
        fingerprint: digest.site.fingerprint,
        type: digest.site.type,
        message: digest.site.message,
        source: 'frontend',
        severity: 'warning',
        status: 'unresolved',
        firstSeen: new Date(nowMs).toISOString(),
        lastSeen: new Date(nowMs).toISOString(),
        count: 1,
        culprit: { file: '/srv/shop/src/cart.ts', function: 'renderCart', line: 42 },
        projectId: 'shop',
      });
    });

    it('shows where its latest event comes from, be it told late or not at all', async () => {
      const { put, onlyGroup } = await open();
      const nowMs = Date.now();
      await put(eventDigest({ ...at(nowMs - 1000), culprit: 'src/a.ts\n1\none' }));
      await put(eventDigest({ ...at(nowMs), culprit: 'src/b.ts\n2\n' }));
      await put(eventDigest({ ...at(nowMs - 2000), culprit: 'src/c.ts\n3\nthree' }));
      assert.deepEqual((await onlyGroup()).culprit, { file: 'src/b.ts', line: 2 });
      await put(eventDigest({ ...at(nowMs), culprit: null }));
      assert.equal((await onlyGroup()).culprit, undefined);
    });

    it('counts exactly the stored events, over many appends and groups', async () => {
      const { store, errors, error } = await open();
      const messages = ['one failed', 'two failed', 'three failed'];
      await Promise.all(
        times(30, (index) =>
          store.append(messages.slice(0, (index % 3) + 1).map((message) => eventDigest({ message }))),
        ),
      );
      const { errors: groups } = await errors();
      assert.deepEqual(groups.map(({ count }) => count).sort(), [10, 20, 30]);
      for (const { id, count } of groups) assert.equal((await error(id))?.events.length, count);
    });

    it('counts right when one append holds more groups than the writer remembers', async () => {
      const { store, stats, errors } = await open();
      // The first group is joined before and after thousands of others have come by.
      const first = eventDigest({ message: 'the first one' });
      await store.append([first]);
      const others = times(10_100, (index) => eventDigest({ message: `failure of part ${index.toString(36)}` }));
      await store.append([
        eventDigest({ message: first.site.message }),
        ...others,
        eventDigest({ message: first.site.message }),
      ]);
      const { errors: groups } = await errors({ search: 'the first one' });
      assert.deepEqual(
        groups.map(({ count }) => count),
        [3],
      );
      assert.equal((await stats()).topErrors[0]?.count, 3);
    });
  });

  describeRetries(open);
  describeReopening(open);
  describeTimes(open);
}

function describeRetries(open: Open): void {
  describe('retries', () => {
    it('answers a repeated eventId like the first time, with isNew false', async () => {
      const { put } = await open();
      const digest = eventDigest();
      await put(digest);
      const again = await put(eventDigest({ eventId: digest.eventId }));
      assert.deepEqual(again, {
        kind: 'duplicate',
        projectName: 'shop',
        id: digest.eventId,
        fingerprint: digest.site.fingerprint,
        isNew: false,
      });
    });

    it('stores an eventId once when 20 copies come in parallel appends', async () => {
      const { store, onlyGroup, error, feed, stats } = await open({ feedClients: 1 });
      const digest = eventDigest();
      const outcomes = await Promise.all(times(20, () => store.append([digest])));
      assert.equal(outcomes.flat().filter(({ kind }) => kind === 'stored').length, 1);
      const group = await onlyGroup();
      assert.equal(group.count, 1);
      assert.equal((await error(group.id))?.events.length, 1);
      assert.equal((await stats()).errorsLast24h, 1);
      assert.equal(feed().length, 1);
    });

    it('stores an eventId once when it comes twice in one append', async () => {
      const { store, onlyGroup } = await open();
      const digest = eventDigest();
      const outcomes = await store.append([digest, digest]);
      assert.deepEqual(
        outcomes.map(({ kind }) => kind),
        ['stored', 'duplicate'],
      );
      assert.equal((await onlyGroup()).count, 1);
    });

    it('leaves no empty group behind when a retry has another fingerprint', async () => {
      const { put, errors, stats } = await open();
      const digest = eventDigest();
      await put(digest);
      const again = await put(
        eventDigest({ eventId: digest.eventId, message: 'worded anew', fingerprint: fingerprintOf('another') }),
      );
      assert.deepEqual(again, {
        kind: 'duplicate',
        projectName: 'shop',
        id: digest.eventId,
        fingerprint: digest.site.fingerprint,
        isNew: false,
      });
      assert.equal((await errors()).total, 1);
      assert.deepEqual((await stats()).errorsByType, { [digest.site.type]: 1 });
    });

    it('answers the stored fingerprint when a retry names another existing group', async () => {
      const { putAll, put, errors } = await open();
      const [first, other] = [eventDigest({ message: 'first' }), eventDigest({ message: 'other' })];
      await putAll([first, other]);
      const again = await put(eventDigest({ eventId: first.eventId, message: 'other' }));
      assert.deepEqual(again, {
        kind: 'duplicate',
        projectName: 'shop',
        id: first.eventId,
        fingerprint: first.site.fingerprint,
        isNew: false,
      });
      const { errors: groups } = await errors();
      assert.deepEqual(
        groups.map(({ count }) => count),
        [1, 1],
      );
    });

    it('does not reopen a resolved group for a retry', async () => {
      const { store, put, onlyGroup } = await open();
      const digest = eventDigest();
      await put(digest);
      await store.setStatus((await onlyGroup()).id, 'resolved');
      await put(digest);
      assert.equal((await onlyGroup()).status, 'resolved');
    });

    it('takes the same eventId in two projects for two events', async () => {
      const { putAll, errors } = await open();
      const digest = eventDigest();
      await putAll([digest, { ...digest, projectName: 'blog' }, { ...digest, projectName: null }]);
      assert.equal((await errors()).total, 3);
    });
  });
}

function describeReopening(open: Open): void {
  describe('status', () => {
    it('resolves to the changed group, and to null for an unknown id', async () => {
      const { store, put, onlyGroup } = await open();
      await put(eventDigest());
      const group = toTold(await onlyGroup());
      assert.deepEqual(await store.setStatus(group.id, 'acknowledged'), { ...group, status: 'acknowledged' });
      assert.deepEqual(toTold(await onlyGroup()), { ...group, status: 'acknowledged' });
      for (const unknown of ['zz9', 'no such id', '', '../x', '99999999999999999']) {
        assert.equal(await store.setStatus(unknown, 'resolved'), null);
      }
    });

    it('reopens a resolved group when an event joins it', async () => {
      const { store, put, onlyGroup } = await open();
      await put(eventDigest());
      await store.setStatus((await onlyGroup()).id, 'resolved');
      await put(eventDigest());
      const { status, count } = await onlyGroup();
      assert.deepEqual({ status, count }, { status: 'unresolved', count: 2 });
    });

    for (const status of ['ignored', 'acknowledged'] satisfies Status[]) {
      it(`leaves an ${status} group ${status} when an event joins it`, async () => {
        const { store, put, onlyGroup } = await open();
        await put(eventDigest());
        await store.setStatus((await onlyGroup()).id, status);
        await put(eventDigest());
        const group = await onlyGroup();
        assert.deepEqual({ status: group.status, count: group.count }, { status, count: 2 });
      });
    }

    it('raises the severity to the highest seen and never lowers it', async () => {
      const { put, onlyGroup } = await open();
      const seen: string[] = [];
      for (const severity of ['warning', 'info', 'fatal', 'error'] as const) {
        await put(eventDigest({ severity }));
        seen.push((await onlyGroup()).severity);
      }
      assert.deepEqual(seen, ['warning', 'warning', 'fatal', 'fatal']);
    });

    it('starts the severity over with the event that reopens a group', async () => {
      const { store, put, onlyGroup } = await open();
      await put(eventDigest({ severity: 'fatal' }));
      await store.setStatus((await onlyGroup()).id, 'resolved');
      await put(eventDigest({ severity: 'warning' }));
      assert.equal((await onlyGroup()).severity, 'warning');
      await put(eventDigest({ severity: 'error' }));
      assert.equal((await onlyGroup()).severity, 'error');
    });
  });
}

function describeTimes(open: Open): void {
  describe('times of a group', () => {
    const receivedAtMs = Date.now();
    const iso = (ms: number): string => new Date(ms).toISOString();

    it('takes a future timestamp as the time of receipt, and still shows what was sent', async () => {
      const { put, onlyGroup, error } = await open();
      const timestampMs = receivedAtMs + 90 * DAY_MS;
      await put(eventDigest({ timestampMs, receivedAtMs }));
      const group = await onlyGroup();
      assert.equal(group.firstSeen, iso(receivedAtMs));
      assert.equal(group.lastSeen, iso(receivedAtMs));
      assert.equal((await error(group.id))?.events[0]?.timestamp, iso(timestampMs));
    });

    it('keeps lastSeen when a later event is older', async () => {
      const { putAll, onlyGroup } = await open();
      await putAll([
        eventDigest({ timestampMs: receivedAtMs - HOUR_MS, receivedAtMs }),
        eventDigest({ timestampMs: receivedAtMs - 3 * HOUR_MS, receivedAtMs }),
      ]);
      const { firstSeen, lastSeen } = await onlyGroup();
      assert.deepEqual([firstSeen, lastSeen], [iso(receivedAtMs - 3 * HOUR_MS), iso(receivedAtMs - HOUR_MS)]);
    });

    it('takes timestamps from the year 0 and from 1969', async () => {
      const { putAll, onlyGroup, error, stats } = await open();
      const ancient = [Date.UTC(1969, 6, 20), Date.parse('0000-01-01T00:00:00Z')];
      await putAll(ancient.map((timestampMs) => eventDigest({ timestampMs, receivedAtMs })));
      const { id, firstSeen, lastSeen } = await onlyGroup();
      assert.deepEqual([firstSeen, lastSeen], ['0000-01-01T00:00:00.000Z', '1969-07-20T00:00:00.000Z']);
      assert.equal((await error(id))?.events.length, 2);
      const { errorsByType, errorsLast24h } = await stats();
      assert.deepEqual([errorsByType, errorsLast24h], [{ uncaught_exception: 2 }, 0]);
    });
  });
}
