// Daemons on one PostgreSQL: rates, what an event costs daemon and server, and reads. The server, the daemons and the load
// share this machine (issue goals: docs/scale.md).

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chooseSqlite, loadTransfer } from '../src/database-tools.js';
import { type Db, openDb } from '../src/store/postgres/connection.js';
import { makeDatabase, type PostgresServer, startPostgres } from '../test/support/postgres-server.js';
import { fillDatabase } from './filled-database.js';
import { HEADLINE_CASE } from './ingest.js';
import { type LoadReport, runLoad } from './load.js';
import { readThreadTimes } from './process-stats.js';
import { listReads, measureReads } from './query.js';
import { type BenchOptions, type Spread, say, toSpreads, toText } from './report.js';
import { type BenchServer, makeTrialDir, readStoredCounts, startDaemon } from './servers.js';

const KEEP_ALL = ['--retention-days', '0', '--max-db-size-mb', '0'];
const DAEMON_COUNTS = [1, 2];
/** Until V8 has compiled what is hot, and the server's connections have planned their statements: in its first seconds an event costs
 * half as much again. */
const WARM_UP_SECONDS = 5;
/** Other bodies than those that are measured. */
const WARM_UP_SEED = 100;
/** Each route is read for a sixth of the time that other measurements take, as with SQLite. */
const READS_PER_SPAN = 6;

interface PostgresCase {
  readonly daemons: number;
  /** All daemons together: records a second, milliseconds, and microseconds of processor time an event. */
  readonly saturated: Record<string, Spread>;
}

export interface PostgresFigures {
  readonly server: string;
  readonly cases: readonly PostgresCase[];
  readonly reads: readonly { readonly name: string; readonly size: number; readonly p50Ms: number }[];
}

export async function benchPostgres(options: BenchOptions): Promise<PostgresFigures> {
  const trials = new Map<number, Record<string, number>[]>(DAEMON_COUNTS.map((count) => [count, []]));
  for (let trial = 0; trial < options.trials; trial++) {
    for (const [daemons, done] of trials) {
      const figures = await runTrial(daemons, options);
      done.push(figures);
      const told = Object.entries(figures).map(([name, value]) => `${name} ${toText(value)}`);
      say(`  ${daemons} on one server: ${told.join(', ')}`);
    }
  }
  const cases = [...trials].map(([daemons, done]) => ({ daemons, saturated: toSpreads(done) }));
  return { cases, ...(await measureFilled(options)) };
}

/** The connections of the headline case, dealt to the daemons. */
async function runTrial(count: number, options: BenchOptions): Promise<Record<string, number>> {
  const server = await startPostgres({ fsync: true, settings: { wal_compression: 'off' } });
  try {
    const url = await makeDatabase(server);
    const daemons: BenchServer[] = [];
    const places = Array.from({ length: count }, makeTrialDir);
    for (const { dir } of places) daemons.push(await startOn(url, dir));
    const warmUp = await load(daemons, WARM_UP_SECONDS, WARM_UP_SEED);
    const db = openDb(url, { max: 1 });
    // Without what any database takes, and its first groups.
    const bytesBefore = await readBytes(db);
    const before = readTimes(server, daemons);
    const reports = await load(daemons, options.seconds, 1);
    const after = readTimes(server, daemons);
    const events = countAcknowledged(reports);
    await checkStored(daemons, events + countAcknowledged(warmUp));
    const bytes = (await readBytes(db)) - bytesBefore;
    await db.close();
    for (const daemon of daemons) await daemon.stop();
    for (const { remove } of places) remove();
    return {
      itemsPerSecond: reports.reduce((sum, { itemsPerSecond }) => sum + itemsPerSecond, 0),
      p99Ms: Math.max(...reports.map(({ latencyMs }) => latencyMs.p99)),
      daemonUs: ((after.daemons - before.daemons) * 1e6) / events,
      postgresUs: ((after.server - before.server) * 1e6) / events,
      bytesPerEvent: bytes / events,
    };
  } finally {
    server.stop();
  }
}

