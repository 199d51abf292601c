// What each stage of an event costs, and which of them is the limit on a machine with more cores.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { COMMIT_RECORDS_MAX } from '../src/store/sqlite/limits.js';
import { SATURATION_CASE } from './ingest.js';
import { runLoad } from './load.js';
import { readThreadTimes, readWrittenBytes, type ThreadTimes } from './process-stats.js';
import { type BenchOptions, measureFsync, type Spread, say, shorten, toSpreads, toText } from './report.js';
import { makeTrialDir, startDaemon } from './servers.js';

const KEEP_ALL = ['--retention-days', '0', '--max-db-size-mb', '0'];
const DIGEST_THREADS = [1, 2, 3] as const;
export const CORES = [2, 4, 8] as const;

/** What a thread of the daemon is for; `helpers` are those of V8 and Node. */
export type Role = 'gateway' | 'digest' | 'writer' | 'checkpoint' | 'reader' | 'helpers';
const ROLES: readonly Role[] = ['gateway', 'digest', 'writer', 'checkpoint', 'reader', 'helpers'];

export interface CoresFigures {
  readonly connections: number;
  /** By number of digest threads, on the machine that was measured. */
  readonly digestThreads: Record<string, Record<string, Spread>>;
  /** Processor time of one event by stage, in microseconds, with as many digest threads as the machine gets. */
  readonly usPerEvent: Record<Role, number>;
  /** Wait for the disk that the writer adds to one event, in a commit of the largest size. */
  readonly fsyncUsPerEvent: number;
  /** Events a second at which each stage alone would be the limit, by number of cores. */
  readonly limits: Record<string, StageLimits>;
}

/** `cores` is the limit of all threads together. */
export type StageLimits = Readonly<Record<'gateway' | 'digest' | 'writer' | 'cores', number>>;

export async function benchCores(options: BenchOptions): Promise<CoresFigures> {
  const trials = new Map<number, CoresTrial[]>(DIGEST_THREADS.map((threads) => [threads, []]));
  for (let trial = 0; trial < options.trials; trial++) {
    for (const [threads, done] of trials) {
      const result = await runTrial(threads, shorten(options));
      done.push(result);
      const { itemsPerSecond, p99Ms } = result.numbers;
      say(`  ${threads} digest threads: ${toText(itemsPerSecond)} events/s, p99 ${toText(p99Ms)} ms`);
    }
  }
  const [least] = DIGEST_THREADS;
  const spreads = toSpreads((trials.get(least) ?? []).map(({ usPerEvent }) => usPerEvent));
  const usPerEvent = toUsPerEvent((role) => spreads[role]?.median ?? 0);
  const writtenBytes = toSpreads((trials.get(least) ?? []).map(({ numbers }) => numbers)).writtenBytesPerEvent;
  const commitBytes = (writtenBytes?.median ?? 0) * COMMIT_RECORDS_MAX;
  const fsyncUsPerEvent = (measureFsync(commitBytes) * 1000) / COMMIT_RECORDS_MAX;
  return {
    connections: SATURATION_CASE.connections,
    digestThreads: Object.fromEntries(
      [...trials].map(([threads, done]) => [threads, toSpreads(done.map(({ numbers }) => numbers))]),
    ),
    usPerEvent,
    fsyncUsPerEvent,
    limits: Object.fromEntries(CORES.map((cores) => [cores, toStageLimits(usPerEvent, { cores, fsyncUsPerEvent })])),
  };
}

/** As src/daemon.ts has it. */
export function toDigestThreads(cores: number): number {
  return Math.max(1, Math.min(8, cores - 1));
}

/** The rate at which each stage would be the limit if it were the only one. Pure. */
export function toStageLimits(
  usPerEvent: Readonly<Record<Role, number>>,
  { cores, fsyncUsPerEvent }: { cores: number; fsyncUsPerEvent: number },
): StageLimits {
  const usOfAll = ROLES.reduce((sum, role) => sum + usPerEvent[role], 0);
  const toRate = (busyCores: number, us: number): number => Math.round((busyCores * 1e6) / us);
  return {
    gateway: toRate(1, usPerEvent.gateway),
    digest: toRate(toDigestThreads(cores), usPerEvent.digest),
    writer: toRate(1, usPerEvent.writer + fsyncUsPerEvent),
    cores: toRate(cores, usOfAll),
  };
}

interface CoresTrial {
  readonly numbers: { itemsPerSecond: number; p50Ms: number; p99Ms: number; writtenBytesPerEvent: number | null };
  readonly usPerEvent: Record<Role, number>;
}

async function runTrial(digestThreads: number, { seconds, warmUpSeconds }: BenchOptions): Promise<CoresTrial> {
  const { dir, remove } = makeTrialDir();
  try {
    const namesFile = join(dir, 'threads');
    const preload = new URL('./thread-names.js', import.meta.url);
    preload.searchParams.set('file', pathToFileURL(namesFile).href);
    // The daemon leaves one core to the gateway and the writer.
    preload.searchParams.set('cores', String(digestThreads + 1));
    const server = await startDaemon(dir, KEEP_ALL, { nodeFlags: ['--import', preload.href] });
    const { pid, port } = server;
    const before = { times: readThreadTimes(pid), writtenBytes: readWrittenBytes(pid) };
    const { kind, connections } = SATURATION_CASE;
    const load = { engine: 'raw', kind, connections, port, warmUpSeconds, seconds } as const;
    const report = await runLoad({ ...load, ratePerSecond: null, seed: 1 });
    const after = { times: readThreadTimes(pid), writtenBytes: readWrittenBytes(pid) };
    await server.stop();
    const names = readThreadNames(readFileSync(namesFile, 'utf8'));
    const events = report.acknowledgedItems;
    const written = (after.writtenBytes ?? 0) - (before.writtenBytes ?? 0);
    return {
      numbers: {
        itemsPerSecond: report.itemsPerSecond,
        p50Ms: report.latencyMs.p50,
        p99Ms: report.latencyMs.p99,
        writtenBytesPerEvent: after.writtenBytes === null ? null : written / events,
      },
      usPerEvent: toUsPerEvent((role) => (sumTimes(role, names, before, after) * 1e6) / events),
    };
  } finally {
    remove();
  }
}

function toUsPerEvent(read: (role: Role) => number): Record<Role, number> {
  const round = (value: number): number => Math.round(value * 100) / 100;
  const values = ROLES.map((role) => [role, round(read(role))] as const);
  // Every role is a key: they are what the entries are made of.
  return Object.fromEntries(values) as Record<Role, number>;
}

/** Lines of a thread's number and its role, as bench/thread-names.ts writes them. */
function readThreadNames(text: string): ReadonlyMap<number, Role> {
  const names = new Map<number, Role>();
  for (const line of text.trim().split('\n')) {
    const [id, name] = line.split(' ');
    const role = ROLES.find((one) => one === name);
    if (role !== undefined) names.set(Number(id), role);
  }
  return names;
}

interface Reading {
  readonly times: ThreadTimes | null;
}

/** Seconds of processor time that the threads of a role took. */
function sumTimes(
  role: Role,
  names: ReadonlyMap<number, Role>,
  ...[before, after]: readonly [Reading, Reading]
): number {
  if (before.times === null || after.times === null) {
    throw new Error('this system does not tell the processor time of threads');
  }
  let seconds = 0;
  for (const [id, time] of after.times) {
    if ((names.get(id) ?? 'helpers') === role) seconds += time - (before.times.get(id) ?? 0);
  }
  return seconds;
}
