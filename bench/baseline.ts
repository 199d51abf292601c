// The same work in one thread and one process, without HTTP: what threads and sockets gain or cost.

import { askModule } from './child-processes.js';
import { HEADLINE_CASE, runIngestTrial } from './ingest.js';
import type { LoopJob, LoopReport } from './loops.js';
import { type BenchOptions, type Spread, say, toSpread, toText } from './report.js';
import { makeTrialDir } from './servers.js';

const LOOPS = ['plain', 'own'] as const;
const OVERHEAD_MS = 60_000;

export interface BaselineFigures {
  readonly daemon: Spread;
  readonly plain: Spread;
  readonly own: Spread;
  readonly ratioToPlain: Spread;
  readonly ratioToOwn: Spread;
  readonly bytesPerEventPlain: Spread;
  readonly eventsPerCommit: number;
}

/** Alternates the daemon and both loops, so that the ratios are of trials that lie side by side. */
export async function benchBaseline(options: BenchOptions): Promise<BaselineFigures> {
  const daemon: number[] = [];
  const reports: Record<(typeof LOOPS)[number], LoopReport[]> = { plain: [], own: [] };
  for (let trial = 0; trial < options.trials; trial++) {
    for (const loop of LOOPS) reports[loop].push(await runLoop({ loop, ...options }));
    const { saturated } = await runIngestTrial(HEADLINE_CASE, options, { hasHalfRate: false });
    daemon.push(saturated.report.itemsPerSecond);
    const shown = LOOPS.map((loop) => `${loop} loop ${toText(reports[loop].at(-1)?.itemsPerSecond ?? 0)}`).join(', ');
    say(`  daemon ${toText(saturated.report.itemsPerSecond)}, ${shown} events/s`);
  }
  const ratios = (loop: (typeof LOOPS)[number]): Spread =>
    toSpread(daemon.map((rate, trial) => rate / (reports[loop][trial]?.itemsPerSecond ?? 1)));
  const rates = (loop: (typeof LOOPS)[number]): Spread =>
    toSpread(reports[loop].map((report) => report.itemsPerSecond));
  return {
    daemon: toSpread(daemon),
    plain: rates('plain'),
    own: rates('own'),
    ratioToPlain: ratios('plain'),
    ratioToOwn: ratios('own'),
    bytesPerEventPlain: toSpread(reports.plain.map((report) => report.bytesPerItem)),
    eventsPerCommit: reports.plain[0]?.itemsPerCommit ?? 0,
  };
}

async function runLoop({
  loop,
  seconds,
  warmUpSeconds,
}: BenchOptions & { loop: LoopJob['loop'] }): Promise<LoopReport> {
  const { dir, remove } = makeTrialDir();
  try {
    const job: LoopJob = { loop, dir, seconds, warmUpSeconds };
    return await askModule<LoopReport>(
      'loops',
      { ...job },
      { timeoutMs: (seconds + warmUpSeconds) * 1000 + OVERHEAD_MS },
    );
  } finally {
    remove();
  }
}
