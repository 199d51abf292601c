// Timers and the clock of this library, taken once: the suites of an application put others in the places of the global ones,
// and nothing that waits for those would ever be delivered.

import { performance } from 'node:perf_hooks';
import * as timers from 'node:timers';

// As they are now: a suite may put others into these modules too.
export const { setTimeout, clearTimeout, setImmediate } = timers;

/** Milliseconds since the process began. */
export const nowMs = performance.now.bind(performance);
