import { Piscina } from '#piscina';
import { ErrordError } from '../../../errors.js';
import { QUERY_QUEUE_MAX } from '../../../limits.js';
import { toPoolThreadPath } from '../../../threads.js';
import { READER_THREAD_YOUNG_MB } from '../limits.js';
import type { ReaderReply, ReaderRequest } from '../thread-messages.js';

/** The main thread's side of the reader pool. */
export interface ReaderClient {
  /** Finished JSON, or null when the id in the query is unknown. Rejects with an `ErrordError`. */
  query(request: ReaderRequest): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Starts the threads, if no query has yet. */
  start(): void;
  close(): Promise<void>;
  /** Of threads that were started. */
  readonly pool: Piscina<ReaderRequest, ReaderReply>;
}

export interface ReaderOptions {
  readonly dbPath: string;
  readonly threads: number;
  /** A thread ended between queries; the pool has replaced it. */
  readonly onThreadFailure: (reason: string) => void;
  /** A query has shown that the database is damaged; it fails when this has settled. May be called many times. */
  readonly onDamage: (reason: string) => Promise<void>;
}

/** Starts no thread: a daemon that starts has nothing to ask, and its other threads load their code. */
export function openReaderClient(options: ReaderOptions): ReaderClient {
  let started: Threads | null = null;
  const start = (): Threads => {
    started ??= startThreads(options);
    return started;
  };
  let closing = false;
  const isClosing = (): boolean => closing;
  return {
    get pool() {
      return start().pool;
    },
    start: () => void start(),
    async query(request) {
      // A pool that was destroyed starts threads again for the next task.
      if (isClosing()) throw new ErrordError('shutting_down', 'the store is closed');
      const { pool } = start();
      if (pool.queueSize >= QUERY_QUEUE_MAX)
        throw new ErrordError('queue_full', 'too many queries wait for a reader thread');
      let reply: ReaderReply;
      try {
        reply = await pool.run(request);
      } catch (error) {
        // The pool replaces a thread that has ended; this query went with it.
        throw new ErrordError(isClosing() ? 'shutting_down' : 'worker_lost', 'a reader thread ended during the query', {
          cause: error,
        });
      }
      if (!reply.ok && reply.isDamaged) await options.onDamage(reply.message);
      if (!reply.ok) throw new ErrordError(reply.code, reply.message);
      return reply.json;
    },
    async close() {
      closing = true;
      if (started === null) return;
      // Node 20 can abort the process when a thread is ended while its modules are being loaded.
      await started.loaded;
      await started.pool.destroy();
    },
  };
}

interface Threads {
  readonly pool: Piscina<ReaderRequest, ReaderReply>;
  /** Resolves when every thread has loaded its code, or one of them has failed to. */
  readonly loaded: Promise<void>;
}

function startThreads({ dbPath, threads, onThreadFailure }: ReaderOptions): Threads {
  const pool = new Piscina<ReaderRequest, ReaderReply>({
    filename: toPoolThreadPath('sqlite-reader'),
    minThreads: threads,
    maxThreads: threads,
    maxQueue: QUERY_QUEUE_MAX,
    concurrentTasksPerWorker: 1,
    workerData: { dbPath },
    resourceLimits: { maxYoungGenerationSizeMb: READER_THREAD_YOUNG_MB },
  });
  // Without a listener it would end the process.
  pool.on('error', (error: unknown) => onThreadFailure(error instanceof Error ? error.message : String(error)));
  return { pool, loaded: whenLoaded(pool, threads) };
}

function whenLoaded(pool: Piscina, threads: number): Promise<void> {
  return new Promise((resolve) => {
    let count = 0;
    pool.on('message', () => {
      count += 1;
      if (count === threads) resolve();
    });
    pool.once('error', () => resolve());
  });
}
