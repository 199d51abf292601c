import { PENDING_EVENTS_MAX } from './limits.js';
import type { Schedule } from './outbox.js';
import type { ErrorEvent, StackFrame } from './types.js';

export interface PendingOptions {
  /** Improves the frames, and may improve the texts of their event; must not reject. */
  read(frames: StackFrame[], event: ErrorEvent): Promise<StackFrame[]>;
  /** As `read`, for a process that ends before a file can be waited for. */
  readNow?(frames: StackFrame[], event: ErrorEvent): StackFrame[];
  readonly schedule: Schedule;
}

/** Events that wait for their frames to be read. */
export class PendingEvents {
  readonly #options: PendingOptions;
  readonly #queues = new Map<ErrorEvent, () => void>();
  readonly #onSettled = new Set<() => void>();

  constructor(options: PendingOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#queues.size;
  }

  /** Calls `queue` when the frames were read; false when the event has none, or when too many wait already. */
  hold(event: ErrorEvent, queue: () => void): boolean {
    if (event.stackFrames === undefined || this.size >= PENDING_EVENTS_MAX) return false;
    this.#queues.set(event, queue);
    void this.#options.read(event.stackFrames, event).then((frames) => {
      this.#release(event, frames);
    });
    return true;
  }

  /** Lets all of them go with what can be read at once. */
  releaseAll(): void {
    for (const event of [...this.#queues.keys()]) {
      const frames = event.stackFrames ?? [];
      this.#release(event, this.#options.readNow?.(frames, event) ?? frames);
    }
  }

  /** Resolves when none waits any more, or the time is over. */
  settle(timeoutMs: number): Promise<void> {
    if (this.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const settle = (): void => {
        this.#onSettled.delete(settle);
        cancel();
        resolve();
      };
      const cancel = this.#options.schedule(settle, timeoutMs);
      this.#onSettled.add(settle);
    });
  }

  #release(event: ErrorEvent, frames: StackFrame[]): void {
    const queue = this.#queues.get(event);
    if (queue === undefined) return;
    this.#queues.delete(event);
    event.stackFrames = frames;
    queue();
    if (this.size === 0) for (const onSettled of [...this.#onSettled]) onSettled();
  }
}
