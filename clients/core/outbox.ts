// What waits for the daemon. Records are finished JSON texts, so that what waits takes the room it seems to take and nobody
// can change it any more. One call is on its way at a time: records arrive in order, and a daemon that is slow or away gets
// one caller from each application.

import { BATCH_INTERVAL_MS, BATCH_SIZE, EVENTS_ENDPOINT, LOGS_ENDPOINT } from '../../src/constants.js';
import { isTemporary, toFates, toWaitMs } from './answers.js';
import {
  CALL_CHARS_MAX,
  CATCH_UP_RECORDS_MAX,
  FAILED_CALL_TRIES_MAX,
  QUEUE_RECORDS_MAX,
  RECORD_CHARS_MAX,
} from './limits.js';
import type { ClientStats, DropReason } from './types.js';

export type RecordKind = 'events' | 'logs' | 'requests';

const PATHS: Readonly<Record<RecordKind, string>> = {
  events: `${EVENTS_ENDPOINT}/batch`,
  logs: `${LOGS_ENDPOINT}/batch`,
  requests: `${EVENTS_ENDPOINT}/request/batch`,
};
const KINDS = Object.keys(PATHS) as RecordKind[];

export interface SendAnswer {
  readonly status: number;
  /** The `Retry-After` header; null when absent. */
  readonly retryAfter: string | null;
  readonly body: string;
}

/** Sends one call with records, which are JSON; rejects when there was no answer. */
export type Send = (path: string, records: readonly string[]) => Promise<SendAnswer>;

/** Runs something later; the returned function calls it off. */
export type Schedule = (run: () => void, delayMs: number) => () => void;

export interface OutboxOptions {
  readonly send: Send;
  /** Must not keep a process alive. */
  readonly schedule: Schedule;
  readonly queueCharsMax: number;
  /** Request records that make a call before the interval is over, where it is not the batch size of the contract. */
  readonly requestBatchSize?: number | undefined;
  /** How long request records wait for more, where they have waited for each other already. */
  readonly requestWaitMs?: number | undefined;
  /** Called when the daemon answers again after records were dropped. */
  readonly onDropped: (dropped: ReadonlyMap<DropReason, number>) => void;
}

export interface FlushOptions {
  readonly schedule?: Schedule;
  /** `false`: not longer than the daemon answers. */
  readonly isPatient?: boolean;
}

/** The body of one call. */
export interface Parcel {
  readonly path: string;
  readonly body: string;
}

interface Lane {
  records: string[];
  /** When the first of them has waited long enough; Infinity when there is none. */
  dueAtMs: number;
  /** Fewer than usual after the daemon found a call too large. */
  recordsMax: number;
  /** So many do not wait for more. */
  readonly batchSize: number;
  readonly waitMs: number;
}

/** Who waits for a flush. */
interface Waiter {
  readonly isPatient: boolean;
  settle(isEmpty: boolean): void;
}

interface Call {
  readonly kind: RecordKind;
  readonly records: string[];
}

