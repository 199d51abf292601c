// The port: what any store can do. SQLite is the first implementation; nothing of it shows here.

import type { MessagePort } from 'node:worker_threads';
import type { JsonObject } from '../../schemas/common.js';
import type { ErrorGroup } from '../../schemas/error-group.js';
import type { Status } from '../../schemas/words.js';
import type { ErrordError } from '../errors.js';
import type {
  AppendOutcome,
  CommitReport,
  Digest,
  PrunePolicy,
  PruneReport,
  ReaderRequest,
  StatusReport,
} from '../messages.js';

/** What a store tells the daemon without being asked. */
export interface StoreEvents {
  /** After each commit, or its failure: the fate of each batch, and the feed messages in commit order. */
  commit(report: CommitReport): void;
  /** The store is lost for good: every pending call has been rejected, and no further call can succeed. */
  failed(error: ErrordError): void;
  log(level: 'error' | 'warn' | 'info', message: string, facts: JsonObject): void;
}

export interface StoreOptions {
  readonly dbPath: string;
  readonly readerThreads: number;
  /** One Int32: how many feed clients are connected; feed messages are built only while it is not 0. */
  readonly feedClientCount: Int32Array<SharedArrayBuffer>;
  readonly events: StoreEvents;
}

/** All promises reject with an `ErrordError` whose `code` is a `StoreErrorCode`, and settle even when a thread dies. */
export interface Store {
  /** Takes the store's end of a digest channel; each `DigestMessage` on it ends in `StoreEvents.commit`. */
  acceptDigests(port: MessagePort): void;
  /** Stores digests, all in one transaction; resolves after the commit is on disk. */
  append(digests: readonly Digest[]): Promise<readonly AppendOutcome[]>;
  /** Resolves to the changed group, or null when the id is unknown. Announced on the feed as `status_change`. */
  setStatus(groupId: string, status: Status): Promise<ErrorGroup | null>;
  /** The same for many groups, in one transaction; those that are known change, whether or not the others are. */
  setStatuses(groupIds: readonly string[], status: Status): Promise<StatusReport>;
  /** Deletes errors, events, requests and logs, of one project or (null) all, and gives the space back. */
  clear(projectName: string | null): Promise<void>;
  clearLogs(projectName: string | null): Promise<void>;
  /** Deletes what the policy no longer keeps, in steps between which digests are committed. */
  prune(policy: PrunePolicy): Promise<PruneReport>;
  checkpoint(): Promise<void>;
  optimize(): Promise<void>;
  /** Answers a query as finished JSON in UTF-8, or null when the id in it is unknown. Sees every commit reported so far. */
  query(request: ReaderRequest): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Commits what was accepted, checkpoints, closes the files. */
  close(): Promise<void>;
}

/** Rejects with a `StartErrorCode` when the database cannot be opened. */
export type OpenStore = (options: StoreOptions) => Promise<Store>;
