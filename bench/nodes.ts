// The daemon on the versions of Node that people run, each with the gateway and the SQLite that it chooses there.

import { fileURLToPath } from 'node:url';
import { PACKAGE_ROOT } from '../src/package.js';
import { HEADLINE_CASE, type IngestTrial, runIngestTrial, toCpuUsPerItem } from './ingest.js';
import { type BenchOptions, type Spread, say, toSpread, toText } from './report.js';

interface NodeFigures {
  readonly version: string;
  /** Records a second. */
  readonly rate: Spread;
  /** Of the rate of the Node that runs the benchmark, in the same round. */
  readonly ratio: Spread;
  /** Microseconds of the daemon's processor time that an event takes; without trials where there is no `/proc`. */
  readonly cpuUsPerItem: Spread;
  /** Milliseconds, at saturation. */
  readonly p99Ms: Spread;
}

export interface NodesFigures {
  readonly nodes: readonly NodeFigures[];
}

interface NodeProgram {
  readonly version: string;
  readonly program: string;
}

/** One round after the other, the versions in turn; every second round goes through them backwards. */
export async function benchNodes(options: BenchOptions): Promise<NodesFigures> {
  const nodes = await findNodes();
  const rounds: ReadonlyMap<NodeProgram, IngestTrial>[] = [];
  for (let trial = 0; trial < options.trials; trial++) {
    const round = new Map<NodeProgram, IngestTrial>();
    for (const node of trial % 2 === 0 ? nodes : nodes.toReversed()) {
      const result = await runIngestTrial(HEADLINE_CASE, options, {
        hasHalfRate: false,
        // That it takes the portable gateway here is a warning, and would void the trial.
        flags: ['--log-level', 'error'],
        program: node.program,
      });
      round.set(node, result);
      say(`  Node ${node.version}: ${toText(result.saturated.report.itemsPerSecond)} records/s`);
    }
    rounds.push(round);
  }
  return { nodes: nodes.map((node) => toFigures(node, nodes[0] ?? node, rounds)) };
}

/** The Node that runs this, and those that `npm test` installs. */
async function findNodes(): Promise<NodeProgram[]> {
  const root = fileURLToPath(PACKAGE_ROOT);
  const scripts = new URL('scripts/other-nodes.mjs', PACKAGE_ROOT);
  const { installNode, OTHER_NODES } = (await import(scripts.href)) as {
    readonly installNode: (root: string, major: string) => string | null;
    readonly OTHER_NODES: readonly string[];
  };
  const others = OTHER_NODES.flatMap((version) => {
    const program = installNode(root, version);
    if (program === null) say(`  Node ${version}: there is no package of it for this system`);
    return program === null ? [] : [{ version, program }];
  });
  return [{ version: process.version.replace(/^v(\d+).*/, '$1'), program: process.execPath }, ...others];
}

function toFigures(
  node: NodeProgram,
  first: NodeProgram,
  rounds: readonly ReadonlyMap<NodeProgram, IngestTrial>[],
): NodeFigures {
  const trialsOf = (one: NodeProgram): IngestTrial[] => rounds.flatMap((round) => round.get(one) ?? []);
  const rates = trialsOf(node).map(rateOf);
  const ofFirst = trialsOf(first).map(rateOf);
  return {
    version: node.version,
    rate: toSpread(rates),
    ratio: toSpread(rates.map((rate, index) => rate / (ofFirst[index] ?? rate))),
    cpuUsPerItem: toSpread(trialsOf(node).flatMap(({ saturated }) => toCpuUsPerItem(saturated) ?? [])),
    p99Ms: toSpread(trialsOf(node).map(({ saturated }) => saturated.report.latencyMs.p99)),
  };
}

function rateOf({ saturated }: IngestTrial): number {
  return saturated.report.itemsPerSecond;
}
