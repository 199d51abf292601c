// The time that retention by age goes by. The machine's clock may be wrong by weeks for a while, and what was deleted in
// that while is gone, so a clock that has advanced more than time has passed is believed only after a while.

import type { Clock } from './clock.js';
import { CLOCK_AGREEMENT_MS, CLOCK_QUIET_MS, CLOCK_TOLERANCE_MS } from './limits.js';

export interface RetentionClockOptions {
  readonly wall: Clock;
  readonly monotonic: Clock;
  /** What both said when the daemon started. */
  readonly start: { readonly wallMs: number; readonly monotonicMs: number };
  /** When the newest record was received that was there at the start; null when there was none. */
  readonly newestMs: number | null;
  /** The clock is ahead by so much of what has passed, and is not believed for now. Called once for each such jump. */
  readonly onDoubt: (aheadMs: number) => void;
}

/** A jump that is not believed yet: what the clock was ahead of the monotonic one, and since when it has been. */
interface Doubt {
  readonly offsetMs: number;
  readonly sinceMs: number;
}

/**
 * Milliseconds since the epoch: those of the wall clock, but after a jump ahead those of the clock before it, running on,
 * until the wall clock has kept its pace for `CLOCK_AGREEMENT_MS`. A machine that slept looks the same, and only deletes
 * an hour later. A step back is believed at once, because it deletes less.
 */
export function openRetentionClock(options: RetentionClockOptions): Clock {
  const { wall, monotonic, start, newestMs, onDoubt } = options;
  // A daemon that was away for long has no other witness than what it stored last.
  const isQuiet = newestMs !== null && start.wallMs - newestMs > CLOCK_QUIET_MS;
  let anchor = { ...start, ...(isQuiet && { wallMs: newestMs }) };
  let doubt: Doubt | null = null;
  return () => {
    const wallMs = wall();
    const monotonicMs = monotonic();
    const expectedMs = anchor.wallMs + monotonicMs - anchor.monotonicMs;
    const believe = (): number => {
      anchor = { wallMs, monotonicMs };
      doubt = null;
      return wallMs;
    };
    if (wallMs <= expectedMs + CLOCK_TOLERANCE_MS) return believe();
    const offsetMs = wallMs - monotonicMs;
    if (doubt === null || Math.abs(offsetMs - doubt.offsetMs) > CLOCK_TOLERANCE_MS) {
      doubt = { offsetMs, sinceMs: monotonicMs };
      onDoubt(wallMs - expectedMs);
    }
    return monotonicMs - doubt.sinceMs >= CLOCK_AGREEMENT_MS ? believe() : expectedMs;
  };
}
