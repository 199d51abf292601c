// Twice what the daemon can take: what it accepts, how fast, how it refuses the rest, and how soon it is itself again.

import { SATURATION_CASE } from './ingest.js';
import { type LoadReport, runLoad } from './load.js';
import { toRecovery } from './recovery.js';
import { type BenchOptions, type Spread, say, toSpreads, toText } from './report.js';
import {
  type BenchServer,
  makeTrialDir,
  readOutcomes,
  readStoredCounts,
  type ServerCost,
  startDaemon,
  watchServer,
} from './servers.js';
import { WORKLOAD } from './workload.js';

const KEEP_ALL = ['--retention-days', '0', '--max-db-size-mb', '0'];
const { kind: KIND, connections: SATURATION_CONNECTIONS } = SATURATION_CASE;
const OVERLOAD_FACTOR = 2;
/** Enough that a call which is due finds one free, however many wait for their answer. */
const FLOOD_CONNECTIONS = 1024;

/** Single events beside the flood, from well before it to well after. */
const TRICKLE = { kind: 'event', ratePerSecond: 100, connections: 64, warmUpSeconds: 0.5 } as const;
const CALM_SECONDS = 1.5;
/** What the flood's process takes at most until it sends its first call. */
const FLOOD_START_SECONDS = 2;
const AFTER_SECONDS = 2;

export interface BackpressureFigures {
  readonly overloadFactor: number;
  readonly connections: number;
  readonly figures: Record<string, Spread>;
  /** Of the last trial: both sides' counts of the calls and events of all loads, which agree or the run is void. */
  readonly balance: Balance;
  /** Of the last trial, during the flood. */
  readonly threads: ServerCost['cpu'];
}

/** Each trial measures its own saturation: the overload is twice what the daemon took a moment before. */
export async function benchBackpressure(options: BenchOptions): Promise<BackpressureFigures> {
  const trials: Trial[] = [];
  for (let trial = 0; trial < options.trials; trial++) {
    const result = await runTrial(options);
    trials.push(result);
    sayTrial(result.numbers);
  }
  const last = trials.at(-1);
  if (last === undefined) throw new Error('nothing was measured');
  return {
    overloadFactor: OVERLOAD_FACTOR,
    connections: FLOOD_CONNECTIONS,
    figures: toSpreads(trials.map(({ numbers }) => numbers)),
    balance: last.balance,
    threads: last.threads,
  };
}

interface Trial {
  readonly numbers: Record<string, number | null>;
  readonly balance: Balance;
  readonly threads: ServerCost['cpu'];
}

async function runTrial(options: BenchOptions): Promise<Trial> {
  const { dir, remove } = makeTrialDir();
  try {
    const server = await startDaemon(dir, KEEP_ALL);
    const { warmUpSeconds, seconds } = options;
    const load = { engine: 'raw', kind: KIND, port: server.port, warmUpSeconds, seconds } as const;
    const saturated = await runLoad({ ...load, connections: SATURATION_CONNECTIONS, ratePerSecond: null, seed: 1 });
    const ratePerSecond = OVERLOAD_FACTOR * saturated.callsPerSecond;
    const [trickle, { result: flood, cost }] = await runFlood(server, { ratePerSecond, options });
    const balance = await readBalance(server.port, [saturated, flood, trickle]);
    await server.stop();
    const floodFromMs = flood.endedAtMs - (warmUpSeconds + seconds) * 1000;
    const recovery = toRecovery(trickle.samples, { fromMs: floodFromMs, toMs: flood.endedAtMs });
    return {
      balance,
      threads: cost.cpu,
      numbers: {
        ...toNumbers(saturated, flood),
        ...recovery,
        rssPeakBytes: cost.rssPeakBytes,
        walPeakBytes: cost.walPeakBytes,
      },
    };
  } finally {
    remove();
  }
}

