import { strict as assert } from 'node:assert';
import type { BatchResult, DigestBatch } from '../../../src/messages.js';
import { eventDigest, logDigest, requestDigest } from '../../support/store-digests.js';
import { times } from '../../support/store-harness.js';
import type { Open } from './open.js';

const batchOf = (ticket: number, items: DigestBatch['items']): DigestBatch => ({ ticket, items, bodyRefused: false });

const isStored = ({ items }: BatchResult): boolean => items.every(({ kind }) => kind === 'stored');

export function describeDigests(open: Open): void {
  describe('digests from pool threads', () => {
    it('end in one result per ticket, with the outcomes in the order of the batch', async () => {
      const { openPort, send, result, logs, requests } = await open();
      const port = openPort();
      const digest = eventDigest();
      send(port, [batchOf(7, [digest, logDigest(), requestDigest(), digest])]);
      const answer = await result(7);
      assert.deepEqual(
        answer.items.map(({ kind }) => kind),
        ['stored', 'stored', 'stored', 'duplicate'],
      );
      const ids = answer.items.map((outcome) => ('id' in outcome ? outcome.id : ''));
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
        if (port !== undefined)
          send(port, [
            batchOf(
              ticket,
              times(5, () => eventDigest()),
            ),
          ]);
      }
      const results = await Promise.all(times(batchCount, result));
      assert.ok(results.every(isStored));
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
      send(port, [batchOf(1, [logDigest()]), batchOf(2, []), batchOf(3, [eventDigest()])]);
      send(port, []);
      assert.deepEqual(await result(2), { ticket: 2, items: [], bodyRefused: false });
      assert.ok(isStored(await result(1)));
      assert.ok(isStored(await result(3)));
      port.close();
    });

    it('come back with what the pool refused of them, in its place, and whole bodies that it refused', async () => {
      const { openPort, send, result, logs } = await open();
      const port = openPort();
      const refusal = { kind: 'rejected', reason: 'validation_failed', projectName: 'shop' } as const;
      const bug = { kind: 'dropped', reason: 'internal', projectName: null } as const;
      send(port, [
        batchOf(1, [refusal, logDigest(), bug]),
        batchOf(2, [refusal, bug]),
        { ticket: 3, items: [refusal], bodyRefused: true },
      ]);
      const [mixed, refused, unread] = await Promise.all([1, 2, 3].map(result));
      assert.deepEqual([mixed?.items[0], mixed?.items[1]?.kind, mixed?.items[2]], [refusal, 'stored', bug]);
      assert.deepEqual(refused, { ticket: 2, items: [refusal, bug], bodyRefused: false });
      assert.deepEqual(unread, { ticket: 3, items: [refusal], bodyRefused: true });
      assert.equal((await logs()).total, 1);
      port.close();
    });

    it('that the store cannot take fail alone, and the others are stored once', async () => {
      const { openPort, send, result, logs, stats, feed, projects } = await open({ feedClients: 1 });
      const port = openPort();
      const broken = { ...logDigest({ projectName: 'broken' }), timestampMs: Number.NaN };
      const batches: DigestBatch[] = [
        batchOf(1, [logDigest({ message: 'one' }), eventDigest()]),
        batchOf(2, [logDigest({ message: 'lost with its batch' }), broken]),
        batchOf(3, [logDigest({ message: 'three' }), eventDigest()]),
      ];
      send(port, batches);
      const results = await Promise.all([1, 2, 3].map(result));
      assert.deepEqual(results.map(isStored), [true, false, true]);
      assert.deepEqual(results[1]?.items, [
        { kind: 'dropped', reason: 'internal', projectName: 'shop' },
        { kind: 'dropped', reason: 'internal', projectName: 'broken' },
      ]);
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
      send(port, [batchOf(1, [eventDigest()])]);
      await result(1);
      await store.setStatus((await onlyGroup()).id, 'resolved');
      send(port, [batchOf(2, [eventDigest()])]);
      await result(2);
      const types = feedItems.map(({ json }) => json.slice(0, 22));
      assert.deepEqual(types, ['{"type":"new_error","p', '{"type":"status_change', '{"type":"new_event","p']);
      port.close();
    });

    it('that were posted before the store is closed are committed', async () => {
      const first = await open();
      const port = first.openPort();
      for (const ticket of times(50, (index) => index)) first.send(port, [batchOf(ticket, [eventDigest()])]);
      // The port stays open at this end: closing must not wait for it.
      await first.store.close();
      const results = await Promise.all(times(50, first.result));
      assert.ok(results.every(isStored));
      const second = await open({ place: first.place });
      assert.equal((await second.onlyGroup()).count, 50);
      port.close();
    });
  });
}
