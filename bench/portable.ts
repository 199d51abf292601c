// The portable gateway beside the native one (docs/adr/0023-two-servers.md): what a machine gets that has no binary.

import { HEADLINE_CASE, type IngestCase, type IngestTrial, runIngestTrial, SINGLE_CASE } from './ingest.js';
import { type BenchOptions, type Spread, say, toSpread, toText } from './report.js';

const CASES: readonly IngestCase[] = [HEADLINE_CASE, SINGLE_CASE];

interface PortableCaseFigures {
  readonly name: string;
  /** Records a second. */
  readonly native: Spread;
  readonly portable: Spread;
  /** Of the rates of trials that lie side by side. */
  readonly ratio: Spread;
  /** Milliseconds, at saturation. */
  readonly nativeP99Ms: Spread;
  readonly portableP99Ms: Spread;
}

export interface PortableFigures {
  readonly cases: readonly PortableCaseFigures[];
}

interface Pair {
  readonly native: IngestTrial;
  readonly portable: IngestTrial;
}

/** Alternates the two, and which of them goes first. */
export async function benchPortable(options: BenchOptions): Promise<PortableFigures> {
  const pairs = new Map<IngestCase, Pair[]>(CASES.map((one) => [one, []]));
  for (let trial = 0; trial < options.trials; trial++) {
    for (const [one, done] of pairs) {
      const pair = await runPair(one, options, { isPortableFirst: trial % 2 === 1 });
      done.push(pair);
      say(`  ${one.name}: native ${toText(rateOf(pair.native))}, portable ${toText(rateOf(pair.portable))} records/s`);
    }
  }
  return { cases: [...pairs].map(([one, done]) => toFigures(one, done)) };
}

async function runPair(
  one: IngestCase,
  options: BenchOptions,
  { isPortableFirst }: { readonly isPortableFirst: boolean },
): Promise<Pair> {
  const run = (gateway: string): Promise<IngestTrial> =>
    runIngestTrial(one, options, { hasHalfRate: false, flags: ['--gateway', gateway] });
  if (isPortableFirst) {
    const portable = await run('portable');
    return { portable, native: await run('native') };
  }
  const native = await run('native');
  return { native, portable: await run('portable') };
}

function toFigures({ name }: IngestCase, pairs: readonly Pair[]): PortableCaseFigures {
  const toP99 = ({ saturated }: IngestTrial): number => saturated.report.latencyMs.p99;
  return {
    name,
    native: toSpread(pairs.map(({ native }) => rateOf(native))),
    portable: toSpread(pairs.map(({ portable }) => rateOf(portable))),
    ratio: toSpread(pairs.map(({ native, portable }) => rateOf(portable) / rateOf(native))),
    nativeP99Ms: toSpread(pairs.map(({ native }) => toP99(native))),
    portableP99Ms: toSpread(pairs.map(({ portable }) => toP99(portable))),
  };
}

function rateOf({ saturated }: IngestTrial): number {
  return saturated.report.itemsPerSecond;
}
