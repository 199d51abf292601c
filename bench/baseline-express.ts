// What a team would write instead: Express and better-sqlite3, one statement after the other.

import { HEADLINE_CASE, runIngestTrial, toNumbers } from './ingest.js';
import { type LoadReport, runLoad } from './load.js';
import { type BenchOptions, type Spread, say, toSpread, toSpreads, toText } from './report.js';
import { makeTrialDir, readFileBytesOf, type ServerCost, startExpress, watchServer } from './servers.js';

export interface ExpressFigures {
  readonly daemon: Spread;
  readonly express: Spread;
  readonly ratio: Spread;
  readonly saturated: Record<string, Spread>;
}

/** Alternates the two, so that the ratio is of trials that lie side by side. */
export async function benchBaselineExpress(options: BenchOptions): Promise<ExpressFigures> {
  const daemon: number[] = [];
  const express: Record<string, number | null>[] = [];
  for (let trial = 0; trial < options.trials; trial++) {
    const { report, cost, bytesPerItem } = await runExpressTrial(options);
    express.push({ ...toNumbers({ report, cost }), bytesPerItem });
    const { saturated } = await runIngestTrial(HEADLINE_CASE, options, { hasHalfRate: false });
    daemon.push(saturated.report.itemsPerSecond);
    say(`  daemon ${toText(saturated.report.itemsPerSecond)}, express ${toText(report.itemsPerSecond)} events/s`);
  }
  const rates = express.map((trial) => trial.itemsPerSecond ?? 1);
  return {
    daemon: toSpread(daemon),
    express: toSpread(rates),
    ratio: toSpread(daemon.map((rate, trial) => rate / (rates[trial] ?? 1))),
    saturated: toSpreads(express),
  };
}

interface ExpressTrial {
  readonly report: LoadReport;
  readonly cost: ServerCost;
  readonly bytesPerItem: number;
}

async function runExpressTrial({ seconds, warmUpSeconds }: BenchOptions): Promise<ExpressTrial> {
  const { dir, remove } = makeTrialDir();
  try {
    const server = await startExpress(dir);
    const { kind, connections } = HEADLINE_CASE;
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
