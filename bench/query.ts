// How long reads take as the database grows, alone and while the daemon takes events in.

import { constants, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { TREND_GROUPS_MAX } from '../schemas/limits.js';
import { toLineChart } from './chart.js';
import { askModule } from './child-processes.js';
import { FILLED_USER, fillDatabase } from './filled-database.js';
import { HEADLINE_CASE } from './ingest.js';
import type { LatencySummary } from './latencies.js';
import { type LoadReport, runLoad } from './load.js';
import type { ReadJob } from './reads.js';
import { type BenchOptions, say, toText, writePicture } from './report.js';
import { makeTrialDir, startDaemon } from './servers.js';

const KEEP_ALL = ['--retention-days', '0', '--max-db-size-mb', '0'];
const SATURATION_SECONDS = 2;
/** Each route is read for a sixth of the time that other measurements take: there are some forty, twice. */
const READS_PER_SPAN = 6;
/** While events come in: reads are spaced then, and a median wants some tens of them. */
const BUSY_READS_PER_SPAN = 2.2;
const OVERHEAD_MS = 60_000;

export interface QueryFigures {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly isAlone: boolean;
  readonly answerBytes: number;
  readonly latencyMs: LatencySummary;
}

export interface QueryResult {
  readonly reads: readonly QueryFigures[];
  /** Calls of ten events a second beside the reads, by size of the database. */
  readonly ingestRates: Readonly<Record<string, number>>;
  readonly databaseBytes: Readonly<Record<string, number>>;
}

export async function benchQuery(options: BenchOptions): Promise<QueryResult> {
  const reads: QueryFigures[] = [];
  const ingestRates: Record<string, number> = {};
  const databaseBytes: Record<string, number> = {};
  for (const size of options.sizes) {
    const measured = await measureSize(size, options);
    reads.push(...measured.reads);
    ingestRates[String(size)] = measured.ratePerSecond;
    databaseBytes[String(size)] = measured.bytes;
    for (const isAlone of [true, false]) sayReads(measured.reads.filter((read) => read.isAlone === isAlone));
  }
  for (const isAlone of [true, false])
    drawGrowth(
      options.outDir,
      reads.filter((read) => read.isAlone === isAlone),
    );
  return { reads, ingestRates, databaseBytes };
}

async function measureSize(
  size: number,
  options: BenchOptions,
): Promise<{ reads: QueryFigures[]; ratePerSecond: number; bytes: number }> {
  const filled = await fillDatabase(size);
  const { dir, remove } = makeTrialDir();
  try {
    copyFileSync(filled, join(dir, 'service.db'), constants.COPYFILE_FICLONE);
    const server = await startDaemon(dir, KEEP_ALL);
    const { port } = server;
    const status = (await (await fetch(`http://127.0.0.1:${port}/api/status`)).json()) as {
      database: { bytes: number };
    };
    const routes = await listReads(port);
    const alone = await measureReads({ port, routes, secondsPerRead: options.seconds / READS_PER_SPAN });
    const load = { engine: 'raw', kind: HEADLINE_CASE.kind, connections: HEADLINE_CASE.connections, port } as const;
    const saturated = await runLoad({
      ...load,
      ratePerSecond: null,
      warmUpSeconds: 1,
      seconds: SATURATION_SECONDS,
      seed: 1,
    });
    const ratePerSecond = Math.max(1, saturated.callsPerSecond / 2);
    const busy = await measureBusy({ port, routes, options, ratePerSecond });
    await server.stop();
    const figures = (isAlone: boolean, latencies: Readonly<Record<string, ReadAnswer>>): QueryFigures[] =>
      Object.entries(routes).map(([name, path]) => ({
        name,
        path,
        size,
        isAlone,
        ...(latencies[name] ?? NOTHING_READ),
      }));
    return { reads: [...figures(true, alone), ...figures(false, busy)], ratePerSecond, bytes: status.database.bytes };
  } finally {
    remove();
  }
}

interface ReadAnswer {
  readonly answerBytes: number;
  readonly latencyMs: LatencySummary;
}

const NOTHING_READ: ReadAnswer = {
  answerBytes: 0,
  latencyMs: { count: 0, mean: 0, p50: 0, p90: 0, p99: 0, p999: 0, max: 0 },
};

interface BusyOptions {
  readonly port: number;
  readonly routes: Readonly<Record<string, string>>;
  readonly options: BenchOptions;
  readonly ratePerSecond: number;
}

/** The load lasts as long as the reads may take, and must not fail. */
async function measureBusy({ port, routes, options, ratePerSecond }: BusyOptions): Promise<Record<string, ReadAnswer>> {
  const secondsPerRead = options.seconds / BUSY_READS_PER_SPAN;
  const seconds = Math.ceil(secondsPerRead * Object.keys(routes).length) + 1;
  const { kind, connections } = HEADLINE_CASE;
  const load: Promise<LoadReport> = runLoad({
    engine: 'raw',
    kind,
    connections,
    port,
    ratePerSecond,
    warmUpSeconds: 1,
    seconds,
    seed: 2,
  });
  const [read] = await Promise.all([measureReads({ port, routes, secondsPerRead, isPaced: true }), load]);
  return read;
}

export function measureReads(job: ReadJob): Promise<Record<string, ReadAnswer>> {
  const timeoutMs = job.secondsPerRead * 1000 * Object.keys(job.routes).length + OVERHEAD_MS;
  return askModule<Record<string, ReadAnswer>>('reads', { ...job }, { timeoutMs });
}

/** Every list, search, detail and statistics route, with ids that exist. */
export async function listReads(port: number): Promise<Record<string, string>> {
  const get = async (path: string): Promise<unknown> => (await fetch(`http://127.0.0.1:${port}${path}`)).json();
  const { errors } = (await get('/api/errors?pageSize=1000')) as { errors: { id: string; count: number }[] };
  const { requests } = (await get('/api/requests?pageSize=1')) as { requests: { id: string }[] };
  const largest = errors.reduce<{ id: string; count: number } | null>(
    (one, other) => (one === null || other.count > one.count ? other : one),
    null,
  );
  const requestId = requests[0]?.id;
  if (largest === null || requestId === undefined) throw new Error('the database has no errors or no requests');
  const anyEvent = `/api/errors/${largest.id}?pageSize=1&page=${Math.min(largest.count, 1000)}`;
  const { events } = (await get(anyEvent)) as { events: { eventId: string }[] };
  const groupIds = errors
    .slice(0, TREND_GROUPS_MAX)
    .map(({ id }) => id)
    .join(',');
  const aDayAgo = encodeURIComponent(new Date(Date.now() - 86_400_000).toISOString());
  const threeDaysAgo = encodeURIComponent(new Date(Date.now() - 3 * 86_400_000).toISOString());
  const fiveDaysAgo = encodeURIComponent(new Date(Date.now() - 5 * 86_400_000).toISOString());
  return {
    'errors list': '/api/errors',
    'errors list, filtered': '/api/errors?projectId=shop-api&severity=error&source=backend',
    'errors search': '/api/errors?search=undefined',
    'errors last day': `/api/errors?from=${aDayAgo}`,
    'errors query, status and count': `/api/errors?query=${encodeURIComponent('is:unresolved count:>10 -severity:info')}`,
    'errors query, two words': `/api/errors?query=${encodeURIComponent('undefined -timeout')}`,
    'errors query, file': '/api/errors?query=file:src',
    'errors query, release': '/api/errors?query=release:shop-api@4.0.1',
    'errors query, user': `/api/errors?query=user:${FILLED_USER}`,
    'errors query, user, absent': '/api/errors?query=user:nobody',
    'errors query, tag': '/api/errors?query=tag:tenant=acme',
    'errors by users': '/api/errors?sort=users',
    'errors query, project, seen': `/api/errors?projectId=shop-api&query=${encodeURIComponent('seen:<1h first:>1d')}`,
    'errors by first sight': '/api/errors?sort=firstSeen',
    'errors by events': '/api/errors?sort=events',
    'errors by trend': '/api/errors?sort=trend',
    'errors by attention': '/api/errors?sort=attention',
    'errors by attention, open, project': '/api/errors?sort=attention&status=unresolved&projectId=shop-api',
    'errors changed since a day': `/api/errors/changes?since=${aDayAgo}`,
    'errors query, louder or back': '/api/errors?query=is:louder,regressed',
    'suggestions, values': '/api/errors/suggestions?query=release:',
    'error detail, 50 events': `/api/errors/${largest.id}?pageSize=50`,
    'error detail, 1,000 events': `/api/errors/${largest.id}`,
    'event by id': `/api/events/${encodeURIComponent(events[0]?.eventId ?? '')}`,
    'requests list': '/api/requests',
    'requests list, project': '/api/requests?projectId=billing',
    'requests last five days': `/api/requests?from=${fiveDaysAgo}`,
    'requests failing': '/api/requests?failing=true',
    'requests failing, last five days, project': `/api/requests?failing=true&projectId=billing&from=${fiveDaysAgo}`,
    'requests by method': '/api/requests?method=get',
    'requests search, absent': '/api/requests?search=zebra',
    'requests page 100': '/api/requests?page=100&pageSize=10',
    'request detail': `/api/requests/${requestId}`,
    'logs list': '/api/logs',
    'logs list, level': '/api/logs?level=warn&projectId=shop-web',
    'logs last day': `/api/logs?from=${aDayAgo}`,
    'logs last day, filtered': `/api/logs?from=${aDayAgo}&level=warn&source=frontend&projectId=shop-web`,
    'logs last five days': `/api/logs?from=${fiveDaysAgo}`,
    'logs search, common': '/api/logs?search=signed%20in',
    'logs search, rare': '/api/logs?search=203.0.113.77',
    'logs search, absent': '/api/logs?search=zebra%20crossing',
    'logs query, absent': `/api/logs?query=${encodeURIComponent('zebra OR giraffe')}`,
    'logs query, without a common word': `/api/logs?query=${encodeURIComponent('-signed')}`,
    'log histogram': '/api/logs/histogram',
    'log histogram, search, common': '/api/logs/histogram?search=signed',
    'log histogram, query, absent': `/api/logs/histogram?query=${encodeURIComponent('zebra OR giraffe')}`,
    releases: '/api/releases',
    'release detail, of all projects': `/api/releases/${encodeURIComponent('shop-web@4.0.1')}`,
    stats: '/api/stats',
    'stats, project, 24h': '/api/stats?projectId=shop-api&timeRange=24h',
    'stats, 7d': '/api/stats?timeRange=7d',
    'stats, a span of two days': `/api/stats?from=${threeDaysAgo}&to=${aDayAgo}`,
    facets: '/api/facets',
    'facets, project': '/api/facets?projectId=shop-api',
    'facets of a group': `/api/errors/${groupIds.split(',')[0] ?? ''}/facets`,
    'errors by facet': '/api/errors?facet=browser=Firefox',
    'trends, 24h, 100 groups': `/api/trends?groupIds=${groupIds}`,
    'trends, 7d, 100 groups': `/api/trends?timeRange=7d&groupIds=${groupIds}`,
    projects: '/api/projects',
  };
}

function sayReads(reads: readonly QueryFigures[]): void {
  for (const { name, size, isAlone, latencyMs } of reads) {
    const where = `${toText(size)} rows${isAlone ? '' : ', while ingesting'}`;
    say(`  ${name} (${where}): p50 ${toText(latencyMs.p50)} ms, p99 ${toText(latencyMs.p99)} ms`);
  }
}

function drawGrowth(outDir: string, reads: readonly QueryFigures[]): void {
  const isAlone = reads[0]?.isAlone !== false;
  const names = [...new Set(reads.map((read) => read.name))];
  const series = names.map((name) => ({
    name,
    points: reads.filter((read) => read.name === name).map((read) => [read.size, read.latencyMs.p50] as const),
  }));
  const title = `Median time of a read${isAlone ? '' : ' while events come in at half speed'}`;
  const chart = { title, xLabel: 'events and logs stored, each', yLabel: 'ms', isLogarithmic: true, series };
  writePicture(outDir, isAlone ? 'query' : 'query-while-ingesting', toLineChart(chart));
}
