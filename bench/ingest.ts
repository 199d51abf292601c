// How much the daemon takes, and how long a call waits at half of that.

import { type Engine, type LoadReport, runLoad } from './load.js';
import { type BenchOptions, type Spread, say, shorten, toSpreads, toText } from './report.js';
import { makeTrialDir, readStoredCounts, type ServerCost, startDaemon, watchServer } from './servers.js';
import type { WorkKind } from './workload.js';

export interface IngestCase {
  readonly name: string;
  readonly kind: WorkKind;
  readonly connections: number;
  readonly engine: Engine;
}

export const HEADLINE_CASE: IngestCase = {
  name: 'events-batch-32',
  kind: 'event_batch',
  connections: 32,
  engine: 'raw',
};

/** So many connections that the daemon is never without a call to take. */
export const SATURATION_CASE: IngestCase = {
  name: 'events-batch-256',
  kind: 'event_batch',
  connections: 256,
  engine: 'raw',
};

/** Where the cost of a call is most of the cost of an event. */
export const SINGLE_CASE: IngestCase = { name: 'events-single-32', kind: 'event', connections: 32, engine: 'raw' };

const MAIN_CASES: readonly IngestCase[] = [HEADLINE_CASE, SATURATION_CASE];
/** The second load of a trial finds a daemon that is warm. */
const WARM_UP_AGAIN_SHARE = 0.3;

const CASES: readonly IngestCase[] = [
  HEADLINE_CASE,
  { name: 'events-batch-32-autocannon', kind: 'event_batch', connections: 32, engine: 'autocannon' },
  { name: 'events-batch-1', kind: 'event_batch', connections: 1, engine: 'raw' },
  SATURATION_CASE,
  SINGLE_CASE,
  { name: 'logs-single-32', kind: 'log', connections: 32, engine: 'raw' },
  { name: 'logs-batch-32', kind: 'log_batch', connections: 32, engine: 'raw' },
  { name: 'logs-batch-100-32', kind: 'log_100_batch', connections: 32, engine: 'raw' },
  { name: 'otlp-logs-batch-100-32', kind: 'otlp_100_batch', connections: 32, engine: 'raw' },
  { name: 'sentry-events-32', kind: 'sentry_event', connections: 32, engine: 'raw' },
  { name: 'sentry-events-gzip-32', kind: 'sentry_event_gzip', connections: 32, engine: 'raw' },
  { name: 'requests-single-32', kind: 'request', connections: 32, engine: 'raw' },
];

export interface IngestFigures extends IngestCase {
  readonly payloadBytes: number;
  readonly saturated: Record<string, Spread>;
  /** Empty for autocannon. Its `callsPerSecond` is the fixed rate. */
  readonly halfRate: Record<string, Spread>;
  /** Of the last trial. */
  readonly threads: ServerCost['cpu'];
}

/** Trials alternate: every case once, then every case again. */
export async function benchIngest(options: BenchOptions): Promise<{ cases: readonly IngestFigures[] }> {
  const trials = new Map<IngestCase, IngestTrial[]>(CASES.map((one) => [one, []]));
  for (let trial = 0; trial < options.trials; trial++) {
    for (const [one, done] of trials) {
      // Fixed rates are the raw generator's: the case beside it has that figure.
      const caseOptions = MAIN_CASES.includes(one) ? options : shorten(options);
      const result = await runIngestTrial(one, caseOptions, { hasHalfRate: one.engine === 'raw' });
      done.push(result);
      const { itemsPerSecond, callsPerSecond, generatorCores } = result.saturated.report;
      const latencyMs = result.halfRate?.report.latencyMs;
      const half = latencyMs && `; at half of it p50 ${toText(latencyMs.p50)} ms, p99 ${toText(latencyMs.p99)} ms`;
      say(
        `  ${one.name}: ${toText(itemsPerSecond)} records/s (${toText(callsPerSecond)} calls/s, generator ` +
          `${toText(generatorCores)} cores)${half ?? ''}`,
      );
    }
  }
  return { cases: [...trials].map(([one, done]) => toFigures(one, done)) };
}

interface Phase {
  readonly report: LoadReport;
  readonly cost: ServerCost;
}

