import {
  INGEST_CALL_WORK_BYTES,
  INGEST_IN_FLIGHT_BYTES_MAX,
  INGEST_IN_FLIGHT_CALLS_MAX,
  INGEST_QUEUE_CALLS_MIN,
  INGEST_QUEUE_WORK_BYTES_MAX,
} from '../limits.js';

/**
 * What is let in. Two bounds: one on the memory of all calls that are being read or wait for their commit, which nothing
 * exceeds, and a lower one on the work that waits, because a call behind more of it is answered too late to be of use.
 * What is still being read is no such work: it waits for its sender, and slow senders must not make an idle daemon full.
 */
export class Admission {
  #callCount = 0;
  #byteCount = 0;
  #queuedCallCount = 0;
  #queuedByteCount = 0;

  /**
   * Whether another ingest call would wait too long. Asked before `openCall` for calls that go through the queue; a
   * command does not. A few large calls never fill it: they are one client's, who knows that they take their time.
   */
  isQueueFull(): boolean {
    const work = this.#queuedByteCount + this.#queuedCallCount * INGEST_CALL_WORK_BYTES;
    return work >= INGEST_QUEUE_WORK_BYTES_MAX && this.#queuedCallCount >= INGEST_QUEUE_CALLS_MIN;
  }

  /** An open call has all its bytes, and waits for its commit from now on. */
  enterQueue(byteCount: number): void {
    this.#queuedCallCount += 1;
    this.#queuedByteCount += byteCount;
  }

  /** Before `closeCall`, of a call that has entered. */
  leaveQueue(byteCount: number): void {
    this.#queuedCallCount -= 1;
    this.#queuedByteCount -= byteCount;
  }

  /** Admits a call, or refuses it because too many are under way. */
  openCall(): boolean {
    if (this.#callCount >= INGEST_IN_FLIGHT_CALLS_MAX) return false;
    this.#callCount += 1;
    return true;
  }

  /** Admits more bytes of an open call. */
  addBytes(byteCount: number): boolean {
    if (this.#byteCount + byteCount > INGEST_IN_FLIGHT_BYTES_MAX) return false;
    this.#byteCount += byteCount;
    return true;
  }

  /** Gives back a call and all bytes admitted for it. */
  closeCall(byteCount: number): void {
    this.#callCount -= 1;
    this.#byteCount -= byteCount;
  }

  get callCount(): number {
    return this.#callCount;
  }

  /** Of all calls that are not answered, read or not. */
  get byteCount(): number {
    return this.#byteCount;
  }

  get queuedCallCount(): number {
    return this.#queuedCallCount;
  }

  get queuedByteCount(): number {
    return this.#queuedByteCount;
  }
}