export class Outbox {
  readonly #options: OutboxOptions;
  #lanes: Record<RecordKind, Lane>;
  readonly #dropped = new Map<DropReason, number>();
  #unreported = new Map<DropReason, number>();
  #sentCount = 0;
  #queuedCount = 0;
  #queuedChars = 0;
  #call: Call | null = null;
  /** Calls that failed in a row. */
  #failures = 0;
  #cancelTimer: (() => void) | null = null;
  /** A failure is waited out; new records do not shorten it. */
  #isBackingOff = false;
  readonly #waiters = new Set<Waiter>();

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#lanes = toLanes(options);
  }

  /** Queues a record. Never more than the limits: the oldest of the kind of which most wait make room. */
  push(kind: RecordKind, record: string): void {
    if (record.length > RECORD_CHARS_MAX) {
      this.drop('too_large');
      return;
    }
    const lane = this.#lanes[kind];
    lane.records.push(record);
    this.#count(record, 1);
    while (this.#queuedCount > QUEUE_RECORDS_MAX || this.#queuedChars > this.#options.queueCharsMax) {
      this.#makeRoom();
    }
    if (lane.dueAtMs === Infinity) lane.dueAtMs = Date.now() + lane.waitMs;
    if (this.#call !== null || this.#isBackingOff) return;
    const isTimed = this.#cancelTimer !== null && lane.records.length > 1 && lane.records.length < lane.batchSize;
    if (!isTimed) this.#next();
  }

  /** A flood of logs must not push out the errors it came with. */
  #makeRoom(): void {
    const lanes = KINDS.map((kind) => this.#lanes[kind]);
    const longest = lanes.reduce((a, b) => (b.records.length > a.records.length ? b : a));
    this.#count(longest.records.shift() ?? '', -1);
    this.drop('queue_full');
  }

  /** True while a failure is waited out: the daemon did not answer, or asked for time. */
  get isBackingOff(): boolean {
    return this.#isBackingOff;
  }

  /** Counts something that is not sent. */
  drop(reason: DropReason, count = 1): void {
    for (const counts of [this.#dropped, this.#unreported]) counts.set(reason, (counts.get(reason) ?? 0) + count);
  }

  stats(): ClientStats {
    return {
      sentCount: this.#sentCount,
      queuedCount: this.#queuedCount,
      dropped: Object.fromEntries(this.#dropped),
    };
  }

  /** Sends what waits without waiting for more; true when nothing is left, false when the time is over before. */
  flush(
    timeoutMs: number,
    { schedule = this.#options.schedule, isPatient = true }: FlushOptions = {},
  ): Promise<boolean> {
    if (this.#queuedCount === 0) return Promise.resolve(true);
    if (this.#isBackingOff && !isPatient) return Promise.resolve(false);
    return new Promise((resolve) => {
      const settle = (isEmpty: boolean): void => {
        this.#waiters.delete(waiter);
        cancel();
        resolve(isEmpty);
      };
      const waiter = { isPatient, settle };
      const cancel = schedule(() => {
        settle(false);
      }, timeoutMs);
      this.#waiters.add(waiter);
      if (this.#call === null && !this.#isBackingOff) this.#next();
    });
  }

  /**
   * Hands out everything that waits, in calls of at most so many characters, for a process or a page that ends. What is on
   * its way is among it when it is going to be cut off: the daemon recognises by its id what it has.
   */
  takeAll(charsMax: number, { withCall }: { readonly withCall: boolean }): Parcel[] {
    const parcels: Parcel[] = [];
    for (const kind of KINDS) {
      const inCall = withCall && this.#call?.kind === kind ? this.#call.records : [];
      const records = [...inCall, ...this.#lanes[kind].records];
      while (records.length > 0) {
        parcels.push({ path: PATHS[kind], body: toBody(takeFitting(records, CATCH_UP_RECORDS_MAX, charsMax)) });
      }
    }
    const { records = [] } = this.#call ?? {};
    this.#empty(records);
    return parcels;
  }

  /** Stops; what still waits is dropped. */
  close(): void {
    this.#cancelTimer?.();
    this.#isBackingOff = true;
    if (this.#queuedCount > 0) this.drop('closed', this.#queuedCount);
    this.#empty([]);
  }

  /** Nothing waits any more but what is on its way. */
  #empty(records: readonly string[]): void {
    this.#lanes = toLanes(this.#options);
    this.#queuedCount = 0;
    this.#queuedChars = 0;
    for (const record of records) this.#count(record, 1);
  }

  #count(record: string, sign: 1 | -1): void {
    this.#queuedCount += sign;
    this.#queuedChars += sign * record.length;
  }

  /** Sends the lane that has waited longest, or waits until one is due. */
  #next(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    const now = Date.now();
    const toDueMs = (kind: RecordKind): number => {
      const { records, dueAtMs, batchSize } = this.#lanes[kind];
      return this.#waiters.size > 0 || records.length >= batchSize ? Math.min(dueAtMs, now) : dueAtMs;
    };
    const waiting = KINDS.filter((kind) => this.#lanes[kind].records.length > 0);
    const [next] = waiting.sort((a, b) => toDueMs(a) - toDueMs(b));
    if (next === undefined) {
      for (const { settle } of this.#waiters) settle(true);
    } else if (toDueMs(next) <= now) this.#start(next);
    else {
      this.#cancelTimer = this.#options.schedule(() => {
        this.#next();
      }, toDueMs(next) - now);
    }
  }

  #start(kind: RecordKind): void {
    const lane = this.#lanes[kind];
    const records = takeFitting(lane.records, lane.recordsMax, CALL_CHARS_MAX);
    // What is left has waited too: it goes with the next call.
    if (lane.records.length === 0) lane.dueAtMs = Infinity;
    const call: Call = { kind, records };
    this.#call = call;
    this.#options.send(PATHS[kind], records).then(
      (answer) => {
        this.#settle(call, answer);
      },
      () => {
        this.#retry(call, null);
      },
    );
  }

  #settle(call: Call, answer: SendAnswer): void {
    const { status } = answer;
    if (status >= 200 && status < 300) this.#deliver(call, answer);
    else if (status === 413 && call.records.length > 1) this.#halve(call);
    else if (isTemporary(status) || (status >= 500 && this.#failures < FAILED_CALL_TRIES_MAX))
      this.#retry(call, answer.retryAfter);
    else this.#giveUp(call, status === 413 ? 'too_large' : 'refused');
  }

  #deliver(call: Call, { status, body }: SendAnswer): void {
    const fates = status === 207 ? toFates(body) : [];
    const again = call.records.filter((_, index) => fates[index] === 'again');
    const refusedCount = fates.filter((fate) => fate === 'refused').length;
    if (refusedCount > 0) this.drop('refused', refusedCount);
    this.#sentCount += call.records.length - refusedCount - again.length;
    if (again.length > 0) {
      this.#forget(call.records.filter((record) => !again.includes(record)));
      this.#retry({ ...call, records: again }, null);
      return;
    }
    this.#failures = 0;
    this.#finish(call);
    this.#reportDropped();
  }

  /** Told once, when somebody listens again. */
  #reportDropped(): void {
    if (this.#unreported.size === 0) return;
    const dropped = this.#unreported;
    this.#unreported = new Map();
    this.#options.onDropped(dropped);
  }

  #giveUp(call: Call, reason: DropReason): void {
    this.#failures = 0;
    this.drop(reason, call.records.length);
    this.#finish(call);
  }

  #finish(call: Call): void {
    this.#forget(call.records);
    this.#call = null;
    this.#next();
  }

  #forget(records: readonly string[]): void {
    // Nothing is counted any more once the outbox was closed.
    for (const record of records) if (this.#queuedCount > 0) this.#count(record, -1);
  }

  #halve(call: Call): void {
    this.#lanes[call.kind].recordsMax = Math.ceil(call.records.length / 2);
    this.#putBack(call);
    this.#next();
  }

  #retry(call: Call, retryAfter: string | null): void {
    this.#putBack(call);
    if (this.#queuedCount === 0) return;
    this.#isBackingOff = true;
    this.#cancelTimer = this.#options.schedule(
      () => {
        this.#isBackingOff = false;
        this.#next();
      },
      toWaitMs(this.#failures, retryAfter),
    );
    this.#failures += 1;
    for (const { isPatient, settle } of this.#waiters) if (!isPatient) settle(false);
  }

  #putBack({ kind, records }: Call): void {
    this.#call = null;
    const lane = this.#lanes[kind];
    lane.records = this.#queuedCount === 0 ? [] : [...records, ...lane.records];
    lane.dueAtMs = 0;
  }
}

function toLanes({ requestBatchSize, requestWaitMs }: OutboxOptions): Record<RecordKind, Lane> {
  const lane = (batchSize = BATCH_SIZE, waitMs = BATCH_INTERVAL_MS): Lane => ({
    records: [],
    dueAtMs: Infinity,
    recordsMax: CATCH_UP_RECORDS_MAX,
    batchSize,
    waitMs,
  });
  return { events: lane(), logs: lane(), requests: lane(requestBatchSize, requestWaitMs) };
}

/** Takes out the first records that make one call; at least one. */
function takeFitting(records: string[], countMax: number, charsMax: number): string[] {
  let chars = 2;
  let count = 0;
  for (const record of records) {
    chars += record.length + 1;
    if (count === countMax || (count > 0 && chars > charsMax)) break;
    count += 1;
  }
  return records.splice(0, count);
}

/** The body of a call with records. */
export function toBody(records: readonly string[]): string {
  return `[${records.join(',')}]`;
}
