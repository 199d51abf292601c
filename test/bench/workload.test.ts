import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
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

  for (const kind of ['sentry_event', 'sentry_event_gzip'] as const) {
    it(`has the events of ${kind} in envelopes of some 4 KB, whole after each use, every id once`, () => {
      const bodies = makeBodies({ kind, seed: 3, count: 500 });
      const stamper = openStamper();
      const ids = new Set<string>();
      let byteCount = 0;
      for (const body of [...bodies, ...bodies]) {
        stamper.stamp(body);
        const bytes = kind === 'sentry_event' ? body.bytes : gunzipSync(body.bytes);
        const [head = '', item = '', payload = ''] = bytes.toString().split('\n');
        assert.equal((JSON.parse(item) as { length: number }).length, Buffer.byteLength(payload));
        ids.add((JSON.parse(head) as { event_id: string }).event_id);
        byteCount += bytes.length;
      }
      assert.equal(ids.size, 1000);
      for (const id of ids) assert.match(id, /^[0-9a-f]{32}$/);
      assert.ok(byteCount / 1000 > 3900 && byteCount / 1000 < 4300, String(byteCount / 1000));
    });
  }

  it('has events of some 2.8 KB', () => {
    const bodies = makeBodies({ kind: 'event', seed: 3, count: 500 });
    const mean = bodies.reduce((sum, body) => sum + body.bodyByteCount, 0) / bodies.length;
    assert.ok(mean > 2600 && mean < 3000, String(mean));
  });
});
