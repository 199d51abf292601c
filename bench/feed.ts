// How soon a subscriber hears of an event, by number of subscribers.

import { askModule } from './child-processes.js';
import type { FeedJob, FeedReport } from './feed-clients.js';
import { type BenchOptions, type Spread, say, shorten, toSpreads, toText } from './report.js';
import { makeTrialDir, type ServerCost, startDaemon, watchServer } from './servers.js';

const EVENTS_PER_SECOND = 1000;
const OVERHEAD_MS = 60_000;

interface FeedCase {
  readonly name: string;
  readonly subscribers: number;
  readonly hasSilent: boolean;
}

const CASES: readonly FeedCase[] = [
  { name: 'subscribers-1', subscribers: 1, hasSilent: false },
  { name: 'subscribers-50', subscribers: 50, hasSilent: false },
  { name: 'subscribers-50-and-a-silent-one', subscribers: 50, hasSilent: true },
  { name: 'subscribers-500', subscribers: 500, hasSilent: false },
];

export interface FeedFigures extends FeedCase {
  readonly eventsPerSecond: number;
  readonly figures: Record<string, Spread>;
  /** Of the last trial. */
  readonly threads: ServerCost['cpu'];
}

/** Every subscriber follows everything; each event is one message of some 3 KB to each. */
export async function benchFeed(options: BenchOptions): Promise<{ cases: readonly FeedFigures[] }> {
  const trials = new Map<FeedCase, { report: FeedReport; cost: ServerCost }[]>(CASES.map((one) => [one, []]));
  for (let trial = 0; trial < options.trials; trial++) {
    for (const [one, done] of trials) {
      const result = await runFeedTrial(one, shorten(options));
      done.push(result);
      sayReport(one, result.report);
    }
  }
  const cases = [...trials].map(([one, done]) => ({
    ...one,
    eventsPerSecond: EVENTS_PER_SECOND,
    figures: toSpreads(done.map(({ report, cost }) => toNumbers(report, cost))),
    threads: done.at(-1)?.cost.cpu ?? null,
  }));
  return { cases };
}

async function runFeedTrial(
  one: FeedCase,
  { seconds, warmUpSeconds }: BenchOptions,
): Promise<{ report: FeedReport; cost: ServerCost }> {
  const { dir, remove } = makeTrialDir();
  try {
    const server = await startDaemon(dir);
    const { subscribers, hasSilent } = one;
    const job: FeedJob = {
      ports: [server.port],
      subscribers,
      hasSilent,
      eventsPerSecond: EVENTS_PER_SECOND,
      seconds,
      warmUpSeconds,
    };
    const { result, cost } = await watchServer(server, () =>
      askModule<FeedReport>('feed-clients', { ...job }, { timeoutMs: (seconds + warmUpSeconds) * 1000 + OVERHEAD_MS }),
    );
    await server.stop();
    return { report: result, cost };
  } finally {
    remove();
  }
}

function toNumbers(report: FeedReport, cost: ServerCost): Record<string, number | null> {
  const { fromAnswerMs, fromDueMs } = report;
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
    silentClosedAfterMs: report.silentClosedAfterMs,
    clientCores: report.clientCores,
    serverCores: cost.cpu?.cores ?? null,
    rssPeakBytes: cost.rssPeakBytes,
  };
}

function sayReport({ name }: FeedCase, report: FeedReport): void {
  const { fromAnswerMs, messagesPerSecond, deliveredShare, closedSubscribers, silentClosedAfterMs } = report;
  const silent =
    silentClosedAfterMs === null ? '' : `, the silent one was closed after ${toText(silentClosedAfterMs)} ms`;
  say(
    `  ${name}: ${toText(messagesPerSecond)} messages/s, accepted to received p50 ${toText(fromAnswerMs.p50)} ms, ` +
      `p99 ${toText(fromAnswerMs.p99)} ms, ${toText(deliveredShare * 100)} % delivered, ${closedSubscribers} closed${silent}`,
  );
}
