import type { Worker } from 'node:worker_threads';
import { readTaskState } from '../task-progress.js';

/** A task that a thread may be working on. */
export interface WatchedTask {
  readonly progress: Int32Array;
  /** The step that was seen last, and when. */
  step: number;
  seenAtMs: number;
  /** Set when the thread was told to end: the call that it was in, or null when it was in none. */
  overrun: { readonly index: number | null } | null;
}

export interface TaskWatchOptions {
  /** A call may take so long. A thread is told to end at the latest a quarter later. */
  readonly callMsMax: number;
  /** The running thread of that id, if it still runs. */
  readonly findThread: (threadId: number) => Worker | undefined;
}

const LOOKS_PER_BUDGET = 4;

/** Looks after the running tasks, and ends the thread of one that stays in the same call for longer than its budget. */
export class TaskWatch {
  readonly #options: TaskWatchOptions;
  readonly #tasks = new Set<WatchedTask>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: TaskWatchOptions) {
    this.#options = options;
  }

  watch(progress: Int32Array): WatchedTask {
    const task: WatchedTask = { progress, step: 0, seenAtMs: performance.now(), overrun: null };
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
    const nowMs = performance.now();
    for (const task of this.#tasks) this.#lookAt(task, nowMs);
  }

  #lookAt(task: WatchedTask, nowMs: number): void {
    const { threadId, step, digesting } = readTaskState(task.progress);
    // A task that waits for a thread to start costs nobody anything.
    if (step !== task.step || threadId === 0) {
      task.step = step;
      task.seenAtMs = nowMs;
      return;
    }
    if (task.overrun !== null || nowMs - task.seenAtMs < this.#options.callMsMax) return;
    task.overrun = { index: digesting };
    void this.#options.findThread(threadId)?.terminate();
  }
}
