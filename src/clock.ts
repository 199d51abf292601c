/** Milliseconds since the epoch. Passed in where time matters, so that tests decide it. */
export type Clock = () => number;

export const systemClock: Clock = Date.now;
