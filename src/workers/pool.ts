import type { MessagePort } from 'node:worker_threads';
import type { DigestVerdict, IngestCall } from '../messages.js';

/** What the pool tells the daemon. */
export interface DigestPoolEvents {
  /** A call was decoded; its accepted items are on their way to the store. */
  verdict(verdict: DigestVerdict): void;
  /** A thread ended while it held these calls. Some of their items may have reached the store. */
  lost(tickets: readonly number[]): void;
  /** A thread started; the store needs this end of its digest channel. */
  port(port: MessagePort): void;
}

export interface DigestPoolOptions {
  readonly threads: number;
  readonly events: DigestPoolEvents;
}

/** The digest pool: bodies in, digests to the store, verdicts back. The caller bounds what is in flight. */
export interface DigestPool {
  /** Queues a call; its body's buffer is transferred and must not be used afterwards. */
  submit(call: IngestCall): void;
  /** Resolves when every submitted call has had its verdict or was lost, and the threads have ended. */
  close(): Promise<void>;
}
