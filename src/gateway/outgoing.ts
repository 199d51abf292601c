import type { Clock } from '../clock.js';
import { ANSWER_MS_MAX, OUTGOING_BYTES_MAX, OUTGOING_STALL_MS } from '../limits.js';
import type { TransportResponse } from './transport/transport.js';

/** How often answers are looked at that nobody takes. */
const WATCH_MS = 1000;

/** An answer that its reader has not taken whole. */
export interface WaitingAnswer {
  /** The connection is gone, or the answer is. Gives the bytes back; called again, does nothing. */
  end(): void;
}

interface Waiting {
  readonly startedAtMs: number;
  movedAtMs: number;
  readonly close: () => void;
}

/**
 * The budget of everything that waits to be read by somebody else: answers, and what the feed has sent and its clients
 * have not read. What waits is held once, here, and handed to the system as it takes it.
 */
export class Outgoing {
  readonly #clock: Clock;
  readonly #waiting = new Set<Waiting>();
  #bytes = 0;
  #watch: NodeJS.Timeout | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Bytes that wait. */
  get bytes(): number {
    return this.#bytes;
  }

  hasRoom(bytes: number): boolean {
    return this.#bytes + bytes <= OUTGOING_BYTES_MAX;
  }

  /** Counts bytes that wait from now on, or (below 0) no longer. */
  add(bytes: number): void {
    this.#bytes += bytes;
  }

  /**
   * Sends the rest of a body whose `tryEnd` has left some, as the reader takes it. The connection is closed at once when
   * there is no room, and later when the reader takes nothing for `OUTGOING_STALL_MS` or is not done in `ANSWER_MS_MAX`.
   */
  sendRest(response: TransportResponse, body: string | Uint8Array): WaitingAnswer | null {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    if (!this.hasRoom(bytes.length)) {
      response.close();
      return null;
    }
    const nowMs = this.#clock();
    const waiting: Waiting = { startedAtMs: nowMs, movedAtMs: nowMs, close: () => void response.close() };
    this.#waiting.add(waiting);
    this.#bytes += bytes.length;
    const end = (): void => {
      if (this.#waiting.delete(waiting)) this.#bytes -= bytes.length;
    };
    response.onWritable((offset) => {
      waiting.movedAtMs = this.#clock();
      const [isTaken, isOver] = response.tryEnd(bytes.subarray(offset), bytes.length);
      if (isOver) end();
      return isTaken;
    });
    this.#watch ??= setInterval(() => {
      this.closeStalled();
    }, WATCH_MS).unref();
    return { end };
  }

  /** Closes the connections whose readers are too slow. */
  closeStalled(): void {
    const nowMs = this.#clock();
    // A copy, because closing ends the answer, which changes the set.
    for (const { startedAtMs, movedAtMs, close } of [...this.#waiting]) {
      if (nowMs - movedAtMs >= OUTGOING_STALL_MS || nowMs - startedAtMs >= ANSWER_MS_MAX) close();
    }
    if (this.#waiting.size > 0 || this.#watch === null) return;
    clearInterval(this.#watch);
    this.#watch = null;
  }
}
