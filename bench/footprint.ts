// What the daemon costs the machine it runs on: idle, under saturation, afterwards, on disk, at start.

import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fillDatabase } from './filled-database.js';
import { HEADLINE_CASE } from './ingest.js';
import { runLoad } from './load.js';
import { readMemory, readThreadTimes, toCpuLoad } from './process-stats.js';
import { type BenchOptions, type Spread, say, toSpreads, toText } from './report.js';
import { type BenchServer, makeTrialDir, startDaemon, watchServer } from './servers.js';

const SETTLE_SECONDS = 2;
const KEEP_ALL = ['--retention-days', '0', '--max-db-size-mb', '0'];

export interface FootprintFigures {
  readonly load: Record<string, Spread>;
  /** By rows of the database; 0 is a database that does not exist yet. */
  readonly start: Record<string, Record<string, Spread>>;
}

export async function benchFootprint(options: BenchOptions): Promise<FootprintFigures> {
  const trials: Record<string, number | null>[] = [];
  for (let trial = 0; trial < options.trials; trial++) trials.push(await runFootprintTrial(options));
  const load = toSpreads(trials);
  for (const [name, { median }] of Object.entries(load)) say(`  ${name}: ${toText(median)}`);
  const start: Record<string, Record<string, Spread>> = {};
  for (const size of [0, Math.max(...options.sizes)]) {
    start[String(size)] = toSpreads(await measureStarts(size, options.trials));
    say(`  start with ${toText(size)} events: ${toText(start[String(size)]?.startMs?.median ?? 0)} ms`);
  }
  return { load, start };
}

async function runFootprintTrial(options: BenchOptions): Promise<Record<string, number | null>> {
  const { dir, remove } = makeTrialDir();
  try {
    const server = await startDaemon(dir, KEEP_ALL);
    await sleep(SETTLE_SECONDS);
    const idle = await watchIdle(server, options.seconds);
    const { seconds, warmUpSeconds } = options;
    const { kind, connections } = HEADLINE_CASE;
    const { result, cost } = await watchServer(server, () =>
      runLoad({
        engine: 'raw',
        kind,
        connections,
        port: server.port,
        ratePerSecond: null,
        warmUpSeconds,
        seconds,
        seed: 1,
      }),
    );
    await sleep(SETTLE_SECONDS);
    const after = await watchIdle(server, options.seconds);
    await server.stop();
    return {
      rssIdleBytes: idle.rssBytes,
      idleCores: idle.cores,
      rssSaturatedPeakBytes: cost.rssPeakBytes,
      rssAfterBytes: after.rssBytes,
      idleCoresAfter: after.cores,
      walPeakBytes: cost.walPeakBytes,
      eventsStored: result.acknowledgedItems,
      bytesPerEvent: statSync(server.dbPath).size / result.acknowledgedItems,
    };
  } finally {
    remove();
  }
}

async function watchIdle(
  { pid }: BenchServer,
  seconds: number,
): Promise<{ rssBytes: number | null; cores: number | null }> {
  const before = readThreadTimes(pid);
  const startedAtMs = performance.now();
  await sleep(seconds);
  const elapsed = (performance.now() - startedAtMs) / 1000;
  const cpu = toCpuLoad(pid, { before, after: readThreadTimes(pid), seconds: elapsed });
  return { rssBytes: readMemory(pid)?.rssBytes ?? null, cores: cpu?.cores ?? null };
}

async function measureStarts(size: number, count: number): Promise<Record<string, number | null>[]> {
  const starts: Record<string, number | null>[] = [];
  const filled = size === 0 ? null : await fillDatabase(size);
  for (let trial = 0; trial < count; trial++) {
    const { dir, remove } = makeTrialDir();
    try {
      if (filled !== null) copyFileSync(filled, join(dir, 'service.db'));
      const server = await startDaemon(dir, KEEP_ALL);
      starts.push({ startMs: server.startMs, rssBytes: readMemory(server.pid)?.rssBytes ?? null });
      await server.stop();
    } finally {
      remove();
    }
  }
  return starts;
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000);
  });
}
