// How soon subscribers of any daemon hear of an event when several daemons share one PostgreSQL.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDatabase, startPostgres } from '../test/support/postgres-server.js';
import { askModule } from './child-processes.js';
import type { FeedJob, FeedReport } from './feed-clients.js';
import { type BenchOptions, type Spread, say, shorten, toSpreads, toText } from './report.js';
import { makeTrialDir, type ServerCost, startDaemon, watchServer } from './servers.js';

const EVENTS_PER_SECOND = 1000;
const OVERHEAD_MS = 120_000;

interface DaemonsCase {
  readonly name: string;
  readonly daemons: number;
  /** Of each daemon. */
  readonly subscribers: number;
}

/** One daemon, and nobody who listens elsewhere, is what the others are compared with. */
const CASES: readonly DaemonsCase[] = [
  { name: 'daemons-1', daemons: 1, subscribers: 1 },
  { name: 'daemons-2', daemons: 2, subscribers: 1 },
  { name: 'daemons-2-subscribers-20', daemons: 2, subscribers: 10 },
];

export interface DaemonsFigures extends DaemonsCase {
  readonly eventsPerSecond: number;
  readonly figures: Record<string, Spread>;
}

/** Calls go to the daemons in turn, and every subscriber follows everything; each trial has a server of its own. */
export async function benchFeedDaemons(options: BenchOptions): Promise<{ cases: readonly DaemonsFigures[] }> {
  const trials = new Map<DaemonsCase, Record<string, number | null>[]>(CASES.map((one) => [one, []]));
  for (let trial = 0; trial < options.trials; trial++)
    for (const [one, done] of trials) done.push(await runTrial(one, shorten(options)));
  const cases = [...trials].map(([one, done]) => ({
    ...one,
    eventsPerSecond: EVENTS_PER_SECOND,
    figures: toSpreads(done),
  }));
  return { cases };
}

async function runTrial(
  one: DaemonsCase,
  { seconds, warmUpSeconds }: BenchOptions,
): Promise<Record<string, number | null>> {
  const { dir, remove } = makeTrialDir();
  const postgres = await startPostgres({ fsync: true });
  try {
    const config = join(dir, 'config.json');
    writeFileSync(config, JSON.stringify({ storeUrl: await makeDatabase(postgres) }));
    const start = () => startDaemon(dir, ['--config', config]);
    const first = await start();
    const others = await Promise.all(Array.from({ length: one.daemons - 1 }, start));
    const job: FeedJob = {
      ports: [first.port, ...others.map(({ port }) => port)],
      subscribers: one.daemons * one.subscribers,
      hasSilent: false,
      eventsPerSecond: EVENTS_PER_SECOND,
      seconds,
      warmUpSeconds,
    };
    const timeoutMs = (seconds + warmUpSeconds) * 1000 + OVERHEAD_MS;
    const { result, cost } = await watchServer(first, () =>
      askModule<FeedReport>('feed-clients', { ...job, ports: [...job.ports] }, { timeoutMs }),
    );
    for (const server of [first, ...others]) await server.stop();
    sayReport(one, result, cost);
    return toNumbers(result, cost);
  } finally {
    postgres.stop();
    remove();
  }
}

function toNumbers(
  { fromAnswerMs, fromDueMs, ...report }: FeedReport,
  cost: ServerCost,
): Record<string, number | null> {
  return {
    acceptedToReceivedP50Ms: fromAnswerMs.p50,
    acceptedToReceivedP99Ms: fromAnswerMs.p99,
    acceptedToReceivedMaxMs: fromAnswerMs.max,
    sentToReceivedP50Ms: fromDueMs.p50,
    sentToReceivedP99Ms: fromDueMs.p99,
    deliveredShare: report.deliveredShare,
    messagesPerSecond: report.messagesPerSecond,
    messageBytes: report.messageBytes,
    closedSubscribers: report.closedSubscribers,
    firstDaemonCores: cost.cpu?.cores ?? null,
    bystanderP99Ms: cost.bystanderMs.p99,
  };
}

function sayReport(
  { name }: DaemonsCase,
  { fromAnswerMs, fromDueMs, deliveredShare }: FeedReport,
  cost: ServerCost,
): void {
  say(
    `  ${name}: accepted to received p50 ${toText(fromAnswerMs.p50)} ms, p99 ${toText(fromAnswerMs.p99)} ms, sent to ` +
      `received p99 ${toText(fromDueMs.p99)} ms, ${toText(deliveredShare * 100)} % delivered; a timer was late by ` +
      `${toText(cost.bystanderMs.p99)} ms (p99)`,
  );
}
