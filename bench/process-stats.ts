// What a process costs, read from /proc. On systems without it everything is null, and results say so.

import { readdirSync, readFileSync, statSync } from 'node:fs';

const NS_PER_S = 1e9;
const TICKS_PER_S = 100;

/** Processor time per thread since its start, in seconds. */
export type ThreadTimes = ReadonlyMap<number, number>;

/** Cores a thread kept busy on average. */
export interface ThreadLoad {
  readonly thread: string;
  readonly cores: number;
}

export interface CpuLoad {
  readonly cores: number;
  /** Busiest first; those below half a percent are left out. */
  readonly threads: readonly ThreadLoad[];
}

/** Null where the system does not tell. */
export function readThreadTimes(pid: number): ThreadTimes | null {
  try {
    return new Map(readdirSync(`/proc/${pid}/task`).map((tid) => [Number(tid), readThreadTime(pid, tid)]));
  } catch {
    // No /proc, or the process is gone.
    return null;
  }
}

/** `schedstat` counts nanoseconds; `stat`, which every kernel has, counts ticks of 10 ms. */
function readThreadTime(pid: number, tid: string): number {
  try {
    const [ranNs] = readFileSync(`/proc/${pid}/task/${tid}/schedstat`, 'utf8').split(' ');
    return Number(ranNs) / NS_PER_S;
  } catch {
    try {
      return readTicks(readFileSync(`/proc/${pid}/task/${tid}/stat`, 'utf8')) / TICKS_PER_S;
    } catch {
      // The thread ended between the listing and the reading.
      return 0;
    }
  }
}

/** User and system time are fields 14 and 15; the name in field 2 may hold spaces. */
function readTicks(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** What happened between two readings. */
export function toCpuLoad(
  pid: number,
  { before, after, seconds }: { before: ThreadTimes | null; after: ThreadTimes | null; seconds: number },
): CpuLoad | null {
  if (before === null || after === null) return null;
  const loads = [...after].map(([tid, time]) => ({
    thread: tid === pid ? 'main' : `thread+${tid - pid}`,
    cores: round((time - (before.get(tid) ?? 0)) / seconds),
  }));
  const cores = round(loads.reduce((sum, load) => sum + load.cores, 0));
  return { cores, threads: loads.filter((load) => load.cores >= 0.005).sort((one, other) => other.cores - one.cores) };
}

/** Resident memory in bytes: now, and the most there has been. */
export function readMemory(pid: number): { rssBytes: number; rssPeakBytes: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const read = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
    return { rssBytes: read('VmRSS'), rssPeakBytes: read('VmHWM') };
  } catch {
    // No /proc, or the process is gone.
    return null;
  }
}

/** Bytes that a process has had written to disk since its start; null where the system does not tell. */
export function readWrittenBytes(pid: number): number | null {
  try {
    const bytes = /^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1];
    return bytes === undefined ? null : Number(bytes);
  } catch {
    // No /proc, or the process is gone.
    return null;
  }
}

/** 0 when the file does not exist. */
export function readFileBytes(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