/** The trickle runs alone first, then beside the flood, then alone again. */
async function runFlood(
  server: BenchServer,
  { ratePerSecond, options }: { ratePerSecond: number; options: BenchOptions },
): Promise<[LoadReport, { result: LoadReport; cost: ServerCost }]> {
  const { warmUpSeconds, seconds } = options;
  const { port } = server;
  const trickle = runLoad({
    ...TRICKLE,
    engine: 'raw',
    port,
    seconds: CALM_SECONDS + FLOOD_START_SECONDS + warmUpSeconds + seconds + AFTER_SECONDS,
    seed: 2,
    allowsRefusals: true,
    keepsSamples: true,
  });
  const connections = FLOOD_CONNECTIONS;
  const job = { engine: 'raw', kind: KIND, port, connections, ratePerSecond, warmUpSeconds, seconds } as const;
  const flood = sleep(TRICKLE.warmUpSeconds + CALM_SECONDS).then(() =>
    watchServer(server, () => runLoad({ ...job, seed: 3, allowsRefusals: true })),
  );
  return await Promise.all([trickle, flood]);
}

function toNumbers(saturated: LoadReport, flood: LoadReport): Record<string, number> {
  return {
    saturatedItemsPerSecond: saturated.itemsPerSecond,
    offeredItemsPerSecond: saturated.itemsPerSecond * OVERLOAD_FACTOR,
    acceptedItemsPerSecond: flood.itemsPerSecond,
    refusedItemsPerSecond: flood.refused.callsPerSecond * WORKLOAD.batchItemCount,
    acceptedP50Ms: flood.latencyMs.p50,
    acceptedP99Ms: flood.latencyMs.p99,
    acceptedMaxMs: flood.latencyMs.max,
    refusedP50Ms: flood.refused.latencyMs.p50,
    refusedP99Ms: flood.refused.latencyMs.p99,
    lateCalls: flood.lateCalls,
    generatorCores: flood.generatorCores,
  };
}

interface Balance {
  readonly sentCalls: number;
  readonly acceptedEvents: number;
  readonly refusedCalls: number;
  readonly daemonStored: number;
  /** A refused call is one item: nobody has looked at its body. */
  readonly daemonDropped: number;
  readonly storedRows: number;
}

/** Rejects when a call or an event is missing on one of the three sides: the generators, the daemon's counts, the rows. */
async function readBalance(port: number, loads: readonly LoadReport[]): Promise<Balance> {
  const sum = (read: (load: LoadReport) => number): number => loads.reduce((total, load) => total + read(load), 0);
  const outcomes = await readOutcomes(port);
  const balance: Balance = {
    sentCalls: sum((load) => load.sentCalls),
    acceptedEvents: sum((load) => load.acknowledgedItems),
    refusedCalls: sum((load) => load.refused.callsInAll),
    daemonStored: outcomes.stored,
    daemonDropped: outcomes.dropped.queue_full ?? 0,
    storedRows: (await readStoredCounts(port)).events,
  };
  const acceptedCalls = sum((load) => load.acknowledgedCalls);
  const { acceptedEvents, refusedCalls, daemonStored, daemonDropped, storedRows } = balance;
  const isEven =
    balance.sentCalls === acceptedCalls + refusedCalls &&
    acceptedEvents === daemonStored &&
    acceptedEvents === storedRows &&
    refusedCalls === daemonDropped &&
    outcomes.received === daemonStored + daemonDropped;
  if (!isEven) throw new Error(`the counts do not agree: ${JSON.stringify({ ...balance, acceptedCalls, outcomes })}`);
  return balance;
}

function sayTrial(numbers: Readonly<Record<string, number | null>>): void {
  const show = (name: string): string => toText(numbers[name] ?? 0);
  say(
    `  saturated ${show('saturatedItemsPerSecond')} events/s; at twice that ${show('acceptedItemsPerSecond')} accepted ` +
      `(p50 ${show('acceptedP50Ms')} ms, p99 ${show('acceptedP99Ms')} ms, max ${show('acceptedMaxMs')} ms), ` +
      `${show('refusedItemsPerSecond')} refused (p99 ${show('refusedP99Ms')} ms), ${show('lateCalls')} calls late`,
  );
  say(
    `  afterwards: first accepted after ${show('firstAcceptedAfterMs')} ms, as before after ${show('recoveredAfterMs')} ms; ` +
      `RSS peak ${toText((numbers.rssPeakBytes ?? 0) / 2 ** 20)} MB`,
  );
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000);
  });
}