export interface IngestTrial {
  readonly saturated: Phase;
  readonly halfRate: Phase | null;
  readonly bytesPerItem: number;
}

/**
 * A fresh daemon and database: saturation, a check that all that was acknowledged is stored, then half the rate. `flags` are
 * for the daemon, `program` is the Node that runs it.
 */
export async function runIngestTrial(
  one: IngestCase,
  options: BenchOptions,
  {
    hasHalfRate,
    flags = [],
    program,
  }: { readonly hasHalfRate: boolean; readonly flags?: readonly string[]; readonly program?: string },
): Promise<IngestTrial> {
  const { dir, remove } = makeTrialDir();
  try {
    const server = await startDaemon(
      dir,
      ['--retention-days', '0', '--max-db-size-mb', '0', ...flags],
      program === undefined ? {} : { program },
    );
    const { kind, connections, port, seconds } = { ...one, ...server, ...options };
    const load = { kind, connections, port, seconds };
    const run = async (engine: Engine, ratePerSecond: number | null): Promise<Phase> => {
      const seed = ratePerSecond === null ? 1 : 2;
      const warmUpSeconds = options.warmUpSeconds * (ratePerSecond === null ? 1 : WARM_UP_AGAIN_SHARE);
      const { result, cost } = await watchServer(server, () =>
        runLoad({ ...load, warmUpSeconds, engine, ratePerSecond, seed }),
      );
      return { report: result, cost };
    };
    const saturated = await run(one.engine, null);
    const bytesPerItem = await checkStored(one, server.port, saturated.report);
    const halfRate = hasHalfRate ? await run('raw', Math.max(1, saturated.report.callsPerSecond / 2)) : null;
    await server.stop();
    return { saturated, halfRate, bytesPerItem };
  } finally {
    remove();
  }
}

/** Every acknowledged record is stored, or the run is void. Resolves with the bytes a record takes in the file. */
async function checkStored(one: IngestCase, port: number, { acknowledgedItems }: LoadReport): Promise<number> {
  const { events, requests, logs, bytes } = await readStoredCounts(port);
  const stored = events + requests + logs;
  // autocannon cuts off what is under way at its end.
  const isWrong = one.engine === 'raw' ? stored !== acknowledgedItems : stored < acknowledgedItems;
  if (isWrong) throw new Error(`${one.name}: ${acknowledgedItems} records were acknowledged, ${stored} are stored`);
  return bytes / stored;
}

function toFigures(one: IngestCase, trials: readonly IngestTrial[]): IngestFigures {
  const halves = trials.flatMap(({ halfRate }) => (halfRate === null ? [] : [halfRate]));
  return {
    ...one,
    payloadBytes: trials[0]?.saturated.report.payloadBytes ?? 0,
    saturated: toSpreads(trials.map(({ saturated, bytesPerItem }) => ({ ...toNumbers(saturated), bytesPerItem }))),
    halfRate: toSpreads(halves.map(toNumbers)),
    threads: trials.at(-1)?.saturated.cost.cpu ?? null,
  };
}

/** The figures of one phase. */
export function toNumbers(phase: Phase): Record<string, number | null> {
  const { report, cost } = phase;
  const { itemsPerSecond, callsPerSecond, generatorCores, latencyMs } = report;
  return {
    itemsPerSecond,
    callsPerSecond,
    p50Ms: latencyMs.p50,
    p90Ms: latencyMs.p90,
    p99Ms: latencyMs.p99,
    p999Ms: latencyMs.p999,
    maxMs: latencyMs.max,
    generatorCores,
    serverCores: cost.cpu?.cores ?? null,
    cpuUsPerItem: toCpuUsPerItem(phase),
    rssPeakBytes: cost.rssPeakBytes,
    walPeakBytes: cost.walPeakBytes,
    bystanderP99Ms: cost.bystanderMs.p99,
    bystanderMaxMs: cost.bystanderMs.max,
  };
}

/** Microseconds of the daemon's processor time for a record, all of its threads. Null where the system does not tell it. */
export function toCpuUsPerItem({ report, cost }: Pick<Phase, 'report' | 'cost'>): number | null {
  return cost.cpu === null ? null : (cost.cpu.cores * 1e6) / report.itemsPerSecond;
}
