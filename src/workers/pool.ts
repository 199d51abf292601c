import type { MessagePort, Worker } from 'node:worker_threads';
import { Piscina } from '#piscina';
import { BodyBuffers } from '../body-buffers.js';
import {
  DIGEST_ATTEMPTS_MAX,
  DIGEST_TASK_BYTES_MAX,
  DIGEST_TASK_CALLS_MAX,
  DIGEST_THREAD_HEAP_MB,
  DIGEST_THREAD_YOUNG_MB,
} from '../limits.js';
import type { DigestPortMessage, DigestTask, GroupingVersions, IngestCall, TaskCall } from '../messages.js';
import type { RedactSettings } from '../redact-settings.js';
import { openTaskProgress, readTaskState } from '../task-progress.js';
import { toPoolThreadPath } from '../threads.js';
import { RuleShare } from './rule-share.js';
import { TaskWatch, type WatchedTask } from './task-watch.js';

/** What the pool tells the daemon. */
export interface DigestPoolEvents {
  /** A bug of ours cost an item; in words for the daemon's log. */
  fault(fault: string): void;
  /** A thread ended in these calls, or while it handed them to the store: then the store may have them. */
  lost(tickets: readonly number[]): void;
  /** This call took longer than a call may; the store does not have it. */
  overran(ticket: number): void;
  /** A thread started; the store needs this end of its digest channel. */
  port(port: MessagePort): void;
}

export interface DigestPoolOptions {
  readonly threads: number;
  /** What is redacted beyond the default rules; nothing where it is absent. */
  readonly redaction?: RedactSettings;
  readonly events: DigestPoolEvents;
  /** A call may take so long. */
  readonly callMsMax: number;
}

/**
 * The digest pool: bodies in, digests and refusals to the store. The caller bounds what is in flight. Every call meets
 * exactly one fate: it is handed to the store once, or reported as lost, or as overrun.
 */
export interface DigestPool {
  /** For the bodies of calls. The pool gives back what it is done with, so whoever takes one must submit it or let go of it. */
  readonly buffers: BodyBuffers;
  /** Queues a call. Its body is the pool's from then on: it may be digested again, and its buffer goes to another call. */
  submit(call: IngestCall): void;
  /** How events are grouped, from the next task on. */
  setGroupings(versions: GroupingVersions): void;
  /** Resolves when every submitted call has met its fate, and the threads have ended. */
  close(): Promise<void>;
  /** The running threads. For tests, which end one to see that the pool recovers. */
  threads(): readonly Worker[];
}

/** Starts the threads; resolves when each has loaded its code and handed over its port. Rejects when one cannot start. */
export async function openDigestPool(options: DigestPoolOptions): Promise<DigestPool> {
  const pool = new CoalescingPool(options);
  await pool.ready();
  return pool;
}

// One: a second one lying ready was not measurably faster, and calls that gather here make larger tasks.
const TASKS_PER_THREAD = 1;
const NO_SETTINGS: RedactSettings = { names: [], patterns: [] };

interface WaitingCall {
  readonly call: IngestCall;
  /** Tasks that ended with their thread while they held the call. */
  readonly attemptCount: number;
}

class CoalescingPool implements DigestPool {
  readonly buffers = new BodyBuffers();
  readonly #options: DigestPoolOptions;
  readonly #watch: TaskWatch;
  #waiting: WaitingCall[] = [];
  #runningTasks = 0;
  #portCount = 0;
  #closed = false;
  #piscina: Piscina<DigestTask, readonly string[]>;
  readonly #ready: PromiseWithResolvers;
  #idle: PromiseWithResolvers | null = null;
  #groupings: Omit<GroupingVersions, 'rules'> | null = null;
  readonly #rules = new RuleShare();

