// Version 2 of the grouping beside version 1 (docs/grouping.md), both of projects that have no events yet.

import { HEADLINE_CASE, SINGLE_CASE } from './ingest.js';
import { benchPairs, type PairFigures } from './pairs.js';
import type { BenchOptions } from './report.js';

export interface GroupingFigures {
  /** The second of each pair is version 2. */
  readonly cases: readonly PairFigures[];
}

export async function benchGrouping(options: BenchOptions): Promise<GroupingFigures> {
  const sides = [
    { name: 'version 1', flags: ['--grouping', '1'] },
    { name: 'version 2', flags: ['--grouping', '2'] },
  ] as const;
  return { cases: await benchPairs([HEADLINE_CASE, SINGLE_CASE], sides, options) };
}
