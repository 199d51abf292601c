import { GATHER_MS, GATHERED_MAX, LATER_MAX } from './limits.js';
import { clearTimeout, setTimeout } from './own-timers.js';

/** Runs things a little later, without keeping the process alive for them. Nothing is lost: `settle` runs what waits. */
export class Later {
  readonly #waiting = new Map<() => void, NodeJS.Timeout>();
  /** What waits for the next turn alone, with one timer for all. */
  #soon: (() => void)[] = [];
  /** What a busy server has for every request, and nobody waits for. */
  #gathered: (() => void)[] = [];
  #gathering: NodeJS.Timeout | undefined;

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

  /** Runs it together with others of its kind, and after what was added for the next turn. */
  gather(run: () => void): void {
    const count = this.#gathered.push(run);
    if (count >= GATHERED_MAX) this.#runGathered();
    else if (this.#gathering === undefined) {
      this.#gathering = setTimeout(() => {
        this.#runGathered();
      }, GATHER_MS).unref();
    }
  }

  /** Runs all that waits: first what would have run first. What that leaves for later waits. */
  settle(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    this.#runGathered();
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

  #runGathered(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const gathered = this.#gathered;
    this.#gathered = [];
    this.#runSoon();
    for (const run of gathered) run();
  }

  #runSoon(): void {
    const soon = this.#soon;
    this.#soon = [];
    for (const run of soon) run();
  }
}
