// Half speed for a long time with retention at work, and with company: what grows, and is what is counted what is stored?

import { type VerifyReport, verifyDatabase } from '../src/database-tools.js';
import { toLineChart } from './chart.js';
import { askModule } from './child-processes.js';
import { HEADLINE_CASE } from './ingest.js';
import { type LoadInterval, type LoadReport, runLoad } from './load.js';
import { readFileBytes, readMemory } from './process-stats.js';
import { type BenchOptions, say, toText, writePicture } from './report.js';
import { type BenchServer, makeTrialDir, readStoredCounts, startDaemon, watchServer } from './servers.js';
import type { CompanyJob, CompanyReport } from './soak-company.js';
import { type Trend, toTrend } from './trend.js';

const SATURATION_SECONDS = 5;
const MIB = 2 ** 20;
/** Points of a picture, whatever the length. */
const POINTS = 180;
/** Reached within a minute or two: from then on retention, which looks every minute, deletes what has come since. */
const MAX_DB_SIZE_MB = 256;
/** For runs of few minutes, in which the first look must find something to delete. */
const MAX_DB_SIZE_SHORT_MB = 64;
const SHORT_MINUTES = 5;
/** In a run of less than two of its minutes, retention may not have looked. */
const PRUNED_MINUTES_MIN = 2;
/** A project is cleared every ten minutes of an hour, and as often in a shorter run. */
const CLEARS = 6;
const OVERHEAD_MS = 60_000;

