// Two daemons of one build that differ in their flags, alternating: what one choice costs.

import { type IngestCase, type IngestTrial, runIngestTrial } from './ingest.js';
import { type BenchOptions, type Spread, say, toSpread, toText } from './report.js';

/** A daemon of a pair. */
export interface Side {
  readonly name: string;
  readonly flags: readonly string[];
}

export interface PairFigures {
  /** Of the case. */
  readonly name: string;
  /** Records a second, of the first and of the second daemon. */
  readonly rates: readonly [Spread, Spread];
  /** Of the second rate to the first, of trials that lie side by side. */
  readonly ratio: Spread;
  /** Milliseconds, at saturation. */
  readonly p99Ms: readonly [Spread, Spread];
}

type Pair = readonly [IngestTrial, IngestTrial];

/** Alternates the two, and which of them goes first. */
export async function benchPairs(
  cases: readonly IngestCase[],
  sides: readonly [Side, Side],
  options: BenchOptions,
): Promise<PairFigures[]> {
  const pairs = new Map<IngestCase, Pair[]>(cases.map((one) => [one, []]));
  for (let trial = 0; trial < options.trials; trial++) {
    for (const [one, done] of pairs) {
      const pair = await runPair(one, sides, { options, isSecondFirst: trial % 2 === 1 });
      done.push(pair);
      const rates = sides.map(({ name }, side) => `${name} ${toText(rateOf(side === 0 ? pair[0] : pair[1]))}`);
      say(`  ${one.name}: ${rates.join(', ')} records/s`);
    }
  }
  return [...pairs].map(([one, done]) => toFigures(one, done));
}

async function runPair(
  one: IngestCase,
  [first, second]: readonly [Side, Side],
  { options, isSecondFirst }: { readonly options: BenchOptions; readonly isSecondFirst: boolean },
): Promise<Pair> {
  const run = ({ flags }: Side): Promise<IngestTrial> => runIngestTrial(one, options, { hasHalfRate: false, flags });
  if (isSecondFirst) {
    const trial = await run(second);
    return [await run(first), trial];
  }
  return [await run(first), await run(second)];
}

function toFigures({ name }: IngestCase, pairs: readonly Pair[]): PairFigures {
  const toP99 = ({ saturated }: IngestTrial): number => saturated.report.latencyMs.p99;
  const toSpreads = (toFigure: (trial: IngestTrial) => number): [Spread, Spread] => [
    toSpread(pairs.map(([first]) => toFigure(first))),
    toSpread(pairs.map(([, second]) => toFigure(second))),
  ];
  return {
    name,
    rates: toSpreads(rateOf),
    ratio: toSpread(pairs.map(([first, second]) => rateOf(second) / rateOf(first))),
    p99Ms: toSpreads(toP99),
  };
}

function rateOf({ saturated }: IngestTrial): number {
  return saturated.report.itemsPerSecond;
}
