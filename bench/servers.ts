// The servers under load, each in a process of its own on a database of its own.

import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { OutcomeCounts, Outcomes } from '../schemas/stats.js';
import { endProcess, spawnNode } from './child-processes.js';
import { type CpuLoad, readFileBytes, readMemory, readThreadTimes, toCpuLoad } from './process-stats.js';

const START_TIMEOUT_MS = 60_000;
const ERROR_LINES_MAX = 20;

/** A server that listens on 127.0.0.1. */
export interface BenchServer {
  readonly pid: number;
  readonly port: number;
  readonly dbPath: string;
  /** From the start of the process to the first answer of its health route. */
  readonly startMs: number;
  /** Asks it to stop and waits until it has. Rejects when it wrote to its error output before: such a run is void. */
  stop(): Promise<void>;
}

/** A new directory for one trial, under the system's temporary directory; `remove` deletes it. */
export function makeTrialDir(): { readonly dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'errord-bench-'));
  const remove = (): void => rmSync(dir, { recursive: true, force: true });
  process.once('exit', remove);
  return {
    dir,
    remove() {
      process.off('exit', remove);
      remove();
    },
  };
}

export interface DaemonNode {
  readonly nodeFlags?: readonly string[];
  /** The Node that runs it, by default this one. */
  readonly program?: string;
}

/** errord itself, by its command line. */
export function startDaemon(
  dir: string,
  flags: readonly string[] = [],
  { nodeFlags = [], program }: DaemonNode = {},
): Promise<BenchServer> {
  const dbPath = join(dir, 'service.db');
  const cli = fileURLToPath(new URL('../src/cli.js', import.meta.url));
  const args = [
    ...nodeFlags,
    cli,
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--db-path',
    dbPath,
    '--log-level',
    'warn',
    ...flags,
  ];
  return startServer({ args, dir, dbPath, program });
}

/** What a team would write instead. */
export function startExpress(dir: string): Promise<BenchServer> {
  const dbPath = join(dir, 'express.db');
  const server = fileURLToPath(new URL('./express-server.js', import.meta.url));
  return startServer({ args: [server, dbPath], dir, dbPath });
}

/** An application that answers requests, watched by the Node client when there is a daemon for it. */
export function startWatched(dir: string, daemonUrl: string | null): Promise<BenchServer> {
  const server = fileURLToPath(new URL('./clients-server.js', import.meta.url));
  return startServer({ args: daemonUrl === null ? [server] : [server, daemonUrl], dir, dbPath: '' });
}

interface Server {
  readonly args: readonly string[];
  readonly dir: string;
  readonly dbPath: string;
  readonly program?: string | undefined;
}

async function startServer({ args, dir, dbPath, program }: Server): Promise<BenchServer> {
  const startedAtMs = performance.now();
  const child = spawnNode(args, dir, program);
  const complaints: string[] = [];
  if (child.stderr !== null) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (complaints.length < ERROR_LINES_MAX) complaints.push(line);
    });
  }
  const port = await readPort(child, complaints);
  await (await fetch(`http://127.0.0.1:${port}/api/health`)).arrayBuffer();
  const startMs = performance.now() - startedAtMs;
  return {
    pid: child.pid ?? 0,
    port,
    dbPath,
    startMs,
    async stop() {
      const said = complaints.join('\n');
      await endProcess(child, 'SIGTERM');
      if (said !== '') throw new Error(`the server complained: ${said}`);
    },
  };
}

/** Servers say where they listen in their first lines. */
function readPort(child: ChildProcess, complaints: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server did not start in time')), START_TIMEOUT_MS);
    if (child.stdout === null) throw new Error('the server has no output');
    createInterface({ input: child.stdout }).on('line', (line) => {
      const port = /listens on http:\/\/\S+?:(\d+)/.exec(line)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the server ended with ${String(code)}: ${complaints.join('\n')}`));
    });
  });
}

/** How many events, requests and logs a daemon has stored, by its own count. */
export async function readStoredCounts(port: number): Promise<{
  events: number;
  requests: number;
  logs: number;
  errors: number;
  bytes: number;
  walBytes: number;
  feedClients: number;
}> {
  const response = await fetch(`http://127.0.0.1:${port}/api/status`);
  const status = (await response.json()) as {
    database: { events: number; requests: number; logs: number; errors: number; bytes: number; walBytes: number };
    feedClients: number;
  };
  return { ...status.database, feedClients: status.feedClients };
}

/** What a daemon says has become of the items of all projects since it started. */
export async function readOutcomes(port: number): Promise<OutcomeCounts> {
  const response = await fetch(`http://127.0.0.1:${port}/api/outcomes`);
  return ((await response.json()) as Outcomes).total;
}

/** What a server cost while something ran. */
export interface ServerCost {
  readonly cpu: CpuLoad | null;
  readonly rssBytes: number | null;
  readonly rssPeakBytes: number | null;
  readonly walPeakBytes: number;
  /** How late a timer of this process was, which only waits: what the machine itself adds to a time. */
  readonly bystanderMs: { readonly p99: number; readonly max: number };
}

const NS_PER_MS = 1e6;
const SAMPLE_MS = 100;

/** Runs something and watches the server meanwhile: processor time by thread, memory, size of the write-ahead log. */
export async function watchServer<T>(
  server: BenchServer,
  work: () => Promise<T>,
): Promise<{ result: T; cost: ServerCost }> {
  const { pid, dbPath } = server;
  let walPeakBytes = 0;
  let rssPeakBytes: number | null = null;
  const sample = (): void => {
    walPeakBytes = Math.max(walPeakBytes, readFileBytes(`${dbPath}-wal`));
    const memory = readMemory(pid);
    if (memory !== null) rssPeakBytes = Math.max(rssPeakBytes ?? 0, memory.rssBytes);
  };
  const timer = setInterval(sample, SAMPLE_MS);
  const bystander = monitorEventLoopDelay({ resolution: 1 });
  bystander.enable();
  const before = readThreadTimes(pid);
  const startedAtMs = performance.now();
  try {
    const result = await work();
    const seconds = (performance.now() - startedAtMs) / 1000;
    sample();
    const cpu = toCpuLoad(pid, { before, after: readThreadTimes(pid), seconds });
    const bystanderMs = { p99: bystander.percentile(99) / NS_PER_MS, max: bystander.max / NS_PER_MS };
    const rssBytes = readMemory(pid)?.rssBytes ?? null;
    return { result, cost: { cpu, rssBytes, rssPeakBytes, walPeakBytes, bystanderMs } };
  } finally {
    clearInterval(timer);
    bystander.disable();
  }
}

/** Bytes of the database file of a server that has stopped. */
export function readFileBytesOf({ dbPath }: BenchServer): number {
  return readFileBytes(dbPath);
}
