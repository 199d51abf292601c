// Every message that crosses a thread border. Types only; plain data only.

import type { MessagePort } from 'node:worker_threads';
import type { JsonObject } from '../schemas/common.js';
import type { ErrorGroup } from '../schemas/error-group.js';
import type {
  ErrorDetailQuery,
  ErrorListQuery,
  LogListQuery,
  ProjectQuery,
  RequestListQuery,
  StatsQuery,
  TrendsQuery,
} from '../schemas/query.js';
import type { LogLevel, Severity, Source, Status } from '../schemas/words.js';
import type { StoreErrorCode } from './errors.js';
import type { Drop, Rejection, Stored } from './outcome.js';

// --- gateway to digest pool ---------------------------------------------------------------------------------------

export type IngestRoute = 'event' | 'event_batch' | 'request' | 'request_batch' | 'log' | 'log_batch';

/** One ingest call, its body as it came off the socket. The buffer is transferred to the pool thread. */
export interface IngestCall {
  /** Names the call until it is answered; never repeats while the daemon runs. */
  readonly ticket: number;
  readonly route: IngestRoute;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly contentEncoding: string;
  readonly receivedAtMs: number;
  /** From the request's headers; records that name none get these. */
  readonly projectName: string | null;
  readonly correlationId: string | null;
}

/** What a pool thread made of one call. The accepted items are on their way to the store under the same ticket. */
export interface DigestVerdict {
  readonly ticket: number;
  readonly itemCount: number;
  /** Refused items by position. With `wholeBody`, the body was refused before it had items. */
  readonly rejections: readonly {
    readonly index: number;
    readonly projectName: string | null;
    /** A drop is a bug of ours on this one item. */
    readonly rejection: Rejection | Drop;
  }[];
  readonly wholeBody: boolean;
  /** Project of each accepted item, in order. */
  readonly acceptedProjects: readonly (string | null)[];
  /** Bugs of ours that cost an item, in words for the daemon's log. */
  readonly faults: readonly string[];
}

export interface DigestTask {
  readonly calls: readonly IngestCall[];
}

/** Posted once by each pool thread when it starts: the end of a channel for its digests, to be given to the store. */
export interface DigestPortMessage {
  readonly kind: 'digest_port';
  readonly port: MessagePort;
}

// --- digest pool to writer ----------------------------------------------------------------------------------------

/** A text that repeats between records and is stored once: final JSON and the hash of it. */
export interface ContentText {
  /** First 16 bytes of SHA-256 of `text`, as 22 characters of unpadded base64url. */
  readonly hash: string;
  readonly text: string;
}

interface DigestBase {
  readonly projectName: string | null;
  /** As the client sent it; may be wrong by years. */
  readonly timestampMs: number;
  readonly receivedAtMs: number;
  readonly correlationId: string | null;
}

/** The accepted event, ready to store: redacted, cut, grouped, explained, serialised. */
export interface EventDigest extends DigestBase {
  readonly kind: 'event';
  readonly eventId: string;
  readonly source: Source;
  readonly severity: Severity;
  readonly site: ErrorSite;
  /** JSON object text with the context that repeats: `environment`, `release`, `tags`. */
  readonly context: ContentText | null;
  /** JSON object text with the rest: `request`, `extra`, `user`, `breadcrumbs`, `componentStack`, `componentName`. */
  readonly details: string | null;
}

/**
 * Where and how a program failed: what type, message and stack of an event decide. Events of one site share the object
 * in a digest thread, and a message between threads holds each object once.
 */
export interface ErrorSite {
  readonly type: string;
  readonly message: string;
  /** 64 characters of lower-case hex. */
  readonly fingerprint: string;
  readonly fingerprintVersion: number;
  /** JSON of `Grouping`. */
  readonly grouping: string;
  readonly explanation: ExplanationText | null;
  /** JSON object text with `stack` and `stackFrames`; `MESSAGE_MARK` in it stands for the message. */
  readonly stack: ContentText | null;
}

export interface ExplanationText {
  readonly title: string;
  readonly explanation: string;
  readonly suggestion: string;
}

export interface RecordBodyText {
  /** At most 16 KiB of UTF-8, redacted before it was cut. */
  readonly text: string;
  readonly truncated: boolean;
}

export interface RequestDigest extends DigestBase {
  readonly kind: 'request';
  readonly method: string;
  readonly url: string;
  readonly statusCode: number | null;
  readonly duration: number | null;
  readonly errorEventId: string | null;
  readonly source: Source | null;
  readonly headers: ContentText | null;
  readonly responseHeaders: ContentText | null;
  readonly requestBody: RecordBodyText | null;
  readonly responseBody: RecordBodyText | null;
}

export interface LogDigest extends DigestBase {
  readonly kind: 'log';
  readonly level: LogLevel;
  readonly message: string;
  readonly source: Source | null;
  /** JSON object text of `environment`. */
  readonly environment: ContentText | null;
  /** JSON object text of `extra`. */
  readonly extra: string | null;
}

/** Only these leave a pool thread. */
export type Digest = EventDigest | RequestDigest | LogDigest;

