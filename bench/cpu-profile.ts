// What a V8 CPU profile says about the self time of functions. Pure.

/** The part of a .cpuprofile file that is read. Times are microseconds of the system's steady clock. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly startTime: number;
  readonly samples: readonly number[];
  /** Before each sample, since the one before it. */
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: CallFrame;
}

/** Lines count from 0. */
interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

export interface SelfTime {
  readonly functionName: string;
  /** Under the package's root, or a module of Node; empty for V8's own work and for native functions. */
  readonly file: string;
  readonly us: number;
}

export interface ThreadProfile {
  /** By the script that only this kind of thread runs. */
  readonly thread: string;
  /** Without the time in which the thread waited. Slowest first. */
  readonly selfTimes: readonly SelfTime[];
}

const SCRIPTS: readonly (readonly [script: string, thread: string])[] = [
  ['/threads/sqlite-writer.js', 'writer'],
  ['/threads/sqlite-checkpoint.js', 'checkpoint'],
  ['/threads/sqlite-reader.js', 'reader'],
  ['/threads/postgres-writer.js', 'PostgreSQL writer'],
  ['/threads/postgres-reader.js', 'PostgreSQL reader'],
  ['/threads/digest.js', 'digest'],
  ['/main/cli.js', 'gateway'],
];

/** Time in which nothing ran: V8 knows it as idle; an idle thread of Piscina blocks in this function. */
const WAITS: readonly string[] = ['(idle)', '(root)', 'atomicsWaitLoop'];

/** Between two moments; `readModules` gives the modules of a thread's bundle (`toModules`), by its URL. */
interface ProfileOptions {
  readonly fromUs: number;
  readonly toUs: number;
  readonly readModules: (url: string) => readonly string[];
}

/** The profile of one thread. Null when it is of no thread that is known. */
export function toThreadProfile(
  profile: CpuProfile,
  { fromUs, toUs, readModules }: ProfileOptions,
): ThreadProfile | null {
  const thread = SCRIPTS.find(([script]) => profile.nodes.some(({ callFrame }) => callFrame.url.endsWith(script)))?.[1];
  if (thread === undefined) return null;
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const times = new Map<string, SelfTime>();
  let atUs = profile.startTime;
  for (const [index, id] of profile.samples.entries()) {
    atUs += profile.timeDeltas[index] ?? 0;
    const node = nodes.get(id);
    // A sample stands for the time until the next one.
    const us = profile.timeDeltas[index + 1] ?? 0;
    if (node === undefined || atUs < fromUs || atUs >= toUs || WAITS.includes(node.callFrame.functionName)) continue;
    const { functionName } = node.callFrame;
    add(times, { functionName: functionName || '(anonymous)', file: toFile(node.callFrame, readModules), us });
  }
  return { thread, selfTimes: sortByTime(times) };
}

/** One profile per kind of thread: those of a pool are added up. */
export function mergeThreads(profiles: readonly ThreadProfile[]): readonly ThreadProfile[] {
  const threads = new Map<string, Map<string, SelfTime>>();
  for (const { thread, selfTimes } of profiles) {
    const times = threads.get(thread) ?? new Map<string, SelfTime>();
    threads.set(thread, times);
    for (const time of selfTimes) add(times, time);
  }
  return [...threads].map(([thread, times]) => ({ thread, selfTimes: sortByTime(times) }));
}

function add(times: Map<string, SelfTime>, time: SelfTime): void {
  const key = `${time.functionName} ${time.file}`;
  times.set(key, { ...time, us: time.us + (times.get(key)?.us ?? 0) });
}

function sortByTime(times: ReadonlyMap<string, SelfTime>): readonly SelfTime[] {
  return [...times.values()].sort((one, other) => other.us - one.us);
}

const BUNDLE = /\/dist\/(?:threads|main)\/[\w-]+\.js$/;

/** Paths of one machine are nobody else's business. */
function toFile({ url, lineNumber }: CallFrame, readModules: ProfileOptions['readModules']): string {
  if (BUNDLE.test(url)) return readModules(url)[lineNumber] ?? '';
  return url.replace(/^file:\/\/.*?\/(?:dist|node_modules)\//, '').replace(/^\/.*\/node_modules\//, '');
}

/** For each line of a bundle, the module that it came from; esbuild names it in a comment above. */
export function toModules(bundle: string): readonly string[] {
  let module = '';
  return bundle.split('\n').map((line) => {
    if (line.startsWith('// dist/')) module = line.slice('// dist/'.length);
    return module;
  });
}
