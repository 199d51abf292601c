import {
  INGEST_BURST_MS,
  INGEST_CALL_WORK_BYTES,
  INGEST_CALM_MS,
  INGEST_IN_FLIGHT_BYTES_MAX,
  INGEST_IN_FLIGHT_CALLS_MAX,
  INGEST_QUEUE_WORK_BYTES_MAX,
} from '../limits.js';

/**
 * What is let in. Two bounds on the calls that are being read or wait for their commit: one on memory, which nothing
 * exceeds, and a lower one on the work that stands in the queue, because a call that waits behind more of it is answered
 * too late to be of use. A daemon that was not loaded takes a burst past the second one.
 */
export class Admission {
  readonly #nowMs: () => number;
  #callCount = 0;
  #byteCount = 0;
  /** When the queue was last found full, and when the burst began that filled it. */
  #fullAtMs = -Infinity;
  #burstAtMs = -Infinity;

  /** The clock must not jump: with a wall clock set back, a burst would not end. */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /**
   * Whether another ingest call would wait too long. Asked before `openCall` for calls that go through the queue; a
   * command does not.
   */
  isQueueFull(): boolean {
    const work = this.#byteCount + this.#callCount * INGEST_CALL_WORK_BYTES;
    return work >= INGEST_QUEUE_WORK_BYTES_MAX && !this.#isBurst();
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

  /** Whether the full queue is that of a burst: the first moments after the queue has not been full for a while. */
  #isBurst(): boolean {
    const nowMs = this.#nowMs();
    if (nowMs - this.#fullAtMs > INGEST_CALM_MS) this.#burstAtMs = nowMs;
    this.#fullAtMs = nowMs;
    return nowMs - this.#burstAtMs < INGEST_BURST_MS;
  }
}
