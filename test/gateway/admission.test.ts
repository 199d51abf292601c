import assert from 'node:assert/strict';
import { Admission } from '../../src/gateway/admission.js';
import {
  INGEST_BODY_BYTES_MAX,
  INGEST_BURST_MS,
  INGEST_CALL_WORK_BYTES,
  INGEST_CALM_MS,
  INGEST_IN_FLIGHT_BYTES_MAX,
  INGEST_IN_FLIGHT_CALLS_MAX,
  INGEST_QUEUE_WORK_BYTES_MAX,
} from '../../src/limits.js';

/** A batch of 1,000 events as clients send them. */
const LARGE_BATCH_BYTES = 2_800_000;

/** An admission whose clock stands still until it is set. */
function openTimed(): { admission: Admission; clock: { nowMs: number } } {
  const clock = { nowMs: 1000 };
  return { admission: new Admission(() => clock.nowMs), clock };
}

/** One call that fills the queue to the byte. */
function fillQueue(admission: Admission): number {
  assert.ok(admission.openCall());
  const byteCount = INGEST_QUEUE_WORK_BYTES_MAX - INGEST_CALL_WORK_BYTES;
  assert.ok(admission.addBytes(byteCount));
  return byteCount;
}

describe('admission', () => {
  it('takes as many calls as the limit, not one more, and again when one is over', () => {
    const admission = new Admission();
    for (let count = 0; count < INGEST_IN_FLIGHT_CALLS_MAX; count += 1) assert.ok(admission.openCall());
    assert.equal(admission.openCall(), false);
    admission.closeCall(0);
    assert.equal(admission.openCall(), true);
    assert.equal(admission.callCount, INGEST_IN_FLIGHT_CALLS_MAX);
  });

  it('takes as many bytes as the limit, not one more, and again when a call is over', () => {
    const admission = new Admission();
    assert.ok(admission.openCall());
    assert.equal(admission.addBytes(INGEST_IN_FLIGHT_BYTES_MAX), true);
    assert.equal(admission.addBytes(1), false);
    admission.closeCall(INGEST_IN_FLIGHT_BYTES_MAX);
    assert.equal(admission.addBytes(1), true);
  });

  it('finds the queue full at its bound and not a byte below, once the burst is over', () => {
    const { admission, clock } = openTimed();
    const byteCount = fillQueue(admission);
    assert.equal(admission.isQueueFull(), false);
    clock.nowMs += INGEST_BURST_MS;
    assert.equal(admission.isQueueFull(), true);
    admission.closeCall(byteCount);
    assert.ok(admission.openCall());
    assert.ok(admission.addBytes(byteCount - 1));
    assert.equal(admission.isQueueFull(), false);
  });

  it('counts a call without bytes as work', () => {
    const { admission, clock } = openTimed();
    const callCount = INGEST_QUEUE_WORK_BYTES_MAX / INGEST_CALL_WORK_BYTES;
    for (let count = 0; count < callCount; count += 1) assert.ok(admission.openCall());
    assert.equal(admission.isQueueFull(), false);
    clock.nowMs += INGEST_BURST_MS;
    assert.equal(admission.isQueueFull(), true);
    admission.closeCall(0);
    assert.equal(admission.isQueueFull(), false);
  });

  it('lets a burst past the bound until its time is over', () => {
    const { admission, clock } = openTimed();
    fillQueue(admission);
    assert.equal(admission.isQueueFull(), false);
    clock.nowMs += INGEST_BURST_MS - 1;
    assert.equal(admission.isQueueFull(), false);
    clock.nowMs += 1;
    assert.equal(admission.isQueueFull(), true);
  });

  it('allows the next burst when the queue has not been full for a while, and not before', () => {
    const { admission, clock } = openTimed();
    fillQueue(admission);
    assert.equal(admission.isQueueFull(), false);
    clock.nowMs += INGEST_BURST_MS;
    assert.equal(admission.isQueueFull(), true);
    clock.nowMs += INGEST_CALM_MS;
    assert.equal(admission.isQueueFull(), true, 'the queue was full a calm time ago');
    clock.nowMs += INGEST_CALM_MS + 1;
    assert.equal(admission.isQueueFull(), false);
  });

  it('takes a body of the largest size and a burst of large batches when nothing was under way', () => {
    for (const byteCount of [INGEST_BODY_BYTES_MAX, LARGE_BATCH_BYTES]) {
      const { admission } = openTimed();
      for (let left = INGEST_IN_FLIGHT_BYTES_MAX; left >= byteCount; left -= byteCount) {
        assert.equal(admission.isQueueFull(), false);
        assert.ok(admission.openCall());
        assert.ok(admission.addBytes(byteCount));
      }
    }
  });
});
