import assert from 'node:assert/strict';
import { Admission } from '../../src/gateway/admission.js';
import {
  INGEST_BODY_BYTES_MAX,
  INGEST_CALL_WORK_BYTES,
  INGEST_IN_FLIGHT_BYTES_MAX,
  INGEST_IN_FLIGHT_CALLS_MAX,
  INGEST_QUEUE_CALLS_MIN,
  INGEST_QUEUE_RESERVE_BYTES,
  INGEST_QUEUE_WORK_BYTES_MAX,
  INGEST_RESERVE_BYTES,
  INGEST_RESERVE_CALLS,
} from '../../src/limits.js';

/** A batch of 1,000 events as clients send them. */
const LARGE_BATCH_BYTES = 2_800_000;

/** So many calls that wait for their commit, the first of them with all the bytes. */
function queueCalls(callCount: number, byteCount: number): Admission {
  const admission = openCalls(callCount, byteCount);
  admission.enterQueue(byteCount);
  for (let count = 1; count < callCount; count += 1) admission.enterQueue(0);
  return admission;
}

/** So many calls whose bodies are being read. */
function openCalls(callCount: number, byteCount: number): Admission {
  const admission = new Admission();
  for (let count = 0; count < callCount; count += 1) assert.ok(admission.openCall());
  assert.ok(admission.addBytes(byteCount));
  return admission;
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

  it('finds the queue full at its bound and not a byte below', () => {
    const byteCount = INGEST_QUEUE_WORK_BYTES_MAX - INGEST_QUEUE_CALLS_MIN * INGEST_CALL_WORK_BYTES;
    assert.equal(queueCalls(INGEST_QUEUE_CALLS_MIN, byteCount).isQueueFull(), true);
    assert.equal(queueCalls(INGEST_QUEUE_CALLS_MIN, byteCount - 1).isQueueFull(), false);
  });

  it('finds it full of calls without bytes, and no more when one is over', () => {
    const admission = queueCalls(INGEST_QUEUE_WORK_BYTES_MAX / INGEST_CALL_WORK_BYTES, 0);
    assert.equal(admission.isQueueFull(), true);
    admission.leaveQueue(0);
    assert.equal(admission.isQueueFull(), false);
    admission.enterQueue(0);
    assert.equal(admission.isQueueFull(), true);
  });

  it('does not find it full of fewer calls than the least, however large', () => {
    assert.equal(queueCalls(INGEST_QUEUE_CALLS_MIN - 1, INGEST_IN_FLIGHT_BYTES_MAX).isQueueFull(), false);
    assert.equal(queueCalls(INGEST_QUEUE_CALLS_MIN, INGEST_IN_FLIGHT_BYTES_MAX).isQueueFull(), true);
  });

  it('does not find it full of calls that are still being read', () => {
    assert.equal(openCalls(INGEST_QUEUE_CALLS_MIN, INGEST_IN_FLIGHT_BYTES_MAX).isQueueFull(), false);
    assert.equal(openCalls(INGEST_IN_FLIGHT_CALLS_MAX, 0).isQueueFull(), false);
  });

  it('takes a body of the largest size and a burst of large batches', () => {
    for (const byteCount of [INGEST_BODY_BYTES_MAX, LARGE_BATCH_BYTES]) {
      const admission = new Admission();
      for (let left = INGEST_IN_FLIGHT_BYTES_MAX; left >= byteCount; left -= byteCount) {
        assert.equal(admission.isQueueFull(), false);
        assert.ok(admission.openCall());
        assert.ok(admission.addBytes(byteCount));
        admission.enterQueue(byteCount);
      }
    }
  });

  describe('of a quiet sender beside a noisy one', () => {
    it('takes its calls up to the reserve, and none of the noisy one', () => {
      const admission = openCalls(INGEST_IN_FLIGHT_CALLS_MAX, 0);
      for (let count = 0; count < INGEST_RESERVE_CALLS; count += 1) assert.ok(admission.openCall('quiet'));
      assert.equal(admission.openCall('quiet'), false);
      assert.equal(admission.openCall(), false);
    });

    it('takes its bytes up to the reserve, and none of the noisy one', () => {
      const admission = openCalls(1, INGEST_IN_FLIGHT_BYTES_MAX);
      assert.ok(admission.openCall('quiet'));
      assert.equal(admission.addBytes(1), false);
      assert.equal(admission.addBytes(INGEST_RESERVE_BYTES, 'quiet'), true);
      assert.equal(admission.addBytes(1, 'quiet'), false);
    });

    it('finds the queue full past the reserve', () => {
      const full = INGEST_QUEUE_WORK_BYTES_MAX - INGEST_QUEUE_CALLS_MIN * INGEST_CALL_WORK_BYTES;
      for (const [byteCount, isFull] of [
        [full, false],
        [full + INGEST_QUEUE_RESERVE_BYTES - 1, false],
        [full + INGEST_QUEUE_RESERVE_BYTES, true],
      ] as const) {
        const admission = queueCalls(INGEST_QUEUE_CALLS_MIN, byteCount);
        assert.equal(admission.isQueueFull('quiet'), isFull);
        assert.equal(admission.isQueueFull(), true);
      }
    });

    it('refuses it as well when it holds its equal share', () => {
      const admission = openCalls(1, INGEST_IN_FLIGHT_BYTES_MAX / 2);
      assert.ok(admission.openCall('quiet'));
      assert.ok(admission.addBytes(INGEST_IN_FLIGHT_BYTES_MAX / 2, 'quiet'));
      assert.equal(admission.addBytes(1, 'quiet'), false);
      // A third one has a third.
      assert.ok(admission.openCall('third'));
      assert.equal(admission.addBytes(1, 'third'), true);
    });

    it('forgets a sender with its last call', () => {
      const admission = openCalls(1, 0);
      assert.ok(admission.openCall('quiet'));
      admission.closeCall(0, 'quiet');
      assert.equal(admission.addBytes(INGEST_IN_FLIGHT_BYTES_MAX), true);
      assert.equal(admission.addBytes(1), false);
    });
  });
});
