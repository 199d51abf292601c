import { LATER_MAX } from './limits.js';

/** Runs things a little later, without keeping the process alive for them. Nothing is lost: `settle` runs what waits. */
export class Later {
  readonly #waiting = new Map<() => void, NodeJS.Timeout>();

  /** Past the limit it runs at once. */
  add(run: () => void, delayMs: number): void {
    if (this.#waiting.size >= LATER_MAX) {
      run();
      return;
    }
    const timer = setTimeout(() => {
      this.#waiting.delete(run);
      run();
    }, delayMs);
    timer.unref();
    this.#waiting.set(run, timer);
  }

  /** Runs all that waits, in its order. */
  settle(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const [run, timer] of waiting) {
      clearTimeout(timer);
      run();
    }
  }
}
