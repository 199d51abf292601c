// How often the log is written back in a row.

import { CHECKPOINT_PAGES_LEFT, CHECKPOINT_PASSES_MAX } from '../limits.js';

/**
 * `pass` writes back what is in the log and tells how many pages of it that makes in all. Each pass takes what was committed
 * during the one before, so they become shorter, down to what an fsync takes. One that wrote nothing had its way barred by a
 * reader.
 */
export function runPasses(pass: () => number): void {
  let before = pass();
  for (let passes = 1; passes < CHECKPOINT_PASSES_MAX; passes += 1) {
    const written = pass();
    if (written - before <= CHECKPOINT_PAGES_LEFT) break;
    before = written;
  }
}
