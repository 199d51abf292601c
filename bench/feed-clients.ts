// Subscribers of the feed and the sender of the events, on one clock. Runs as a process of its own; started by feed.ts.

import { answerJob } from './child-processes.js';
import { subscribe } from './feed-socket.js';
import { type Connection, openConnection } from './http-connection.js';
import { Latencies, type LatencySummary } from './latencies.js';
import { readStoredCounts } from './servers.js';
import { type Body, makeBodies, openStamper, type Stamper, toStampedId, WORKLOAD } from './workload.js';

export interface FeedJob {
  /** Of daemons on one database: calls and subscribers go to them in turn. */
  readonly ports: readonly [number, ...number[]];
  readonly subscribers: number;
  /** One more, which opens the feed and never reads. */
  readonly hasSilent: boolean;
  readonly eventsPerSecond: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

export interface FeedReport {
  /** From the answer to the call until the message came; 0 when the message came first. */
  readonly fromAnswerMs: LatencySummary;
  /** From the time the call was due. */
  readonly fromDueMs: LatencySummary;
  /** While events were sent, by the clock. */
  readonly messagesPerSecond: number;
  /** Mean of a message. */
  readonly messageBytes: number;
  /** Of the messages that subscribers should have got, those they did get in time. */
  readonly deliveredShare: number;
  readonly closedSubscribers: number;
  readonly silentClosedAfterMs: number | null;
  readonly clientCores: number;
}

const SENDERS = 8;
const SETTLE_MS = 1000;
const SILENT_POLL_MS = 100;
/** Messages whose latency is looked at, of each second's; the others are only counted. */
const SAMPLES_PER_SECOND = 50_000;

answerJob(async (job: FeedJob): Promise<FeedReport> => {
  const clocks = new Map<string, EventClock>();
  const counter = openCounter(job, clocks);
  const subscribers = await Promise.all(
    Array.from({ length: job.subscribers }, (_, index) =>
      subscribe(job.ports[index % job.ports.length] ?? job.ports[0], counter.onMessage, counter.onClose),
    ),
  );
  const silent = job.hasSilent
    ? await subscribe(
        job.ports[0],
        () => undefined,
        () => undefined,
      )
    : null;
  silent?.pause();
  const stopWatching = new AbortController();
  const silentClosed = silent === null ? null : watchSilent(job.ports[0], job.subscribers, stopWatching.signal);
  await sendEvents(job, clocks, counter);
  await sleep(SETTLE_MS);
  stopWatching.abort();
  const silentClosedAfterMs = await silentClosed;
  const report = counter.report(silentClosedAfterMs);
  for (const socket of [...subscribers, ...(silent === null ? [] : [silent])]) socket.destroy();
  return report;
});

/** When an event was due and when its call was answered. */
interface EventClock {
  readonly dueAtMs: number;
  readonly isMeasured: boolean;
  answeredAtMs: number | null;
}

interface Counter {
  onMessage(payload: Buffer, receivedAtMs: number): void;
  onClose(): void;
  start(): void;
  stop(): void;
  sentCount: number;
  report(silentClosedAfterMs: number | null): FeedReport;
}

const ID_PREFIX = Buffer.from('-5b1c-4d20-8f3a-');
const ID_CHARS = 12;

function openCounter(job: FeedJob, clocks: ReadonlyMap<string, EventClock>): Counter {
  const fromAnswer = new Latencies();
  const fromDue = new Latencies();
  const sampleEvery = Math.max(1, Math.ceil((job.subscribers * job.eventsPerSecond) / SAMPLES_PER_SECOND));
  let messageCount = 0;
  let closedCount = 0;
  let isOver = false;
  let cpu = process.cpuUsage();
  let clientCores = 0;
  let byteCount = 0;
  let startedAtMs = 0;
  let elapsedSeconds = 1;
  let countBefore = 0;
  let messagesPerSecond = 0;
  const counter: Counter = {
    sentCount: 0,
    onMessage(payload, receivedAtMs) {
      if (isOver) return;
      messageCount += 1;
      byteCount += payload.length;
      if (messageCount % sampleEvery !== 0) return;
      const at = payload.indexOf(ID_PREFIX);
      if (at === -1) return;
      const idAt = at + ID_PREFIX.length;
      const clock = clocks.get(payload.toString('latin1', idAt, idAt + ID_CHARS));
      if (clock?.isMeasured !== true) return;
      fromDue.add(receivedAtMs - clock.dueAtMs);
      fromAnswer.add(clock.answeredAtMs === null ? 0 : Math.max(0, receivedAtMs - clock.answeredAtMs));
    },
    onClose: () => void (closedCount += isOver ? 0 : 1),
    start() {
      cpu = process.cpuUsage();
      startedAtMs = performance.now();
      countBefore = messageCount;
    },
    stop() {
      elapsedSeconds = (performance.now() - startedAtMs) / 1000;
      const { user, system } = process.cpuUsage(cpu);
      clientCores = Math.round((user + system) / 1000 / elapsedSeconds) / 1000;
      messagesPerSecond = (messageCount - countBefore) / elapsedSeconds;
    },
    report(silentClosedAfterMs) {
      isOver = true;
      return {
        fromAnswerMs: fromAnswer.summary(),
        fromDueMs: fromDue.summary(),
        messagesPerSecond,
        messageBytes: Math.round(byteCount / Math.max(1, messageCount)),
        deliveredShare: messageCount / Math.max(1, counter.sentCount * job.subscribers),
        closedSubscribers: closedCount,
        silentClosedAfterMs,
        clientCores,
      };
    },
  };
  return counter;
}

/** Batches of ten at fixed times, each on a free connection. Rejects when a call is not answered with success. */
async function sendEvents(job: FeedJob, clocks: Map<string, EventClock>, counter: Counter): Promise<void> {
  const { ports, eventsPerSecond, seconds, warmUpSeconds } = job;
  const bodies = makeBodies({ kind: 'event_batch', seed: 1, count: 256, host: `127.0.0.1:${ports[0]}` });
  const stamper = openStamper();
  const all = await Promise.all(ports.map(openSenders));
  const callsPerSecond = eventsPerSecond / WORKLOAD.batchItemCount;
  const startedAtMs = performance.now();
  for (let call = 0; call < (warmUpSeconds + seconds) * callsPerSecond; call++) {
    if (call === Math.round(warmUpSeconds * callsPerSecond)) counter.start();
    const dueAtMs = startedAtMs + (call * 1000) / callsPerSecond;
    const waitMs = dueAtMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const body = bodies[call % bodies.length];
    const senders = all[call % all.length];
    if (body === undefined || senders === undefined) throw new Error('there are no bodies');
    const isMeasured = dueAtMs - startedAtMs >= warmUpSeconds * 1000;
    const events = stampEvents(body, stamper, { dueAtMs, isMeasured });
    counter.sentCount += events.length;
    for (const [id, clock] of events) clocks.set(id, clock);
    await senders.send(body, () => {
      const answeredAtMs = performance.now();
      for (const [, clock] of events) clock.answeredAtMs = answeredAtMs;
    });
  }
  for (const senders of all) await senders.close();
  counter.stop();
}

function stampEvents(
  body: Body,
  stamper: Stamper,
  facts: Omit<EventClock, 'answeredAtMs'>,
): (readonly [string, EventClock])[] {
  const first = stamper.count;
  stamper.stamp(body);
  return body.idOffsets.map((_, index) => [toStampedId(first + index), { ...facts, answeredAtMs: null }] as const);
}

interface Senders {
  /** Resolves when the body is on its way, which is at once while a connection is free. */
  send(body: Body, onAnswer: () => void): Promise<void>;
  /** Resolves when every call has been answered. */
  close(): Promise<void>;
}

async function openSenders(port: number): Promise<Senders> {
  const idle: Connection[] = [];
  const waiting: (() => void)[] = [];
  let failure: Error | null = null;
  const wake = (): void => waiting.shift()?.();
  const fail = (reason: string): void => {
    failure ??= new Error(reason);
    wake();
  };
  const open = async (): Promise<[Connection, (onAnswer: () => void) => void]> => {
    let onAnswer: () => void = () => undefined;
    const connection = await openConnection(port, {
      answer({ status }) {
        if (status !== 201) fail(`a call was answered with ${status}`);
        onAnswer();
        idle.push(connection);
        wake();
      },
      failed: fail,
    });
    return [connection, (listener) => void (onAnswer = listener)];
  };
  const opened = new Map(await Promise.all(Array.from({ length: SENDERS }, open)));
  idle.push(...opened.keys());
  const take = async (): Promise<Connection> => {
    for (;;) {
      if (failure !== null) throw failure;
      const connection = idle.shift();
      if (connection !== undefined) return connection;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  return {
    async send(body, onAnswer) {
      const connection = await take();
      opened.get(connection)?.(onAnswer);
      connection.send(body.bytes);
    },
    async close() {
      for (let open = opened.size; open > 0; open--) (await take()).close();
    },
  };
}

/** Milliseconds until the daemon counts one client less; null when it keeps them all. */
async function watchSilent(port: number, othersCount: number, signal: AbortSignal): Promise<number | null> {
  const startedAtMs = performance.now();
  while (!signal.aborted) {
    const { feedClients } = await readStoredCounts(port);
    if (feedClients <= othersCount) return performance.now() - startedAtMs;
    await sleep(SILENT_POLL_MS);
  }
  return null;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
