// The load generator. Runs as a process of its own; started by load.ts, imported by nobody.

import { runAutocannon } from './autocannon-generator.js';
import { answerJob } from './child-processes.js';
import { type Connection, type HttpAnswer, openConnection } from './http-connection.js';
import { DRAIN_TIMEOUT_MS, type LoadInterval, type LoadJob, type LoadReport } from './load.js';
import { Tally } from './tally.js';
import { type Body, makeBodies, openStamper } from './workload.js';

/** More than any number of connections here, so that a body is free when it is needed, and enough of them to differ. */
const BODIES_MIN = 512;
const BODIES_SMALL = 4096;

answerJob((job: LoadJob, progress) =>
  job.engine === 'autocannon' ? runAutocannon(job) : new RawLoad(job, progress).run(),
);

interface Lane {
  readonly connection: Connection;
  body: Body | null;
  dueAtMs: number;
}

/** One run: opens the connections, sends, waits for every answer, reports. The first failure ends it. */
class RawLoad {
  readonly #job: LoadJob;
  readonly #progress: (interval: LoadInterval) => void;
  readonly #bodies: Body[];
  readonly #stamper = openStamper();
  readonly #tally: Tally;
  readonly #lanes: Lane[] = [];
  readonly #idle: Lane[] = [];
  #isOver = false;
  /** Times at which calls were due that wait for a connection, oldest first from `#lateAt` on. */
  readonly #late: number[] = [];
  #lateAt = 0;
  #openCalls = 0;
  #measureToMs = 0;
  #stop: (error: Error | null) => void = () => undefined;

  constructor(job: LoadJob, progress: (interval: LoadInterval) => void) {
    this.#job = job;
    this.#tally = new Tally(job);
    this.#progress = progress;
    const isSmall = !job.kind.endsWith('_batch');
    const count = Math.max(isSmall ? BODIES_SMALL : BODIES_MIN, job.connections * 2);
    this.#bodies = makeBodies({ kind: job.kind, seed: job.seed, count, host: `127.0.0.1:${job.port}` });
  }

  async run(): Promise<LoadReport> {
    const { connections, ratePerSecond, warmUpSeconds, seconds } = this.#job;
    const stopped = new Promise<void>((resolve, reject) => {
      this.#stop = (error) => (error === null ? resolve() : reject(error));
    });
    this.#lanes.push(...(await Promise.all(Array.from({ length: connections }, () => this.#openLane()))));
    const measureFromMs = performance.now() + warmUpSeconds * 1000;
    this.#measureToMs = measureFromMs + seconds * 1000;
    this.#tally.measure(measureFromMs, this.#measureToMs);
    const cpu = this.#watchCpu();
    const intervals = this.#reportIntervals();
    this.#idle.push(...this.#lanes);
    if (ratePerSecond === null) for (const lane of this.#idle.splice(0)) this.#send(lane, performance.now());
    else this.#sendAtRate(ratePerSecond);
    const drain = setTimeout(
      () => this.#stop(new Error(`${this.#openCalls} calls and ${this.#lateCount} due ones had no answer in time`)),
      (warmUpSeconds + seconds) * 1000 + DRAIN_TIMEOUT_MS,
    );
    try {
      await stopped;
    } finally {
      clearTimeout(drain);
      clearInterval(intervals);
      this.#isOver = true;
      for (const lane of this.#lanes) lane.connection.close();
    }
    return this.#tally.report(this.#bodies[0]?.itemCount ?? 1, await cpu);
  }

  /** A server may close a connection that has nothing to do; it is replaced. One that owes an answer may not. */
  async #openLane(): Promise<Lane> {
    const lane: { body: Body | null; dueAtMs: number } = { body: null, dueAtMs: 0 };
    const connection = await openConnection(this.#job.port, {
      answer: (answer) => this.#onAnswer(ready, answer),
      failed: (reason) => {
        const at = this.#idle.indexOf(ready);
        if (at === -1) this.#stop(new Error(`a connection failed: ${reason}`));
        else void this.#replaceIdle(at);
      },
    });
    const ready: Lane = Object.assign(lane, { connection });
    return ready;
  }