/** Accepted items of one call, in the order of the call. */
export interface DigestBatch {
  readonly ticket: number;
  readonly digests: readonly Digest[];
}

/** Posted by pool threads over the digest port. */
export type DigestMessage = readonly DigestBatch[];

// --- writer to main thread ----------------------------------------------------------------------------------------

/** The fate of one digest in the store, in the order of its batch. */
export type AppendOutcome = Stored | Rejection;

export type BatchResult =
  | { readonly ticket: number; readonly ok: true; readonly outcomes: readonly AppendOutcome[] }
  | { readonly ticket: number; readonly ok: false; readonly code: StoreErrorCode };

/** A feed message, finished. `projectName` narrows who gets it. */
export interface FeedItem {
  readonly projectName: string | null;
  readonly json: string;
}

/** Posted after each COMMIT (or its failure), in commit order. */
export interface CommitReport {
  readonly kind: 'commit';
  readonly results: readonly BatchResult[];
  /** Empty while nobody listens. */
  readonly feed: readonly FeedItem[];
}

/** How one pass of the checkpoint thread ended. */
export type CheckpointReply =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: StoreErrorCode; readonly message: string };

export interface PrunePolicy {
  readonly nowMs: number;
  /** 0 keeps everything. */
  readonly retentionDays: number;
  /** 0 for no limit. */
  readonly maxDbSizeMb: number;
}

export interface PruneReport {
  readonly deletedRows: number;
  readonly freedBytes: number;
}

/** What became of the groups of one call, each id of it once. */
export interface StatusReport {
  readonly updatedCount: number;
  /** Ids that are no group's. */
  readonly missingIds: readonly string[];
}

/** Calls to the writer thread. Each is one transaction or a bounded series of them. */
export type WriterCall = {
  append: { in: { digests: readonly Digest[] }; out: readonly AppendOutcome[] };
  setStatus: { in: { groupId: string; status: Status }; out: ErrorGroup | null };
  setStatuses: { in: { groupIds: readonly string[]; status: Status }; out: StatusReport };
  clear: { in: { projectName: string | null }; out: null };
  clearLogs: { in: { projectName: string | null }; out: null };
  prune: { in: PrunePolicy; out: PruneReport };
  checkpoint: { in: null; out: null };
  optimize: { in: null; out: null };
  close: { in: null; out: null };
};

export type WriterRequest =
  | { [K in keyof WriterCall]: { kind: K; id: number; in: WriterCall[K]['in'] } }[keyof WriterCall]
  | { readonly kind: 'digest_port'; readonly port: MessagePort };

export type WriterReply =
  | {
      readonly kind: 'reply';
      readonly id: number;
      readonly ok: true;
      readonly out: WriterCall[keyof WriterCall]['out'];
    }
  | {
      readonly kind: 'reply';
      readonly id: number;
      readonly ok: false;
      readonly code: StoreErrorCode;
      readonly message: string;
    };

export type WriterMessage =
  | WriterReply
  | CommitReport
  | { readonly kind: 'ready' }
  | { readonly kind: 'open_failed'; readonly code: string; readonly message: string }
  /** A line for the daemon's log. */
  | {
      readonly kind: 'log';
      readonly level: 'error' | 'warn' | 'info';
      readonly message: string;
      readonly facts: JsonObject;
    };

/** What a writer thread is started with. */
export interface WriterOptions {
  readonly dbPath: string;
  /** One Int32: how many feed clients are connected. The writer builds feed messages only when it is not 0. */
  readonly feedClientCount: Int32Array<SharedArrayBuffer>;
}

// --- main thread to reader threads --------------------------------------------------------------------------------

/** The queries of the API. `out` is what the JSON holds; `null` stands for "no such id". */
export type ReaderCall = {
  listErrorGroups: { in: ErrorListQuery };
  readErrorGroup: { in: ErrorDetailQuery & { groupId: string } };
  readEvent: { in: ProjectQuery & { eventId: string } };
  listRequests: { in: RequestListQuery };
  readRequest: { in: { requestId: string } };
  listLogs: { in: LogListQuery };
  readStats: { in: StatsQuery & { nowMs: number } };
  readTrends: { in: TrendsQuery & { nowMs: number } };
  listProjects: { in: { projectId?: string } };
  readStoreSize: { in: null };
};

export type ReaderRequest = {
  [K in keyof ReaderCall]: { readonly kind: K; readonly in: ReaderCall[K]['in'] };
}[keyof ReaderCall];

/** Posted once by each reader thread when it has loaded its code. */
export interface ReaderLoadedMessage {
  readonly kind: 'loaded';
}

/** Finished JSON in UTF-8, transferred; `null` when the id is unknown. */
export type ReaderReply =
  | { readonly ok: true; readonly json: Uint8Array<ArrayBuffer> | null }
  | { readonly ok: false; readonly code: StoreErrorCode; readonly message: string };

/** JSON of `readStoreSize`. */
export interface StoreSize {
  readonly bytes: number;
  readonly walBytes: number;
  readonly errors: number;
  readonly events: number;
  readonly requests: number;
  readonly logs: number;
  readonly projects: number;
}
