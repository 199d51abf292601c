import { LATER_MAX } from './limits.js';

/** Runs things a little later, without keeping the process alive for them. Nothing is lost: `settle` runs what waits. */
export class Later {
  readonly #waiting = new Map<() => void, NodeJS.Timeout>();
  /** What waits for the next turn alone, with one timer for all: a busy server has some for every request. */
  #soon: (() => void)[] = [];

  /** Past the limit it runs at once. */
  add(run: () => void, delayMs: number): void {
    if (this.#waiting.size + this.#soon.length >= LATER_MAX) run();
    else if (delayMs > 0) this.#wait(run, delayMs);
    else if (this.#soon.push(run) === 1) {
      setTimeout(() => {
        this.#runSoon();
      }, 0).unref();
    }
  }

  /** Runs all that waits: first what would have run first. What that leaves for later waits. */
  settle(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    this.#runSoon();
    for (const [run, timer] of waiting) {
      clearTimeout(timer);
      run();
    }
  }

  #wait(run: () => void, delayMs: number): void {
    const timer = setTimeout(() => {
      this.#waiting.delete(run);
      run();
    }, delayMs);
    timer.unref();
    this.#waiting.set(run, timer);
  }

  #runSoon(): void {
    const soon = this.#soon;
    this.#soon = [];
    for (const run of soon) run();
  }
}
