import type { IngestCall } from '../../src/messages.js';
import type { DigestPool } from '../../src/workers/pool.js';

type Submit = Pick<DigestPool, 'submit' | 'buffers'>;

/** A digest pool with a gate in front of it, so that a test decides when calls reach the threads, or that they never do. */
export class PoolGate implements Submit {
  readonly buffers: DigestPool['buffers'];
  readonly #pool: Submit;
  readonly #onLost: (tickets: readonly number[]) => void;
  readonly #waiting: IngestCall[] = [];
  readonly #submitWaiters: (() => void)[] = [];
  submittedCount = 0;
  /** While true, calls wait for `release`. */
  holding = false;

  constructor(pool: Submit, onLost: (tickets: readonly number[]) => void) {
    this.#pool = pool;
    this.buffers = pool.buffers;
    this.#onLost = onLost;
  }

  submit(call: IngestCall): void {
    this.submittedCount += 1;
    if (this.holding) this.#waiting.push(call);
    else this.#pool.submit(call);
    for (const resolve of this.#submitWaiters.splice(0)) resolve();
  }

  /** Resolves when this many calls have been submitted since the start. */
  async submitted(count: number): Promise<void> {
    while (this.submittedCount < count) {
      await new Promise<void>((resolve) => {
        this.#submitWaiters.push(resolve);
      });
    }
  }

  /** Hands what waits to the pool and holds no longer. */
  release(): void {
    this.holding = false;
    for (const call of this.#waiting.splice(0)) this.#pool.submit(call);
  }

  /** Reports what waits as lost, as the pool does with the calls of a thread that ends, and holds no longer. */
  lose(): void {
    this.holding = false;
    this.#onLost(this.#waiting.splice(0).map((call) => call.ticket));
  }
}
