// What the client libraries cost the application that they watch.

import { askModule } from './child-processes.js';
import type { CallReport, ClientJob, QueueReport } from './clients-job.js';
import { openConnection } from './http-connection.js';
import { Latencies, type LatencySummary } from './latencies.js';
import { type BenchOptions, type Spread, say, toSpreads, toText } from './report.js';
import { makeTrialDir, startDaemon, startWatched, watchServer } from './servers.js';

const OVERHEAD_MS = 60_000;
/** Nobody listens there. */
const AWAY = 'http://127.0.0.1:9';

export interface ClientsFigures {
  readonly node: {
    /** Inside of the client during one request without an error; `without` is the empty hooks. Microseconds. */
    readonly request: Pair;
    /** Inside of `captureError`. Microseconds. */
    readonly error: Record<string, Spread>;
    /** A route of Express that answers one request after the other. */
    readonly server: Pair;
    /** Filled while the daemon is away. */
    readonly fullQueue: Record<string, Spread>;
  };
}

interface Pair {
  readonly with: Record<string, Spread>;
  readonly without: Record<string, Spread>;
  /** The difference of trials that lie side by side. */
  readonly overhead: Record<string, Spread>;
}

type Trial = Readonly<Record<string, number>>;

/** With and without the client alternate, each in a fresh process. */
export async function benchClients(options: BenchOptions): Promise<ClientsFigures> {
  const { dir, remove } = makeTrialDir();
  try {
    const daemon = await startDaemon(dir, ['--retention-days', '0', '--max-db-size-mb', '0']);
    const url = `http://127.0.0.1:${daemon.port}`;
    const node = {
      request: await measurePair(options, (daemonUrl) => measureCalls('request', options, daemonUrl), url),
      error: toSpreads(await repeat(options, () => measureCalls('error', options, url))),
      server: await measurePair(options, (daemonUrl) => measureServer(dir, options, daemonUrl), url),
      fullQueue: toSpreads(await repeat(options, () => measureQueue(options))),
    };
    await daemon.stop();
    tell(node);
    return { node };
  } finally {
    remove();
  }
}

type Measure = (daemonUrl: string | null) => Promise<Trial>;

async function measurePair(options: BenchOptions, measure: Measure, url: string): Promise<Pair> {
  const trials = await repeat(options, async () => ({ without: await measure(null), with: await measure(url) }));
  const toOverhead = (trial: (typeof trials)[number]): Trial =>
    Object.fromEntries(Object.entries(trial.with).map(([name, value]) => [name, value - (trial.without[name] ?? 0)]));
  return {
    with: toSpreads(trials.map((trial) => trial.with)),
    without: toSpreads(trials.map((trial) => trial.without)),
    overhead: toSpreads(trials.map(toOverhead)),
  };
}

async function repeat<T>({ trials }: BenchOptions, measure: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let trial = 0; trial < trials; trial++) results.push(await measure());
  return results;
}

async function measureCalls(
  kind: ClientJob['kind'],
  { seconds, warmUpSeconds }: BenchOptions,
  daemonUrl: string | null,
): Promise<Trial> {
  const { us, cpuUs } = await ask<CallReport>({ kind, daemonUrl, seconds, warmUpSeconds });
  return { ...toTrial(us, 'Us'), cpuUs };
}

async function measureQueue(options: BenchOptions): Promise<Trial> {
  return { ...(await ask<QueueReport>({ ...options, kind: 'queue', daemonUrl: AWAY })) };
}

function ask<T>({ kind, daemonUrl, seconds, warmUpSeconds }: ClientJob): Promise<T> {
  const timeoutMs = (seconds + warmUpSeconds) * 1000 + OVERHEAD_MS;
  return askModule<T>('clients-job', { kind, daemonUrl, seconds, warmUpSeconds }, { timeoutMs });
}

async function measureServer(dir: string, options: BenchOptions, daemonUrl: string | null): Promise<Trial> {
  const server = await startWatched(dir, daemonUrl);
  await callFor(server.port, options.warmUpSeconds);
  const { result, cost } = await watchServer(server, () => callFor(server.port, options.seconds));
  await server.stop();
  return {
    ...toTrial(result, 'Ms'),
    callsPerSecond: result.count / options.seconds,
    cpuUs: ((cost.cpu?.cores ?? 0) * options.seconds * 1e6) / Math.max(1, result.count),
  };
}

/** One call after the other on one connection, timed one by one. */
async function callFor(port: number, seconds: number): Promise<LatencySummary> {
  const request = Buffer.from(
    `GET /orders/7?page=2 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUser-Agent: bench\r\nAccept: application/json\r\n\r\n`,
  );
  const latencies = new Latencies();
  let settle: { resolve(): void; reject(error: Error): void } | undefined;
  const connection = await openConnection(port, {
    answer: () => settle?.resolve(),
    failed: (reason) => settle?.reject(new Error(reason)),
  });
  const endsAtMs = performance.now() + seconds * 1000;
  while (performance.now() < endsAtMs) {
    const startedAtMs = performance.now();
    await new Promise<void>((resolve, reject) => {
      settle = { resolve, reject };
      connection.send(request);
    });
    latencies.add(performance.now() - startedAtMs);
  }
  settle = undefined;
  connection.close();
  return latencies.summary();
}

function toTrial({ mean, p50, p99, p999 }: LatencySummary, unit: 'Us' | 'Ms'): Trial {
  return { [`mean${unit}`]: mean, [`p50${unit}`]: p50, [`p99${unit}`]: p99, [`p999${unit}`]: p999 };
}

function tell({ request, error, server, fullQueue }: ClientsFigures['node']): void {
  const median = (spreads: Record<string, Spread>, name: string): string => toText(spreads[name]?.median ?? Number.NaN);
  say(
    `  request without an error: p50 ${median(request.with, 'p50Us')} µs, p99 ${median(request.with, 'p99Us')} µs inside of the client`,
  );
  say(
    `  server: ${median(server.overhead, 'cpuUs')} µs of processor time more for a request, delivery included; ` +
      `p50 ${median(server.overhead, 'p50Ms')} ms, p99 ${median(server.overhead, 'p99Ms')} ms more`,
  );
  say(
    `  captureError: p50 ${median(error, 'p50Us')} µs, p99 ${median(error, 'p99Us')} µs; ${median(error, 'cpuUs')} µs with delivery`,
  );
  say(`  full queue: ${median(fullQueue, 'queuedCount')} records, ${median(fullQueue, 'heapBytes')} bytes of heap`);
}
