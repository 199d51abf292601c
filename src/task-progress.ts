// What a digest thread tells of its task while it works, in memory that outlives the thread: with it the pool knows which
// calls of a task the store has, which one the thread ended in, and which ones can be digested again.

const THREAD_ID = 0;
const STEP = 1;
/** The index of the call that is being digested, plus one; 0 between calls. */
const DIGESTING = 2;
const HANDING_ON = 3;
const HANDED_ON = 4;
const FIELD_COUNT = 5;

/** The state of a task. Calls before `handedOn` are the store's. */
export interface TaskState {
  /** Of the thread that took the task; 0 while none has. Never 0 for a worker thread. */
  readonly threadId: number;
  /** Changes with every move of the thread; the same one twice means that it was in the same call all the time. */
  readonly step: number;
  /** Index of the call that is being digested, or null. */
  readonly digesting: number | null;
  readonly handedOn: number;
  /** Calls from `handedOn` to here may or may not be the store's: the thread ended while it posted them. */
  readonly handingOn: number;
}

export function openTaskProgress(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(FIELD_COUNT * Int32Array.BYTES_PER_ELEMENT));
}

/** Exact when the thread has ended; until then as it was a moment ago. */
export function readTaskState(progress: Int32Array): TaskState {
  const digesting = Atomics.load(progress, DIGESTING);
  return {
    threadId: Atomics.load(progress, THREAD_ID),
    step: Atomics.load(progress, STEP),
    digesting: digesting === 0 ? null : digesting - 1,
    handedOn: Atomics.load(progress, HANDED_ON),
    handingOn: Atomics.load(progress, HANDING_ON),
  };
}

/** The thread's hand on the progress of its task. */
export class TaskProgress {
  readonly #progress: Int32Array;

  constructor(progress: Int32Array, threadId: number) {
    this.#progress = progress;
    Atomics.store(progress, THREAD_ID, threadId);
  }

  /** Around the digest of one call. A thread that ends in it leaves the index behind. */
  digest<T>(index: number, work: () => T): T {
    this.#move(DIGESTING, index + 1);
    const made = work();
    this.#move(DIGESTING, 0);
    return made;
  }

  /** Around the posting of all calls before `end`: said before and after, so that no call is ever posted twice. */
  handOn(end: number, post: () => void): void {
    this.#move(HANDING_ON, end);
    post();
    this.#move(HANDED_ON, end);
  }

  #move(field: number, value: number): void {
    Atomics.add(this.#progress, STEP, 1);
    Atomics.store(this.#progress, field, value);
  }
}