  constructor(options: DigestPoolOptions) {
    this.#options = options;
    this.#ready = withResolvers();
    this.#watch = new TaskWatch({
      callMsMax: options.callMsMax,
      findThread: (threadId) => this.threads().find((thread) => thread.threadId === threadId),
    });
    this.#piscina = this.#openPiscina();
  }

  ready(): Promise<void> {
    return this.#ready.promise;
  }

  threads(): readonly Worker[] {
    return this.#piscina.threads;
  }

  setGroupings(versions: GroupingVersions): void {
    const { rules = [], ...groupings } = versions;
    const { newProjects, others, sourceMaps = [] } = groupings;
    this.#groupings = newProjects === 1 && others.length === 0 && sourceMaps.length === 0 ? null : groupings;
    this.#rules.set(rules);
  }

  submit(call: IngestCall): void {
    if (this.#closed) {
      this.#options.events.lost([call.ticket]);
      return;
    }
    this.#waiting.push({ call, attemptCount: 0 });
    this.#pump();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#runningTasks > 0 || this.#waiting.length > 0) {
      this.#idle ??= withResolvers();
      await this.#idle.promise;
    }
    await this.#piscina.destroy();
  }

  // Tasks grow without a timer: while every thread is busy calls gather here, and the next task takes what there is.
  #pump(): void {
    while (this.#waiting.length > 0 && this.#runningTasks < this.#options.threads * TASKS_PER_THREAD) {
      const calls = this.#waiting.splice(0, taskLength(this.#waiting));
      this.#runningTasks += 1;
      void this.#run(calls);
    }
  }

  async #run(waiting: readonly WaitingCall[]): Promise<void> {
    const progress = openTaskProgress();
    const watched = this.#watch.watch(progress);
    try {
      if (this.#piscina.threads.length === 0) this.#piscina = this.#openPiscina();
      const task = toTask(waiting, { progress, groupings: this.#groupings, groupingRules: this.#rules.shared });
      const faults = await this.#piscina.run(task, { transferList: [task.bodies.buffer] });
      for (const fault of faults) this.#options.events.fault(fault);
      for (const { call } of waiting) this.buffers.giveBack(call.body);
    } catch {
      // The thread ended, or could not be given the task.
      this.#settleEnded(waiting, watched);
    } finally {
      this.#watch.leave(watched);
      this.#runningTasks -= 1;
      this.#pump();
      if (this.#runningTasks === 0) this.#idle?.resolve();
    }
  }

  /** Every call of a task whose thread has ended: the store's, or one that ended it, or one to be digested again. */
  #settleEnded(waiting: readonly WaitingCall[], { progress, overrun }: WatchedTask): void {
    const { handedOn, handingOn, digesting } = readTaskState(progress);
    const lost: number[] = [];
    const again: WaitingCall[] = [];
    for (const [index, { call, attemptCount }] of waiting.entries()) {
      if (index < handedOn) continue;
      // What was on its way may have arrived. Posted again it could be stored twice, so its sender decides.
      if (index < handingOn) lost.push(call.ticket);
      // Told to end in one call, a thread may have got to the next one, which is not to blame.
      else if (index === digesting && overrun === null) lost.push(call.ticket);
      else if (index === digesting && overrun?.index === index) this.#options.events.overran(call.ticket);
      else if (attemptCount + 1 >= DIGEST_ATTEMPTS_MAX) lost.push(call.ticket);
      else again.push({ call, attemptCount: attemptCount + 1 });
    }
    // In front, because they have waited longest.
    this.#waiting.unshift(...again);
    if (lost.length > 0) this.#options.events.lost(lost);
  }

  #openPiscina(): Piscina<DigestTask, readonly string[]> {
    const { threads, events, redaction = NO_SETTINGS } = this.#options;
    const piscina = new Piscina<DigestTask, readonly string[]>({
      filename: toPoolThreadPath('digest'),
      minThreads: threads,
      maxThreads: threads,
      concurrentTasksPerWorker: TASKS_PER_THREAD,
      recordTiming: false,
      workerData: redaction,
      resourceLimits: {
        maxOldGenerationSizeMb: DIGEST_THREAD_HEAP_MB,
        maxYoungGenerationSizeMb: DIGEST_THREAD_YOUNG_MB,
      },
    });
    piscina.on('message', (message: DigestPortMessage) => {
      events.port(message.port);
      this.#portCount += 1;
      if (this.#portCount >= threads) this.#ready.resolve();
    });
    // An idle thread failed: Piscina starts another one, and nobody waits for this one but the start.
    piscina.on('error', (error: Error) => {
      this.#ready.reject(error);
    });
    piscina.on('workerDestroy', () => {
      queueMicrotask(() => {
        this.#leaveIfEmpty(piscina);
      });
    });
    return piscina;
  }

  /** Piscina gives up on threads that end while they start. Its queued tasks are then rejected instead of kept forever. */
  #leaveIfEmpty(piscina: Piscina): void {
    if (!this.#closed && piscina.threads.length === 0) void piscina.destroy();
  }
}

/**
 * The bodies are copied, because the calls may be digested again, and into one piece: a buffer for each costs both threads
 * more than its bytes. Shared memory would save the copy, but no collector knows of its size.
 */
function toTask(
  waiting: readonly WaitingCall[],
  rest: Pick<DigestTask, 'progress' | 'groupings' | 'groupingRules'>,
): DigestTask {
  const bodies = new Uint8Array(waiting.reduce((sum, { call }) => sum + call.body.byteLength, 0));
  let bodyEnd = 0;
  const calls = waiting.map(({ call }) => {
    bodies.set(call.body, bodyEnd);
    bodyEnd += call.body.byteLength;
    return toTaskCall(call, bodyEnd);
  });
  return { calls, bodies, ...rest };
}

/** By name, as every call passes here: V8 makes such an object at once. */
function toTaskCall(call: IngestCall, bodyEnd: number): TaskCall {
  const { ticket, form, pathIds, keyProject, contentEncoding, format, receivedAtMs, projectName, correlationId } = call;
  return {
    ticket,
    form,
    pathIds,
    keyProject,
    contentEncoding,
    format,
    receivedAtMs,
    projectName,
    correlationId,
    bodyEnd,
  };
}

/**
 * How many of the waiting calls one task takes: at least one, however large. A call whose thread ended under it goes
 * alone, so that whatever ends the next thread, it is not another call.
 */
function taskLength(waiting: readonly WaitingCall[]): number {
  let bytes = 0;
  let length = 0;
  for (const { call, attemptCount } of waiting) {
    if (attemptCount > 0) return Math.max(length, 1);
    bytes += call.body.byteLength;
    if (length > 0 && (bytes > DIGEST_TASK_BYTES_MAX || length >= DIGEST_TASK_CALLS_MAX)) break;
    length += 1;
  }
  return length;
}

interface PromiseWithResolvers {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

function withResolvers(): PromiseWithResolvers {
  let resolve: () => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
