import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { TEST_GATEWAY } from './test-gateway.js';
import { TEST_SQLITE } from './test-sqlite.js';
import { findStoreUrl } from './test-store.js';

const CLI = fileURLToPath(new URL('../../src/cli.js', import.meta.url));

/** A daemon in a process of its own, started by its command line. */
export interface DaemonProcess {
  /** `unix:` and a path where a flag says so; then the port is 0. */
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** Lines of its log so far. */
  readonly log: readonly string[];
  /** Sends the signal and resolves with the exit code, or the signal's name when that is what ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | string>;
}

export interface DaemonProcessOptions {
  readonly descriptorsMax?: number;
  /** Another Node than the one that runs the test. */
  readonly node?: string;
  readonly env?: NodeJS.ProcessEnv;
}

const running = new Set<ChildProcess>();

/** For `afterEach`: what a failed test has left running would keep the test run from ending. */
export async function endDaemonProcesses(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }),
  );
}

/** Resolves when the daemon listens; rejects with what it said when it ends before. */
export async function startDaemonProcess(
  dbPath: string,
  flags: readonly string[] = [],
  { descriptorsMax, node = process.execPath, env = {} }: DaemonProcessOptions = {},
): Promise<DaemonProcess> {
  const command = [node, CLI, '--host', '127.0.0.1', '--port', '0', '--db-path', dbPath, ...flags];
  // Only a shell can lower the limit for what it becomes.
  const limited = ['/bin/sh', '-c', `ulimit -n ${descriptorsMax}; exec "$@"`, 'sh', ...command];
  const [program = '', ...args] = descriptorsMax === undefined ? command : limited;
  const storeUrl = await findStoreUrl(dbPath);
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...withoutServiceVariables(), ...(storeUrl !== null && { SERVICE_STORE_URL: storeUrl }), ...env },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const log: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => log.push(line));
  const exited = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  const url = await listeningUrl(child, exited, log);
  return {
    url,
    port: Number(new URL(url).port),
    child,
    log,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return exited;
    },
  };
}

function listeningUrl(child: ChildProcess, exited: Promise<number | string>, log: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: child.stdout ?? process.stdin });
    lines.on('line', (line) => {
      const url = /listens on ((?:http|unix):\S+)/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
    void exited.then((code) => reject(new Error(`the daemon ended with ${String(code)}: ${log.join('\n')}`)));
  });
}

/** The environment, with the server and the SQLite that are tested. */
export function withoutServiceVariables(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('SERVICE_'));
  return { ...Object.fromEntries(own), SERVICE_GATEWAY: TEST_GATEWAY, SERVICE_SQLITE: TEST_SQLITE };
}
