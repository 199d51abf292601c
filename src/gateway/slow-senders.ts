/** A body that is being read. */
export interface ReadBody {
  /** Of the bytes that have come. */
  readonly byteCount: number;
}

export interface SlowSendersOptions<B extends ReadBody> {
  readonly windowMs: number;
  /** What a sender must bring in each window. */
  readonly windowBytesMin: number;
  /** In milliseconds; never goes back. */
  readonly clock: () => number;
  /** Called once for a body whose sender did not; it is watched no longer. */
  readonly onSlow: (body: B) => void;
}

interface Window {
  startMs: number;
  startByteCount: number;
}

const LOOKS_PER_WINDOW = 4;

/**
 * Finds the senders that hold room and bring nothing. By windows, not by the average: a sender that brings most of a large
 * body at once could otherwise keep it for minutes.
 */
export class SlowSenders<B extends ReadBody> {
  readonly #options: SlowSendersOptions<B>;
  readonly #windows = new Map<B, Window>();
  #timer: NodeJS.Timeout | null = null;
  #lookedAtMs = 0;

  constructor(options: SlowSendersOptions<B>) {
    this.#options = options;
  }

  watch(body: B): void {
    const nowMs = this.#options.clock();
    this.#windows.set(body, { startMs: nowMs, startByteCount: body.byteCount });
    if (this.#timer !== null) return;
    this.#lookedAtMs = nowMs;
    this.#timer = setInterval(() => {
      this.#look();
    }, this.#options.windowMs / LOOKS_PER_WINDOW).unref();
  }

  /** The body has come, or nobody waits for it any more. */
  leave(body: B): void {
    this.#windows.delete(body);
  }

  #look(): void {
    // Only here, and not when the last body is left: most bodies come at once, and a timer for each would cost more.
    if (this.#windows.size === 0 && this.#timer !== null) {
      clearInterval(this.#timer);
      this.#timer = null;
    }
    const { windowMs, windowBytesMin, clock, onSlow } = this.#options;
    const nowMs = clock();
    // A look that comes late says that we were slow: what was sent meanwhile has not been read.
    const wereSlow = nowMs - this.#lookedAtMs > windowMs / 2;
    this.#lookedAtMs = nowMs;
    for (const [body, window] of this.#windows) {
      if (!wereSlow && nowMs - window.startMs < windowMs) continue;
      if (!wereSlow && body.byteCount - window.startByteCount < windowBytesMin) {
        this.#windows.delete(body);
        onSlow(body);
      } else {
        window.startMs = nowMs;
        window.startByteCount = body.byteCount;
      }
    }
  }
}
