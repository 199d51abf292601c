import type { Worker } from 'node:worker_threads';
import { readTaskState } from '../task-progress.js';

/** A task that a thread may be working on. */
export interface WatchedTask {
  readonly progress: Int32Array;
  /** The step that was seen last, and when it was seen first. None until the first look: asking for the time costs more. */
  step: number | null;
  seenAt: Instant | null;
  /** Set when the thread was told to end: the call that it was in, or null when it was in none. */
  overrun: { readonly index: number | null } | null;
}

export interface TaskWatchOptions {
  /** A call may take so long, of the clock and of the processor. */
  readonly callMsMax: number;
  /** The running thread of that id, if it still runs. */
  readonly findThread: (threadId: number) => Worker | undefined;
}

interface Instant {
  readonly clockMs: number;
  /** Of all threads of the process: what one of them used, nobody says on every version of Node.js. */
  readonly processorMs: number;
}

const LOOKS_PER_BUDGET = 4;
/** A thread that waits for something uses no processor. Nothing in a digest waits, so this is for bugs. */
const WAITS_PER_BUDGET = 10;

/**
 * Looks after the running tasks, and ends the thread of one that stays in the same call for longer than its budget. While the
 * process had less of the processor than that, the call cannot have used it up: on a machine that is busy with something
 * else, a call is not to blame for its time.
 */
export class TaskWatch {
  readonly #options: TaskWatchOptions;
  readonly #tasks = new Set<WatchedTask>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: TaskWatchOptions) {
    this.#options = options;
  }

  watch(progress: Int32Array): WatchedTask {
    const task: WatchedTask = { progress, step: null, seenAt: null, overrun: null };
    this.#tasks.add(task);
    this.#timer ??= setInterval(() => {
      this.#look();
    }, this.#options.callMsMax / LOOKS_PER_BUDGET).unref();
    return task;
  }

  /** The task is over, or its thread. */
  leave(task: WatchedTask): void {
    this.#tasks.delete(task);
  }

  #look(): void {
    // Only here, and not when the last task is left: a timer per task would cost more than a look at nothing.
    if (this.#tasks.size === 0 && this.#timer !== null) {
      clearInterval(this.#timer);
      this.#timer = null;
    }
    const at = now();
    for (const task of this.#tasks) this.#lookAt(task, at);
  }

  #lookAt(task: WatchedTask, at: Instant): void {
    const { threadId, step, digesting } = readTaskState(task.progress);
    // A task that waits for a thread to start costs nobody anything.
    if (task.seenAt === null || step !== task.step || threadId === 0) {
      task.step = step;
      task.seenAt = at;
      return;
    }
    if (task.overrun !== null || !isOver(task.seenAt, at, this.#options.callMsMax)) return;
    task.overrun = { index: digesting };
    void this.#options.findThread(threadId)?.terminate();
  }
}

function now(): Instant {
  const { user, system } = process.cpuUsage();
  return { clockMs: performance.now(), processorMs: (user + system) / 1000 };
}

function isOver(since: Instant, at: Instant, msMax: number): boolean {
  const clockMs = at.clockMs - since.clockMs;
  const processorMs = at.processorMs - since.processorMs;
  return (clockMs >= msMax && processorMs >= msMax) || clockMs >= WAITS_PER_BUDGET * msMax;
}
