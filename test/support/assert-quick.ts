import assert from 'node:assert/strict';

const RUNS_MAX = 5;

/**
 * Fails when work that takes a small part of the limit, unless its cost explodes with its input, takes more processor time
 * each time it is tried. Not the time of a clock: that of a busy machine goes to others. The best of some runs, because
 * what else runs in the process counts as well.
 */
export function assertQuick(limitMs: number, work: () => void, what = 'the work'): void {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS_MAX && leastMs >= limitMs; run += 1) leastMs = Math.min(leastMs, processorMs(work));
  assert.ok(leastMs < limitMs, `${what} took at least ${leastMs} ms of processor time in each of ${RUNS_MAX} runs`);
}

/** Processor time that the process has used while `work` ran, in ms. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
