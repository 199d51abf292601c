// What the clock on the wall showed at a moment of the process's own clock.

import { WALL_LOOK_MS } from './limits.js';
import { nowMs } from './own-timers.js';

interface Clocks {
  /** Milliseconds since 1970, whole. */
  readonly wall: () => number;
  /** Milliseconds since the process began. */
  readonly own: () => number;
}

/** Looks at the wall once in a while, not at each request: a clock that was set, or a machine that slept, is told of within that time. */
export class WallClock {
  readonly #clocks: Clocks;
  #aheadMs = 0;
  #lookAtMs = Number.NEGATIVE_INFINITY;

  constructor(clocks: Clocks = { wall: () => Date.now(), own: nowMs }) {
    this.#clocks = clocks;
  }

  /** `ownMs` is a moment of the process's own clock. Whole milliseconds. */
  at(ownMs: number): number {
    if (ownMs >= this.#lookAtMs) {
      const now = this.#clocks.own();
      this.#aheadMs = this.#clocks.wall() - now;
      this.#lookAtMs = now + WALL_LOOK_MS;
    }
    return Math.round(this.#aheadMs + ownMs);
  }
}
