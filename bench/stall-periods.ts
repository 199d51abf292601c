// From samples of threads to what they stood still for. Pure; bench/stall-sampler.ts takes the samples.

/** What a thread did between two samples: it computed, it could have but had no core, or it slept in the kernel. */
export type Doing = 'working' | 'waiting for a core' | 'asleep';

/** One look at one thread. */
export interface ThreadSample {
  readonly atMs: number;
  /** Nanoseconds since its start: on a core, and ready without one. */
  readonly ranNs: number;
  readonly waitedNs: number;
  /** The system call in which it sleeps; empty when it has just run. */
  readonly call: string;
  /** Kernel functions, innermost first, where the system tells. */
  readonly stack: string;
}

export interface Period {
  readonly doing: Doing;
  /** The call and its stack for a thread that slept. */
  readonly where: string;
  readonly ms: number;
}

/** All periods of one kind and place. */
export interface StallFigures {
  readonly role: string;
  readonly doing: Doing;
  readonly where: string;
  readonly count: number;
  readonly totalMs: number;
  readonly longestMs: number;
}

const NS_PER_MS = 1e6;

/** A longer time between two looks tells nothing. */
const LOOK_MS_MAX = 4;
/** What the kernel says of a thread that is in no call: it runs, or would with a core. */
export const READY = 'running';

/** Calls, or functions of the kernel, in which a thread waits for something to do. */
const IDLE = /epoll/;
/** The pools' threads wait for a task in `Atomics.wait`. */
const IDLE_IN_POOL = /epoll|futex/;
const POOLS: ReadonlySet<string> = new Set(['digest', 'reader', 'helpers']);

/** Whether a thread of that role is merely without work. */
export function isIdle(role: string, { call, stack }: Pick<ThreadSample, 'call' | 'stack'>): boolean {
  return (POOLS.has(role) ? IDLE_IN_POOL : IDLE).test(`${call} ${stack}`);
}

type OpenPeriod = { -readonly [K in keyof Period]: Period[K] };

/** Runs of samples of one thread in which it did the same; those of a thread without work are left out. */
export function toPeriods(role: string, samples: readonly ThreadSample[]): Period[] {
  const periods: OpenPeriod[] = [];
  let open = null as OpenPeriod | null;
  for (const [index, sample] of samples.entries()) {
    const before = samples[index - 1];
    if (before === undefined) continue;
    const ms = sample.atMs - before.atMs;
    // The sampler itself had no core: what happened meanwhile is not known.
    const doing = ms > LOOK_MS_MAX ? null : toDoing(before, sample);
    if (doing === null || (doing === 'asleep' && isIdle(role, sample))) {
      open = null;
      continue;
    }
    if (open?.doing === doing) open.ms += ms;
    else {
      open = { doing, where: '', ms };
      periods.push(open);
    }
    // The first look may come before it sleeps where it will.
    if (doing === 'asleep') open.where = [sample.call, sample.stack].filter((text) => text !== '').join(': ');
  }
  return periods;
}

/** Whichever took most of the time between the two looks; null when it did some of each, which is not standing still. */
function toDoing(before: ThreadSample, after: ThreadSample): Doing | null {
  const half = (after.atMs - before.atMs) / 2;
  const ran = (after.ranNs - before.ranNs) / NS_PER_MS;
  const waited = (after.waitedNs - before.waitedNs) / NS_PER_MS;
  if (waited > half) return 'waiting for a core';
  if (ran > half) return 'working';
  if (ran > 0) return null;
  // The kernel adds the wait up when it ends.
  return after.call === READY ? 'waiting for a core' : 'asleep';
}

/** Periods of at least `msMin` together, longest in sum first. */
export function toStalls(role: string, periods: readonly Period[], msMin: number): StallFigures[] {
  const stalls = new Map<string, { doing: Doing; where: string; count: number; totalMs: number; longestMs: number }>();
  for (const { doing, where, ms } of periods) {
    if (ms < msMin) continue;
    const key = `${doing} ${where}`;
    const sum = stalls.get(key) ?? { doing, where, count: 0, totalMs: 0, longestMs: 0 };
    sum.count += 1;
    sum.totalMs += ms;
    sum.longestMs = Math.max(sum.longestMs, ms);
    stalls.set(key, sum);
  }
  return [...stalls.values()]
    .sort((one, other) => other.totalMs - one.totalMs)
    .map((sum) => ({ role, ...sum, totalMs: Math.round(sum.totalMs), longestMs: Math.round(sum.longestMs) }));
}
