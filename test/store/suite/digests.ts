import { strict as assert } from 'node:assert';
import type { DigestBatch } from '../../../src/messages.js';
import { eventDigest, logDigest, requestDigest } from '../../support/store-digests.js';
import { times } from '../../support/store-harness.js';
import type { Open } from './open.js';

export function describeDigests(open: Open): void {
  describe('digests from pool threads', () => {
    it('end in one result per ticket, with the outcomes in the order of the batch', async () => {
      const { openPort, send, result, logs, requests } = await open();
      const port = openPort();
      const digest = eventDigest();
      send(port, [{ ticket: 7, digests: [digest, logDigest(), requestDigest(), digest] }]);
      const answer = await result(7);
      assert.ok(answer.ok);
      assert.deepEqual(
        answer.outcomes.map(({ kind }) => kind),
        ['stored', 'stored', 'stored', 'duplicate'],
      );
      const ids = answer.outcomes.map((outcome) => ('id' in outcome ? outcome.id : ''));
      assert.deepEqual(ids, [
        digest.eventId,
        (await logs()).logs[0]?.id,
        (await requests()).requests[0]?.id,
        digest.eventId,
      ]);
      port.close();
    });

    it('gather into fewer commits when they come faster than these', async () => {
      const { openPort, send, result, commits, onlyGroup, feed } = await open({ feedClients: 1 });
      const ports = [openPort(), openPort()];
      const batchCount = 400;
      for (const ticket of times(batchCount, (index) => index)) {
        const port = ports[ticket % 2];
        if (port !== undefined) send(port, [{ ticket, digests: times(5, () => eventDigest()) }]);
      }
      const results = await Promise.all(times(batchCount, result));
      assert.ok(results.every(({ ok }) => ok));
      const reports = commits.filter((commit) => commit.results.length > 0);
      assert.ok(reports.length < batchCount / 2, `${reports.length} commits for ${batchCount} batches`);
      const tickets = reports.flatMap((report) => report.results.map(({ ticket }) => ticket));
      assert.deepEqual(
        tickets.sort((a, b) => a - b),
        times(batchCount, (index) => index),
      );
      assert.equal((await onlyGroup()).count, 5 * batchCount);
      assert.equal(feed().length, 5 * batchCount);
      for (const port of ports) port.close();
    });

    it('may come as several batches in one message, also without digests', async () => {
      const { openPort, send, result } = await open();
      const port = openPort();
      send(port, [
        { ticket: 1, digests: [logDigest()] },
        { ticket: 2, digests: [] },
        { ticket: 3, digests: [eventDigest()] },
      ]);
      send(port, []);
      assert.deepEqual(await result(2), { ticket: 2, ok: true, outcomes: [] });
      assert.equal((await result(1)).ok, true);
      assert.equal((await result(3)).ok, true);
      port.close();
    });

    it('that the store cannot take fail alone, and the others are stored once', async () => {
      const { openPort, send, result, logs, stats, feed, projects } = await open({ feedClients: 1 });
      const port = openPort();
      const broken = { ...logDigest({ projectName: 'broken' }), timestampMs: Number.NaN };
      const batches: DigestBatch[] = [
        { ticket: 1, digests: [logDigest({ message: 'one' }), eventDigest()] },
        { ticket: 2, digests: [logDigest({ message: 'lost with its batch' }), broken] },
        { ticket: 3, digests: [logDigest({ message: 'three' }), eventDigest()] },
      ];
      send(port, batches);
      const results = await Promise.all([1, 2, 3].map(result));
      assert.deepEqual(
        results.map(({ ok }) => ok),
        [true, false, true],
      );
      assert.deepEqual(results[1], { ticket: 2, ok: false, code: 'internal' });
      assert.deepEqual(
        (await logs()).logs.map(({ message }) => message),
        ['three', 'one'],
      );
      assert.equal((await stats()).errorsLast24h, 2);
      assert.deepEqual(
        feed().map(({ type }) => type),
        ['new_log', 'new_error', 'new_log', 'new_event'],
      );
      assert.deepEqual(await projects(), ['shop']);
      port.close();
    });

    it('are committed before a call that was made after they arrived', async () => {
      const { store, openPort, send, result, onlyGroup, feedItems } = await open({ feedClients: 1 });
      const port = openPort();
      send(port, [{ ticket: 1, digests: [eventDigest()] }]);
      await result(1);
      await store.setStatus((await onlyGroup()).id, 'resolved');
      send(port, [{ ticket: 2, digests: [eventDigest()] }]);
      await result(2);
      const types = feedItems.map(({ json }) => json.slice(0, 22));
      assert.deepEqual(types, ['{"type":"new_error","p', '{"type":"status_change', '{"type":"new_event","p']);
      port.close();
    });

    it('that were posted before the store is closed are committed', async () => {
      const first = await open();
      const port = first.openPort();
      for (const ticket of times(50, (index) => index)) first.send(port, [{ ticket, digests: [eventDigest()] }]);
      // The port stays open at this end: closing must not wait for it.
      await first.store.close();
      const results = await Promise.all(times(50, first.result));
      assert.ok(results.every(({ ok }) => ok));
      const second = await open({ place: first.place });
      assert.equal((await second.onlyGroup()).count, 50);
      port.close();
    });
  });
}