  async #replaceIdle(at: number): Promise<void> {
    this.#idle.splice(at, 1);
    if (this.#isOver) return;
    try {
      const lane = await this.#openLane();
      this.#lanes.push(lane);
      this.#idle.push(lane);
    } catch (error) {
      this.#stop(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #send(lane: Lane, dueAtMs: number): void {
    const body = this.#bodies.shift();
    if (body === undefined) throw new Error('there are fewer bodies than connections');
    this.#stamper.stamp(body);
    lane.body = body;
    lane.dueAtMs = dueAtMs;
    this.#openCalls += 1;
    this.#tally.sentCalls += 1;
    lane.connection.send(body.bytes);
  }

  #onAnswer(lane: Lane, answer: HttpAnswer): void {
    const { body, dueAtMs } = lane;
    const nowMs = performance.now();
    if (body === null || !this.#tally.count(answer, { body, dueAtMs, nowMs })) {
      this.#stop(new Error(body === null ? 'an answer came to no call' : toRefusal(answer)));
      return;
    }
    this.#openCalls -= 1;
    lane.body = null;
    // To the end: a body rests as long as possible before its next use, so that what is sent varies.
    this.#bodies.push(body);
    this.#continue(lane, nowMs);
  }

  #continue(lane: Lane, nowMs: number): void {
    const late = this.#late[this.#lateAt];
    if (late !== undefined) {
      this.#lateAt += 1;
      this.#send(lane, late);
    } else if (this.#job.ratePerSecond === null && nowMs < this.#measureToMs) this.#send(lane, nowMs);
    else this.#idle.push(lane);
    if (nowMs >= this.#measureToMs && this.#openCalls === 0 && this.#lateCount === 0) this.#stop(null);
  }

  get #lateCount(): number {
    return this.#late.length - this.#lateAt;
  }

  /** Call number n is due n / rate seconds after the start. The timer's millisecond of grain is part of the latency. */
  #sendAtRate(ratePerSecond: number): void {
    const startedAtMs = performance.now();
    let sentCount = 0;
    const tick = (): void => {
      const nowMs = Math.min(performance.now(), this.#measureToMs);
      const dueCount = Math.floor(((nowMs - startedAtMs) / 1000) * ratePerSecond);
      for (; sentCount < dueCount; sentCount++) {
        const dueAtMs = startedAtMs + ((sentCount + 1) * 1000) / ratePerSecond;
        // The one that has rested longest, so that no connection rests for as long as a server bears.
        const lane = this.#idle.shift();
        if (lane === undefined) {
          this.#late.push(dueAtMs);
          this.#tally.lateCalls += 1;
        } else this.#send(lane, dueAtMs);
      }
      if (nowMs < this.#measureToMs) setTimeout(tick, 1);
      else if (this.#openCalls === 0) this.#stop(null);
    };
    tick();
  }

  /** Resolves with the cores this process used while it measured. */
  #watchCpu(): Promise<number> {
    const { warmUpSeconds, seconds } = this.#job;
    return new Promise((resolve) => {
      setTimeout(() => {
        const before = process.cpuUsage();
        const startedAtMs = performance.now();
        setTimeout(() => {
          const { user, system } = process.cpuUsage(before);
          resolve((user + system) / 1000 / (performance.now() - startedAtMs));
        }, seconds * 1000);
      }, warmUpSeconds * 1000);
    });
  }

  #reportIntervals(): NodeJS.Timeout | undefined {
    const { intervalSeconds, warmUpSeconds } = this.#job;
    if (intervalSeconds === undefined) return undefined;
    const startedAtMs = performance.now() + warmUpSeconds * 1000;
    return setInterval(
      () => this.#progress({ ...this.#tally.takeInterval(startedAtMs, intervalSeconds) }),
      intervalSeconds * 1000,
    );
  }
}

function toRefusal({ status, retryAfterSeconds }: HttpAnswer): string {
  return `a call was answered with ${status}${status === 503 && retryAfterSeconds === null ? ' without Retry-After' : ''}`;
}
