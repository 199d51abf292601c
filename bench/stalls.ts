// Which thread of the daemon stands still at half of saturation, where, and for how long.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { askModule } from './child-processes.js';
import { HEADLINE_CASE } from './ingest.js';
import { type LoadReport, runLoad } from './load.js';
import { toTable } from './markdown.js';
import { readThreadTimes } from './process-stats.js';
import { type BenchOptions, type Spread, say, toSpread, toText } from './report.js';
import { makeTrialDir, startDaemon } from './servers.js';
import type { StallFigures } from './stall-periods.js';

/** Shorter ones make no call late. */
const STALL_MS = 5;
/** Two or three of the log's rounds. */
const SECONDS_MIN = 10;
const START_ALLOWANCE_MS = 30_000;
const ROWS_SHOWN = 15;

/** What the sampler is asked to do. */
export interface StallJob {
  readonly pid: number;
  /** Thread numbers with what they do. */
  readonly roles: readonly (readonly [number, string])[];
  readonly seconds: number;
  readonly stallMs: number;
}

export interface StallsFigures {
  readonly callsPerSecond: number;
  readonly p50Ms: Spread;
  readonly p99Ms: Spread;
  readonly maxMs: Spread;
  readonly seconds: number;
  readonly stallMs: number;
  /** Of all trials, by what a second has of them. */
  readonly stalls: readonly StallFigures[];
}

/** First saturation, to know the rate; then half of it, beside the sampler. */
export async function benchStalls(options: BenchOptions): Promise<StallsFigures> {
  const seconds = Math.max(SECONDS_MIN, options.seconds);
  const trials: Trial[] = [];
  for (let trial = 0; trial < options.trials; trial++) {
    const done = await runTrial({ ...options, seconds });
    const { p50, p99, max } = done.report.latencyMs;
    say(
      `  ${toText(done.report.callsPerSecond)} calls/s: p50 ${toText(p50)} ms, p99 ${toText(p99)} ms, longest ${toText(max)} ms`,
    );
    trials.push(done);
  }
  const stalls = sumStalls(trials.flatMap((trial) => trial.stalls));
  const rows = stalls
    .slice(0, ROWS_SHOWN)
    .map(({ role, doing, where, count, totalMs, longestMs }) => [
      role,
      doing,
      where,
      toText(count / trials.length / seconds),
      toText(totalMs / trials.length / seconds),
      `${longestMs} ms`,
    ]);
  say(toTable([['thread', 'was', 'where', 'a second', 'ms a second', 'longest'], ...rows]));
  const spread = (read: (report: LoadReport) => number): Spread => toSpread(trials.map(({ report }) => read(report)));
  return {
    callsPerSecond: spread(({ callsPerSecond }) => callsPerSecond).median,
    p50Ms: spread(({ latencyMs }) => latencyMs.p50),
    p99Ms: spread(({ latencyMs }) => latencyMs.p99),
    maxMs: spread(({ latencyMs }) => latencyMs.max),
    seconds,
    stallMs: STALL_MS,
    stalls,
  };
}

interface Trial {
  readonly report: LoadReport;
  readonly stalls: readonly StallFigures[];
}

async function runTrial({ seconds, warmUpSeconds }: BenchOptions): Promise<Trial> {
  const { dir, remove } = makeTrialDir();
  try {
    const namesFile = join(dir, 'threads');
    const preload = new URL('./thread-names.js', import.meta.url);
    preload.searchParams.set('file', pathToFileURL(namesFile).href);
    const flags = ['--retention-days', '0', '--max-db-size-mb', '0'];
    const server = await startDaemon(dir, flags, { nodeFlags: ['--import', preload.href] });
    const { kind, connections, engine } = HEADLINE_CASE;
    const load = { engine, kind, connections, port: server.port, warmUpSeconds } as const;
    const { callsPerSecond } = await runLoad({ ...load, seconds: 2, ratePerSecond: null, seed: 1 });
    const job: StallJob = {
      pid: server.pid,
      roles: toRoles(server.pid, readFileSync(namesFile, 'utf8')),
      seconds: seconds + warmUpSeconds,
      stallMs: STALL_MS,
    };
    const timeoutMs = job.seconds * 1000 + START_ALLOWANCE_MS;
    const [report, stalls] = await Promise.all([
      runLoad({ ...load, seconds, ratePerSecond: callsPerSecond / 2, seed: 2 }),
      askModule<StallFigures[]>('stall-sampler', job, { timeoutMs }),
    ]);
    await server.stop();
    return { report, stalls };
  } finally {
    remove();
  }
}

/** Every thread of the process: those of Node and V8 have written down no role. */
function toRoles(pid: number, names: string): (readonly [number, string])[] {
  const roles = new Map(
    names
      .trim()
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  );
  return [...(readThreadTimes(pid)?.keys() ?? [])].map((tid) => [tid, roles.get(String(tid)) ?? 'helpers'] as const);
}

/** Of one role, kind and place, over threads and trials. */
function sumStalls(all: readonly StallFigures[]): StallFigures[] {
  const sums = new Map<string, StallFigures>();
  for (const stall of all) {
    const key = `${stall.role} ${stall.doing} ${stall.where}`;
    const sum = sums.get(key) ?? { ...stall, count: 0, totalMs: 0, longestMs: 0 };
    sums.set(key, {
      ...sum,
      count: sum.count + stall.count,
      totalMs: sum.totalMs + stall.totalMs,
      longestMs: Math.max(sum.longestMs, stall.longestMs),
    });
  }
  return [...sums.values()].sort((one, other) => other.totalMs - one.totalMs);
}
