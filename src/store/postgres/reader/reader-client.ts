import { Piscina } from '#piscina';
import { ErrordError } from '../../../errors.js';
import { QUERY_QUEUE_MAX } from '../../../limits.js';
import { toPoolThreadPath } from '../../../threads.js';
import type { MergeOutcome, UnmergeRequest } from '../../merge.js';
import type { GroupSample, NewestEvents, NewestRequest, SampleRequest } from '../../regroup.js';
import type { SplitLook, SplitRequest } from '../../split.js';
import type { StoreQuery, StoreStatus } from '../../store.js';
import { READER_CONNECTIONS, READER_THREAD_YOUNG_MB } from '../limits.js';
import type { ReaderReply, ReaderRequest, ReaderThreadOptions } from '../thread-messages.js';

/** The main thread's side of the reader thread. All promises reject with an `ErrordError`. */
export interface ReaderClient {
  /** Finished JSON, or null when the id in the query is unknown. */
  query(query: StoreQuery, onLag?: (lagMs: number) => void): Promise<Uint8Array<ArrayBuffer> | null>;
  readStatus(): Promise<StoreStatus>;
  /** Null for a project that nobody has named. */
  sample(request: SampleRequest): Promise<GroupSample | null>;
  newest(request: NewestRequest): Promise<NewestEvents | null>;
  previewUnmerge(request: UnmergeRequest): Promise<MergeOutcome>;
  previewSplit(request: SplitRequest): Promise<SplitLook>;
  close(): Promise<void>;
  /** For tests that end the thread in the middle of a query. */
  readonly pool: Piscina<ReaderRequest, ReaderReply>;
}

export interface ReaderOptions extends ReaderThreadOptions {
  /** The thread ended between queries; the pool has replaced it. */
  readonly onThreadFailure: (reason: string) => void;
}

/** One thread is enough: it waits for the server most of the time, with as many queries as it has connections. */
export function openReaderClient({ url, standby, onThreadFailure }: ReaderOptions): ReaderClient {
  const pool = new Piscina<ReaderRequest, ReaderReply>({
    filename: toPoolThreadPath('postgres-reader'),
    minThreads: 1,
    maxThreads: 1,
    maxQueue: QUERY_QUEUE_MAX,
    concurrentTasksPerWorker: READER_CONNECTIONS,
    workerData: { url, standby } satisfies ReaderThreadOptions,
    resourceLimits: { maxYoungGenerationSizeMb: READER_THREAD_YOUNG_MB },
  });
  // Without a listener it would end the process.
  pool.on('error', (error: unknown) => onThreadFailure(error instanceof Error ? error.message : String(error)));
  const loaded = whenLoaded(pool);
  let closing = false;
  const isClosing = (): boolean => closing;
  const ask = async (
    request: ReaderRequest,
    onLag?: (lagMs: number) => void,
  ): Promise<Uint8Array<ArrayBuffer> | null> => {
    // A pool that was destroyed starts threads again for the next task.
    if (isClosing()) throw new ErrordError('shutting_down', 'the store is closed');
    if (pool.queueSize >= QUERY_QUEUE_MAX) throw new ErrordError('queue_full', 'too many queries wait for the reader');
    let reply: ReaderReply;
    try {
      reply = await pool.run(request);
    } catch (error) {
      // The pool replaces a thread that has ended; this query went with it.
      throw new ErrordError(isClosing() ? 'shutting_down' : 'worker_lost', 'the reader thread ended during the query', {
        cause: error,
      });
    }
    if (!reply.ok) throw new ErrordError(reply.code, reply.message);
    if (reply.lagMs !== undefined) onLag?.(reply.lagMs);
    return reply.json;
  };
  const parse = (json: Uint8Array | null): unknown =>
    json === null ? null : JSON.parse(new TextDecoder().decode(json));
  return {
    pool,
    query: ask,
    readStatus: async () => parse(await ask({ name: 'readStatus' })) as StoreStatus,
    sample: async (request) => parse(await ask({ name: 'sampleGroups', request })) as GroupSample | null,
    newest: async (request) => parse(await ask({ name: 'readNewestEvents', request })) as NewestEvents | null,
    previewUnmerge: async (request) => parse(await ask({ name: 'previewUnmerge', request })) as MergeOutcome,
    previewSplit: async (request) => parse(await ask({ name: 'previewSplit', request })) as SplitLook,
    async close() {
      closing = true;
      // Node 20 can abort the process when a thread is ended while its modules are being loaded.
      await loaded;
      await pool.destroy();
    },
  };
}

/** Resolves when the thread has loaded its code, or failed to. */
function whenLoaded(pool: Piscina): Promise<void> {
  return new Promise((resolve) => {
    pool.once('message', () => resolve());
    pool.once('error', () => resolve());
  });
}
