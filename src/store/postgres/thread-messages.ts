// What the main thread and the writer thread of the PostgreSQL store say to each other. Types only; plain data only.

import type { MessagePort } from 'node:worker_threads';
import type { JsonObject } from '../../../schemas/common.js';
import type { QueryErrorCode, StartErrorCode } from '../../errors.js';
import type { GroupingVersions } from '../../messages.js';
import type { UnmergeRequest } from '../merge.js';
import type { NewestRequest, SampleRequest } from '../regroup.js';
import type { SplitRequest } from '../split.js';
import type {
  CommitMessage,
  WriterCall as SqliteWriterCall,
  WriterReply as SqliteWriterReply,
} from '../sqlite/thread-messages.js';
import type { StoreQuery } from '../store.js';

export type { CommitMessage };

/** Calls to the writer thread. Each is one transaction or a bounded series of them. */
export type WriterCall = Omit<
  SqliteWriterCall,
  'checkpoint' | 'mergeSearchIndexes' | 'reportDamage' | 'settleCounts'
> & {
  maintain: { in: { readonly depth: 'quick' | 'full' }; out: null };
  /** Answered when the feed tells what any daemon commits from then on, or cannot yet. */
  follow: { in: null; out: null };
};

export type WriterRequest =
  | { [K in keyof WriterCall]: { kind: K; id: number; in: WriterCall[K]['in'] } }[keyof WriterCall]
  | { readonly kind: 'digest_port'; readonly port: MessagePort };

/** What a writer thread is started with. */
export interface WriterOptions {
  /** Holds a password: never to be logged. */
  readonly url: string;
  /** One Int32: how many feed clients are connected. The writer builds feed messages only when it is not 0. */
  readonly feedDemand: Int32Array<SharedArrayBuffer>;
  /** Of new projects. */
  readonly grouping: number;
  /** A server that acknowledges what a crash of it loses is refused unless that is asked for. */
  readonly mayLoseCommits: boolean;
  readonly commitTimeoutMs: number;
  /** See `commit-mark.ts`; absent where nobody reads from a standby. */
  readonly commitMemory?: BigInt64Array<SharedArrayBuffer> | undefined;
}

/** What a reader thread is started with. */
export interface ReaderThreadOptions {
  /** Hold passwords: never to be logged. */
  readonly url: string;
  readonly standby?: { readonly url: string; readonly commitMemory: BigInt64Array<SharedArrayBuffer> } | undefined;
}

export type WriterReply = Exclude<SqliteWriterReply, { readonly ok: true }> | WriterAnswer;

interface WriterAnswer {
  readonly kind: 'reply';
  readonly id: number;
  readonly ok: true;
  readonly out: WriterCall[keyof WriterCall]['out'];
}

export type WriterMessage =
  | WriterReply
  | CommitMessage
  | { readonly kind: 'ready' }
  /** Which project is grouped how, and whether stored events wait to be grouped. */
  | { readonly kind: 'groupings'; readonly versions: GroupingVersions; readonly isDue: boolean }
  | { readonly kind: 'open_failed'; readonly code: StartErrorCode; readonly message: string }
  /** A line for the daemon's log. */
  | {
      readonly kind: 'log';
      readonly level: 'error' | 'warn' | 'info';
      readonly message: string;
      readonly facts: JsonObject;
    };

// --- main thread to reader thread ---------------------------------------------------------------------------------

export type ReaderRequest =
  | StoreQuery
  | { readonly name: 'readStatus' }
  | { readonly name: 'sampleGroups'; readonly request: SampleRequest }
  | { readonly name: 'readNewestEvents'; readonly request: NewestRequest }
  | { readonly name: 'previewUnmerge'; readonly request: UnmergeRequest }
  | { readonly name: 'previewSplit'; readonly request: SplitRequest };

/** Posted once when the thread has loaded its code. */
export interface ReaderLoadedMessage {
  readonly kind: 'loaded';
}

/** Finished JSON in UTF-8, transferred; `null` when the id is unknown. */
export type ReaderReply =
  | {
      readonly ok: true;
      readonly json: Uint8Array<ArrayBuffer> | null;
      /** Of the standby that answered; absent where the primary did. */
      readonly lagMs?: number;
    }
  | { readonly ok: false; readonly code: QueryErrorCode; readonly message: string };
