import { type MessagePort, Worker } from 'node:worker_threads';
import { ErrordError } from '../../../errors.js';
import type { FeedItem } from '../../../messages.js';
import { toThreadFile } from '../../../threads.js';
import type { StoreEvents } from '../../store.js';
import { WRITER_CALLS_MAX, WRITER_THREAD_YOUNG_MB } from '../limits.js';
import type { WriterCall, WriterMessage, WriterOptions, WriterReply, WriterRequest } from '../thread-messages.js';

/** The main thread's side of the writer thread. */
export interface WriterClient {
  call<K extends keyof WriterCall>(kind: K, input: WriterCall[K]['in']): Promise<WriterCall[K]['out']>;
  acceptDigests(port: MessagePort): void;
  /** Resolves when the thread has ended. */
  close(): Promise<void>;
  /** For tests that end the thread in the middle of a call. */
  readonly worker: Worker;
}

interface PendingCall {
  resolve(out: WriterCall[keyof WriterCall]['out']): void;
  reject(error: ErrordError): void;
}

export interface WriterClientOptions extends WriterOptions {
  readonly events: StoreEvents;
  /** Feed messages of a commit, after its report. */
  readonly publish: (items: readonly FeedItem[]) => void;
}

/** Rejects with a `StartErrorCode` when the database cannot be opened. */
export async function openWriterClient(options: WriterClientOptions): Promise<WriterClient> {
  const { dbPath, feedDemand, countsWaiting, grouping, events, publish } = options;
  const worker = new Worker(toThreadFile('sqlite-writer'), {
    name: 'errord-writer',
    workerData: { dbPath, feedDemand, countsWaiting, grouping } satisfies WriterOptions,
    resourceLimits: { maxYoungGenerationSizeMb: WRITER_THREAD_YOUNG_MB },
  });
  const pending = new Map<number, PendingCall>();
  let nextId = 0;
  let closing = false;
  let ended = false;

  const settle = (reply: WriterReply): void => {
    const call = pending.get(reply.id);
    pending.delete(reply.id);
    if (reply.ok) call?.resolve(reply.out);
    else call?.reject(new ErrordError(reply.code, reply.message));
  };
  const fail = (error: ErrordError): void => {
    if (ended) return;
    ended = true;
    for (const call of pending.values()) call.reject(error);
    pending.clear();
    if (!closing) events.failed(error);
  };
  await untilReady(worker, events);
  worker.on('message', (message: WriterMessage) => {
    if (message.kind === 'reply') settle(message);
    else if (message.kind === 'commit') {
      const { results, durationMs, reachedLimits = [], feed } = message;
      if (results.length > 0)
        events.commit({ results, reachedLimits, ...(durationMs !== undefined && { durationMs }) });
      if (feed.length > 0) publish(feed);
    } else if (message.kind === 'groupings') {
      events.groupings(message.versions, message.isDue);
    } else if (message.kind === 'lost') {
      fail(new ErrordError('storage_unavailable', message.reason));
    } else if (message.kind === 'log') events.log(message.level, message.message, message.facts);
  });
  const exited = untilGone(worker).then(fail);
  const send: WriterClient['call'] = (kind, input) =>
    new Promise((resolve, reject) => {
      const id = nextId++;
      worker.postMessage({ kind, id, in: input });
      // The reply to an id has the type of its call: the thread side is typed by the same table.
      pending.set(id, { resolve: resolve, reject });
    });
  const client: WriterClient = {
    worker,
    call(kind, input) {
      if (closing) return Promise.reject(new ErrordError('shutting_down', 'the store is closed'));
      if (ended) return Promise.reject(new ErrordError('worker_lost', 'the writer thread is gone'));
      // Readers share theirs, and read all the same where it fails.
      if (pending.size >= WRITER_CALLS_MAX && kind !== 'settleCounts')
        return Promise.reject(new ErrordError('queue_full', 'too many calls wait for the writer'));
      return send(kind, input);
    },
    acceptDigests(port) {
      worker.postMessage({ kind: 'digest_port', port } satisfies WriterRequest, [port]);
    },
    async close() {
      if (!ended && !closing) {
        closing = true;
        // However many calls wait: this one is not refused.
        await send('close', null).catch(() => worker.terminate());
      }
      await exited;
    },
  };
  return client;
}

/** Resolves, when the thread has ended, with why. */
function untilGone(worker: Worker): Promise<ErrordError> {
  // An uncaught exception is followed by 'exit'; the reason is worth more than the exit code.
  let reason = 'it ended';
  worker.on('error', (error) => {
    reason = error instanceof Error ? error.message : String(error);
  });
  return new Promise((resolve) => {
    worker.once('exit', () => resolve(new ErrordError('worker_lost', `the writer thread is gone: ${reason}`)));
  });
}

/** Lines for the log may come before: they say what the opening does. */
function untilReady(worker: Worker, events: Pick<StoreEvents, 'log'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const onExit = (): void =>
      reject(new ErrordError('database_unusable', 'The writer thread ended before it was ready.'));
    const onError = (cause: unknown): void => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      reject(new ErrordError('database_unusable', `The writer thread failed to start: ${reason}`, { cause }));
    };
    worker.once('exit', onExit);
    worker.once('error', onError);
    const onMessage = (message: WriterMessage): void => {
      if (message.kind === 'log') {
        events.log(message.level, message.message, message.facts);
        return;
      }
      worker.off('message', onMessage);
      worker.off('exit', onExit);
      worker.off('error', onError);
      if (message.kind === 'open_failed') {
        void worker.terminate();
        reject(new ErrordError(message.code, message.message));
      } else {
        resolve();
      }
    };
    worker.on('message', onMessage);
  });
}
