// When a daemon that was overloaded is itself again, by a trickle of calls that ran all along. Pure.

import type { LoadSample } from './load.js';
import { toSpread } from './report.js';

/** A calm call may take this many times the slowest hundredth of those before, or the floor. */
const CALM_FACTOR = 2;
/** One commit that waits for the disk is not an overload. */
const CALM_MS_MIN = 25;
/** So many calls in a row are calm, and the daemon has recovered with the first of them. */
const CALM_CALLS = 10;

export interface Recovery {
  /** Median and slowest hundredth of the trickle before the overload. */
  readonly beforeP50Ms: number;
  readonly beforeP99Ms: number;
  /** From the end of the overload to the first call that was sent after it and accepted, answer included. */
  readonly firstAcceptedAfterMs: number;
  /** From the end of the overload until calls are accepted, and answered as fast as before. */
  readonly recoveredAfterMs: number;
}

/** Rejects a trickle that does not cover the time before and after, or in which the daemon never recovers. */
export function toRecovery(
  samples: readonly LoadSample[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Recovery {
  const inOrder = [...samples].sort((one, other) => one.dueAtMs - other.dueAtMs);
  const before = inOrder.filter(({ dueAtMs }) => dueAtMs < fromMs);
  const latencies = before.map(({ latencyMs }) => latencyMs).sort((one, other) => one - other);
  const beforeP99Ms = latencies[Math.ceil(latencies.length * 0.99) - 1];
  if (beforeP99Ms === undefined) throw new Error('no call of the trickle was answered before the overload');
  const calmMs = Math.max(CALM_FACTOR * beforeP99Ms, CALM_MS_MIN);
  const after = inOrder.filter(({ dueAtMs }) => dueAtMs >= toMs);
  const isCalm = ({ isAccepted, latencyMs }: LoadSample): boolean => isAccepted && latencyMs <= calmMs;
  const recovered = after.find((_, at) => {
    const next = after.slice(at, at + CALM_CALLS);
    return next.length === CALM_CALLS && next.every(isCalm);
  });
  const accepted = after.find(({ isAccepted }) => isAccepted);
  if (accepted === undefined || recovered === undefined) throw new Error('the daemon did not recover');
  return {
    beforeP50Ms: toSpread(latencies).median,
    beforeP99Ms,
    firstAcceptedAfterMs: accepted.dueAtMs + accepted.latencyMs - toMs,
    recoveredAfterMs: recovered.dueAtMs - toMs,
  };
}
