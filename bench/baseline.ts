// The same work in one thread and one process, without HTTP: what threads and sockets gain or cost.

import { askModule } from './child-processes.js';
import { HEADLINE_CASE, type IngestCase, runIngestTrial, SATURATION_CASE } from './ingest.js';
import type { LoopJob, LoopReport } from './loops.js';
import { type BenchOptions, type Spread, say, toSpread, toText } from './report.js';
import { makeTrialDir } from './servers.js';

const LOOPS = ['plain', 'own'] as const;
const OVERHEAD_MS = 60_000;

/** The daemon at one number of connections. */
interface DaemonFigures {
  readonly daemon: Spread;
  readonly ratioToPlain: Spread;
  readonly ratioToOwn: Spread;
}

export interface BaselineFigures extends DaemonFigures {
  readonly plain: Spread;
  readonly own: Spread;
  /** With as many connections as the daemon saturates best at. Older results lack it. */
  readonly saturated?: DaemonFigures & { readonly connections: number };
  readonly bytesPerEventPlain: Spread;
  readonly eventsPerCommit: number;
}

const CASES = [HEADLINE_CASE, SATURATION_CASE] as const;

/** Alternates the daemon and both loops, so that the ratios are of trials that lie side by side. */
export async function benchBaseline(options: BenchOptions): Promise<BaselineFigures> {
  const rates = new Map<IngestCase, number[]>(CASES.map((one) => [one, []]));
  const reports: Record<(typeof LOOPS)[number], LoopReport[]> = { plain: [], own: [] };
  for (let trial = 0; trial < options.trials; trial++) {
    for (const loop of LOOPS) reports[loop].push(await runLoop({ loop, ...options }));
    const shown = LOOPS.map((loop) => `${loop} loop ${toText(reports[loop].at(-1)?.itemsPerSecond ?? 0)}`);
    for (const [one, done] of rates) {
      const { saturated } = await runIngestTrial(one, options, { hasHalfRate: false });
      done.push(saturated.report.itemsPerSecond);
      shown.push(`daemon with ${one.connections} connections ${toText(saturated.report.itemsPerSecond)}`);
    }
    say(`  ${shown.join(', ')} events/s`);
  }
  const toDaemonFigures = (one: IngestCase): DaemonFigures => {
    const daemon = rates.get(one) ?? [];
    const toRatio = (loop: (typeof LOOPS)[number]): Spread =>
      toSpread(daemon.map((rate, trial) => rate / (reports[loop][trial]?.itemsPerSecond ?? 1)));
    return { daemon: toSpread(daemon), ratioToPlain: toRatio('plain'), ratioToOwn: toRatio('own') };
  };
  const toRates = (loop: (typeof LOOPS)[number]): Spread =>
    toSpread(reports[loop].map((report) => report.itemsPerSecond));
  return {
    ...toDaemonFigures(HEADLINE_CASE),
    plain: toRates('plain'),
    own: toRates('own'),
    saturated: { connections: SATURATION_CASE.connections, ...toDaemonFigures(SATURATION_CASE) },
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