function load(daemons: readonly BenchServer[], seconds: number, seedFrom: number): Promise<LoadReport[]> {
  const { kind, connections } = HEADLINE_CASE;
  return Promise.all(
    daemons.map(({ port }, index) =>
      runLoad({
        engine: 'raw',
        kind,
        connections: connections / daemons.length,
        port,
        ratePerSecond: null,
        warmUpSeconds: 0,
        seconds,
        seed: seedFrom + index,
      }),
    ),
  );
}

/** Its environment is empty, so the URL comes by the file. */
function startOn(url: string, dir: string): Promise<BenchServer> {
  const config = join(dir, 'config.json');
  writeFileSync(config, JSON.stringify({ storeUrl: url }), { mode: 0o600 });
  return startDaemon(dir, [...KEEP_ALL, '--config', config]);
}

/** Processor seconds since the start: of the daemons, and of all processes of the server. */
function readTimes(server: PostgresServer, daemons: readonly BenchServer[]): { daemons: number; server: number } {
  const main = Number(readFileSync(join(server.directory, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  return { daemons: sumTimes(daemons.map(({ pid }) => pid)), server: sumTimes([main, ...childrenOf(main)]) };
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readParent(pid) === parent);
}

function readParent(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    // It has ended.
    return null;
  }
}

function sumTimes(pids: readonly number[]): number {
  const times = pids.flatMap((pid) => [...(readThreadTimes(pid)?.values() ?? [])]);
  return times.reduce((sum, time) => sum + time, 0);
}

function countAcknowledged(reports: readonly LoadReport[]): number {
  return reports.reduce((sum, { acknowledgedItems }) => sum + acknowledgedItems, 0);
}

/** Every acknowledged event is stored, or the run is void. */
async function checkStored(daemons: readonly BenchServer[], acknowledged: number): Promise<void> {
  const { events } = await readStoredCounts(daemons[0]?.port ?? 0);
  if (events !== acknowledged) throw new Error(`${acknowledged} events were acknowledged, ${events} are stored`);
}

/** On disk, indexes included. */
async function readBytes(db: Db): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(
    `SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  return row?.bytes ?? 0;
}

const COUNTED_LOOK_MS = 1000;

/** A daemon counts the facets of events that were imported, in steps beside its other work. */
async function waitUntilCounted(db: Db): Promise<void> {
  for (;;) {
    const gaps = await db.query('/* fan-out */ SELECT FROM facet_gaps LIMIT 1');
    if (gaps.length === 0) return;
    await pause(COUNTED_LOOK_MS);
  }
}

/** Reads from what the largest filled SQLite database holds, moved. */
async function measureFilled(options: BenchOptions): Promise<Pick<PostgresFigures, 'server' | 'reads'>> {
  const size = Math.max(...options.sizes);
  const server = await startPostgres({ settings: { shared_buffers: '1GB' } });
  const { dir, remove } = makeTrialDir();
  try {
    const url = await makeDatabase(server);
    chooseSqlite('auto');
    const { importFile } = await loadTransfer();
    await importFile({ file: await fillDatabase(size), url, nowMs: Date.now() });
    const daemon = await startOn(url, dir);
    const db = openDb(url, { max: 1 });
    await waitUntilCounted(db);
    await db.exec('VACUUM ANALYZE');
    const [row] = await db.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
    await db.close();
    const routes = await listReads(daemon.port);
    const measured = await measureReads({
      port: daemon.port,
      routes,
      secondsPerRead: options.seconds / READS_PER_SPAN,
    });
    await daemon.stop();
    const reads = Object.entries(measured).map(([name, { latencyMs }]) => ({ name, size, p50Ms: latencyMs.p50 }));
    for (const { name, p50Ms } of reads) say(`  ${name} (${toText(size)} rows): p50 ${toText(p50Ms)} ms`);
    return { server: `PostgreSQL ${row?.version ?? ''}`, reads };
  } finally {
    remove();
    server.stop();
  }
}
