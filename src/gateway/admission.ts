import {
  INGEST_CALL_WORK_BYTES,
  INGEST_IN_FLIGHT_BYTES_MAX,
  INGEST_IN_FLIGHT_CALLS_MAX,
  INGEST_QUEUE_CALLS_MIN,
  INGEST_QUEUE_RESERVE_BYTES,
  INGEST_QUEUE_WORK_BYTES_MAX,
  INGEST_RESERVE_BYTES,
  INGEST_RESERVE_CALLS,
} from '../limits.js';

/** What the calls of one sender hold, or those of all. */
class Holding {
  callCount = 0;
  byteCount = 0;
  queuedCallCount = 0;
  queuedByteCount = 0;

  add(callCount: number, byteCount: number): void {
    this.callCount += callCount;
    this.byteCount += byteCount;
  }

  addQueued(callCount: number, byteCount: number): void {
    this.queuedCallCount += callCount;
    this.queuedByteCount += byteCount;
  }

  get work(): number {
    return this.queuedByteCount + this.queuedCallCount * INGEST_CALL_WORK_BYTES;
  }
}

/** Of commands, which are few and small. */
const COMMANDS = '';

interface Bound {
  readonly max: number;
  readonly reserve: number;
}

const CALLS: Bound = { max: INGEST_IN_FLIGHT_CALLS_MAX, reserve: INGEST_RESERVE_CALLS };
const BYTES: Bound = { max: INGEST_IN_FLIGHT_BYTES_MAX, reserve: INGEST_RESERVE_BYTES };
const WORK: Bound = { max: INGEST_QUEUE_WORK_BYTES_MAX, reserve: INGEST_QUEUE_RESERVE_BYTES };

/**
 * What is let in. Two bounds: one on the memory of all calls that are being read or wait for their commit, which nothing
 * exceeds, and a lower one on the work that waits, because a call behind more of it is answered too late to be of use.
 * What is still being read is no such work: it waits for its sender, and slow senders must not make an idle daemon full.
 *
 * One sender alone may fill each of them. Beyond each lies a reserve for senders that hold less than their equal share of it,
 * so that a noisy one is refused before a quiet one. Senders are told apart by a key; those without a call are forgotten.
 */
export class Admission {
  readonly #all = new Holding();
  readonly #senders = new Map<string, Holding>();

  /**
   * Whether another ingest call would wait too long. Asked before `openCall` for calls that go through the queue; a
   * command does not. A few large calls never fill it: they are one client's, who knows that they take their time.
   */
  isQueueFull(sender = COMMANDS): boolean {
    if (this.#all.queuedCallCount < INGEST_QUEUE_CALLS_MIN) return false;
    // The call itself is work: at the bound exactly there is no room for it.
    return !this.#hasRoom(WORK, sender, (held) => held.work + 1);
  }

  /** An open call has all its bytes, and waits for its commit from now on. */
  enterQueue(byteCount: number, sender = COMMANDS): void {
    this.#all.addQueued(1, byteCount);
    this.#holdingOf(sender).addQueued(1, byteCount);
  }

  /** Before `closeCall`, of a call that has entered. */
  leaveQueue(byteCount: number, sender = COMMANDS): void {
    this.#all.addQueued(-1, -byteCount);
    this.#holdingOf(sender).addQueued(-1, -byteCount);
  }

  /** Admits a call, or refuses it because too many are under way. */
  openCall(sender = COMMANDS): boolean {
    if (!this.#hasRoom(CALLS, sender, (held) => held.callCount + 1)) return false;
    this.#all.add(1, 0);
    this.#holdingOf(sender).add(1, 0);
    return true;
  }

  /** Admits more bytes of an open call. */
  addBytes(byteCount: number, sender = COMMANDS): boolean {
    if (!this.#hasRoom(BYTES, sender, (held) => held.byteCount + byteCount)) return false;
    this.#all.add(0, byteCount);
    this.#holdingOf(sender).add(0, byteCount);
    return true;
  }

  /** Gives back a call and all bytes admitted for it. */
  closeCall(byteCount: number, sender = COMMANDS): void {
    const own = this.#holdingOf(sender);
    this.#all.add(-1, -byteCount);
    own.add(-1, -byteCount);
    if (own.callCount <= 0) this.#senders.delete(sender);
  }

  get callCount(): number {
    return this.#all.callCount;
  }

  /** `toUse` is what would be held of the bound with the new call or bytes. */
  #hasRoom({ max, reserve }: Bound, sender: string, toUse: (held: Holding) => number): boolean {
    const total = toUse(this.#all);
    if (total <= max) return true;
    if (total > max + reserve) return false;
    const own = this.#senders.get(sender);
    const senderCount = this.#senders.size + (own === undefined ? 1 : 0);
    return senderCount > 1 && toUse(own ?? new Holding()) <= max / senderCount;
  }

  #holdingOf(sender: string): Holding {
    const known = this.#senders.get(sender);
    if (known !== undefined) return known;
    const held = new Holding();
    this.#senders.set(sender, held);
    return held;
  }

  /** Of all calls that are not answered, read or not. */
  get byteCount(): number {
    return this.#all.byteCount;
  }

  get queuedCallCount(): number {
    return this.#all.queuedCallCount;
  }

  get queuedByteCount(): number {
    return this.#all.queuedByteCount;
  }
}
