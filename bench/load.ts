// A load as the benchmarks order it, and what came of it. The generator runs in a process of its own.

import { askModule } from './child-processes.js';
import type { LatencySummary } from './latencies.js';
import type { WorkKind } from './workload.js';

/** `raw` is bench/generator.ts; `autocannon` is for loads that it keeps up with. */
export type Engine = 'raw' | 'autocannon';

export interface LoadJob {
  readonly engine: Engine;
  readonly port: number;
  readonly kind: WorkKind;
  readonly connections: number;
  /**
   * Calls a second, sent at fixed times whether or not earlier ones have been answered; latency counts from the time
   * a call was due. Null: each connection sends its next call when it has its answer, and nothing is due.
   */
  readonly ratePerSecond: number | null;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** Unique among the loads on one database. */
  readonly seed: number;
  /** With it, an interim report every so many seconds. */
  readonly intervalSeconds?: number;
  /** Counts answers with 503 and `Retry-After` instead of ending with the first of them. */
  readonly allowsRefusals?: boolean;
  /** Reports every call that was measured: for trickles, not for floods. */
  readonly keepsSamples?: boolean;
}

/** One call of a trickle. */
export interface LoadSample {
  /** Milliseconds of the epoch at which it was due. */
  readonly dueAtMs: number;
  readonly isAccepted: boolean;
  readonly latencyMs: number;
}

/** Calls that were answered with 503, in the time measured unless it says otherwise. */
export interface RefusalReport {
  readonly calls: number;
  readonly callsPerSecond: number;
  readonly latencyMs: LatencySummary;
  /** Warm-up included. */
  readonly callsInAll: number;
}

export interface LoadReport {
  readonly engine: Engine;
  readonly seconds: number;
  readonly calls: number;
  readonly callsPerSecond: number;
  readonly itemsPerSecond: number;
  /** Mean body of a call. */
  readonly payloadBytes: number;
  readonly latencyMs: LatencySummary;
  /** Records whose calls were answered with success, warm-up included. */
  readonly acknowledgedItems: number;
  readonly acknowledgedCalls: number;
  readonly refused: RefusalReport;
  /** Calls sent, warm-up included: as many as were accepted and refused. */
  readonly sentCalls: number;
  /** Calls that waited for a free connection when they were due, warm-up included: none, or the rate was throttled. */
  readonly lateCalls: number;
  /** Milliseconds of the epoch at which the load ended. */
  readonly endedAtMs: number;
  /** Empty unless the job keeps them. */
  readonly samples: readonly LoadSample[];
  /** Cores that the generator used. At 1 it measures itself. */
  readonly generatorCores: number;
}

export interface LoadInterval {
  readonly atSeconds: number;
  readonly callsPerSecond: number;
  readonly latencyMs: LatencySummary;
}

/** Answers that come later than this after the last call was due are timeouts. */
export const DRAIN_TIMEOUT_MS = 10_000;
const OVERHEAD_MS = 20_000;

/** Rejects when any call failed, timed out, or had another answer than the job allows: such a run is void. */
export function runLoad(job: LoadJob, onInterval?: (interval: LoadInterval) => void): Promise<LoadReport> {
  const timeoutMs = (job.warmUpSeconds + job.seconds) * 1000 + DRAIN_TIMEOUT_MS + OVERHEAD_MS;
  return askModule<LoadReport>(
    'generator',
    { ...job },
    {
      timeoutMs,
      onProgress: (value) => onInterval?.(value as LoadInterval),
    },
  );
}
