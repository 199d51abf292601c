// Where the time of an event goes: a CPU profile of each thread of the daemon while it is saturated.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CpuProfile, mergeThreads, type ThreadProfile, toThreadProfile } from './cpu-profile.js';
import { SATURATION_CASE } from './ingest.js';
import { type LoadReport, runLoad } from './load.js';
import { toTable, wrap } from './markdown.js';
import { type BenchOptions, say } from './report.js';
import { makeTrialDir, startDaemon } from './servers.js';

const KEEP_ALL = ['--retention-days', '0', '--max-db-size-mb', '0'];
/** The rest of a thread's functions are added up in one line. */
const FUNCTIONS_SHOWN = 20;
/** Threads and functions that take less of an event are left out of the result. */
const THREAD_US_MIN = 0.5;
const FUNCTION_US_MIN = 0.05;

export interface ProfileFigures {
  readonly connections: number;
  readonly events: number;
  readonly eventsPerSecond: number;
  /** Self time in microseconds per event. */
  readonly threads: readonly {
    readonly thread: string;
    readonly usPerEvent: number;
    readonly functions: readonly { readonly name: string; readonly file: string; readonly usPerEvent: number }[];
  }[];
}

/** Says the tables, and writes them beside the results as `profile.md`. */
export async function benchProfile(options: BenchOptions): Promise<ProfileFigures> {
  const { dir, remove } = makeTrialDir();
  try {
    const profileDir = join(dir, 'profiles');
    const server = await startDaemon(dir, KEEP_ALL, ['--cpu-prof', `--cpu-prof-dir=${profileDir}`]);
    const { kind, connections } = SATURATION_CASE;
    const { warmUpSeconds, seconds } = options;
    const load = { engine: 'raw', kind, connections, port: server.port, warmUpSeconds, seconds } as const;
    const fromUs = toMicroseconds(process.hrtime.bigint());
    const report = await runLoad({ ...load, ratePerSecond: null, seed: 1 });
    const toUs = toMicroseconds(process.hrtime.bigint());
    // The threads write their profiles when they end.
    await server.stop();
    const profiles = readProfiles(profileDir).map((profile) => toThreadProfile(profile, { fromUs, toUs }));
    const threads = mergeThreads(profiles.filter((profile) => profile !== null));
    const figures = toFigures(threads, report);
    const markdown = toProfileTables(figures);
    mkdirSync(options.outDir, { recursive: true });
    writeFileSync(join(options.outDir, 'profile.md'), markdown);
    say(markdown);
    return figures;
  } finally {
    remove();
  }
}

function toMicroseconds(ns: bigint): number {
  return Number(ns / 1000n);
}

function readProfiles(dir: string): CpuProfile[] {
  // Node writes them.
  return readdirSync(dir).map((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')) as CpuProfile);
}

function toFigures(threads: readonly ThreadProfile[], report: LoadReport): ProfileFigures {
  const events = report.acknowledgedItems;
  const round = (us: number): number => Math.round((us / events) * 100) / 100;
  const figures = threads.map(({ thread, selfTimes }) => ({
    thread,
    usPerEvent: round(selfTimes.reduce((sum, { us }) => sum + us, 0)),
    functions: selfTimes.map(({ functionName, file, us }) => ({ name: functionName, file, usPerEvent: round(us) })),
  }));
  return {
    connections: SATURATION_CASE.connections,
    events,
    eventsPerSecond: Math.round(report.itemsPerSecond),
    threads: figures
      .filter(({ usPerEvent }) => usPerEvent >= THREAD_US_MIN)
      .map((thread) => ({ ...thread, functions: thread.functions.filter((one) => one.usPerEvent >= FUNCTION_US_MIN) }))
      .sort((one, other) => other.usPerEvent - one.usPerEvent),
  };
}

/** One table for each thread. Pure. */
export function toProfileTables({ connections, events, eventsPerSecond, threads }: ProfileFigures): string {
  const about =
    `${events.toLocaleString('en-US')} events in batches of ten on ${connections} connections, ` +
    `${eventsPerSecond.toLocaleString('en-US')} a second while profiled. Self time in microseconds per event; waiting is ` +
    'left out.';
  const tables = threads.map(({ thread, usPerEvent, functions }) => {
    const shown = functions.slice(0, FUNCTIONS_SHOWN);
    const rows = shown.map((one) => [toText(one.usPerEvent), toShare(one.usPerEvent, usPerEvent), one.name, one.file]);
    const others = usPerEvent - shown.reduce((sum, one) => sum + one.usPerEvent, 0);
    if (functions.length > shown.length) rows.push([toText(others), toShare(others, usPerEvent), 'all others', '']);
    const table = toTable([['µs', 'share', 'function', 'file'], ...rows.map((row) => row.map(escapeCell))]);
    return `### ${thread}: ${toText(usPerEvent)} µs per event\n\n${table}`;
  });
  return `${[wrap(about), ...tables].join('\n\n')}\n`;
}

function toText(us: number): string {
  return us.toFixed(2);
}

function toShare(us: number, total: number): string {
  return `${((100 * us) / total).toFixed(1)} %`;
}

/** Function names are whatever the code calls them. */
function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
