// The portable gateway beside the native one (docs/adr/0023-two-servers.md): what a machine gets that has no binary.

import { HEADLINE_CASE, SINGLE_CASE } from './ingest.js';
import { benchPairs } from './pairs.js';
import type { BenchOptions, Spread } from './report.js';

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

export async function benchPortable(options: BenchOptions): Promise<PortableFigures> {
  const sides = [
    { name: 'native', flags: ['--gateway', 'native'] },
    { name: 'portable', flags: ['--gateway', 'portable'] },
  ] as const;
  const cases = await benchPairs([HEADLINE_CASE, SINGLE_CASE], sides, options);
  return {
    cases: cases.map(({ name, rates: [native, portable], ratio, p99Ms: [nativeP99Ms, portableP99Ms] }) => ({
      name,
      native,
      portable,
      ratio,
      nativeP99Ms,
      portableP99Ms,
    })),
  };
}
