/** Milliseconds. Passed in where time matters, so that tests decide it. */
export type Clock = () => number;

/** Milliseconds since the epoch, as the machine believes them to be: may jump, either way and by years. */
export const systemClock: Clock = Date.now;

/** Milliseconds since the process began. Never jumps; on Linux and macOS it stands still while the machine sleeps. */
export const monotonicClock: Clock = () => performance.now();
