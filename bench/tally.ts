// What the raw generator counts.

import type { HttpAnswer } from './http-connection.js';
import { Latencies } from './latencies.js';
import type { LoadInterval, LoadJob, LoadReport, LoadSample } from './load.js';
import type { Body } from './workload.js';

/** Our own answer, and that of OpenTelemetry. */
const STATUSES_ACCEPTED: readonly number[] = [201, 200];
const STATUS_REFUSED = 503;

/** An answered call. Times are of `performance.now()`. */
export interface AnsweredCall {
  readonly body: Body;
  readonly dueAtMs: number;
  readonly nowMs: number;
}

/** Counts the answers of one load: those in the time measured for the figures, all of them for the balance. */
export class Tally {
  readonly #job: LoadJob;
  readonly #accepted = new Latencies();
  readonly #refused = new Latencies();
  readonly #interval = new Latencies();
  readonly #samples: LoadSample[] = [];
  #acceptedItems = 0;
  #acceptedCalls = 0;
  #refusedCalls = 0;
  #payloadBytes = 0;
  #measureFromMs = 0;
  #measureToMs = 0;
  sentCalls = 0;
  lateCalls = 0;

  constructor(job: LoadJob) {
    this.#job = job;
  }

  /** Sets the time that is measured; calls answered outside of it only count for the balance. */
  measure(fromMs: number, toMs: number): void {
    this.#measureFromMs = fromMs;
    this.#measureToMs = toMs;
  }

  /** Counts an answer; false when the job does not allow it. */
  count(answer: HttpAnswer, call: AnsweredCall): boolean {
    const isAccepted = STATUSES_ACCEPTED.includes(answer.status);
    if (!isAccepted && !this.#isAllowedRefusal(answer)) return false;
    if (isAccepted) {
      this.#acceptedItems += call.body.itemCount;
      this.#acceptedCalls += 1;
    } else this.#refusedCalls += 1;
    if (call.nowMs >= this.#measureFromMs && call.nowMs < this.#measureToMs) this.#measured(isAccepted, call);
    return true;
  }

  /** What was accepted since the last time. */
  takeInterval(startedAtMs: number, intervalSeconds: number): LoadInterval {
    const latencyMs = this.#interval.summary();
    this.#interval.clear();
    const atSeconds = (performance.now() - startedAtMs) / 1000;
    return { atSeconds, callsPerSecond: latencyMs.count / intervalSeconds, latencyMs };
  }

  report(itemCount: number, generatorCores: number): LoadReport {
    const { seconds, engine, kind } = this.#job;
    const calls = this.#accepted.count;
    if (calls === 0) throw new Error(`no ${kind} call was accepted while it was measured`);
    return {
      engine,
      seconds,
      calls,
      callsPerSecond: calls / seconds,
      itemsPerSecond: (calls * itemCount) / seconds,
      payloadBytes: Math.round(this.#payloadBytes / calls),
      latencyMs: this.#accepted.summary(),
      acknowledgedItems: this.#acceptedItems,
      acknowledgedCalls: this.#acceptedCalls,
      refused: {
        calls: this.#refused.count,
        callsPerSecond: this.#refused.count / seconds,
        latencyMs: this.#refused.summary(),
        callsInAll: this.#refusedCalls,
      },
      sentCalls: this.sentCalls,
      lateCalls: this.lateCalls,
      endedAtMs: performance.timeOrigin + this.#measureToMs,
      samples: this.#samples,
      generatorCores: Math.round(generatorCores * 1000) / 1000,
    };
  }

  /** A refusal that does not say when to try again is none: it would void the run. */
  #isAllowedRefusal({ status, retryAfterSeconds }: HttpAnswer): boolean {
    return this.#job.allowsRefusals === true && status === STATUS_REFUSED && (retryAfterSeconds ?? 0) > 0;
  }

  #measured(isAccepted: boolean, { body, dueAtMs, nowMs }: AnsweredCall): void {
    const latencyMs = nowMs - dueAtMs;
    if (this.#job.keepsSamples === true) {
      this.#samples.push({ dueAtMs: performance.timeOrigin + dueAtMs, isAccepted, latencyMs });
    }
    if (!isAccepted) {
      this.#refused.add(latencyMs);
      return;
    }
    this.#accepted.add(latencyMs);
    this.#interval.add(latencyMs);
    this.#payloadBytes += body.bodyByteCount;
  }
}