interface Sample {
  readonly atSeconds: number;
  readonly rssBytes: number;
  readonly walBytes: number;
  readonly dbBytes: number;
  readonly callsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export interface SoakFigures {
  readonly minutes: number;
  readonly ratePerSecond: number;
  readonly maxDbSizeMb: number;
  readonly load: LoadReport;
  readonly serverCores: number | null;
  readonly rssPeakBytes: number | null;
  readonly walPeakBytes: number;
  /** Of resident memory, over the last two thirds of the run. */
  readonly rssTrend: Trend;
  /** Acknowledged and no longer stored at the end: what retention, and who cleared projects, has deleted. */
  readonly deletedEvents: number;
  readonly company: CompanyReport;
  /** Of `errord verify` on the database afterwards: counters equal rows, derived tables their records, and pages are whole. */
  readonly faults: number;
  readonly dbPeakBytes: number;
  /** Medians of the second and the last quarter of the run: equal means flat. */
  readonly rssMb: { readonly secondQuarter: number; readonly lastQuarter: number };
  readonly p99Ms: { readonly secondQuarter: number; readonly lastQuarter: number };
  /** Of the worst interval, without the first: code is compiled in it. */
  readonly worstP99Ms: number;
  readonly samples: readonly Sample[];
}

export async function benchSoak({ minutes, outDir }: BenchOptions): Promise<SoakFigures> {
  const { dir, remove } = makeTrialDir();
  const maxDbSizeMb = minutes < SHORT_MINUTES ? MAX_DB_SIZE_SHORT_MB : MAX_DB_SIZE_MB;
  try {
    const server = await startDaemon(dir, ['--max-db-size-mb', String(maxDbSizeMb)]);
    const { kind, connections } = HEADLINE_CASE;
    const load = { engine: 'raw', kind, connections, port: server.port } as const;
    const seconds = minutes * 60;
    const samples: Sample[] = [];
    const company = keepCompany({
      port: server.port,
      seconds: SATURATION_SECONDS + seconds,
      clearEverySeconds: seconds / CLEARS,
    });
    // Asked for its end later.
    company.catch(() => undefined);
    // Half of what the daemon takes with that company.
    const saturated = await runLoad({
      ...load,
      ratePerSecond: null,
      warmUpSeconds: 1,
      seconds: SATURATION_SECONDS,
      seed: 1,
    });
    const ratePerSecond = saturated.callsPerSecond / 2;
    const { result, cost } = await watchServer(server, () =>
      Promise.all([
        runLoad(
          { ...load, ratePerSecond, warmUpSeconds: 1, seconds, seed: 2, intervalSeconds: seconds / POINTS },
          (interval) => {
            const sample = toSample(server, interval);
            samples.push(sample);
            if (samples.length % 20 === 0) saySample(sample);
          },
        ),
        company,
      ]),
    );
    const [sent, others] = result;
    const deletedEvents =
      saturated.acknowledgedItems + sent.acknowledgedItems - (await readStoredCounts(server.port)).events;
    await server.stop();
    const endBytes = samples.at(-1)?.dbBytes ?? 0;
    if (minutes >= PRUNED_MINUTES_MIN && endBytes > 2 * maxDbSizeMb * MIB) throw new Error('the size cap did not hold');
    const { faults } = verify(server);
    draw(outDir, samples);
    const rssTrend = toTrend(samples.map(({ atSeconds, rssBytes }) => [atSeconds / 3600, rssBytes / MIB] as const));
    sayEnd(rssTrend, deletedEvents);
    return {
      minutes,
      ratePerSecond,
      maxDbSizeMb,
      load: sent,
      company: others,
      faults: faults.length,
      rssTrend,
      deletedEvents,
      dbPeakBytes: samples.reduce((most, { dbBytes }) => Math.max(most, dbBytes), 0),
      serverCores: cost.cpu?.cores ?? null,
      rssPeakBytes: cost.rssPeakBytes,
      walPeakBytes: cost.walPeakBytes,
      rssMb: compareQuarters(samples.map((sample) => sample.rssBytes / MIB)),
      p99Ms: compareQuarters(samples.map((sample) => sample.p99Ms)),
      worstP99Ms: samples.slice(1).reduce((most, { p99Ms }) => Math.max(most, p99Ms), 0),
      samples,
    };
  } finally {
    remove();
  }
}

function keepCompany(job: CompanyJob): Promise<CompanyReport> {
  return askModule<CompanyReport>('soak-company', { ...job }, { timeoutMs: job.seconds * 1000 + OVERHEAD_MS });
}

/** Of a server that has stopped. */
function verify({ dbPath }: BenchServer): VerifyReport {
  const report = verifyDatabase(dbPath, { nowMs: Date.now() });
  for (const { text } of report.faults) say(`  FAULT: ${text}`);
  return report;
}

function toSample({ pid, dbPath }: BenchServer, { atSeconds, callsPerSecond, latencyMs }: LoadInterval): Sample {
  return {
    atSeconds: Math.round(atSeconds * 10) / 10,
    rssBytes: readMemory(pid)?.rssBytes ?? 0,
    walBytes: readFileBytes(`${dbPath}-wal`),
    dbBytes: readFileBytes(dbPath),
    callsPerSecond: Math.round(callsPerSecond * 10) / 10,
    p50Ms: latencyMs.p50,
    p99Ms: latencyMs.p99,
    maxMs: latencyMs.max,
  };
}

function saySample({ atSeconds, rssBytes, walBytes, dbBytes, p50Ms, p99Ms }: Sample): void {
  const sizes = `RSS ${toText(rssBytes / MIB)} MB, WAL ${toText(walBytes / MIB)} MB, file ${toText(dbBytes / MIB)} MB`;
  say(`  ${toText(atSeconds)} s: ${sizes}, p50 ${toText(p50Ms)} ms, p99 ${toText(p99Ms)} ms`);
}

function sayEnd({ perHour, isFlat }: Trend, deletedEvents: number): void {
  const memory = `RSS ${isFlat ? 'is flat' : 'is NOT flat'}: ${toText(perHour)} MB an hour over the last two thirds`;
  say(`  ${memory}; ${toText(deletedEvents)} events were deleted`);
}

function compareQuarters(values: readonly number[]): { secondQuarter: number; lastQuarter: number } {
  const quarter = Math.floor(values.length / 4);
  const median = (part: readonly number[]): number => {
    const sorted = [...part].sort((one, other) => one - other);
    return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 100) / 100;
  };
  return {
    secondQuarter: median(values.slice(quarter, 2 * quarter)),
    lastQuarter: median(values.slice(values.length - quarter)),
  };
}

function draw(outDir: string, samples: readonly Sample[]): void {
  const line = (name: string, read: (sample: Sample) => number) => ({
    name,
    points: samples.map((sample) => [sample.atSeconds / 60, read(sample)] as const),
  });
  const chart = { xLabel: 'minutes', isLogarithmic: false };
  const sizes = [
    line('RSS', ({ rssBytes }) => rssBytes / MIB),
    line('write-ahead log', ({ walBytes }) => walBytes / MIB),
    line('database file', ({ dbBytes }) => dbBytes / MIB),
  ];
  const latencies = [
    line('p50', ({ p50Ms }) => p50Ms),
    line('p99', ({ p99Ms }) => p99Ms),
    line('max', ({ maxMs }) => maxMs),
  ];
  const title = 'Half speed with retention at work';
  writePicture(outDir, 'soak-sizes', toLineChart({ ...chart, title: `${title}: sizes`, yLabel: 'MB', series: sizes }));
  writePicture(
    outDir,
    'soak-latency',
    toLineChart({ ...chart, title: `${title}: time to the answer`, yLabel: 'ms', series: latencies }),
  );
}
