// What a team would write instead: Express and better-sqlite3, one statement after the other.

import { HEADLINE_CASE, type IngestCase, runIngestTrial, SATURATION_CASE, toNumbers } from './ingest.js';
import { type LoadReport, runLoad } from './load.js';
import { type BenchOptions, type Spread, say, toSpread, toSpreads, toText } from './report.js';
import { makeTrialDir, readFileBytesOf, type ServerCost, startExpress, watchServer } from './servers.js';

/** Both servers at one number of connections. */
interface ExpressCaseFigures {
  readonly daemon: Spread;
  readonly express: Spread;
  readonly ratio: Spread;
  /** Of the Express server. */
  readonly saturated: Record<string, Spread>;
}

export interface ExpressFigures extends ExpressCaseFigures {
  /** With as many connections as the daemon saturates best at, for both. Older results lack it. */
  readonly many?: ExpressCaseFigures & { readonly connections: number };
}

interface Pair {
  readonly daemonRate: number;
  readonly express: Record<string, number | null>;
}

/** Alternates the two, so that the ratio is of trials that lie side by side. */
export async function benchBaselineExpress(options: BenchOptions): Promise<ExpressFigures> {
  const few: Pair[] = [];
  const many: Pair[] = [];
  for (let trial = 0; trial < options.trials; trial++) {
    few.push(await runPair(HEADLINE_CASE, options));
    many.push(await runPair(SATURATION_CASE, options));
  }
  return { ...toFigures(few), many: { connections: SATURATION_CASE.connections, ...toFigures(many) } };
}

async function runPair(one: IngestCase, options: BenchOptions): Promise<Pair> {
  const { report, cost, bytesPerItem } = await runExpressTrial(one, options);
  const { saturated } = await runIngestTrial(one, options, { hasHalfRate: false });
  const daemonRate = saturated.report.itemsPerSecond;
  say(
    `  ${one.connections} connections: daemon ${toText(daemonRate)}, express ${toText(report.itemsPerSecond)} events/s`,
  );
  return { daemonRate, express: { ...toNumbers({ report, cost }), bytesPerItem } };
}

function toFigures(pairs: readonly Pair[]): ExpressCaseFigures {
  const rates = pairs.map(({ express }) => express.itemsPerSecond ?? 1);
  return {
    daemon: toSpread(pairs.map(({ daemonRate }) => daemonRate)),
    express: toSpread(rates),
    ratio: toSpread(pairs.map(({ daemonRate }, trial) => daemonRate / (rates[trial] ?? 1))),
    saturated: toSpreads(pairs.map(({ express }) => express)),
  };
}

interface ExpressTrial {
  readonly report: LoadReport;
  readonly cost: ServerCost;
  readonly bytesPerItem: number;
}

async function runExpressTrial(
  { kind, connections }: IngestCase,
  { seconds, warmUpSeconds }: BenchOptions,
): Promise<ExpressTrial> {
  const { dir, remove } = makeTrialDir();
  try {
    const server = await startExpress(dir);
    const { port } = server;
    const { result: report, cost } = await watchServer(server, () =>
      runLoad({ engine: 'raw', kind, connections, port, ratePerSecond: null, warmUpSeconds, seconds, seed: 1 }),
    );
    await server.stop();
    return { report, cost, bytesPerItem: readFileBytesOf(server) / report.acknowledgedItems };
  } finally {
    remove();
  }
}
