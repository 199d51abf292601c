import assert from 'node:assert/strict';
import { makeBodies, openStamper, toStampedId, WORKLOAD } from '../../bench/workload.js';
import type { EventPayload } from '../../schemas/event.js';

const STAMPED = 2000;

describe('the workload of the benchmarks', () => {
  it('is the same for the same seed', () => {
    const make = () => makeBodies({ kind: 'event_batch', seed: 3, count: 4 }).map(({ bytes }) => bytes.toString());
    assert.deepEqual(make(), make());
  });

  it('sends every event id once, however often a body is used', () => {
    const bodies = makeBodies({ kind: 'event_batch', seed: 3, count: 4 });
    const stamper = openStamper();
    const ids = new Set<string>();
    for (let use = 0; use < STAMPED / WORKLOAD.batchItemCount; use++) {
      const body = bodies[use % bodies.length];
      assert.ok(body);
      stamper.stamp(body);
      for (const { eventId } of JSON.parse(body.bytes.toString()) as EventPayload[]) ids.add(eventId ?? '');
    }
    assert.equal(ids.size, STAMPED);
  });

  it('tells the id of a record by its number', () => {
    const [body] = makeBodies({ kind: 'event', seed: 3, count: 1 });
    assert.ok(body);
    const stamper = openStamper();
    for (let seq = 0; seq < 3; seq++) {
      stamper.stamp(body);
      const { eventId } = JSON.parse(body.bytes.toString()) as EventPayload;
      assert.ok(eventId?.endsWith(toStampedId(seq)));
    }
  });

  it('has events of some 2.8 KB', () => {
    const bodies = makeBodies({ kind: 'event', seed: 3, count: 500 });
    const mean = bodies.reduce((sum, body) => sum + body.bodyByteCount, 0) / bodies.length;
    assert.ok(mean > 2600 && mean < 3000, String(mean));
  });
});
