// What each thread takes of memory. No thread can be asked for that of another before Node 22, and one that works does not
// answer; so each tells its own now and then, and what it told last is known without asking.

import { BroadcastChannel, threadId } from 'node:worker_threads';
import type { Clock } from './clock.js';
import { THREAD_MEMORY_MS, THREADS_TOLD_MAX } from './limits.js';

/** In bytes, of one thread. `arrayBuffers` are part of `external`. */
export interface MemoryFigures {
  readonly heapUsed: number;
  readonly heapTotal: number;
  readonly external: number;
  readonly arrayBuffers: number;
}

/** `thread` is a kind that has one thread, or a kind and a number: `writer`, `digest-1`. */
export interface ThreadMemory extends MemoryFigures {
  readonly thread: string;
}

/** The ids of the threads that run, by their kind; no list for a kind that has one thread. */
export type RunningThreads = Readonly<Record<string, number | readonly number[]>>;

const CHANNEL = 'errord thread memory';

interface MemoryNote {
  readonly threadId: number;
  readonly figures: MemoryFigures;
}

/** The thread's side: tells the memory of the thread it is made in, at once and then at most every `THREAD_MEMORY_MS`. */
export class MemoryTeller {
  readonly #clock: Clock;
  #toldAtMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.tell();
  }

  /** Call it behind each piece of work. A thread that does nothing keeps what it has. */
  tell(): void {
    const nowMs = this.#clock();
    if (nowMs - this.#toldAtMs < THREAD_MEMORY_MS) return;
    this.#toldAtMs = nowMs;
    // Open for the one message: the channel of a thread that never listens would keep those of all others.
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage({ threadId, figures: readMemory() } satisfies MemoryNote);
    channel.close();
  }
}

/** The main thread's side: remembers what the threads of this process have told. Make it before them. */
export class ThreadMemories {
  readonly #channel = new BroadcastChannel(CHANNEL);
  /** Of the threads that told something, by id, the last one to do so at the end. */
  readonly #told = new Map<number, MemoryFigures>();
  /** The names that running threads have had from the start; a name is given again when its thread has ended. */
  readonly #names = new Map<string, number>();

  constructor() {
    this.#channel.onmessage = ({ data }) => {
      const note = data as MemoryNote;
      this.#told.delete(note.threadId);
      this.#told.set(note.threadId, note.figures);
      const [oldest] = this.#told.keys();
      if (this.#told.size > THREADS_TOLD_MAX && oldest !== undefined) this.#told.delete(oldest);
    };
    this.#channel.unref();
  }

  /** This thread as `gateway`, and each of the running ones that has told something. */
  read(running: RunningThreads): readonly ThreadMemory[] {
    this.#rename(running);
    const told = [...this.#names].flatMap(([thread, id]) => {
      const figures = this.#told.get(id);
      return figures === undefined ? [] : [{ thread, ...figures }];
    });
    return [{ thread: 'gateway', ...readMemory() }, ...told];
  }

  close(): void {
    this.#channel.close();
  }

  #rename(running: RunningThreads): void {
    const all = new Set(Object.values(running).flat());
    for (const [name, id] of this.#names) if (!all.has(id)) this.#names.delete(name);
    const named = new Set(this.#names.values());
    for (const [kind, ids] of Object.entries(running)) {
      if (typeof ids === 'number') this.#names.set(kind, ids);
      else for (const id of ids) if (!named.has(id)) this.#names.set(this.#freeName(kind), id);
    }
  }

  #freeName(kind: string): string {
    let number = 1;
    while (this.#names.has(`${kind}-${number}`)) number += 1;
    return `${kind}-${number}`;
  }
}

function readMemory(): MemoryFigures {
  // Of this thread alone, but for `rss`.
  const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
  return { heapUsed, heapTotal, external, arrayBuffers };
}
