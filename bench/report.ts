// Results with the circumstances they were measured in.

import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { cpus, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_ROOT } from '../src/package.js';
import { WORKLOAD } from './workload.js';

/** How a benchmark is run. */
export interface BenchOptions {
  readonly trials: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  /** Rows of the databases that `query` and `footprint` use. */
  readonly sizes: readonly number[];
  /** Length of `soak`. */
  readonly minutes: number;
  /** Of installing, which `stopwatch` takes the time of. */
  readonly ways: readonly string[];
  readonly outDir: string;
}

/** For cases beside the main ones: two thirds of the time cost them little accuracy. */
export function shorten(options: BenchOptions): BenchOptions {
  return { ...options, seconds: (options.seconds * 2) / 3 };
}

/** The middle of several trials, and how far they lie apart. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly trials: readonly number[];
}

export function toSpread(values: readonly number[]): Spread {
  const trials = values.map(round);
  const sorted = [...trials].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const median = ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
  return { median: round(median), min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0, trials };
}

/** One spread per figure, from trials that have the same figures. Figures that a system does not tell are left out. */
export function toSpreads(trials: readonly Readonly<Record<string, number | null>>[]): Record<string, Spread> {
  const spreads: Record<string, Spread> = {};
  for (const name of Object.keys(trials[0] ?? {})) {
    const values = trials.map((trial) => trial[name] ?? null).filter((value) => value !== null);
    if (values.length > 0) spreads[name] = toSpread(values);
  }
  return spreads;
}

function round(value: number): number {
  return Math.abs(value) >= 1000 ? Math.round(value) : Math.round(value * 1000) / 1000;
}

/** One file under bench/results. */
export interface Result<T = unknown> {
  readonly name: string;
  readonly measuredAt: string;
  readonly durationSeconds: number;
  readonly commit: string;
  /** Whether files differed from the commit. */
  readonly isDirty: boolean;
  readonly machine: Readonly<Record<string, string | number>>;
  readonly node: string;
  readonly options: Omit<BenchOptions, 'outDir'>;
  readonly workload: typeof WORKLOAD;
  /** Pragmas of the writer, as src/store/sqlite/database.ts sets them. */
  readonly pragmas: Readonly<Record<string, string | number>>;
  readonly figures: T;
}

const PRAGMAS = {
  journal_mode: 'WAL',
  synchronous: 'FULL',
  auto_vacuum: 'INCREMENTAL',
  wal_autocheckpoint: 0,
  cache_size: -32768,
} as const;

/** Writes `NAME.json` with the figures and what they depend on. */
export function writeResult(
  name: string,
  figures: object,
  facts: { options: BenchOptions; startedAtMs: number },
): void {
  const { outDir, ...options } = facts.options;
  const result: Result = {
    name,
    measuredAt: new Date(facts.startedAtMs).toISOString(),
    durationSeconds: Math.round((Date.now() - facts.startedAtMs) / 1000),
    commit: git('rev-parse', 'HEAD'),
    isDirty: git('status', '--porcelain', '--', 'src', 'schemas', 'bench/*.ts', 'package-lock.json') !== '',
    machine: readMachine(),
    node: process.version,
    options,
    workload: WORKLOAD,
    pragmas: PRAGMAS,
    figures,
  };
  mkdirSync(outDir, { recursive: true });
  // Lists of numbers on one line each, so that a change of a result is easy to read.
  const json = JSON.stringify(result, null, 2).replace(/\[[\d.,\s-]+\]/g, (list) => list.replace(/\s+/g, ' '));
  writeFileSync(join(outDir, `${name}.json`), `${json}\n`);
}

/** A result as `writeResult` wrote it; null when there is none. */
export function readResult<T>(dir: string, name: string): Result<T> | null {
  const path = join(dir, `${name}.json`);
  // The files are written from values of these types.
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Result<T>) : null;
}

/** A picture beside the results. */
export function writePicture(outDir: string, name: string, svg: string): void {
  mkdirSync(outDir, { recursive: true });
  writeFileSync(join(outDir, `${name}.svg`), svg);
}

export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** 12345.6 as "12,346". */
export function toText(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 2 : 0 });
}

function git(...args: readonly string[]): string {
  try {
    return execFileSync('git', [...args], { cwd: fileURLToPath(PACKAGE_ROOT), encoding: 'utf8' }).trim();
  } catch {
    // A copy without its history.
    return 'unknown';
  }
}

function readMachine(): Record<string, string | number> {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    // It bounds how many commits a second there can be.
    fsyncMs: measureFsync(PAGE_BYTES),
  };
}

const FSYNC_TRIALS = 31;
const PAGE_BYTES = 4096;

/** Median time in milliseconds to flush so many bytes that were appended to a file where the databases are. */
export function measureFsync(byteCount: number): number {
  const path = join(tmpdir(), `errord-bench-fsync-${process.pid}`);
  const file = openSync(path, 'w');
  const pages = Buffer.alloc(Math.max(1, Math.ceil(byteCount / PAGE_BYTES)) * PAGE_BYTES);
  try {
    const times = Array.from({ length: FSYNC_TRIALS }, () => {
      writeSync(file, pages);
      const startedAtMs = performance.now();
      fsyncSync(file);
      return performance.now() - startedAtMs;
    });
    return toSpread(times).median;
  } finally {
    closeSync(file);
    rmSync(path);
  }
}
