// A writer thread, and the thread that feeds it. Runs as a process of its own; started by writer.ts.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { openDigestSender } from '../src/digest-channel.js';
import { FeedDemand } from '../src/feed-demand.js';
import type { DigestBatch } from '../src/messages.js';
import { openCountsWaiting } from '../src/store/sqlite/reader/counts-client.js';
import { openWriterClient, type WriterClient } from '../src/store/sqlite/writer/writer-client.js';
import { DIALECTS } from '../src/workers/dialects/dialects.js';
import { digestCall } from '../src/workers/digest.js';
import { answerJob } from './child-processes.js';
import { readThreadTimes } from './process-stats.js';
import { makeBodies, openStamper, toStampedId, type WorkKind } from './workload.js';

export interface WriterJob {
  readonly kind: WorkKind;
  readonly dir: string;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

export interface WriterReport {
  readonly eventsPerSecond: number;
  /** Processor time of the writer's thread alone; null where the system does not tell. */
  readonly usPerEvent: number | null;
  /** What eight cores could have at most, were the disk no limit. */
  readonly eventsPerCoreSecond: number | null;
  readonly eventsPerCommit: number;
  readonly bytesPerEvent: number;
}

/** On a busy machine seconds alone are too few events: the code would be measured before it is compiled. */
const EVENTS_MIN = 60_000;
const BODIES = 512;
/** Calls that are not answered: as at saturation with as many connections. */
const CALLS_WAITING = 256;
/** As a digest thread hands them on. */
const CALLS_PER_MESSAGE = 4;

answerJob(async ({ kind, dir, seconds, warmUpSeconds }: WriterJob): Promise<WriterReport> => {
  const dbPath = join(dir, 'writer.db');
  const feed = await openFeed(dbPath, makeBatches(kind));
  await feed.runFor(warmUpSeconds);
  const before = feed.read();
  const startedAtMs = performance.now();
  await feed.runFor(seconds);
  const elapsedMs = performance.now() - startedAtMs;
  const after = feed.read();
  await feed.close();
  const events = after.events - before.events;
  const isTold = before.writerSeconds !== null && after.writerSeconds !== null;
  const usPerEvent = isTold ? ((after.writerSeconds - before.writerSeconds) * 1e6) / events : null;
  return {
    eventsPerSecond: (events * 1000) / elapsedMs,
    usPerEvent,
    eventsPerCoreSecond: usPerEvent === null ? null : 1e6 / usPerEvent,
    eventsPerCommit: events / (after.commits - before.commits),
    bytesPerEvent: statSync(dbPath).size / after.events,
  };
});

/** Ready digests; those of one site share it, as in a digest thread. */
function makeBatches(kind: WorkKind): DigestBatch[] {
  const stamper = openStamper();
  return makeBodies({ kind, seed: 1, count: BODIES }).map((body) => {
    stamper.stamp(body);
    const form = { dialect: 'errord', kind: 'event', isBatch: true } as const;
    const facts = { ticket: 0, receivedAtMs: Date.now(), projectName: null, keyProject: null, correlationId: null };
    const contents = DIALECTS.errord.toContents(body.bytes, { ...facts, form, format: 'json', pathIds: {} });
    if ('reason' in contents) throw new Error('a body did not parse');
    return digestCall(facts, contents, { newId: () => '' }).batch;
  });
}

interface Feed {
  runFor(seconds: number): Promise<void>;
  read(): { readonly events: number; readonly commits: number; readonly writerSeconds: number | null };
  close(): Promise<void>;
}

async function openFeed(dbPath: string, batches: readonly DigestBatch[]): Promise<Feed> {
  const threadsBefore = new Set(readThreadIds());
  let [events, commits, waiting, sent] = [0, 0, 0, 0];
  let onCommit = (): void => undefined;
  const writer: WriterClient = await openWriterClient({
    dbPath,
    feedDemand: new FeedDemand().shared,
    countsWaiting: openCountsWaiting(),
    grouping: 1,
    publish: () => undefined,
    events: {
      commit({ results }) {
        commits += 1;
        waiting -= results.length;
        for (const { items } of results) {
          for (const { kind } of items) {
            if (kind !== 'stored') throw new Error(`an event was ${kind}`);
            events += 1;
          }
        }
        onCommit();
      },
      failed: (error) => {
        throw error;
      },
      groupings: () => undefined,
      log: () => undefined,
    },
  });
  const writerThread = readThreadIds().find((id) => !threadsBefore.has(id));
  const { port1, port2 } = new MessageChannel();
  writer.acceptDigests(port2);
  const renew = (batch: DigestBatch): DigestBatch => {
    const receivedAtMs = Date.now();
    const items = batch.items.map((item) =>
      item.kind === 'event' ? { ...item, eventId: toStampedId(sent++), timestampMs: receivedAtMs, receivedAtMs } : item,
    );
    return { ...batch, items };
  };
  const sender = openDigestSender();
  let next = 0;
  const send = (): void => {
    const message = Array.from({ length: CALLS_PER_MESSAGE }, () => {
      const batch = batches[next++ % batches.length];
      if (batch === undefined) throw new Error('there are no batches');
      return renew(batch);
    });
    waiting += message.length;
    port1.postMessage(sender.toMessage(message));
  };
  return {
    async runFor(seconds) {
      const endsAtMs = performance.now() + seconds * 1000;
      const eventsMin = events + EVENTS_MIN;
      while (performance.now() < endsAtMs || events < eventsMin) {
        while (waiting <= CALLS_WAITING - CALLS_PER_MESSAGE) send();
        await new Promise<void>((resolve) => {
          onCommit = resolve;
        });
      }
    },
    read: () => ({
      events,
      commits,
      writerSeconds: readThreadTimes(process.pid)?.get(writerThread ?? 0) ?? null,
    }),
    async close() {
      port1.close();
      await writer.close();
    },
  };
}

/** Empty on systems that do not tell. */
function readThreadIds(): number[] {
  return [...(readThreadTimes(process.pid)?.keys() ?? [])];
}
