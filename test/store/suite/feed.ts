import { strict as assert } from 'node:assert';
import { at, EXPLANATION, eventDigest, logDigest, requestDigest } from '../../support/store-digests.js';
import { times, toTold } from '../../support/store-harness.js';
import type { Open } from './open.js';

export function describeFeed(open: Open): void {
  describe('the feed', () => {
    it('gets nothing while nobody listens', async () => {
      const { store, putAll, onlyGroup, feed } = await open();
      await putAll([eventDigest(), requestDigest(), logDigest()]);
      await store.setStatus((await onlyGroup()).id, 'resolved');
      assert.deepEqual(feed(), []);
    });

    it('starts and stops with the number of clients', async () => {
      const { put, feed, setFeedClients } = await open();
      for (const clients of [0, 1, 0, 2]) {
        setFeedClients(clients);
        await put(logDigest({ message: `with ${clients}` }));
      }
      assert.deepEqual(
        feed().map((message) => (message.type === 'new_log' ? message.payload.message : message.type)),
        ['with 1', 'with 2'],
      );
    });

    it('gets the right kind for each record, in order, named by its project', async () => {
      const { putAll, feedItems, feed } = await open({ feedClients: 1 });
      await putAll([
        logDigest({ projectName: null }),
        eventDigest(),
        requestDigest({ projectName: 'blog' }),
        eventDigest(),
        eventDigest({ projectName: 'blog' }),
      ]);
      assert.deepEqual(
        feed().map(({ type }) => type),
        ['new_log', 'new_error', 'new_request', 'new_event', 'new_error'],
      );
      assert.deepEqual(
        feedItems.map(({ projectName }) => projectName),
        [null, 'shop', 'blog', 'shop', 'blog'],
      );
    });

    it('leaves out what there is no room for, and says how many with the last one of each project', async () => {
      const { store, put, putAll, feedItems } = await open({ feedClients: 1 });
      await put(eventDigest());
      store.feed.setRoom(0);
      await putAll([
        ...times(5, (index) => logDigest({ message: `shop ${index}` })),
        logDigest({ projectName: 'blog', message: 'blog' }),
        eventDigest(),
        eventDigest({ projectName: 'blog' }),
      ]);
      const told = feedItems.slice(1).map(({ projectName, json, skippedBefore }) => {
        const { type } = JSON.parse(json) as { type: string };
        return [projectName, type, skippedBefore ?? 0];
      });
      // A group is new once, so that it is told in any case.
      assert.deepEqual(told, [
        ['blog', 'new_error', 1],
        ['shop', 'new_event', 5],
      ]);
    });

    it('makes messages again when there is room, up to one past it', async () => {
      const { store, putAll, feedItems } = await open({ feedClients: 1 });
      await putAll([logDigest()]);
      const charCount = feedItems[0]?.json.length ?? 0;
      store.feed.setRoom(2 * charCount - 1);
      await putAll(times(10, () => logDigest()));
      assert.deepEqual(
        feedItems.slice(1).map(({ skippedBefore }) => skippedBefore),
        [undefined, undefined, 7],
      );
    });

    it('has the new group as the API shows it', async () => {
      const { put, feed, onlyGroup } = await open({ feedClients: 1 });
      await put(eventDigest({ explanation: EXPLANATION, severity: 'fatal' }));
      assert.deepEqual(feed(), [{ type: 'new_error', payload: toTold(await onlyGroup()) }]);
    });

    it('has the group and the event of a joining event as the API shows them', async () => {
      const { put, feed, onlyGroup, error } = await open({ feedClients: 1 });
      const nowMs = Date.now();
      await put(eventDigest(at(nowMs - 5000)));
      await put(
        eventDigest({
          ...at(nowMs),
          correlationId: 'c-1',
          message: 'worded anew',
          fingerprint: eventDigest().site.fingerprint,
        }),
      );
      const errorGroup = toTold(await onlyGroup());
      const event = (await error(errorGroup.id))?.events[0];
      assert.deepEqual(feed()[1], { type: 'new_event', payload: { errorGroup, event } });
    });

    it('has requests and logs as the API shows them', async () => {
      const { putAll, feed, requests, logs } = await open({ feedClients: 1 });
      await putAll([
        requestDigest({ correlationId: 'c-1', errorEventId: 'e-1', statusCode: null }),
        logDigest({ extra: '{"a":[1]}', correlationId: 'c-1', timestampMs: Date.now() + 60_000 }),
      ]);
      assert.deepEqual(feed(), [
        { type: 'new_request', payload: (await requests()).requests[0] },
        { type: 'new_log', payload: (await logs()).logs[0] },
      ]);
    });

    it('counts the events of a group one by one, over appends and within one', async () => {
      const { store, feed } = await open({ feedClients: 1 });
      await Promise.all(times(10, (index) => store.append(times((index % 3) + 1, () => eventDigest()))));
      const counts = feed().map((message) =>
        message.type === 'new_event'
          ? message.payload.errorGroup.count
          : message.type === 'new_error'
            ? message.payload.count
            : 0,
      );
      assert.deepEqual(
        counts,
        times(19, (index) => index + 1),
      );
    });

    it('carries the new status of an event that reopens its group, and no status_change', async () => {
      const { store, put, onlyGroup, feed } = await open({ feedClients: 1 });
      await put(eventDigest());
      await store.setStatus((await onlyGroup()).id, 'resolved');
      await put(eventDigest());
      const messages = feed();
      assert.deepEqual(
        messages.map(({ type }) => type),
        ['new_error', 'status_change', 'new_event'],
      );
      const [, changed, joined] = messages;
      assert.equal(changed?.type === 'status_change' && changed.payload.status, 'resolved');
      assert.equal(joined?.type === 'new_event' && joined.payload.errorGroup.status, 'unresolved');
    });

    it('gets no message for a change of an unknown group', async () => {
      const { store, feed } = await open({ feedClients: 1 });
      await store.setStatus('zz', 'resolved');
      assert.deepEqual(feed(), []);
    });

    it('hears of a record after it can be read', async () => {
      const { store, put, feedItems, errors } = await open({ feedClients: 1 });
      const appended = put(eventDigest());
      while (feedItems.length === 0) await store.setStatus('zz', 'resolved');
      assert.equal((await errors()).total, 1);
      await appended;
    });

    it('gets nothing of a batch that fails', async () => {
      const { store, feed, put } = await open({ feedClients: 1 });
      await assert.rejects(store.append([logDigest(), { ...logDigest(), timestampMs: Number.NaN }]), {
        code: 'internal',
      });
      await put(logDigest({ message: 'the next' }));
      assert.equal(feed().length, 1);
    });
  });
}
