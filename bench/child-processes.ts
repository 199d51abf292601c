// Processes the benchmarks start. Whatever happens to the benchmark, none of them outlives it.

import { type ChildProcess, fork, type Serializable, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const EXIT_TIMEOUT_MS = 20_000;
const running = new Set<ChildProcess>();
const groups = new Set<ChildProcess>();

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const child of groups) signalGroup(child, 'SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Starts a module of this folder in a Node process of its own, with a channel for messages. */
function forkModule(name: string, args: readonly string[] = []): ChildProcess {
  const path = fileURLToPath(new URL(`./${name}.js`, import.meta.url));
  return track(fork(path, [...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }));
}

/**
 * Starts a Node program with nothing of this process's environment but a home of its own, so that neither variables nor
 * configuration files of this machine change what is measured. `program` is the Node that runs it, by default this one.
 */
export function spawnNode(args: readonly string[], homeDir: string, program = process.execPath): ChildProcess {
  const env = { HOME: homeDir, USERPROFILE: homeDir };
  return track(spawn(program, [...args], { stdio: ['ignore', 'pipe', 'pipe'], env }));
}

/** What `npm run` tells of the package that it runs in would be taken for settings by the npm that is started here. */
const OF_NPM_RUN = /^npm_(?:package_|lifecycle_|config_local_prefix$)|^INIT_CWD$|^SERVICE_|^ERRORD_/i;

/**
 * Starts a command as a person does: with the home and the settings of npm of this user. It is a group of its own, because
 * between a package manager and the daemon there is a shell that passes no signal on.
 */
export function spawnGroup([program = '', ...args]: readonly string[], cwd: string): ChildProcess {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_NPM_RUN.test(name)));
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  groups.add(child);
  child.once('close', () => groups.delete(child));
  return child;
}

/** Ends all processes of the group and waits for them. */
export async function endGroup(child: ChildProcess): Promise<void> {
  if (!groups.has(child)) return;
  const closed = once(child, 'close');
  signalGroup(child, 'SIGTERM');
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), EXIT_TIMEOUT_MS);
  await closed;
  clearTimeout(timer);
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The last of them has just ended.
  }
}

/** Sends a job to a forked module and resolves with its answer; rejects when it fails, ends early or takes too long. */
export async function askModule<T>(name: string, job: Serializable, options: AskOptions<T>): Promise<T> {
  const child = forkModule(name);
  const answered = new Promise<T>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${name} took longer than ${options.timeoutMs} ms`)),
      options.timeoutMs,
    );
    child.on('message', (message: Answer<T>) => {
      if (message.kind === 'progress') options.onProgress?.(message.value);
      else if (message.kind === 'failed') reject(new Error(`${name}: ${message.reason}`));
      else resolve(message.value);
      if (message.kind !== 'progress') clearTimeout(timer);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`${name} ended with ${String(code)} before it answered`));
    });
  });
  try {
    child.send(job);
    return await answered;
  } finally {
    await endProcess(child, 'SIGKILL');
  }
}

export interface AskOptions<T> {
  readonly timeoutMs: number;
  readonly onProgress?: (value: unknown) => void;
  /** Only names the type of the answer. */
  readonly answer?: T;
}

type Answer<T> =
  | { readonly kind: 'progress'; readonly value: unknown }
  | { readonly kind: 'answer'; readonly value: T }
  | { readonly kind: 'failed'; readonly reason: string };

/** The other side of `askModule`: takes one job, answers it, waits to be ended. */
// The caller names the job's type: what comes over the channel has none.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function answerJob<J, T>(work: (job: J, progress: (value: Serializable) => void) => Promise<T>): void {
  const send = (answer: Answer<T>): void => void process.send?.(answer);
  // Nobody is there any more to be answered.
  process.once('disconnect', () => process.exit(1));
  process.once('message', (job: J) => {
    work(job, (value) => send({ kind: 'progress', value })).then(
      (value) => send({ kind: 'answer', value }),
      (error: unknown) =>
        send({ kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
}

/** Ends a process and waits for it. A process that does not end in time is killed, and that is an error. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), EXIT_TIMEOUT_MS);
  const [, endedBy] = await exited;
  clearTimeout(timer);
  if (endedBy === 'SIGKILL' && signal !== 'SIGKILL') throw new Error('a process did not stop in time');
}

function track(child: ChildProcess): ChildProcess {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}
