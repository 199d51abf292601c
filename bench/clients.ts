// What the client libraries cost the application that they watch.

import { askModule } from './child-processes.js';
import type { CallReport, ClientJob, QueueReport } from './clients-job.js';
import { measureRoute, type RouteFigures } from './clients-route.js';
import type { LatencySummary } from './latencies.js';
import { type BenchOptions, type Spread, say, toSpreads, toText } from './report.js';
import { makeTrialDir, startDaemon } from './servers.js';

const OVERHEAD_MS = 60_000;
/** Nobody listens there. */
const AWAY = 'http://127.0.0.1:9';

export interface ClientsFigures {
  readonly node: {
    /** Inside of the client during one request without an error; `without` is the empty hooks. Microseconds. */
    readonly request: Pair;
    /** Inside of `captureError`. Microseconds. */
    readonly error: Record<string, Spread>;
    /** A hot route of Express. */
    readonly route: RouteFigures;
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
      route: await measureRoute(dir, options, daemon),
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
  return { ...toTrial(us), cpuUs };
}

async function measureQueue(options: BenchOptions): Promise<Trial> {
  return { ...(await ask<QueueReport>({ ...options, kind: 'queue', daemonUrl: AWAY })) };
}

function ask<T>({ kind, daemonUrl, seconds, warmUpSeconds }: ClientJob): Promise<T> {
  const timeoutMs = (seconds + warmUpSeconds) * 1000 + OVERHEAD_MS;
  return askModule<T>('clients-job', { kind, daemonUrl, seconds, warmUpSeconds }, { timeoutMs });
}

function toTrial({ mean, p50, p99, p999 }: LatencySummary): Trial {
  return { meanUs: mean, p50Us: p50, p99Us: p99, p999Us: p999 };
}

function tell({ request, error, route, fullQueue }: ClientsFigures['node']): void {
  const median = (spreads: Record<string, Spread>, name: string): string => toText(spreads[name]?.median ?? Number.NaN);
  say(
    `  request without an error: p50 ${median(request.with, 'p50Us')} µs, p99 ${median(request.with, 'p99Us')} µs inside of the client`,
  );
  for (const [headers, { overhead, without }] of Object.entries(route)) {
    say(
      `  route of Express, ${headers} headers: ${toText(overhead.median)} µs of processor time more for a request, delivery ` +
        `included (${toText(overhead.min)} to ${toText(overhead.max)}), on ${toText(without.median)} µs`,
    );
  }
  say(
    `  captureError: p50 ${median(error, 'p50Us')} µs, p99 ${median(error, 'p99Us')} µs; ${median(error, 'cpuUs')} µs with delivery`,
  );
  say(`  full queue: ${median(fullQueue, 'queuedCount')} records, ${median(fullQueue, 'heapBytes')} bytes of heap`);
}
